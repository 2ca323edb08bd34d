/* Rows, columns and strides that overflow something, on 64-bit and 32-bit
 * machines. Matrices that are too large to exist stand at made-up addresses:
 * nothing may read them, and a call that gets as far as a wrong length has
 * taken their size for what it is. */

#include <string.h>

#include "check.h"
#include "fixture.h"
#include "tests.h"

static const int is_64_bit = sizeof(size_t) == 8;

/* Most elements of f32 between two cells. */
static const ptrdiff_t most = PTRDIFF_MAX / 4;

static void nothing(const function_t *function)
{
    check_test(function->name, "no rows, no columns");
    fixture_start(function, GAP);
    matrix.rows = 0;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    fixture_start(function, GAP);
    matrix.columns = 0;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    fixture_start(function, GAP);
    matrix.rows = matrix.columns = 0;
    pointer[CELLS] = NULL;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
}

static void too_many(const function_t *function)
{
    static const size_t counts[4] = {UINT32_MAX, (size_t)UINT32_MAX + 1, SIZE_MAX / 2 + 1, SIZE_MAX};
    size_t k;
    check_test(function->name, "more rows or columns than can be counted");
    for (k = 0; k < 4; k++) {
        if (counts[k] < UINT32_MAX) {
            continue; /* wrapped to 0 */
        }
        fixture_start(function, GAP);
        matrix.row_stride = matrix.column_stride = 0;
        matrix.rows = counts[k];
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
        matrix.columns = counts[k];
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
        matrix.rows = QUERY_ROWS;
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    }
}

static void strides(const function_t *function)
{
    const struct {
        size_t rows, columns;
        ptrdiff_t row_stride, column_stride;
    } cases[] = {
        {2, 1, PTRDIFF_MAX, 1},
        {2, 1, PTRDIFF_MIN, 1},
        {3, 1, PTRDIFF_MIN, 1},
        {1, 2, 1, PTRDIFF_MAX},
        {1, 2, 1, PTRDIFF_MIN},
        {2, 2, PTRDIFF_MAX, PTRDIFF_MAX},
        {2, 2, PTRDIFF_MIN, PTRDIFF_MIN},
        {2, 2, PTRDIFF_MIN, PTRDIFF_MAX},
        /* The product of two sizes overflows. */
        {3, 1, PTRDIFF_MAX / 2 + 1, 1},
        {5, 1, PTRDIFF_MAX / 2 + 1, 1},
        {1, 5, 1, PTRDIFF_MIN / 2},
        /* The bytes do, some of them to a few. */
        {2, 1, PTRDIFF_MAX / 2 + 1, 1},
        {2, 1, PTRDIFF_MAX / 2 + 2, 1},
        {2, 1, PTRDIFF_MIN / 2, 1},
        {1, 2, 1, PTRDIFF_MAX / 2 + 1},
        {1, 2, 1, PTRDIFF_MIN / 2 - 1},
        {2, 2, PTRDIFF_MAX / 4 + 1, PTRDIFF_MAX / 4 + 1},
        {2, 1, most + 1, 1},
        {2, 1, -most - 2, 1},
        {2, 1, most, 1},
        {2, 2, most / 2 + 1, -most / 2 - 1},
        {2, 2, most / 2 + 1, most / 2 + 1},
    };
    size_t k;
    check_test(function->name, "strides that overflow");
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        fixture_start(function, GAP);
        matrix.rows = cases[k].rows;
        matrix.columns = cases[k].columns;
        matrix.row_stride = cases[k].row_stride;
        matrix.column_stride = cases[k].column_stride;
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    }
}

static void edges(const function_t *function)
{
    const ptrdiff_t elements = (ptrdiff_t)((uintptr_t)fixture_place(CELLS) / 4);
    check_test(function->name, "cells below address 0 and behind the last address");
    fixture_start(function, GAP);
    matrix.rows = 2;
    matrix.row_stride = -elements - 1;
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    fixture_start(function, GAP);
    matrix.columns = 2;
    matrix.column_stride = -elements - 1;
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    fixture_start(function, GAP);
    pointer[CELLS] = (void *)(UINTPTR_MAX - 63);
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    pointer[CELLS] = (void *)(uintptr_t)64;
    matrix.row_stride = -ROW_STRIDE;
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
}

/* Sixteen scores that end with the address space: all that is wrong is a length. */
static void last_address(void)
{
    const function_t *function = fixture_function("ranks");
    check_test("sizes", "a matrix up to the last address");
    fixture_start(function, GAP);
    matrix.rows = 2;
    matrix.columns = 8;
    matrix.row_stride = 8;
    pointer[CELLS] = (void *)(UINTPTR_MAX - 63);
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 2));
    check_test("sizes", "a matrix one byte further");
    matrix.columns = 9;
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
}

/* In the half of the address space that the fixture is not in: boards have their
 * memory in either. */
static uintptr_t elsewhere(void)
{
    const uintptr_t half = UINTPTR_MAX / 2 + 1;
    return (uintptr_t)fixture_place(CELLS) < half ? half : 64;
}

/* 2^16 rows of 2^16 scores: 2^32 cells, 2^34 bytes. */
static void products(void)
{
    const function_t *function = fixture_function("ranks");
    const uintptr_t start = elsewhere();
    const outcome_t overflow = fault(RECALLK_SIZE_OVERFLOW);
    check_test("sizes", "products that wrap in 32 bits");
    fixture_start(function, GAP);
    matrix.rows = matrix.columns = 0x10000;
    matrix.row_stride = 0x10000;
    pointer[CELLS] = (void *)start;
    fixture_expect(function,
                   is_64_bit ? fault_needs(RECALLK_WRONG_LENGTH, 0x10000) : overflow);
#if SIZE_MAX > UINT32_MAX
    check_test("sizes", "an output in a matrix of 16 GiB");
    pointer[ROW_RANKS] = (void *)(start + ((uintptr_t)1 << 33));
    fixture_expect(function, fault(RECALLK_OVERLAP));
    pointer[ROW_RANKS] = (void *)(start + ((uintptr_t)1 << 34) - 4);
    fixture_expect(function, fault(RECALLK_OVERLAP));
    check_test("sizes", "an output right behind 16 GiB");
    pointer[ROW_RANKS] = (void *)(start + ((uintptr_t)1 << 34));
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 0x10000));
#endif
}

static void largest(void)
{
    const function_t *function = fixture_function("ranks");
    const size_t count = UINT32_MAX - 1;
    check_test("sizes", "as many rows and columns as can be counted");
    fixture_start(function, GAP);
    matrix.rows = matrix.columns = count;
    matrix.row_stride = matrix.column_stride = 0;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, count));
}

static void scratch_of_both(void)
{
    const function_t *function = fixture_function("both_scratch");
    size_t bytes;
    check_test("both_scratch", "does not wrap");
    fixture_start(function, GAP);
    matrix.row_stride = matrix.column_stride = 0;
    matrix.rows = matrix.columns = is_64_bit ? UINT32_MAX - 1 : INT32_MAX;
    fixture_expect(function, fault(is_64_bit ? RECALLK_OK : RECALLK_SIZE_OVERFLOW));
    memcpy(&bytes, fixture_place(BYTES), sizeof bytes);
    CHECK(!is_64_bit || bytes / 40 > matrix.rows);
}

/* Numbers of golds and ids that a size_t holds, but not their scratch. */
static void scratch_of_golds(void)
{
    const function_t *function = fixture_function("gold_scratch");
    const size_t count = PTRDIFF_MAX / sizeof(uint32_t);
    check_test("gold_scratch", "does not wrap");
    fixture_start(function, GAP);
    pointer[ROW_ITEMS] = (void *)elsewhere();
    length[ROW_ITEMS] = count;
    fixture_put(ROW_OFFSETS, 4, count);
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
}

static void scratch_of_lists(void)
{
    const function_t *function = fixture_function("list_scratch");
    const uint64_t counts[2] = {SIZE_MAX / 16 + 100, SIZE_MAX};
    size_t k;
    check_test("list_scratch", "does not wrap");
    for (k = 0; k < 2; k++) {
        fixture_start(function, GAP);
        fixture_put(RELEVANT_OFFSETS, 2, counts[k]);
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    }
}

void test_hostile_sizes(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        if (fixture_uses(&functions[k], CELLS)) {
            nothing(&functions[k]);
            too_many(&functions[k]);
            strides(&functions[k]);
            edges(&functions[k]);
        }
    }
    last_address();
    products();
    largest();
    scratch_of_both();
    scratch_of_golds();
    scratch_of_lists();
}
