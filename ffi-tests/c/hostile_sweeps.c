/* Sweeps that are unclear, or no sweeps, and given scores that are none. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static int is_gather(const function_t *function)
{
    return fixture_uses(function, GATHERED);
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

void test_hostile_sweeps(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        const function_t *function = &functions[k];
        if (function->form == NO_SWEEP) {
            continue;
        }
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
    }
}
