/* Ranks, grades and tallies of every gold that no ranking has. */

#include <string.h>

#include "check.h"
#include "fixture.h"
#include "tests.h"

static const char *const users[5] = {"gold_metric", "filtered_ranks", "graded_ndcg",
                                     "gold_recall_range", "graded_ndcg_scratch"};

/* The last one asks for memory only: it sees offsets and no ranks. */
static void offsets(const function_t *function, int sees_golds)
{
    static const uint64_t too_large[3] = {7, (uint64_t)1 << 32, UINT64_MAX};
    size_t k;
    check_test(function->name, "descending offsets");
    fixture_start(function, GAP);
    fixture_put(SORT_OFFSETS, 2, 3);
    fixture_expect(function, fault_at(RECALLK_BAD_OFFSETS, 2, RECALLK_NONE));
    if (!sees_golds) {
        return;
    }
    check_test(function->name, "offsets behind the end");
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(SORT_OFFSETS, 2, too_large[k]);
        fixture_expect(function, fault_at(RECALLK_BAD_OFFSETS, 2, RECALLK_NONE));
    }
    check_test(function->name, "no queries");
    fixture_start(function, GAP);
    length[SORT_OFFSETS] = 1;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    length[SORT_OFFSETS] = 0;
    pointer[SORT_OFFSETS] = NULL;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
    check_test(function->name, "queries without golds");
    fixture_start(function, GAP);
    memset(fixture_place(SORT_OFFSETS), 0, fixture_bytes(SORT_OFFSETS));
    fixture_expect(function, fault(RECALLK_OK));
}

static void sizes(const function_t *function)
{
    check_test(function->name, "sizes: one for all, or one per query");
    fixture_start(function, GAP);
    length[GOLD_SIZES] = 1;
    fixture_expect(function, fault(RECALLK_OK));
    length[GOLD_SIZES] = 3;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 2));
    length[GOLD_SIZES] = 0;
    pointer[GOLD_SIZES] = NULL;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, 2));
}

/* Query 1 has the ranks 4 and 5 of 9. */
static void ranks(const function_t *function, int in_any_order)
{
    check_test(function->name, "descending ranks");
    fixture_start(function, GAP);
    fixture_put(ASCENDING_RANKS, 4, 6);
    fixture_expect(function, in_any_order ? fault(RECALLK_OK)
                                          : fault_at(RECALLK_GOLDS_NOT_ASCENDING, 1, 1));
    check_test(function->name, "two golds of one rank");
    fixture_put(ASCENDING_RANKS, 4, 5);
    fixture_expect(function, fault_at(RECALLK_GOLDS_NOT_ASCENDING, 1, 1));
    check_test(function->name, "golds that are not found have any rank from the size on");
    fixture_put(ASCENDING_RANKS, 4, 9);
    fixture_put(ASCENDING_RANKS, 5, 9);
    fixture_expect(function, fault(RECALLK_OK));
    fixture_put(ASCENDING_RANKS, 4, UINT32_MAX);
    fixture_put(ASCENDING_RANKS, 5, UINT32_MAX);
    fixture_expect(function, fault(RECALLK_OK));
    check_test(function->name, "a gallery without items");
    fixture_put(GOLD_SIZES, 0, 0);
    fixture_put(GOLD_SIZES, 1, 0);
    fixture_expect(function, fault(RECALLK_OK));
}

static void put_grade(size_t at, uint64_t bits)
{
    memcpy(fixture_place(GRADES) + at * sizeof bits, &bits, sizeof bits);
}

static void grades(void)
{
    /* -1, the smallest below 0, NaN, both infinities. */
    static const uint64_t wrong[5] = {
        (uint64_t)0xbff << 52, ((uint64_t)1 << 63) + 1, ((uint64_t)0x7ff8 << 48),
        (uint64_t)0x7ff << 52, (uint64_t)0xfff << 52};
    const function_t *function = fixture_function("graded_ndcg");
    size_t k;
    check_test("graded_ndcg", "grades that are none");
    for (k = 0; k < 5; k++) {
        for (gain = RECALLK_GAIN_LINEAR; gain <= RECALLK_GAIN_EXPONENTIAL; gain++) {
            const int32_t asked = gain;
            fixture_start(function, GAP);
            gain = asked;
            put_grade(5, wrong[k]);
            fixture_expect(function, fault_at(RECALLK_BAD_GRADE, 1, 1));
            put_grade(2, wrong[k]);
            fixture_expect(function, fault_at(RECALLK_BAD_GRADE, 0, 2));
        }
    }
    check_test("graded_ndcg", "a gain that is too large");
    fixture_start(function, GAP);
    put_grade(4, (uint64_t)0x409 << 52); /* 1024 */
    fixture_expect(function, fault(RECALLK_OK));
    gain = RECALLK_GAIN_EXPONENTIAL;
    fixture_expect(function, fault_at(RECALLK_BAD_GRADE, 1, 0));
}

static void unknown(void)
{
    static const int32_t metrics[5] = {0, 8, -1, INT32_MAX, INT32_MIN};
    static const int32_t gains[4] = {2, -1, INT32_MAX, INT32_MIN};
    const function_t *function = fixture_function("gold_metric");
    size_t k;
    check_test("gold_metric", "every metric");
    for (metric = RECALLK_METRIC_PRECISION; metric <= RECALLK_METRIC_NDCG; metric++) {
        const int32_t asked = metric;
        fixture_start(function, GAP);
        metric = asked;
        fixture_expect(function, fault(RECALLK_OK));
    }
    check_test("gold_metric", "unknown metrics");
    for (k = 0; k < 5; k++) {
        fixture_start(function, GAP);
        metric = metrics[k];
        fixture_expect(function, fault(RECALLK_UNKNOWN_METRIC));
    }
    function = fixture_function("graded_ndcg");
    check_test("graded_ndcg", "unknown gains");
    for (k = 0; k < 4; k++) {
        fixture_start(function, GAP);
        gain = gains[k];
        fixture_expect(function, fault(RECALLK_UNKNOWN_METRIC));
    }
}

static void left_out(const char *name)
{
    const function_t *function = fixture_function(name);
    check_test(name, "values of each query left out");
    fixture_start(function, GAP);
    length[EACH] = 0;
    pointer[EACH] = NULL;
    fixture_expect(function, fault(RECALLK_OK));
}

static void tallies(const char *name, slot_t input)
{
    const function_t *function = fixture_function(name);
    check_test(name, "tallies that no ranking has");
    fixture_start(function, GAP);
    memset(fixture_place(input), 0xff, fixture_bytes(input));
    fixture_expect(function, fault(RECALLK_OK));
    memset(fixture_place(input), 0, fixture_bytes(input));
    fixture_expect(function, fault(RECALLK_OK));
}

static void nothing_asked(const char *name)
{
    const function_t *function = fixture_function(name);
    check_test(name, "nothing in, nothing out");
    fixture_start(function, GAP);
    length[KS] = length[RANGES] = 0;
    pointer[KS] = pointer[RANGES] = NULL;
    fixture_expect(function, fault(RECALLK_OK));
}

static void no_tallies(const char *name)
{
    const function_t *function = fixture_function(name);
    check_test(name, "no queries");
    fixture_start(function, GAP);
    length[TALLIES] = 0;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
}

void test_hostile_gold_metrics(void)
{
    size_t k;
    for (k = 0; k < 5; k++) {
        offsets(fixture_function(users[k]), k < 4);
    }
    for (k = 0; k < 3; k++) {
        sizes(fixture_function(users[k]));
        ranks(fixture_function(users[k]), k == 2);
    }
    grades();
    unknown();
    left_out("gold_metric");
    left_out("graded_ndcg");
    tallies("recall_range", TALLIES);
    tallies("mrr_range", TALLIES);
    tallies("gold_recall_range", EVERY_TALLIES);
    nothing_asked("recall_range");
    nothing_asked("gold_recall_range");
    no_tallies("recall_range");
    no_tallies("mrr_range");
}
