/* Counts one matrix a given number of times; run under callgrind by
 * tests/instructions.rs.
 *
 * main BACKEND DTYPE BOTH CALLS */

#include <stdlib.h>
#include <string.h>

#include "recallk.h"

enum { ROWS = 64, COLUMNS = 1024 };

static unsigned char cells[ROWS * COLUMNS * 8];
static uint32_t gold[ROWS], row_of_column[COLUMNS];
static recallk_tally_t rows[ROWS], columns[COLUMNS];
static uint64_t scratch[1 << 15];

static size_t size_of(int dtype)
{
    switch (dtype) {
    case RECALLK_I8: return 1;
    case RECALLK_F16: return 2;
    case RECALLK_F64: return 8;
    default: return 4;
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) return 2;
    const int backend = atoi(argv[1]), dtype = atoi(argv[2]), both = atoi(argv[3]);
    const int calls = atoi(argv[4]);
    const size_t size = size_of(dtype);
    /* Positive numbers of moderate size, in any type. */
    uint32_t state = 1;
    for (size_t i = 0; i < ROWS * COLUMNS; ++i) {
        for (size_t byte = 0; byte < size; ++byte) {
            state = state * 1664525u + 1013904223u;
            cells[i * size + byte] = (unsigned char)(state >> 24);
        }
        cells[i * size + size - 1] &= 0x3b;
    }
    for (uint32_t row = 0; row < ROWS; ++row) gold[row] = row * 16;
    for (uint32_t column = 0; column < COLUMNS; ++column) row_of_column[column] = column / 16;

    recallk_matrix_t matrix = {cells, ROWS, COLUMNS, COLUMNS, 1, 0, 0};
    matrix.dtype = dtype;
    recallk_options_t options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.backend = backend;
    recallk_status_t status = RECALLK_OK;
    for (int call = 0; call < calls && status == RECALLK_OK; ++call) {
        status = both ? recallk_tallies_both(&matrix, row_of_column, COLUMNS, &options, scratch, sizeof scratch,
                                             rows, ROWS, columns, COLUMNS, NULL)
                      : recallk_tallies(&matrix, gold, ROWS, &options, rows, ROWS, NULL);
    }
    return (int)status;
}
