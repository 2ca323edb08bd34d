/* A library without the optional score types says so, and ranks f32. */

#include <stdio.h>

#include "check.h"
#include "recallk.h"

void check_print(const char *text)
{
    fputs(text, stdout);
}

int main(void)
{
    static const uint64_t zeros[4] = {0};
    static const uint32_t map[4] = {0};
    const uint32_t gold = 1;
    recallk_matrix_t matrix = {0};
    recallk_sweep_t sweep = {0};
    uint32_t rank = 99;
    size_t bytes = 99, entries[2];
    matrix.data = zeros;
    matrix.rows = 1;
    matrix.columns = 4;
    matrix.row_stride = 4;
    matrix.column_stride = 1;
    sweep.struct_size = sizeof sweep;
    sweep.rows = 1;
    sweep.columns = 4;
    sweep.row_of_column = map;
    sweep.row_of_column_len = 4;
    check_test("f32 only", "other types are not built");
    for (matrix.dtype = RECALLK_F64; matrix.dtype <= RECALLK_U64; matrix.dtype++) {
        CHECK_EQUAL(recallk_ranks(&matrix, &gold, 1, NULL, &rank, 1, NULL),
                    RECALLK_DTYPE_NOT_BUILT);
        CHECK_EQUAL(recallk_both_scratch(&matrix, &bytes, NULL), RECALLK_DTYPE_NOT_BUILT);
        sweep.dtype = matrix.dtype;
        CHECK_EQUAL(recallk_sweep_entries(&sweep, &bytes, &bytes, NULL), RECALLK_DTYPE_NOT_BUILT);
    }
    CHECK_EQUAL(rank, 99);
    CHECK_EQUAL(bytes, 99);
    check_test("f32 only", "unknown types are unknown");
    matrix.dtype = RECALLK_U64 + 1;
    CHECK_EQUAL(recallk_ranks(&matrix, &gold, 1, NULL, &rank, 1, NULL), RECALLK_UNKNOWN_DTYPE);
    check_test("f32 only", "f32 is built");
    matrix.dtype = RECALLK_F32;
    CHECK_EQUAL(recallk_ranks(&matrix, &gold, 1, NULL, &rank, 1, NULL), RECALLK_OK);
    CHECK_EQUAL(rank, 1);
    sweep.dtype = RECALLK_F32;
    CHECK_EQUAL(recallk_sweep_entries(&sweep, &entries[0], &entries[1], NULL), RECALLK_OK);
    CHECK_EQUAL(entries[0], 1);
    CHECK_EQUAL(entries[1], 4);
    return check_done();
}
