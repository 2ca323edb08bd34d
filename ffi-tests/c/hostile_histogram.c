/* Histograms of no gallery, of no query, and of ranks without a counter. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static const char *const readers[6] = {"histogram_queries",     "histogram_hits",
                                       "histogram_median_pair", "histogram_median_rank",
                                       "histogram_mean_rank",   "histogram_mrr"};

/* Fewer counters than the gallery has items, and more than fit it. */
static void another_gallery(const char *name)
{
    static const uint32_t galleries[6] = {0, 4, 9, 11, UINT32_MAX - 1, UINT32_MAX};
    const function_t *function = fixture_function(name);
    size_t k;
    check_test(name, "counters of another gallery");
    for (k = 0; k < 6; k++) {
        const uint64_t needed = (uint64_t)galleries[k] + 1;
        fixture_start(function, GAP);
        gallery = galleries[k];
        /* No more can be there than can be addressed. */
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH,
                                             needed < SIZE_MAX ? needed : SIZE_MAX));
    }
    check_test(name, "counters with misses of every rank");
    fixture_start(function, GAP);
    gallery = (HISTOGRAM_COUNTERS - 1) / 2;
    fixture_expect(function, fault(RECALLK_OK));
}

static void unknown_ranks(void)
{
    static const uint32_t beyond[3] = {ITEM_COLUMNS + 1, UINT32_MAX - 1, UINT32_MAX};
    const function_t *function = fixture_function("histogram_count");
    size_t k;
    check_test("histogram_count", "ranks beyond the gallery");
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(RANKS, 2, beyond[k]);
        fixture_expect(function, fault_at(RECALLK_RANK_OUT_OF_RANGE, 2, RECALLK_NONE));
        /* Not if they are called found, either. */
        fixture_put(SIZES, 2, UINT32_MAX);
        fixture_expect(function, fault_at(RECALLK_RANK_OUT_OF_RANGE, 2, RECALLK_NONE));
    }
    check_test("histogram_count", "a miss of a smaller gallery");
    fixture_start(function, GAP);
    fixture_put(RANKS, 3, 9);
    fixture_expect(function, fault_at(RECALLK_RANK_OUT_OF_RANGE, 3, RECALLK_NONE));
    check_test("histogram_count", "no ranks");
    fixture_start(function, GAP);
    length[RANKS] = length[SIZES] = 0;
    pointer[RANKS] = pointer[SIZES] = NULL;
    fixture_expect(function, fault(RECALLK_OK));
}

static void sums(const char *name)
{
    const function_t *function = fixture_function(name);
    size_t k;
    check_test(name, "no queries");
    fixture_start(function, GAP);
    for (k = 0; k < HISTOGRAM_COUNTERS; k++) {
        fixture_put(HISTOGRAM, k, 0);
    }
    fixture_expect(function, fault(fixture_uses(function, QUERIES) ? RECALLK_OK
                                                                   : RECALLK_NO_QUERIES));
    check_test(name, "more queries than can be counted");
    fixture_put(HISTOGRAM, 0, UINT64_MAX);
    fixture_put(HISTOGRAM, HISTOGRAM_COUNTERS - 1, 1);
    fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
}

void test_hostile_histogram(void)
{
    size_t k;
    another_gallery("histogram_count");
    unknown_ranks();
    for (k = 0; k < sizeof readers / sizeof readers[0]; k++) {
        another_gallery(readers[k]);
        sums(readers[k]);
    }
}
