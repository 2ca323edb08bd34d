#include "random.h"

static uint64_t state = 1;

void random_start(uint64_t seed)
{
    state = seed;
}

/* Knuth's MMIX generator; its upper bits are the good ones. */
uint32_t random_below(uint32_t bound)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % bound;
}
