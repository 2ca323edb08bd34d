/* Tiles that do not belong to their sweep, golds and counts of others, and counts
 * of a part. Golds and counts must be after an error as they were before. */

#include <string.h>

#include "check.h"
#include "fixture.h"
#include "tests.h"

static int is_push(const function_t *function)
{
    return fixture_uses(function, PUSHED);
}

static int is_gather(const function_t *function)
{
    return fixture_uses(function, GATHERED);
}

static int is_finish(const function_t *function)
{
    return fixture_uses(function, COUNTS);
}

static void take(slot_t slot)
{
    pointer[slot] = NULL;
    length[slot] = 0;
}

static void outside(const function_t *function)
{
    static const size_t far[4] = {1, QUERY_ROWS, ITEM_COLUMNS, SIZE_MAX};
    size_t k;
    check_test(function->name, "a tile that reaches outside");
    for (k = 0; k < 4; k++) {
        const uint32_t place = far[k] < UINT32_MAX ? (uint32_t)far[k] : UINT32_MAX;
        fixture_start(function, GAP);
        tile.row = far[k];
        fixture_expect(function, fault_at(RECALLK_TILE_OUTSIDE, place, 0));
        fixture_start(function, GAP);
        tile.column = far[k];
        fixture_expect(function, fault_at(RECALLK_TILE_OUTSIDE, 0, place));
    }
    check_test(function->name, "a tile up to the last row and column");
    fixture_start(function, GAP);
    matrix.rows = 1;
    matrix.columns = 2;
    tile.row = QUERY_ROWS - 1;
    tile.column = ITEM_COLUMNS - 2;
    fixture_expect(function, fault(RECALLK_OK));
    tile.column++;
    fixture_expect(function, fault_at(RECALLK_TILE_OUTSIDE, QUERY_ROWS - 1, ITEM_COLUMNS - 1));
}

static void nan_in_a_tile(const function_t *function)
{
    check_test(function->name, "NaN in a tile is named by its place in the whole");
    fixture_start(function, GAP);
    matrix.rows = 2;
    matrix.columns = 6;
    tile.row = 2;
    tile.column = 4;
    fixture_put(CELLS, ROW_STRIDE + 3, NOT_A_NUMBER);
    if (is_gather(function)) {
        fixture_expect(function, fault(RECALLK_OK));
    } else {
        fixture_expect(function, fault_at(RECALLK_NAN_SCORE, 3, 7));
        fixture_put(CELLS, 5, NOT_A_NUMBER);
        fixture_expect(function, fault_at(RECALLK_NAN_SCORE, 2, 9));
    }
}

static void put_kind(slot_t slot, size_t k, uint32_t kind)
{
    unsigned char *place = fixture_place(slot) + k * sizeof(recallk_gold_t);
    memcpy(place + offsetof(recallk_gold_t, kind), &kind, sizeof kind);
}

static void put_tied(slot_t slot, size_t k, uint32_t tied)
{
    unsigned char *place = fixture_place(slot) + k * sizeof(recallk_gold_t);
    memcpy(place + offsetof(recallk_gold_t, tied), &tied, sizeof tied);
}

static void other_golds(const function_t *function)
{
    const outcome_t other = fault(RECALLK_OTHER_GOLDS);
    const size_t of_row_3 = function->form == EVERY_GOLD ? ROW_GOLD_ITEMS - 1 : 3;
    const slot_t golds = is_gather(function) ? GATHERED : GOLDS;
    check_test(function->name, "a sweep over scores of another dtype");
    fixture_start(function, GAP);
    sweep.dtype = RECALLK_I32;
    fixture_expect(function, other);

    check_test(function->name, "golds that were gathered under another order");
    fixture_start(function, GAP);
    options.order = RECALLK_LOWER_FIRST;
    fixture_expect(function, is_gather(function) ? fault(RECALLK_OK) : other);
    if (is_gather(function)) {
        options.order = RECALLK_HIGHER_FIRST;
        fixture_expect(function, other);
    }

    check_test(function->name, "one gold of another kind");
    fixture_start(function, GAP);
    put_tied(golds, of_row_3, 1);
    put_kind(golds, of_row_3, 99);
    fixture_expect(function, other);
    if (!is_finish(function) && !fixture_uses(function, ROW_SCORES)) {
        /* It is not looked for in a tile of other rows. */
        matrix.rows = 3;
        fixture_expect(function, fault(RECALLK_OK));
    }
}

/* Counters: four for each gold, then three that tell what was counted. */
static void not_covered(const function_t *function)
{
    const size_t entries = length[GOLDS], told = 4 * entries;
    check_test(function->name, "a row that was not counted against every column once");
    fixture_start(function, GAP);
    fixture_put(COUNTS, told, 0);
    fixture_expect(function, fault_at(RECALLK_NOT_COVERED, 0, RECALLK_NONE));
    fixture_start(function, GAP);
    fixture_put(COUNTS, told + 3 * 2 + 1, 1);
    /* The third gold of every gold is one of row 1. */
    fixture_expect(function, fault_at(RECALLK_NOT_COVERED, function->form == EVERY_GOLD ? 1 : 2,
                                      RECALLK_NONE));
    if (function->form == BY_MAP || function->form == BY_GOLDS) {
        check_test(function->name, "a column that was not counted against every row once");
        fixture_start(function, GAP);
        fixture_put(COUNTS, length[COUNTS] - 1, 1);
        fixture_expect(function,
                       fault_at(RECALLK_NOT_COVERED, RECALLK_NONE, ITEM_COLUMNS - 1));
    }
    check_test(function->name, "nothing was counted");
    fixture_start(function, GAP);
    memset(fixture_place(COUNTS), 0, fixture_bytes(COUNTS));
    fixture_expect(function, fault_at(RECALLK_NOT_COVERED, 0, RECALLK_NONE));
}

static void counters(const function_t *function)
{
    const slot_t slot = is_push(function) ? PUSHED : COUNTS;
    const size_t fits = length[slot];
    const size_t lengths[6] = {0, fits - 1, fits - RECALLK_COUNTERS, fits + RECALLK_COUNTERS,
                               SIZE_MAX, SIZE_MAX / 4 + 2};
    size_t k;
    check_test(function->name, "more or fewer counters than golds have");
    for (k = 0; k < 6; k++) {
        fixture_start(function, GAP);
        length[slot] = lengths[k];
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, fits));
    }
    if (!is_push(function)) {
        check_test(function->name, "more or fewer golds");
        fixture_start(function, GAP);
        length[GOLDS]--;
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, fits / RECALLK_COUNTERS));
        take(GOLDS);
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, fits / RECALLK_COUNTERS));
    }
}

static void of_function(const function_t *function)
{
    if (is_gather(function) || is_push(function)) {
        outside(function);
        nan_in_a_tile(function);
        other_golds(function);
    }
    if (is_finish(function)) {
        other_golds(function);
        not_covered(function);
    }
    if (is_push(function) || is_finish(function)) {
        fixture_start(function, GAP);
        counters(function);
    }
}

static void merging(void)
{
    const function_t *golds = fixture_function("golds_merge");
    const function_t *counts = fixture_function("counts_merge");
    check_test("golds_merge", "more or fewer golds");
    fixture_start(golds, GAP);
    length[SOME_GOLDS]--;
    fixture_expect(golds, fault_needs(RECALLK_WRONG_LENGTH, FREE_ENTRIES));
    take(SOME_GOLDS);
    fixture_expect(golds, fault_needs(RECALLK_WRONG_LENGTH, FREE_ENTRIES));
    fixture_start(golds, GAP);
    take(TAKEN_GOLDS);
    fixture_expect(golds, fault_needs(RECALLK_WRONG_LENGTH, 0));
    take(SOME_GOLDS);
    fixture_expect(golds, fault(RECALLK_OK));
    check_test("golds_merge", "golds of another kind");
    fixture_start(golds, GAP);
    put_kind(SOME_GOLDS, FREE_ENTRIES - 1, 3);
    fixture_expect(golds, fault(RECALLK_OTHER_GOLDS));
    check_test("golds_merge", "what was not seen is of any kind");
    put_tied(SOME_GOLDS, FREE_ENTRIES - 1, 0);
    fixture_expect(golds, fault(RECALLK_OK));

    check_test("counts_merge", "more or fewer counts");
    fixture_start(counts, GAP);
    length[SOME_COUNTS]--;
    fixture_expect(counts, fault_needs(RECALLK_WRONG_LENGTH, length[TAKEN_COUNTS]));
    take(SOME_COUNTS);
    fixture_expect(counts, fault_needs(RECALLK_WRONG_LENGTH, length[TAKEN_COUNTS]));
    take(TAKEN_COUNTS);
    fixture_expect(counts, fault(RECALLK_OK));
}

void test_hostile_tiles(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        if (functions[k].form != NO_SWEEP) {
            of_function(&functions[k]);
        }
    }
    merging();
}
