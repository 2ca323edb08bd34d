/* Ranks of every gold to numbers. */

#include <string.h>

#include "check.h"
#include "recallk.h"
#include "tests.h"

/* 1 / log2(3). */
#define LOG3 0.63092975357145743710

static int near(double found, double expected)
{
    const double difference = found - expected;
    return difference < 1e-12 && difference > -1e-12;
}

/* Golds at the places 1, 3, 6 of 10; at 2 of 4 and one nowhere; no golds. */
static const uint64_t offsets[4] = {0, 3, 5, 5};
static const uint32_t ranks[5] = {0, 2, 5, 1, 4};
static const uint32_t sizes[3] = {10, 4, 7};

static void values(void)
{
    static const struct {
        int32_t metric;
        uint32_t k;
        double first, second;
    } cases[12] = {
        {RECALLK_METRIC_PRECISION, 5, 0.4, 0.2},
        {RECALLK_METRIC_PRECISION, 0, 0, 0},
        {RECALLK_METRIC_RECALL, 5, 2.0 / 3.0, 0.5},
        {RECALLK_METRIC_RECALL, UINT32_MAX, 1, 0.5},
        {RECALLK_METRIC_R_PRECISION, 0, 2.0 / 3.0, 0.5},
        {RECALLK_METRIC_AP, UINT32_MAX, 13.0 / 18.0, 0.25},
        {RECALLK_METRIC_AP, 5, 5.0 / 9.0, 0.25},
        {RECALLK_METRIC_AP_CAPPED, 2, 0.5, 0.25},
        {RECALLK_METRIC_AP_CAPPED, 0, 0, 0},
        {RECALLK_METRIC_AP_AT_R, 0, 5.0 / 9.0, 0.25},
        {RECALLK_METRIC_NDCG, 5, 1.5 / (1.5 + LOG3), LOG3 / (1 + LOG3)},
        {RECALLK_METRIC_NDCG, 1, 1, 0},
    };
    size_t k;
    check_test("gold metrics", "by hand");
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double each[3] = {9, 9, 9}, mean = 9, alone = 9;
        CHECK_EQUAL(recallk_gold_metric(offsets, 4, ranks, 5, sizes, 3, cases[k].metric,
                                        cases[k].k, each, 3, &mean, NULL),
                    RECALLK_OK);
        CHECK(near(each[0], cases[k].first));
        CHECK(near(each[1], cases[k].second));
        CHECK_DOUBLE(each[2], 0.0);
        CHECK(near(mean, (cases[k].first + cases[k].second) / 3));
        CHECK_EQUAL(recallk_gold_metric(offsets, 4, ranks, 5, sizes, 3, cases[k].metric,
                                        cases[k].k, NULL, 0, &alone, NULL),
                    RECALLK_OK);
        CHECK_DOUBLE(alone, mean);
    }
}

/* Grades 3, 2, 3, 0, 1, 2 in this order, and 3 and 2 nowhere; the ranks in any order. */
static void graded(void)
{
    const uint64_t one[2] = {0, 7};
    const uint32_t places[7] = {4, 0, 6, 1, 2, 6, 5}, size = 6;
    const double grades[7] = {1, 3, 3, 2, 3, 2, 2};
    uint64_t scratch[14];
    double each = 9, mean = 9;
    size_t bytes = 0;
    check_test("gold metrics", "graded nDCG, linear");
    CHECK_EQUAL(recallk_graded_ndcg_scratch(one, 2, &bytes, NULL), RECALLK_OK);
    CHECK_EQUAL(bytes, sizeof scratch);
    CHECK_EQUAL(recallk_graded_ndcg(one, 2, places, 7, grades, 7, &size, 1, RECALLK_GAIN_LINEAR, 6,
                                    scratch, bytes, &each, 1, &mean, NULL),
                RECALLK_OK);
    /* 6.861 by 8.740. */
    CHECK(mean > 0.7845 && mean < 0.7855);
    CHECK(near(each, mean));
    check_test("gold metrics", "graded nDCG, exponential");
    CHECK_EQUAL(recallk_graded_ndcg(one, 2, places, 7, grades, 7, &size, 1,
                                    RECALLK_GAIN_EXPONENTIAL, 3, scratch, bytes, NULL, 0, &mean,
                                    NULL),
                RECALLK_OK);
    CHECK(near(mean, (10.5 + 3 * LOG3) / (10.5 + 7 * LOG3)));
}

static void filtered(void)
{
    static const uint32_t expected[5] = {0, 1, 3, 1, 4};
    uint32_t found[5];
    check_test("gold metrics", "filtered ranks: a miss stays one");
    CHECK_EQUAL(recallk_filtered_ranks(offsets, 4, ranks, 5, sizes, 3, found, 5, NULL), RECALLK_OK);
    CHECK(memcmp(found, expected, sizeof expected) == 0);
}

static void reciprocal(void)
{
    const uint32_t best[4] = {0, 1, 3, 10}, size = 10;
    double mrr = 9;
    check_test("gold metrics", "MRR at K");
    CHECK_EQUAL(recallk_mrr_at(best, 4, &size, 1, 3, &mrr, NULL), RECALLK_OK);
    CHECK_DOUBLE(mrr, 0.375);
    CHECK_EQUAL(recallk_mrr_at(best, 4, &size, 1, UINT32_MAX, &mrr, NULL), RECALLK_OK);
    CHECK_DOUBLE(mrr, 0.4375);
    CHECK_EQUAL(recallk_mrr_at(best, 4, &size, 1, 0, &mrr, NULL), RECALLK_OK);
    CHECK_DOUBLE(mrr, 0.0);
}

/* From a matrix: two golds at the places 1 and 3 of 4, ties by index. */
static void from_a_matrix(void)
{
    const float scores[4] = {0.5f, 0.9f, 0.5f, 0.5f};
    const recallk_matrix_t matrix = {scores, 1, 4, 4, 1, RECALLK_F32, 0};
    const uint64_t of_row[2] = {0, 2};
    const uint32_t items[2] = {1, 2}, size = 4;
    const recallk_golds_t golds = {of_row, 2, items, 2, NULL, 0};
    uint32_t found[2];
    double mean = 9;
    check_test("gold metrics", "from a matrix");
    CHECK_EQUAL(recallk_gold_ranks(&matrix, &golds, NULL, NULL, 0, found, 2, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_sort_ranks(of_row, 2, found, 2, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_gold_metric(of_row, 2, found, 2, &size, 1, RECALLK_METRIC_AP, UINT32_MAX,
                                    NULL, 0, &mean, NULL),
                RECALLK_OK);
    CHECK(near(mean, (1 + 2.0 / 3.0) / 2));
}

void test_gold_metrics(void)
{
    values();
    graded();
    filtered();
    reciprocal();
    from_a_matrix();
}
