/* Metrics of nothing, and of what no ranking can be. */

#include <string.h>

#include "check.h"
#include "fixture.h"
#include "tests.h"

static void no_queries(const char *name, slot_t input)
{
    const function_t *function = fixture_function(name);
    check_test(name, "no queries");
    fixture_start(function, GAP);
    length[input] = 0;
    length[SIZES] = length[SIZES] > 0; /* one for all */
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    pointer[input] = NULL;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
}

static void empty(void)
{
    const function_t *function = fixture_function("average_recall");
    check_test("average_recall", "no recalls");
    fixture_start(function, GAP);
    length[RECALLS] = 0;
    fixture_expect(function, fault(RECALLK_EMPTY));
    pointer[RECALLS] = NULL;
    fixture_expect(function, fault(RECALLK_EMPTY));
}

/* Where nothing is asked nothing is wrong. */
static void nothing(const char *name, slot_t input, slot_t output)
{
    const function_t *function = fixture_function(name);
    check_test(name, "nothing in, nothing out");
    fixture_start(function, GAP);
    length[input] = length[output] = 0;
    pointer[input] = pointer[output] = NULL;
    if (fixture_uses(function, RECALL)) {
        length[RECALL] = 0;
        pointer[RECALL] = NULL;
    }
    fixture_expect(function, fault(RECALLK_OK));
}

static void decimals(void)
{
    static const uint32_t too_many[4] = {23, 24, 1000, UINT32_MAX};
    const function_t *function = fixture_function("round");
    size_t k;
    check_test("round", "too many digits");
    for (k = 0; k < 4; k++) {
        fixture_start(function, GAP);
        digits = too_many[k];
        fixture_expect(function, fault(RECALLK_TOO_MANY_DIGITS));
    }
    check_test("round", "22 digits");
    digits = 22;
    fixture_expect(function, fault(RECALLK_OK));
}

static void sorting(void)
{
    static const uint64_t too_large[3] = {7, (uint64_t)1 << 32, UINT64_MAX};
    const function_t *function = fixture_function("sort_ranks");
    size_t k;
    check_test("sort_ranks", "descending offsets");
    fixture_start(function, GAP);
    fixture_put(SORT_OFFSETS, 0, 5);
    fixture_expect(function, fault_at(RECALLK_BAD_OFFSETS, 1, RECALLK_NONE));
    check_test("sort_ranks", "offsets behind the end");
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(SORT_OFFSETS, 2, too_large[k]);
        fixture_expect(function, fault_at(RECALLK_BAD_OFFSETS, 2, RECALLK_NONE));
    }
    fixture_start(function, GAP);
    length[SORT_RANKS]--;
    fixture_expect(function, fault_at(RECALLK_BAD_OFFSETS, 2, RECALLK_NONE));
}

/* Numbers that no call has made still end in numbers. */
static void nonsense(void)
{
    static const char *const users[3] = {"tally_ranks", "tally_doubled_ranks", "report"};
    double lower = -1, upper = -1;
    size_t k;
    for (k = 0; k < 3; k++) {
        const function_t *function = fixture_function(users[k]);
        check_test(users[k], "tallies that no ranking has");
        for (rule = RECALLK_TIES_LOWER_INDEX; rule <= RECALLK_TIES_REALISTIC; rule++) {
            const int32_t asked = rule;
            fixture_start(function, GAP);
            rule = asked;
            memset(fixture_place(TALLIES), 0xff, fixture_bytes(TALLIES));
            fixture_expect(function, fault(k == 0 && rule == RECALLK_TIES_REALISTIC
                                               ? RECALLK_UNKNOWN_RULE
                                               : RECALLK_OK));
        }
    }
    check_test("wilson", "more hits than queries");
    CHECK_EQUAL(recallk_wilson(UINT64_MAX, 1, &lower, &upper, NULL), RECALLK_OK);
    CHECK(lower >= 0 && lower <= upper && upper <= 1);
}

void test_hostile_metrics(void)
{
    no_queries("hits", RANKS);
    no_queries("median_pair", RANKS);
    no_queries("median_rank", RANKS);
    no_queries("mean_rank", RANKS);
    no_queries("mrr", RANKS);
    no_queries("mrr_at", RANKS);
    no_queries("report", TALLIES);
    empty();
    nothing("rsum", RECALLS, RECALLS);
    nothing("tally_ranks", TALLIES, TALLY_RANKS);
    nothing("tally_doubled_ranks", TALLIES, DOUBLED_RANKS);
    nothing("hits", KS, HITS);
    nothing("report", KS, HITS);
    nothing("sort_ranks", SORT_OFFSETS, SORT_RANKS);
    decimals();
    sorting();
    nonsense();
}
