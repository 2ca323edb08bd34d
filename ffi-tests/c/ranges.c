/* What ties leave open. */

#include "check.h"
#include "recallk.h"
#include "tests.h"

static void check_range(recallk_range_t range, double lowest, double expected, double highest)
{
    const double off = range.expected - expected;
    CHECK_DOUBLE(range.lowest, lowest);
    CHECK(off < 1e-12 && off > -1e-12);
    CHECK_DOUBLE(range.highest, highest);
}

/* Ten equal items and one gold; then also a miss. */
static void any_hit(void)
{
    static const recallk_tally_t tallies[2] = {{0, 4, 0, 5, 1}, {10, 0, 0, 0, 0}};
    const uint32_t ks[4] = {1, 5, 10, 0};
    recallk_range_t ranges[4];
    check_test("ranges", "recall: ten equal items");
    CHECK_EQUAL(recallk_recall_range(tallies, 1, ks, 4, ranges, 4, NULL), RECALLK_OK);
    check_range(ranges[0], 0.0, 0.1, 1.0);
    check_range(ranges[1], 0.0, 0.5, 1.0);
    check_range(ranges[2], 1.0, 1.0, 1.0);
    check_range(ranges[3], 0.0, 0.0, 0.0);
    check_test("ranges", "recall: a miss adds 0");
    CHECK_EQUAL(recallk_recall_range(tallies, 2, ks, 4, ranges, 4, NULL), RECALLK_OK);
    check_range(ranges[2], 0.5, 0.5, 0.5);
    check_test("ranges", "MRR: ten equal items");
    CHECK_EQUAL(recallk_mrr_range(tallies, 1, ranges, NULL), RECALLK_OK);
    check_range(ranges[0], 0.1, 7381.0 / 25200.0, 1.0);
}

/* Two places for four equal items, two of them golds: none in one of six cases. */
static void several_golds(void)
{
    static const recallk_tally_t tally = {3, 1, 1, 0, 2};
    const uint32_t k = 5;
    recallk_range_t range;
    check_test("ranges", "recall: two golds of four");
    CHECK_EQUAL(recallk_recall_range(&tally, 1, &k, 1, &range, 1, NULL), RECALLK_OK);
    check_range(range, 0.0, 5.0 / 6.0, 1.0);
    check_test("ranges", "MRR: two golds of four");
    CHECK_EQUAL(recallk_mrr_range(&tally, 1, &range, NULL), RECALLK_OK);
    /* First at the place 4, 5 or 6 in 3, 2 or 1 of 6 cases. */
    CHECK(range.lowest < 1.0 / 6.0 + 1e-15 && range.lowest > 1.0 / 6.0 - 1e-15);
    check_range(range, range.lowest, (3 / 4.0 + 2 / 5.0 + 1 / 6.0) / 6, 0.25);
}

static void huge(void)
{
    static const recallk_tally_t tally = {0, 4294967293u, 0, 0, 1};
    recallk_range_t range;
    check_test("ranges", "MRR: 2^32 - 2 equal items");
    CHECK_EQUAL(recallk_mrr_range(&tally, 1, &range, NULL), RECALLK_OK);
    CHECK(range.expected > 5.2987424e-9 && range.expected < 5.2987425e-9);
}

/* Four equal items, three of them golds; then a query without golds. */
static void every_gold(void)
{
    static const uint64_t offsets[3] = {0, 3, 3};
    static const recallk_tally_t tallies[3] = {{0, 0, 0, 3, 1}, {0, 1, 0, 2, 1}, {0, 2, 0, 1, 1}};
    const uint32_t ks[3] = {2, 4, 0};
    recallk_range_t ranges[3];
    check_test("ranges", "fraction recall: three golds of four");
    CHECK_EQUAL(recallk_gold_recall_range(offsets, 2, tallies, 3, ks, 3, ranges, 3, NULL),
                RECALLK_OK);
    CHECK(ranges[0].lowest > 0.3333 && ranges[0].lowest < 0.3334);
    CHECK(ranges[0].highest > 0.6666 && ranges[0].highest < 0.6667);
    check_range(ranges[0], ranges[0].lowest, 0.5, ranges[0].highest);
    check_range(ranges[1], 1.0, 1.0, 1.0);
    check_range(ranges[2], 0.0, 0.0, 0.0);
    check_test("ranges", "fraction recall: a query without golds adds 0");
    CHECK_EQUAL(recallk_gold_recall_range(offsets, 3, tallies, 3, ks, 3, ranges, 3, NULL),
                RECALLK_OK);
    check_range(ranges[1], 0.5, 0.5, 0.5);
}

void test_ranges(void)
{
    any_hit();
    several_golds();
    huge();
    every_gold();
}
