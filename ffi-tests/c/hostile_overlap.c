/* Every output, scratch and detail of every function on every other buffer. */

#include <string.h>

#include "check.h"
#include "fixture.h"
#include "tests.h"

static uintptr_t down(uintptr_t address)
{
    return address / 8 * 8;
}

/* Three ways to overlap: from the first byte on, with the last, and up to the first. */
static void *overlapping(slot_t written, slot_t other, int way)
{
    const uintptr_t place = (uintptr_t)fixture_place(other);
    switch (way) {
    case 0:
        return (void *)place;
    case 1:
        return (void *)down(place + fixture_bytes(other) - 1);
    default:
        return (void *)down(place + 8 - fixture_bytes(written));
    }
}

static void on_all_others(const function_t *function, slot_t written)
{
    size_t k;
    int way;
    for (k = 0; k < function->slots; k++) {
        const slot_t other = function->slot[k];
        check_about(fixture_shape(other)->name);
        for (way = 0; way < 3 && other != written && fixture_fills(function, other); way++) {
            fixture_start(function, GAP);
            pointer[written] = overlapping(written, other, way);
            fixture_expect(function, fault(RECALLK_OVERLAP));
        }
    }
}

static void outputs(const function_t *function)
{
    size_t k;
    check_test(function->name, "outputs overlap other buffers");
    for (k = 0; k < function->slots; k++) {
        if (fixture_written(function->slot[k]) && function->slot[k] != DETAIL &&
            fixture_fills(function, function->slot[k])) {
            on_all_others(function, function->slot[k]);
        }
    }
    if (fixture_uses(function, DETAIL)) {
        check_test(function->name, "detail overlaps other buffers");
        on_all_others(function, DETAIL);
    }
}

/* Between the rows of a matrix others may be writing. */
static void padding(const function_t *function)
{
    size_t i;
    check_test(function->name, "outputs in the padding of the rows");
    for (i = 0; i < function->slots; i++) {
        const slot_t written = function->slot[i];
        if (!fixture_written(written)) {
            continue;
        }
        check_about(fixture_shape(written)->name);
        fixture_start(function, GAP);
        /* So that the padding holds every output of the fixture. */
        matrix.row_stride = 4 * ROW_STRIDE;
        matrix.rows = 2;
        if (fixture_uses(function, CELLS) && fixture_bytes(written) <= 54 * sizeof(float)) {
            pointer[CELLS] = fixture_place(written) - 12 * sizeof(float);
            fixture_expect(function, fault(RECALLK_OVERLAP));
        }
    }
}

/* Behind the last cell a matrix has no padding. */
static void behind_the_last_cell(void)
{
    const function_t *function = fixture_function("ranks");
    check_test("overlap", "an output right behind the last cell");
    fixture_start(function, GAP);
    pointer[CELLS] = fixture_place(ROW_RANKS) - fixture_bytes(CELLS);
    memset(pointer[CELLS], 0, fixture_bytes(CELLS));
    fixture_expect(function, fault(RECALLK_OK));
    check_test("overlap", "an output on the last cell");
    pointer[CELLS] = fixture_place(ROW_RANKS) - fixture_bytes(CELLS) + sizeof(float);
    fixture_expect(function, fault(RECALLK_OVERLAP));
    check_test("overlap", "an output on the lowest cell of a reversed matrix");
    matrix.row_stride = -ROW_STRIDE;
    matrix.column_stride = -1;
    pointer[CELLS] = fixture_place(ROW_RANKS) + fixture_bytes(ROW_RANKS) + fixture_bytes(CELLS) -
                     2 * sizeof(float);
    fixture_expect(function, fault(RECALLK_OVERLAP));
}

/* Scores and scratch come in single bytes. */
static void one_byte(void)
{
    const function_t *function = fixture_function("ranks");
    check_test("overlap", "an output on the last byte of a matrix");
    fixture_start(function, GAP);
    matrix.dtype = RECALLK_U8;
    pointer[CELLS] = fixture_place(ROW_RANKS) - 3 * ROW_STRIDE - ITEM_COLUMNS;
    fixture_expect(function, fault(RECALLK_OK));
    pointer[CELLS] = fixture_place(ROW_RANKS) - 3 * ROW_STRIDE - ITEM_COLUMNS + 1;
    fixture_expect(function, fault(RECALLK_OVERLAP));
    check_test("overlap", "an output whose last byte is the first of a matrix");
    pointer[CELLS] = fixture_place(ROW_RANKS) + fixture_bytes(ROW_RANKS);
    matrix.rows = 1;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 1));
    pointer[CELLS] = fixture_place(ROW_RANKS) + fixture_bytes(ROW_RANKS) - 1;
    fixture_expect(function, fault(RECALLK_OVERLAP));
    check_test("overlap", "an output on the last byte of scratch");
    function = fixture_function("gold_ranks");
    fixture_start(function, GAP);
    length[SCRATCH] = (size_t)(fixture_place(GOLD_RANKS) - fixture_place(SCRATCH));
    fixture_expect(function, fault(RECALLK_OK));
    length[SCRATCH]++;
    fixture_expect(function, fault(RECALLK_OVERLAP));
}

static void inputs(void)
{
    const function_t *function = fixture_function("hits");
    check_test("overlap", "inputs may overlap each other");
    fixture_start(function, GAP);
    pointer[SIZES] = pointer[RANKS];
    fixture_expect(function, fault(RECALLK_OK));
    pointer[KS] = fixture_place(RANKS) + sizeof(uint32_t);
    fixture_expect(function, fault(RECALLK_OK));
}

/* What is not there overlaps nothing. */
static void empty(void)
{
    const function_t *function = fixture_function("report");
    check_test("overlap", "an output of length 0 anywhere");
    fixture_start(function, GAP);
    pointer[RECALL] = pointer[TALLIES];
    length[RECALL] = 0;
    fixture_expect(function, fault(RECALLK_OK));
}

void test_hostile_overlap(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        outputs(&functions[k]);
        if (fixture_uses(&functions[k], CELLS)) {
            padding(&functions[k]);
        }
    }
    behind_the_last_cell();
    one_byte();
    inputs();
    empty();
}
