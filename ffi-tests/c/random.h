/* Numbers that are the same in every run. */

#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

void random_start(uint64_t seed);
uint32_t random_below(uint32_t bound);

#endif
