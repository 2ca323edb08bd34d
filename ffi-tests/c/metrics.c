/* Ranks and tallies to numbers. */

#include <string.h>

#include "check.h"
#include "recallk.h"
#include "tests.h"

static int near(double found, double expected)
{
    const double difference = found - expected;
    return difference < 1e-12 && difference > -1e-12;
}

static void hits(void)
{
    const uint32_t ranks[6] = {0, 2, 5, 5, 9, 10};
    const uint32_t ks[8] = {0, 1, 3, 6, 10, 11, UINT32_MAX, 3};
    static const uint64_t expected[8] = {0, 1, 2, 4, 5, 5, 5, 2};
    const uint32_t size = 10;
    uint64_t found[8];
    size_t k;
    check_test("metrics", "hits: K of 0, beyond the gallery, repeated; a miss never hits");
    CHECK_EQUAL(recallk_hits(ranks, 6, &size, 1, ks, 8, found, 8, NULL), RECALLK_OK);
    for (k = 0; k < 8; k++) {
        CHECK_EQUAL(found[k], expected[k]);
    }
    check_test("metrics", "hits: no K");
    CHECK_EQUAL(recallk_hits(ranks, 6, &size, 1, NULL, 0, NULL, 0, NULL), RECALLK_OK);
}

static void hits_by_size(void)
{
    const uint32_t ranks[4] = {0, 3, 3, 7};
    const uint32_t sizes[4] = {0, 3, 4, 100};
    const uint32_t ks[3] = {1, 4, 8};
    uint64_t found[3] = {9, 9, 9};
    check_test("metrics", "hits: a size for each query");
    CHECK_EQUAL(recallk_hits(ranks, 4, sizes, 4, ks, 3, found, 3, NULL), RECALLK_OK);
    CHECK_EQUAL(found[0], 0);
    CHECK_EQUAL(found[1], 1);
    CHECK_EQUAL(found[2], 2);
}

static void recalls(void)
{
    double rounded = 0;
    check_test("metrics", "recall: a fraction and percents, divided first");
    CHECK_DOUBLE(recallk_recall(1, 3), 1.0 / 3.0);
    CHECK_DOUBLE(recallk_recall(0, 0), 0.0);
    CHECK_DOUBLE(recallk_recall_percent(5, 0), 0.0);
    CHECK_EQUAL(recallk_round(recallk_recall_percent(23, 160), 2, &rounded), RECALLK_OK);
    CHECK_DOUBLE(rounded, 14.37);
}

static void sums(void)
{
    /* From left to right the ones are lost; a compensated sum keeps them. */
    const double lost[4] = {1e16, 1, 1, -1e16};
    const double ar_of_20[4] = {25, 50, 75, 80};
    double sum = -1;
    check_test("metrics", "AR and rsum: added from left to right");
    CHECK_EQUAL(recallk_rsum(lost, 4, &sum, NULL), RECALLK_OK);
    CHECK_DOUBLE(sum, 0.0);
    CHECK_EQUAL(recallk_average_recall(lost, 4, &sum, NULL), RECALLK_OK);
    CHECK_DOUBLE(sum, 0.0);
    CHECK_EQUAL(recallk_average_recall(ar_of_20, 4, &sum, NULL), RECALLK_OK);
    CHECK_DOUBLE(sum, 57.5);

    check_test("metrics", "AR and rsum: of nothing");
    CHECK_EQUAL(recallk_rsum(NULL, 0, &sum, NULL), RECALLK_OK);
    CHECK_DOUBLE(sum, 0.0);
    sum = -1;
    CHECK_EQUAL(recallk_average_recall(NULL, 0, &sum, NULL), RECALLK_EMPTY);
    CHECK_DOUBLE(sum, -1.0);
}

static void medians(void)
{
    static const struct {
        uint32_t ranks[5];
        uint32_t lower, upper;
        size_t queries;
        double median;
    } cases[6] = {
        {{3, 0, 0, 0, 0}, 3, 3, 1, 4.0},
        {{0, 1, 0, 0, 0}, 0, 1, 2, 1.5},
        {{7, 1, 1, 9, 0}, 1, 7, 4, 5.0},
        {{5, 5, 5, 0, 0}, 5, 5, 3, 6.0},
        {{9, 0, 4, 2, 7}, 4, 4, 5, 5.0},
        {{UINT32_MAX, UINT32_MAX, 0, 0, 0}, UINT32_MAX, UINT32_MAX, 2, 4294967296.0},
    };
    size_t k;
    check_test("metrics", "median: the pair and the double");
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        uint32_t lower = 99, upper = 99;
        double median = 0;
        CHECK_EQUAL(recallk_median_pair(cases[k].ranks, cases[k].queries, &lower, &upper, NULL),
                    RECALLK_OK);
        CHECK_EQUAL(lower, cases[k].lower);
        CHECK_EQUAL(upper, cases[k].upper);
        CHECK_EQUAL(recallk_median_rank(cases[k].ranks, cases[k].queries, &median, NULL),
                    RECALLK_OK);
        CHECK_DOUBLE(median, cases[k].median);
    }
}

static void means(void)
{
    const uint32_t ranks[4] = {0, 1, 3, 10};
    const uint32_t size = 10, sizes[4] = {1, 1, 4, 11};
    double mean = 0;
    check_test("metrics", "mean rank: a miss counts with its rank");
    CHECK_EQUAL(recallk_mean_rank(ranks, 4, &mean, NULL), RECALLK_OK);
    CHECK_DOUBLE(mean, 4.5);
    check_test("metrics", "MRR: a miss adds 0");
    CHECK_EQUAL(recallk_mrr(ranks, 4, &size, 1, &mean, NULL), RECALLK_OK);
    CHECK_DOUBLE(mean, 0.4375);
    CHECK_EQUAL(recallk_mrr(ranks, 4, sizes, 4, &mean, NULL), RECALLK_OK);
    CHECK(near(mean, (1.0 + 0.25 + 1.0 / 11.0) / 4));
}

static void intervals(void)
{
    double lower = -1, upper = -1;
    check_test("metrics", "Wilson: exact ends");
    CHECK_EQUAL(recallk_wilson(0, 10, &lower, &upper, NULL), RECALLK_OK);
    CHECK_DOUBLE(lower, 0.0);
    CHECK(near(upper, 0.27753279986288926));
    CHECK_EQUAL(recallk_wilson(10, 10, &lower, &upper, NULL), RECALLK_OK);
    CHECK(near(lower, 0.7224672001371107));
    CHECK_DOUBLE(upper, 1.0);
    CHECK_EQUAL(recallk_wilson(0, 0, &lower, &upper, NULL), RECALLK_OK);
    CHECK_DOUBLE(lower, 0.0);
    CHECK_DOUBLE(upper, 1.0);
    check_test("metrics", "Wilson: between");
    CHECK_EQUAL(recallk_wilson(46, 120, &lower, &upper, NULL), RECALLK_OK);
    CHECK(near(lower, 0.30124527754856895));
    CHECK(near(upper, 0.4726591946157952));
}

/* A first place, a tie, a miss, tied golds with an item between; 10 items. */
static const recallk_tally_t tallies[4] = {
    {0, 0, 0, 0, 1}, {2, 1, 0, 2, 1}, {10, 0, 0, 0, 0}, {4, 0, 1, 0, 2}};

static void tally_ranks(void)
{
    static const uint64_t doubled[5][4] = {
        {0, 6, 20, 8}, {0, 4, 20, 8}, {0, 10, 20, 10}, {0, 8, 20, 8}, {0, 7, 20, 9}};
    int32_t rule;
    check_test("metrics", "ranks of tallies under the five rules");
    for (rule = RECALLK_TIES_LOWER_INDEX; rule <= RECALLK_TIES_REALISTIC; rule++) {
        uint64_t twice[4];
        uint32_t ranks[4];
        size_t q;
        CHECK_EQUAL(recallk_tally_doubled_ranks(tallies, 4, rule, twice, 4, NULL), RECALLK_OK);
        for (q = 0; q < 4; q++) {
            CHECK_EQUAL(twice[q], doubled[rule][q]);
        }
        if (rule != RECALLK_TIES_REALISTIC) {
            CHECK_EQUAL(recallk_tally_ranks(tallies, 4, rule, ranks, 4, NULL), RECALLK_OK);
            for (q = 0; q < 4; q++) {
                CHECK_EQUAL(2 * (uint64_t)ranks[q], doubled[rule][q]);
            }
        }
    }
}

static void reports(void)
{
    static const struct {
        int32_t rule;
        uint64_t sum, lower, upper, hits[5];
        double median, mean, mrr, ar;
    } cases[2] = {
        {RECALLK_TIES_LOWER_INDEX, 42, 8, 10, {1, 3, 3, 0, 3}, 4.5, 5.25, 1.45 / 4, 62.5},
        /* Ranks of 4.5 and 5.5: no hit at 4, one at 5. */
        {RECALLK_TIES_REALISTIC, 44, 9, 11, {1, 2, 3, 0, 3}, 5.0, 5.5, 0.35101010101010105, 56.25},
    };
    const uint32_t ks[5] = {1, 5, 10, 0, 20}, size = 10;
    size_t c, k;
    for (c = 0; c < 2; c++) {
        recallk_report_t report;
        uint64_t found[5];
        double recall[5];
        check_test("metrics", c == 0 ? "report: lower index" : "report: realistic");
        memset(&report, 0, sizeof report);
        report.struct_size = sizeof report;
        CHECK_EQUAL(recallk_report(tallies, 4, &size, 1, cases[c].rule, ks, 5, found, 5, recall, 5,
                                   &report, NULL),
                    RECALLK_OK);
        CHECK_EQUAL(report.struct_size, sizeof report);
        CHECK_EQUAL(report.reserved, 0);
        CHECK_EQUAL(report.queries, 4);
        CHECK_EQUAL(report.items, 10);
        CHECK_EQUAL(report.without_gold, 1);
        CHECK_EQUAL(report.tied_queries, 2);
        CHECK_EQUAL(report.rank_sum_doubled, cases[c].sum);
        CHECK_EQUAL(report.median_lower_doubled, cases[c].lower);
        CHECK_EQUAL(report.median_upper_doubled, cases[c].upper);
        CHECK_DOUBLE(report.median_rank, cases[c].median);
        CHECK_DOUBLE(report.mean_rank, cases[c].mean);
        CHECK(near(report.mrr, cases[c].mrr));
        CHECK_DOUBLE(report.ar, cases[c].ar);
        for (k = 0; k < 5; k++) {
            CHECK_EQUAL(found[k], cases[c].hits[k]);
            CHECK_DOUBLE(recall[k], (double)cases[c].hits[k] / 4);
        }
        check_test("metrics", c == 0 ? "report: no K" : "report: no recalls");
        CHECK_EQUAL(recallk_report(tallies, 4, &size, 1, cases[c].rule, ks, c * 5, c ? found : NULL,
                                   c * 5, NULL, 0, &report, NULL),
                    RECALLK_OK);
        CHECK_DOUBLE(report.ar, cases[c].ar);
    }
}

static void sorting(void)
{
    const uint64_t offsets[4] = {1, 4, 4, 6};
    uint32_t ranks[7] = {9, 3, 1, 2, 5, 4, 0};
    static const uint32_t sorted[7] = {9, 1, 2, 3, 4, 5, 0};
    check_test("metrics", "sort_ranks: each query by itself");
    CHECK_EQUAL(recallk_sort_ranks(offsets, 4, ranks, 7, NULL), RECALLK_OK);
    CHECK(memcmp(ranks, sorted, sizeof sorted) == 0);
    check_test("metrics", "sort_ranks: nothing");
    CHECK_EQUAL(recallk_sort_ranks(NULL, 0, NULL, 0, NULL), RECALLK_OK);
}

static void rounding(void)
{
    static const struct {
        double x, rounded;
        uint32_t digits;
    } cases[10] = {
        {2.675, 2.67, 2}, {0.125, 0.12, 2}, {0.375, 0.38, 2}, {0.5, 0.0, 0}, {1.5, 2.0, 0},
        {-0.5, -0.0, 0}, {-2.675, -2.67, 2}, {1e300, 1e300, 22}, {5e-324, 0.0, 22}, {0.1, 0.1, 22},
    };
    const uint64_t odd_bits[3] = {0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000001};
    size_t k;
    check_test("metrics", "round: as CPython");
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double rounded = 99;
        CHECK_EQUAL(recallk_round(cases[k].x, cases[k].digits, &rounded), RECALLK_OK);
        CHECK_DOUBLE(rounded, cases[k].rounded);
    }
    check_test("metrics", "round: infinities and NaN as they are");
    for (k = 0; k < 3; k++) {
        double odd, rounded = 99;
        memcpy(&odd, &odd_bits[k], sizeof odd);
        CHECK_EQUAL(recallk_round(odd, 2, &rounded), RECALLK_OK);
        CHECK_DOUBLE(rounded, odd);
    }
}

void test_metrics(void)
{
    hits();
    hits_by_size();
    recalls();
    sums();
    medians();
    means();
    intervals();
    tally_ranks();
    reports();
    sorting();
    rounding();
}
