#include "measure.h"

#include <string.h>

static union {
    unsigned char bytes[COLUMNS * 8];
    float f32[COLUMNS];
    uint64_t aligned;
} cells;

uint32_t measured_gold[ROWS], measured_ranks[ROWS];
recallk_tally_t measured_tallies[ROWS];

static size_t size_of(int dtype)
{
    switch (dtype) {
    case RECALLK_F16: return 2;
    case RECALLK_F64: return 8;
    default: return 4;
    }
}

/* Positive numbers of moderate size, in any type. */
recallk_matrix_t measured_matrix(int dtype, size_t columns)
{
    const size_t size = size_of(dtype);
    recallk_matrix_t matrix = {cells.bytes, ROWS, columns, 0, 1, RECALLK_F32, 0};
    uint32_t state = 1;
    size_t i;
    for (i = 0; i < COLUMNS * size; i++) {
        state = state * 1664525u + 1013904223u;
        cells.bytes[i] = (unsigned char)(state >> 24);
        if (i % size == size - 1) {
            cells.bytes[i] &= 0x3b;
        }
    }
    for (i = 0; i < ROWS; i++) {
        measured_gold[i] = (uint32_t)(i * 7);
    }
    matrix.dtype = dtype;
    return matrix;
}

void measured_spoil(void)
{
    const uint32_t nan = UINT32_C(0x7fc00000);
    memcpy(&cells.f32[COLUMNS - 1], &nan, sizeof nan);
}
