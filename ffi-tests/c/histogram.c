/* Histograms of ranks: worked examples, and that they say what the ranks say. */

#include <string.h>

#include "check.h"
#include "random.h"
#include "recallk.h"
#include "tests.h"

enum { ITEMS = 5, QUERIES_ALL = 600, GALLERY = 37, MACHINES = 4 };

static void counts(const uint64_t *found, const uint64_t *expected, size_t len)
{
    size_t k;
    for (k = 0; k < len; k++) {
        CHECK_EQUAL(found[k], expected[k]);
    }
}

/* 1-based ranks 1, 1, 3, 4 and a miss that counts as 6. */
static void by_hand(void)
{
    static const uint64_t expected[ITEMS + 1] = {2, 0, 1, 1, 0, 1};
    static const uint64_t expected_hits[4] = {2, 3, 4, 4};
    const uint32_t ranks[5] = {0, 2, 5, 0, 3}, ks[4] = {1, 3, 5, 6}, size = ITEMS;
    uint64_t counters[ITEMS + 1] = {0}, hits[4], queries = 0;
    uint32_t lower = 9, upper = 9;
    double median = 0, mean = 0, mrr = 0;
    check_test("histogram", "by hand");
    CHECK_EQUAL(recallk_histogram_count(ranks, 5, &size, 1, ITEMS, counters, ITEMS + 1, NULL),
                RECALLK_OK);
    counts(counters, expected, ITEMS + 1);
    CHECK_EQUAL(recallk_histogram_queries(counters, ITEMS + 1, ITEMS, &queries, NULL),
                RECALLK_OK);
    CHECK_EQUAL(queries, 5);
    CHECK_EQUAL(recallk_histogram_hits(counters, ITEMS + 1, ITEMS, ks, 4, hits, 4, NULL),
                RECALLK_OK);
    counts(hits, expected_hits, 4);
    CHECK_EQUAL(
        recallk_histogram_median_pair(counters, ITEMS + 1, ITEMS, &lower, &upper, NULL),
        RECALLK_OK);
    CHECK_EQUAL(lower, 2);
    CHECK_EQUAL(upper, 2);
    CHECK_EQUAL(recallk_histogram_median_rank(counters, ITEMS + 1, ITEMS, &median, NULL),
                RECALLK_OK);
    CHECK_DOUBLE(median, 3.0);
    CHECK_EQUAL(recallk_histogram_mean_rank(counters, ITEMS + 1, ITEMS, &mean, NULL),
                RECALLK_OK);
    CHECK_DOUBLE(mean, 3.0);
    CHECK_EQUAL(recallk_histogram_mrr(counters, ITEMS + 1, ITEMS, &mrr, NULL), RECALLK_OK);
    CHECK(mrr > 0.5166666 && mrr < 0.5166667); /* (1 + 1 + 1/3 + 1/4) / 5 */
}

/* Lists of 3, 0 and 2 ids that miss, and one that hits. */
static void misses_of_every_rank(void)
{
    static const uint64_t expected[7] = {0, 1, 0, 1, 0, 1, 1};
    const uint32_t ranks[4] = {3, 0, 2, 1}, sizes[4] = {3, 0, 2, 3};
    uint64_t counters[7] = {0};
    double mean = 0;
    check_test("histogram", "misses of lists that differ in length");
    CHECK_EQUAL(recallk_histogram_count(ranks, 4, sizes, 4, 3, counters, 7, NULL), RECALLK_OK);
    counts(counters, expected, 7);
    CHECK_EQUAL(recallk_histogram_mean_rank(counters, 7, 3, &mean, NULL), RECALLK_OK);
    CHECK_DOUBLE(mean, 2.5);
}

static void merges(void)
{
    static const uint64_t sum[3] = {11, 1, UINT64_MAX};
    const uint64_t from[3] = {1, 2, 3};
    uint64_t into[3] = {10, UINT64_MAX, UINT64_MAX - 3};
    check_test("histogram", "merged by addition, modulo 2^64");
    CHECK_EQUAL(recallk_histogram_merge(from, 3, into, 3, NULL), RECALLK_OK);
    counts(into, sum, 3);
    check_test("histogram", "nothing merged with nothing");
    CHECK_EQUAL(recallk_histogram_merge(NULL, 0, NULL, 0, NULL), RECALLK_OK);
}

/* The same bits from the ranks, and from the histograms of some machines. */
static void machines(void)
{
    static uint32_t ranks[QUERIES_ALL], sizes[QUERIES_ALL];
    static uint64_t counters[2 * GALLERY + 1], part[2 * GALLERY + 1];
    const uint32_t ks[5] = {0, 1, 10, GALLERY, UINT32_MAX};
    uint64_t hits[5], expected_hits[5];
    double value, expected;
    uint32_t lower, upper, expected_lower, expected_upper;
    size_t q, machine, start;
    check_test("histogram", "as the ranks say, from several machines");
    random_start(11);
    for (q = 0; q < QUERIES_ALL; q++) {
        sizes[q] = random_below(GALLERY + 1);
        ranks[q] = random_below(sizes[q] + 1);
    }
    memset(counters, 0, sizeof counters);
    for (machine = 0; machine < MACHINES; machine++) {
        /* Shares of 0, 100, 200 and 300 queries. */
        const size_t share = 100 * machine;
        start = 100 * machine * (machine - (machine > 0)) / 2;
        memset(part, 0, sizeof part);
        CHECK_EQUAL(recallk_histogram_count(ranks + start, share, sizes + start, share, GALLERY,
                                            part, 2 * GALLERY + 1, NULL),
                    RECALLK_OK);
        CHECK_EQUAL(
            recallk_histogram_merge(part, 2 * GALLERY + 1, counters, 2 * GALLERY + 1, NULL),
            RECALLK_OK);
    }
    CHECK_EQUAL(recallk_hits(ranks, QUERIES_ALL, sizes, QUERIES_ALL, ks, 5, expected_hits, 5,
                             NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_histogram_hits(counters, 2 * GALLERY + 1, GALLERY, ks, 5, hits, 5, NULL),
                RECALLK_OK);
    counts(hits, expected_hits, 5);
    CHECK_EQUAL(
        recallk_median_pair(ranks, QUERIES_ALL, &expected_lower, &expected_upper, NULL),
        RECALLK_OK);
    CHECK_EQUAL(recallk_histogram_median_pair(counters, 2 * GALLERY + 1, GALLERY, &lower, &upper,
                                              NULL),
                RECALLK_OK);
    CHECK_EQUAL(lower, expected_lower);
    CHECK_EQUAL(upper, expected_upper);
    CHECK_EQUAL(recallk_mean_rank(ranks, QUERIES_ALL, &expected, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_histogram_mean_rank(counters, 2 * GALLERY + 1, GALLERY, &value, NULL),
                RECALLK_OK);
    CHECK_DOUBLE(value, expected);
    CHECK_EQUAL(recallk_mrr(ranks, QUERIES_ALL, sizes, QUERIES_ALL, &expected, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_histogram_mrr(counters, 2 * GALLERY + 1, GALLERY, &value, NULL),
                RECALLK_OK);
    CHECK_DOUBLE(value, expected);
}

void test_histogram(void)
{
    by_hand();
    misses_of_every_rank();
    merges();
    machines();
}
