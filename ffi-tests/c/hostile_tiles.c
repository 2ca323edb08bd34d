/* Sweeps that are unclear, tiles that do not belong to them, golds and counts of
 * others. Golds and counts must be after an error as they were before. */

#include <string.h>

#include "check.h"
#include "fixture.h"
#include "tests.h"

enum { NOT_A_NUMBER = 0x7fc00000 };

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

/* A slot is given to a sweep that has none. */
static void lend(slot_t slot, slot_t place, size_t len)
{
    pointer[slot] = fixture_place(place);
    length[slot] = len;
}

static void take(slot_t slot)
{
    pointer[slot] = NULL;
    length[slot] = 0;
}

static void structs(const function_t *function)
{
    static const int32_t dtypes[5] = {0, -1, RECALLK_U64 + 1, INT32_MAX, INT32_MIN};
    const uint32_t sizes[4] = {0, sizeof sweep - 1, sizeof sweep + 1, UINT32_MAX};
    uint32_t k;
    check_test(function->name, "a sweep of another size");
    for (k = 0; k < 4; k++) {
        fixture_start(function, GAP);
        sweep.struct_size = sizes[k];
        fixture_expect(function, fault(RECALLK_ABI_MISMATCH));
    }
    check_test(function->name, "reserved fields of a sweep");
    for (k = 0; k < 32; k++) {
        fixture_start(function, GAP);
        sweep.reserved = UINT32_C(1) << k;
        fixture_expect(function, fault(RECALLK_RESERVED_NOT_ZERO));
        fixture_start(function, GAP);
        sweep.every_gold = k == 0 ? UINT32_MAX : UINT32_C(1) << k;
        fixture_expect(function, fault(RECALLK_RESERVED_NOT_ZERO));
    }
    check_test(function->name, "unknown dtypes of a sweep");
    for (k = 0; k < 5; k++) {
        fixture_start(function, GAP);
        sweep.dtype = dtypes[k];
        fixture_expect(function, fault(RECALLK_UNKNOWN_DTYPE));
    }
}

static void shapes(const function_t *function)
{
    static const size_t too_many[2] = {UINT32_MAX, SIZE_MAX};
    size_t k;
    check_test(function->name, "a sweep without rows or columns");
    fixture_start(function, GAP);
    sweep.rows = 0;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    fixture_start(function, GAP);
    sweep.columns = 0;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    check_test(function->name, "a sweep of more rows or columns than can be counted");
    for (k = 0; k < 2; k++) {
        fixture_start(function, GAP);
        sweep.rows = too_many[k];
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
        fixture_start(function, GAP);
        sweep.columns = too_many[k];
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    }
    if (function->form == BY_MAP) {
        check_test(function->name, "a map of another length");
        fixture_start(function, GAP);
        length[MAP]--;
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, ITEM_COLUMNS));
        fixture_start(function, GAP);
        sweep.columns++;
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, ITEM_COLUMNS + 1));
    }
}

static void unclear_map(const function_t *function)
{
    const outcome_t unclear = fault(RECALLK_SWEEP_UNCLEAR);
    check_about("a map and golds");
    fixture_start(function, GAP);
    lend(ROW_GOLDS, SWEEP, 1);
    fixture_expect(function, unclear);
    lend(COLUMN_GOLDS, SWEEP, 1);
    fixture_expect(function, unclear);
    take(ROW_GOLDS);
    fixture_expect(function, unclear);
    check_about("a map of every gold");
    fixture_start(function, GAP);
    sweep.every_gold = 1;
    fixture_expect(function, unclear);
    check_about("neither a map nor golds");
    fixture_start(function, GAP);
    take(MAP);
    fixture_expect(function, unclear);
}

static void unclear_golds(const function_t *function)
{
    const outcome_t unclear = fault(RECALLK_SWEEP_UNCLEAR);
    static const uint32_t map[ITEM_COLUMNS];
    check_about("golds and a map");
    fixture_start(function, GAP);
    pointer[MAP] = (void *)(uintptr_t)map;
    length[MAP] = ITEM_COLUMNS;
    fixture_expect(function, unclear);
    check_about("no golds of rows");
    fixture_start(function, GAP);
    pointer[ROW_GOLDS] = NULL;
    fixture_expect(function, unclear);
    if (function->form == BY_GOLDS) {
        check_about("golds of columns and every gold");
        fixture_start(function, GAP);
        sweep.every_gold = 1;
        fixture_expect(function, unclear);
    } else {
        check_about("golds of columns alone");
        pointer[COLUMN_GOLDS] = fixture_place(ROW_GOLDS);
        fixture_expect(function, unclear);
    }
}

static void unclear_scores(const function_t *function)
{
    const outcome_t unclear = fault(RECALLK_SWEEP_UNCLEAR);
    check_about("scores of columns alone");
    fixture_start(function, GAP);
    take(ROW_SCORES);
    if (fixture_uses(function, COLUMN_SCORES)) {
        fixture_expect(function, unclear);
        check_about("scores of rows alone");
        fixture_start(function, GAP);
        take(COLUMN_SCORES);
        fixture_expect(function, unclear);
    } else {
        lend(COLUMN_SCORES, ROW_SCORES, ITEM_COLUMNS);
        fixture_expect(function, unclear);
    }
}

static void unclear(const function_t *function)
{
    check_test(function->name, "a sweep that is not clear");
    if (function->form == BY_MAP) {
        unclear_map(function);
    } else {
        unclear_golds(function);
    }
    if (fixture_uses(function, ROW_SCORES)) {
        unclear_scores(function);
    }
}

/* What is left of golds on both sides is a sweep of rows. */
static void rows_are_left(const function_t *function)
{
    const int asks = !fixture_uses(function, GOLDS) && !is_gather(function);
    check_test(function->name, "without golds of columns golds are those of the rows");
    fixture_start(function, GAP);
    pointer[COLUMN_GOLDS] = NULL;
    fixture_expect(function,
                   asks ? fault(RECALLK_OK) : fault_needs(RECALLK_WRONG_LENGTH, QUERY_ROWS));
}

static void given_scores(const function_t *function)
{
    const size_t needed = function->form == BY_MAP ? ITEM_COLUMNS : ROW_GOLD_ITEMS;
    check_test(function->name, "scores that are too few, or too many");
    fixture_start(function, GAP);
    length[ROW_SCORES]--;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, needed));
    length[ROW_SCORES] += 2;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, needed));
    fixture_start(function, GAP);
    if (fixture_uses(function, COLUMN_SCORES)) {
        length[COLUMN_SCORES]--;
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, ITEM_COLUMNS));
    } else {
        lend(COLUMN_SCORES, ROW_SCORES, 1);
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 0));
    }
    check_test(function->name, "no scores: golds are those of the tiles");
    fixture_start(function, GAP);
    take(ROW_SCORES);
    take(COLUMN_SCORES);
    fixture_expect(function, fault(RECALLK_OK));
}

static void nan_scores(const function_t *function)
{
    const int of_map = function->form == BY_MAP;
    check_test(function->name, "NaN among given scores");
    fixture_start(function, GAP);
    if (fixture_uses(function, COLUMN_SCORES)) {
        fixture_put(COLUMN_SCORES, 7, NOT_A_NUMBER);
        fixture_expect(function, fault_at(RECALLK_NAN_SCORE, 3, 7));
    }
    /* That of column 5, or of the gold of row 2. */
    fixture_start(function, GAP);
    fixture_put(ROW_SCORES, of_map ? 5 : 10, NOT_A_NUMBER);
    fixture_expect(function, fault_at(RECALLK_NAN_SCORE, of_map ? 1 : 2, 5));
    options.nan_policy = RECALLK_NAN_WORST;
    fixture_expect(function, fault(RECALLK_OK));
    if (of_map) {
        check_test(function->name, "the score of a distractor is not read");
        fixture_start(function, GAP);
        fixture_put(MAP, 5, RECALLK_NONE);
        fixture_put(ROW_SCORES, 5, NOT_A_NUMBER);
        fixture_put(COLUMN_SCORES, 5, NOT_A_NUMBER);
        fixture_expect(function, fault(RECALLK_OK));
    }
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
    structs(function);
    shapes(function);
    unclear(function);
    if (function->form == BY_GOLDS) {
        rows_are_left(function);
    }
    if (fixture_uses(function, ROW_SCORES)) {
        given_scores(function);
        if (is_gather(function)) {
            nan_scores(function);
        }
    }
    if (is_gather(function) || is_push(function)) {
        outside(function);
        nan_in_a_tile(function);
    }
    if (is_gather(function) || is_push(function) || is_finish(function)) {
        other_golds(function);
    }
    if (is_finish(function)) {
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

/* What is neither golds nor counts, on both ways. */
static void shapes_of_saved(void)
{
    const function_t *save = fixture_function("save");
    const function_t *load = fixture_function("load");
    size_t bytes = 7;
    check_test("save", "counters that are no multiple of seven");
    fixture_start(save, GAP);
    length[SOME_COUNTS]--;
    fixture_expect(save, fault_needs(RECALLK_WRONG_LENGTH, 0));
    check_test("save", "memory for other golds or counts");
    fixture_start(save, GAP);
    length[SOME_GOLDS]--;
    fixture_expect(save, fault_needs(RECALLK_WRONG_LENGTH, SAVED_BYTES - 24));
    fixture_start(save, GAP);
    take(SOME_COUNTS);
    fixture_expect(save, fault_needs(RECALLK_WRONG_LENGTH, SAVED_BYTES - 28 * FREE_ENTRIES));

    check_test("load", "counters that are no multiple of seven");
    fixture_start(load, GAP);
    length[TAKEN_COUNTS]--;
    fixture_expect(load, fault_needs(RECALLK_WRONG_LENGTH, 0));
    check_test("load", "other numbers of golds or counts");
    fixture_start(load, GAP);
    length[TAKEN_GOLDS]--;
    fixture_expect(load, fault(RECALLK_SAVED_OTHER_SHAPE));
    take(TAKEN_GOLDS);
    fixture_expect(load, fault(RECALLK_SAVED_OTHER_SHAPE));
    fixture_start(load, GAP);
    take(TAKEN_COUNTS);
    fixture_expect(load, fault(RECALLK_SAVED_OTHER_SHAPE));

    check_test("saved_size", "no multiple of seven, and sizes that overflow");
    CHECK_EQUAL(recallk_saved_size(1, 6, &bytes, NULL), RECALLK_WRONG_LENGTH);
    CHECK_EQUAL(recallk_saved_size(SIZE_MAX, 0, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(recallk_saved_size(SIZE_MAX / 24 + 1, 0, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(recallk_saved_size(SIZE_MAX / 24, 0, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(recallk_saved_size(0, SIZE_MAX / 7 * 7, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(bytes, 7);
    CHECK_EQUAL(recallk_saved_size(0, 0, &bytes, NULL), RECALLK_OK);
    CHECK_EQUAL(bytes, 40);
}

/* Every bit and every length: the first eight bytes say whose they are, four the
 * version, the sixteen from the sixteenth on the numbers of golds and counts. */
static void damaged(void)
{
    const function_t *load = fixture_function("load");
    size_t at, bit;
    check_test("load", "saved bytes with a bit that was changed");
    for (at = 0; at < SAVED_BYTES; at++) {
        const recallk_status_t status = at < 8               ? RECALLK_SAVED_FOREIGN
                                        : at < 12            ? RECALLK_SAVED_VERSION
                                        : at >= 16 && at < 32 ? RECALLK_SAVED_OTHER_SHAPE
                                                             : RECALLK_SAVED_DAMAGED;
        for (bit = 0; bit < 8; bit++) {
            fixture_start(load, GAP);
            fixture_put(SAVED, at, (uint64_t)fixture_place(SAVED)[at] ^ ((uint64_t)1 << bit));
            fixture_expect(load, fault(status));
        }
    }
    check_test("load", "saved bytes that are cut off");
    fixture_start(load, GAP);
    for (at = 0; at < SAVED_BYTES; at++) {
        length[SAVED] = at;
        fixture_expect(load, fault(at < 8 ? RECALLK_SAVED_FOREIGN : RECALLK_SAVED_DAMAGED));
    }
    check_test("load", "more bytes than were saved");
    length[SAVED] = SAVED_BYTES + 1;
    fixture_expect(load, fault(RECALLK_SAVED_DAMAGED));
    check_test("load", "no bytes");
    take(SAVED);
    fixture_expect(load, fault(RECALLK_SAVED_FOREIGN));
    check_test("load", "what was saved");
    fixture_start(load, GAP);
    fixture_expect(load, fault(RECALLK_OK));
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
    shapes_of_saved();
    damaged();
}
