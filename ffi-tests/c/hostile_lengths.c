/* Every length of every function: too large to address, off by one, 0. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

/* Counters are judged by their number first, which is seven for each gold. */
static int is_counted(slot_t slot)
{
    return slot == COUNTS || slot == PUSHED || slot == SOME_COUNTS || slot == TAKEN_COUNTS;
}

/* Whether the length is free, or has tests of its own. */
static int is_free(slot_t slot)
{
    return slot == SORT_RANKS || slot == TAKEN_GOLDS || slot == TAKEN_COUNTS;
}

/* Products that wrap, and products that are larger than any object. */
static void overflowing(const function_t *function)
{
    size_t k, way;
    check_test(function->name, "lengths that overflow");
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        const size_t size = fixture_shape(slot)->size;
        const size_t lengths[4] = {SIZE_MAX, SIZE_MAX / size + 1, SIZE_MAX / size + 2,
                                   PTRDIFF_MAX / size + 1};
        check_about(fixture_shape(slot)->name);
        for (way = 0; way < 4 && fixture_has_length(slot) && !is_counted(slot); way++) {
            if (lengths[way] <= PTRDIFF_MAX / size) {
                continue; /* single bytes: no product wraps */
            }
            fixture_start(function, GAP);
            length[slot] = lengths[way];
            fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
        }
    }
    if (fixture_uses(function, SCRATCH)) {
        check_about("scratch");
        fixture_start(function, GAP);
        length[SCRATCH] = SIZE_MAX;
        fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
    }
}

static void outputs(const function_t *function)
{
    size_t k;
    check_test(function->name, "outputs of another length");
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        size_t fits;
        if (!fixture_has_length(slot) || !fixture_written(slot) || is_free(slot)) {
            continue;
        }
        check_about(fixture_shape(slot)->name);
        fixture_start(function, GAP);
        fits = length[slot];
        length[slot] = fits - 1;
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, fits));
        length[slot] = fits + 1;
        fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, fits));
        if (!fixture_optional(slot)) {
            length[slot] = 0;
            pointer[slot] = NULL;
            fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, fits));
        }
    }
}

static void scratch(const function_t *function)
{
    size_t needed;
    check_test(function->name, "scratch too small, and as large as it says");
    fixture_start(function, GAP);
    needed = length[SCRATCH];
    length[SCRATCH] = needed - 1;
    fixture_expect(function, fault_needs(RECALLK_SCRATCH_TOO_SMALL, needed));
    length[SCRATCH] = 0;
    fixture_expect(function, fault_needs(RECALLK_SCRATCH_TOO_SMALL, needed));
    pointer[SCRATCH] = NULL;
    fixture_expect(function, fault_needs(RECALLK_SCRATCH_TOO_SMALL, needed));
    pointer[SCRATCH] = fixture_place(SCRATCH);
    length[SCRATCH] = needed;
    fixture_expect(function, fault(RECALLK_OK));
    /* More than needed is taken, too; it lies in the gap. */
    length[SCRATCH] = needed + 8;
    fixture_expect(function, fault(RECALLK_OK));
}

static void input(const char *function, slot_t slot, size_t needed)
{
    const function_t *of = fixture_function(function);
    check_test(function, "an input of another length");
    check_about(fixture_shape(slot)->name);
    fixture_start(of, GAP);
    length[slot]--;
    fixture_expect(of, fault_needs(RECALLK_WRONG_LENGTH, needed));
    fixture_start(of, GAP);
    length[slot] = 0;
    pointer[slot] = NULL;
    fixture_expect(of, fault_needs(RECALLK_WRONG_LENGTH, needed));
}

void test_hostile_lengths(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        overflowing(&functions[k]);
        outputs(&functions[k]);
        if (fixture_fills(&functions[k], SCRATCH)) {
            scratch(&functions[k]);
        }
    }
    input("tallies", GOLD, QUERY_ROWS);
    input("ranks", GOLD, QUERY_ROWS);
    input("tallies_both", MAP, ITEM_COLUMNS);
    input("ranks_both", MAP, ITEM_COLUMNS);
    input("hits", SIZES, QUERY_ROWS);
    input("mrr", SIZES, QUERY_ROWS);
    input("mrr_at", SIZES, QUERY_ROWS);
    input("graded_ndcg", GRADES, EVERY_GOLDS);
    input("report", SIZES, QUERY_ROWS);
    input("histogram_count", SIZES, QUERY_ROWS);
    input("histogram_queries", HISTOGRAM, HISTOGRAM_COUNTERS);
    input("histogram_hits", HISTOGRAM, HISTOGRAM_COUNTERS);
    input("histogram_median_pair", HISTOGRAM, HISTOGRAM_COUNTERS);
    input("histogram_median_rank", HISTOGRAM, HISTOGRAM_COUNTERS);
    input("histogram_mean_rank", HISTOGRAM, HISTOGRAM_COUNTERS);
    input("histogram_mrr", HISTOGRAM, HISTOGRAM_COUNTERS);
}
