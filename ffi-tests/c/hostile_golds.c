/* Golds that are wrong, and where they are. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

/* The golds of rows or of columns. */
typedef struct {
    const char *name;
    slot_t offsets, items, queries;
    uint32_t queries_len, gallery;
    int of_columns;
} side_t;

static const side_t rows = {"golds of rows", ROW_OFFSETS,  ROW_ITEMS, ROW_QUERIES,
                            QUERY_ROWS,      ITEM_COLUMNS, 0};
static const side_t columns = {"golds of columns", COLUMN_OFFSETS, COLUMN_ITEMS, COLUMN_QUERIES,
                               ITEM_COLUMNS,       QUERY_ROWS,     1};

/* Places are cells of the matrix, whoever the query is. */
static outcome_t at_gold(recallk_status_t status, const side_t *side, uint32_t query, uint32_t gold)
{
    return side->of_columns ? fault_at(status, gold, query) : fault_at(status, query, gold);
}

static outcome_t at_index(recallk_status_t status, uint32_t index)
{
    return fault_at(status, index, RECALLK_NONE);
}

static void items(const function_t *function, const side_t *side)
{
    const uint32_t too_large[3] = {side->gallery, 0x80000000, UINT32_MAX};
    size_t k;
    check_test(function->name, "a gold outside the gallery");
    check_about(side->name);
    for (k = 0; k < 3; k++) {
        /* Query 2 of the rows has the gold 10, query 2 of the columns 2. */
        fixture_start(function, GAP);
        fixture_put(side->items, side->of_columns ? 2 : 10, too_large[k]);
        fixture_expect(function, at_gold(RECALLK_GOLD_OUT_OF_RANGE, side, 2, too_large[k]));
    }
}

/* Query 1 has the items 1 to 9 of the rows; of the columns it gets 1 and 2. */
static void neighbours(const function_t *function, const side_t *side, int every)
{
    check_test(function->name, "descending golds");
    check_about(side->name);
    fixture_start(function, GAP);
    if (side->of_columns) {
        fixture_put(side->offsets, 2, 3);
    }
    fixture_put(side->items, 1, 2);
    fixture_put(side->items, 2, 1);
    fixture_expect(function, at_gold(RECALLK_GOLDS_NOT_ASCENDING, side, 1, 1));

    check_test(function->name, "a gold named twice");
    check_about(side->name);
    fixture_put(side->items, 1, 1);
    fixture_expect(function,
                   every ? at_gold(RECALLK_DUPLICATE_GOLD, side, 1, 1) : fault(RECALLK_OK));
}

static void offsets(const function_t *function, const side_t *side)
{
    const size_t last = side->queries_len;
    const uint64_t too_large[4] = {length[side->items] + 1, (uint64_t)1 << 32,
                                   ((uint64_t)1 << 32) + 12, UINT64_MAX};
    size_t k;
    check_test(function->name, "descending offsets");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->offsets, 3, side->of_columns ? 1 : 9);
    fixture_expect(function, at_index(RECALLK_BAD_OFFSETS, 3));

    check_test(function->name, "offsets behind the end");
    check_about(side->name);
    for (k = 0; k < 4; k++) {
        fixture_start(function, GAP);
        fixture_put(side->offsets, last, too_large[k]);
        fixture_expect(function, at_index(RECALLK_BAD_OFFSETS, (uint32_t)last));
    }
    fixture_start(function, GAP);
    length[side->items]--;
    fixture_expect(function, at_index(RECALLK_BAD_OFFSETS, (uint32_t)last));
}

static void queries(const function_t *function, const side_t *side)
{
    const size_t last = side->queries_len - 1;
    check_test(function->name, "listed queries outside the matrix");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->queries, last, side->queries_len);
    fixture_expect(function, at_index(RECALLK_QUERY_OUT_OF_RANGE, (uint32_t)last));
    fixture_put(side->queries, last, UINT32_MAX);
    fixture_expect(function, at_index(RECALLK_QUERY_OUT_OF_RANGE, (uint32_t)last));

    check_test(function->name, "listed queries that do not ascend");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->queries, 2, 1);
    fixture_expect(function, at_index(RECALLK_QUERIES_NOT_ASCENDING, 2));
    fixture_put(side->queries, 1, 2);
    fixture_expect(function, at_index(RECALLK_QUERIES_NOT_ASCENDING, 2));
}

static void numbers(const function_t *function, const side_t *side)
{
    check_test(function->name, "no queries");
    check_about(side->name);
    fixture_start(function, GAP);
    length[side->offsets] = length[side->queries] = 0;
    pointer[side->offsets] = pointer[side->queries] = NULL;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    fixture_start(function, GAP);
    length[side->offsets] = 1;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    length[side->queries] = 0;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));

    check_test(function->name, "offsets for fewer queries than rows or columns");
    check_about(side->name);
    fixture_start(function, GAP);
    length[side->queries] = 0;
    pointer[side->queries] = NULL;
    length[side->offsets]--;
    /* What is counted is offsets. */
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, length[side->offsets] + 1));

    check_test(function->name, "no list: every row or column");
    check_about(side->name);
    length[side->offsets]++;
    fixture_expect(function, fault(RECALLK_OK));
}

static void of_side(const char *name, const side_t *side, int every)
{
    const function_t *function = fixture_function(name);
    fixture_start(function, GAP);
    items(function, side);
    neighbours(function, side, every);
    offsets(function, side);
    queries(function, side);
    numbers(function, side);
}

static void one_gold(const char *name)
{
    static const uint32_t too_large[3] = {ITEM_COLUMNS, 0x80000000, UINT32_MAX};
    const function_t *function = fixture_function(name);
    size_t k;
    check_test(name, "a gold outside the gallery");
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(GOLD, 2, too_large[k]);
        fixture_put(GOLD, 3, 1000);
        fixture_expect(function, fault_at(RECALLK_GOLD_OUT_OF_RANGE, 2, too_large[k]));
    }
}

static void map(const char *name)
{
    static const uint32_t too_large[3] = {QUERY_ROWS, 0x80000000, UINT32_MAX - 1};
    const function_t *function = fixture_function(name);
    size_t k;
    check_test(name, "a row that is not there");
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(MAP, 3, too_large[k]);
        fixture_expect(function, fault_at(RECALLK_GOLD_OUT_OF_RANGE, too_large[k], 3));
    }
    check_test(name, "distractors only");
    for (k = 0; k < ITEM_COLUMNS; k++) {
        fixture_put(MAP, k, RECALLK_NONE);
    }
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
}

static void no_golds(void)
{
    const function_t *function = fixture_function("best_ranks");
    size_t k;
    check_test("best_ranks", "no golds at all: every query is a miss");
    fixture_start(function, GAP);
    for (k = 0; k <= QUERY_ROWS; k++) {
        fixture_put(ROW_OFFSETS, k, 0);
    }
    pointer[ROW_ITEMS] = NULL;
    length[ROW_ITEMS] = 0;
    fixture_expect(function, fault(RECALLK_OK));
}

static void scratch(void)
{
    const function_t *function = fixture_function("gold_scratch");
    check_test("gold_scratch", "bad offsets");
    fixture_start(function, GAP);
    fixture_put(ROW_OFFSETS, 2, 0);
    fixture_expect(function, at_index(RECALLK_BAD_OFFSETS, 2));
    fixture_start(function, GAP);
    fixture_put(ROW_OFFSETS, 4, ROW_GOLD_ITEMS + 1);
    fixture_expect(function, at_index(RECALLK_BAD_OFFSETS, 4));
    check_test("gold_scratch", "no queries: no scratch");
    length[ROW_OFFSETS] = 0;
    fixture_expect(function, fault(RECALLK_OK));
}

/* Items before the first offset and behind the last are nobody's. */
static void spare_items(void)
{
    const function_t *function = fixture_function("gold_ranks");
    check_test("gold_ranks", "golds that start behind the first item");
    fixture_start(function, GAP);
    fixture_put(ROW_OFFSETS, 0, 1);
    fixture_put(ROW_OFFSETS, 4, 11);
    fixture_put(ROW_ITEMS, 0, 1000);
    fixture_put(ROW_ITEMS, 11, 1000);
    length[GOLD_RANKS] = 10;
    fixture_expect(function, fault(RECALLK_OK));
    length[GOLD_RANKS] = 11;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 10));
}

/* Of each function and form. */
static void sweeps(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        const function_t *function = &functions[k];
        if (function->form == BY_MAP) {
            map(function->name);
        } else if (function->form != NO_SWEEP) {
            of_side(function->name, &rows, function->form == EVERY_GOLD);
        }
        if (function->form == BY_GOLDS) {
            of_side(function->name, &columns, 0);
        }
    }
}

void test_hostile_golds(void)
{
    one_gold("tallies");
    one_gold("ranks");
    of_side("best_tallies", &rows, 0);
    of_side("best_ranks", &rows, 0);
    of_side("gold_tallies", &rows, 1);
    of_side("gold_ranks", &rows, 1);
    of_side("tallies_both_csr", &rows, 0);
    of_side("tallies_both_csr", &columns, 0);
    of_side("ranks_both_csr", &rows, 0);
    of_side("ranks_both_csr", &columns, 0);
    map("tallies_both");
    map("ranks_both");
    sweeps();
    no_golds();
    scratch();
    spare_items();
}
