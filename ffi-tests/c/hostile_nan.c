/* NaN where there may be none: the first one is named, whoever is a query. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static void put_nan(uint32_t row, uint32_t column)
{
    fixture_put(CELLS, row * ROW_STRIDE + column, NOT_A_NUMBER);
}

static void first(const function_t *function)
{
    static const uint32_t places[5][2] = {{3, 9}, {3, 0}, {2, 7}, {1, 3}, {0, 0}};
    size_t k;
    check_test(function->name, "the first NaN is named");
    fixture_start(function, GAP);
    for (k = 0; k < 5; k++) {
        /* Each one comes before those that are there. */
        put_nan(places[k][0], places[k][1]);
        fixture_expect(function, fault_at(RECALLK_NAN_SCORE, places[k][0], places[k][1]));
    }
    check_test(function->name, "NaN without options and detail");
    pointer[OPTIONS] = pointer[DETAIL] = NULL;
    fixture_expect(function, fault(RECALLK_NAN_SCORE));
}

static void patterns(const function_t *function)
{
    static const uint32_t nans[5] = {0x7f800001, 0xff800001, 0x7fffffff, 0xffffffff, 0xffc00000};
    size_t k;
    check_test(function->name, "NaN of every sort");
    for (k = 0; k < 5; k++) {
        fixture_start(function, GAP);
        fixture_put(CELLS, ROW_STRIDE + 4, nans[k]);
        fixture_expect(function, fault_at(RECALLK_NAN_SCORE, 1, 4));
    }
}

/* What lies between rows is no score. */
static void padding(const function_t *function)
{
    size_t row, column;
    check_test(function->name, "NaN in the padding is not read");
    fixture_start(function, GAP);
    for (row = 0; row + 1 < QUERY_ROWS; row++) {
        for (column = ITEM_COLUMNS; column < ROW_STRIDE; column++) {
            put_nan((uint32_t)row, (uint32_t)column);
        }
    }
    fixture_expect(function, fault(RECALLK_OK));
}

/* Rows that are no queries are checked, too. */
static void unasked(const char *name, slot_t out)
{
    const function_t *function = fixture_function(name);
    check_test(name, "NaN in a row that is no query");
    fixture_start(function, GAP);
    length[ROW_OFFSETS]--;
    length[ROW_QUERIES]--;
    length[ROW_IGNORED_OFFSETS]--;
    length[out] -= 1;
    fixture_expect(function, fault(RECALLK_OK));
    put_nan(3, 2);
    fixture_expect(function, fault_at(RECALLK_NAN_SCORE, 3, 2));
}

static void unread(const char *name)
{
    check_test(name, "NaN is passed over");
    fixture_start(fixture_function(name), GAP);
    put_nan(0, 0);
    fixture_expect(fixture_function(name), fault(RECALLK_OK));
}

void test_hostile_nan(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        const function_t *function = &functions[k];
        /* Gathering passes NaN over. */
        if (fixture_uses(function, CELLS) && !fixture_uses(function, BYTES) &&
            !fixture_uses(function, GATHERED)) {
            first(function);
            patterns(function);
            padding(function);
        }
    }
    unasked("best_tallies", ROW_TALLIES);
    unasked("best_ranks", ROW_RANKS);
    unasked("gold_tallies", GOLD_TALLIES);
    unasked("gold_ranks", GOLD_RANKS);
    unasked("tallies_both_csr", ROW_TALLIES);
    unasked("ranks_both_csr", ROW_RANKS);
    unread("both_scratch");
    unread("tile_scratch, map");
    unread("golds_gather, map");
    unread("golds_gather, golds_and_scores");
}
