/* The fallible functions, called with the slots of the fixture. */

#include "fixture.h"
#include "fixture_tiles.h"

#define ARRAY(slot) pointer[slot], length[slot]

static recallk_status_t call_tallies(void)
{
    return recallk_tallies(pointer[SCORES], ARRAY(GOLD), pointer[OPTIONS], ARRAY(ROW_TALLIES),
                           pointer[DETAIL]);
}

static recallk_status_t call_ranks(void)
{
    return recallk_ranks(pointer[SCORES], ARRAY(GOLD), pointer[OPTIONS], ARRAY(ROW_RANKS),
                         pointer[DETAIL]);
}

static recallk_status_t call_best_tallies(void)
{
    return recallk_best_tallies(pointer[SCORES], pointer[ROW_GOLDS], pointer[OPTIONS],
                                ARRAY(ROW_TALLIES), pointer[DETAIL]);
}

static recallk_status_t call_best_ranks(void)
{
    return recallk_best_ranks(pointer[SCORES], pointer[ROW_GOLDS], pointer[OPTIONS],
                              ARRAY(ROW_RANKS), pointer[DETAIL]);
}

static recallk_status_t call_gold_tallies(void)
{
    return recallk_gold_tallies(pointer[SCORES], pointer[ROW_GOLDS], pointer[OPTIONS],
                                ARRAY(SCRATCH), ARRAY(GOLD_TALLIES), pointer[DETAIL]);
}

static recallk_status_t call_gold_ranks(void)
{
    return recallk_gold_ranks(pointer[SCORES], pointer[ROW_GOLDS], pointer[OPTIONS],
                              ARRAY(SCRATCH), ARRAY(GOLD_RANKS), pointer[DETAIL]);
}

static recallk_status_t call_tallies_both(void)
{
    return recallk_tallies_both(pointer[SCORES], ARRAY(MAP), pointer[OPTIONS], ARRAY(SCRATCH),
                                ARRAY(ROW_TALLIES), ARRAY(COLUMN_TALLIES), pointer[DETAIL]);
}

static recallk_status_t call_ranks_both(void)
{
    return recallk_ranks_both(pointer[SCORES], ARRAY(MAP), pointer[OPTIONS], ARRAY(SCRATCH),
                              ARRAY(ROW_RANKS), ARRAY(COLUMN_RANKS), pointer[DETAIL]);
}

static recallk_status_t call_tallies_both_csr(void)
{
    return recallk_tallies_both_csr(pointer[SCORES], pointer[ROW_GOLDS], pointer[COLUMN_GOLDS],
                                    pointer[OPTIONS], ARRAY(SCRATCH), ARRAY(ROW_TALLIES),
                                    ARRAY(COLUMN_TALLIES), pointer[DETAIL]);
}

static recallk_status_t call_ranks_both_csr(void)
{
    return recallk_ranks_both_csr(pointer[SCORES], pointer[ROW_GOLDS], pointer[COLUMN_GOLDS],
                                  pointer[OPTIONS], ARRAY(SCRATCH), ARRAY(ROW_RANKS),
                                  ARRAY(COLUMN_RANKS), pointer[DETAIL]);
}

static recallk_status_t call_gold_scratch(void)
{
    return recallk_gold_scratch(pointer[ROW_GOLDS], pointer[BYTES], pointer[DETAIL]);
}

static recallk_status_t call_both_scratch(void)
{
    return recallk_both_scratch(pointer[SCORES], pointer[BYTES], pointer[DETAIL]);
}

static recallk_status_t call_list_scratch(void)
{
    return recallk_list_scratch(ARRAY(RELEVANT_OFFSETS), pointer[BYTES], pointer[DETAIL]);
}

/* Slots that a function does not use are NULL and 0: so one call does for the
 * ragged and for the padded form. */
#define LISTS(function, ids, relevant, ranks)                                          \
    static recallk_status_t call_##function(void)                                      \
    {                                                                                  \
        return recallk_##function(ARRAY(ids), ARRAY(LIST_OFFSETS), ARRAY(LENGTHS),     \
                                  ARRAY(relevant), ARRAY(RELEVANT_OFFSETS),            \
                                  ARRAY(SCRATCH), ARRAY(ranks), pointer[DETAIL]);      \
    }

LISTS(list_ranks_u32, IDS32, RELEVANT32, LIST_RANKS)
LISTS(list_ranks_u64, IDS64, RELEVANT64, LIST_RANKS)
LISTS(list_ranks_i64, IDS64, RELEVANT64, LIST_RANKS)
LISTS(list_gold_ranks_u32, IDS32, RELEVANT32, LIST_GOLD_RANKS)
LISTS(list_gold_ranks_u64, IDS64, RELEVANT64, LIST_GOLD_RANKS)
LISTS(list_gold_ranks_i64, IDS64, RELEVANT64, LIST_GOLD_RANKS)

static recallk_status_t call_tally_ranks(void)
{
    return recallk_tally_ranks(ARRAY(TALLIES), rule, ARRAY(TALLY_RANKS), pointer[DETAIL]);
}

static recallk_status_t call_tally_doubled_ranks(void)
{
    return recallk_tally_doubled_ranks(ARRAY(TALLIES), rule, ARRAY(DOUBLED_RANKS),
                                       pointer[DETAIL]);
}

static recallk_status_t call_hits(void)
{
    return recallk_hits(ARRAY(RANKS), ARRAY(SIZES), ARRAY(KS), ARRAY(HITS), pointer[DETAIL]);
}

static recallk_status_t call_average_recall(void)
{
    return recallk_average_recall(ARRAY(RECALLS), pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_rsum(void)
{
    return recallk_rsum(ARRAY(RECALLS), pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_median_pair(void)
{
    return recallk_median_pair(ARRAY(RANKS), pointer[LOWER], pointer[UPPER], pointer[DETAIL]);
}

static recallk_status_t call_median_rank(void)
{
    return recallk_median_rank(ARRAY(RANKS), pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_mean_rank(void)
{
    return recallk_mean_rank(ARRAY(RANKS), pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_mrr(void)
{
    return recallk_mrr(ARRAY(RANKS), ARRAY(SIZES), pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_mrr_at(void)
{
    return recallk_mrr_at(ARRAY(RANKS), ARRAY(SIZES), 3, pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_gold_metric(void)
{
    return recallk_gold_metric(ARRAY(SORT_OFFSETS), ARRAY(ASCENDING_RANKS), ARRAY(GOLD_SIZES),
                               metric, 3, ARRAY(EACH), pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_graded_ndcg(void)
{
    return recallk_graded_ndcg(ARRAY(SORT_OFFSETS), ARRAY(ASCENDING_RANKS), ARRAY(GRADES),
                               ARRAY(GOLD_SIZES), gain, 3, ARRAY(SCRATCH), ARRAY(EACH),
                               pointer[VALUE], pointer[DETAIL]);
}

static recallk_status_t call_graded_ndcg_scratch(void)
{
    return recallk_graded_ndcg_scratch(ARRAY(SORT_OFFSETS), pointer[BYTES], pointer[DETAIL]);
}

static recallk_status_t call_filtered_ranks(void)
{
    return recallk_filtered_ranks(ARRAY(SORT_OFFSETS), ARRAY(ASCENDING_RANKS), ARRAY(GOLD_SIZES),
                                  ARRAY(FILTERED), pointer[DETAIL]);
}

static recallk_status_t call_recall_range(void)
{
    return recallk_recall_range(ARRAY(TALLIES), ARRAY(KS), ARRAY(RANGES), pointer[DETAIL]);
}

static recallk_status_t call_mrr_range(void)
{
    return recallk_mrr_range(ARRAY(TALLIES), pointer[RANGE], pointer[DETAIL]);
}

static recallk_status_t call_gold_recall_range(void)
{
    return recallk_gold_recall_range(ARRAY(SORT_OFFSETS), ARRAY(EVERY_TALLIES), ARRAY(KS),
                                     ARRAY(RANGES), pointer[DETAIL]);
}

static recallk_status_t call_wilson(void)
{
    return recallk_wilson(1, 2, pointer[VALUE], pointer[UPPER_VALUE], pointer[DETAIL]);
}

static recallk_status_t call_report(void)
{
    return recallk_report(ARRAY(TALLIES), ARRAY(SIZES), rule, ARRAY(KS), ARRAY(HITS),
                          ARRAY(RECALL), pointer[REPORT], pointer[DETAIL]);
}

static recallk_status_t call_sort_ranks(void)
{
    return recallk_sort_ranks(ARRAY(SORT_OFFSETS), ARRAY(SORT_RANKS), pointer[DETAIL]);
}

static recallk_status_t call_round(void)
{
    return recallk_round(0.125, digits, pointer[VALUE]);
}

static recallk_status_t call_histogram_count(void)
{
    return recallk_histogram_count(ARRAY(RANKS), ARRAY(SIZES), gallery, ARRAY(COUNTERS),
                                   pointer[DETAIL]);
}

static recallk_status_t call_histogram_merge(void)
{
    return recallk_histogram_merge(ARRAY(HISTOGRAM), ARRAY(COUNTERS), pointer[DETAIL]);
}

static recallk_status_t call_histogram_queries(void)
{
    return recallk_histogram_queries(ARRAY(HISTOGRAM), gallery, pointer[QUERIES],
                                     pointer[DETAIL]);
}

static recallk_status_t call_histogram_hits(void)
{
    return recallk_histogram_hits(ARRAY(HISTOGRAM), gallery, ARRAY(KS), ARRAY(HITS),
                                  pointer[DETAIL]);
}

static recallk_status_t call_histogram_median_pair(void)
{
    return recallk_histogram_median_pair(ARRAY(HISTOGRAM), gallery, pointer[LOWER],
                                         pointer[UPPER], pointer[DETAIL]);
}

static recallk_status_t call_histogram_median_rank(void)
{
    return recallk_histogram_median_rank(ARRAY(HISTOGRAM), gallery, pointer[VALUE],
                                         pointer[DETAIL]);
}

static recallk_status_t call_histogram_mean_rank(void)
{
    return recallk_histogram_mean_rank(ARRAY(HISTOGRAM), gallery, pointer[VALUE],
                                       pointer[DETAIL]);
}

static recallk_status_t call_histogram_mrr(void)
{
    return recallk_histogram_mrr(ARRAY(HISTOGRAM), gallery, pointer[VALUE], pointer[DETAIL]);
}

#define GOLDS_OF_ROWS \
    ROW_GOLDS, ROW_OFFSETS, ROW_ITEMS, ROW_QUERIES, ROW_IGNORED_OFFSETS, ROW_IGNORED
#define GOLDS_OF_COLUMNS                                                                 \
    COLUMN_GOLDS, COLUMN_OFFSETS, COLUMN_ITEMS, COLUMN_QUERIES, COLUMN_IGNORED_OFFSETS, \
        COLUMN_IGNORED

/* How many slots, and which. */
#define SLOTS_OF(...) sizeof((slot_t[]){__VA_ARGS__}) / sizeof(slot_t), {__VA_ARGS__}

/* The parts of sweeps, and the outputs of each. */
#define PARTS_map MAP
#define PARTS_golds GOLDS_OF_ROWS, GOLDS_OF_COLUMNS
#define PARTS_every GOLDS_OF_ROWS
#define PARTS_rows GOLDS_OF_ROWS
#define PARTS_map_and_scores MAP, ROW_SCORES, COLUMN_SCORES
#define PARTS_golds_and_scores GOLDS_OF_ROWS, GOLDS_OF_COLUMNS, ROW_SCORES, COLUMN_SCORES
#define PARTS_every_and_scores GOLDS_OF_ROWS, ROW_SCORES
#define TALLIES_map ROW_TALLIES, COLUMN_TALLIES
#define TALLIES_golds ROW_TALLIES, COLUMN_TALLIES
#define TALLIES_every GOLD_TALLIES
#define TALLIES_rows ROW_TALLIES
#define RANKS_map ROW_RANKS, COLUMN_RANKS
#define RANKS_golds ROW_RANKS, COLUMN_RANKS
#define RANKS_every GOLD_RANKS
#define RANKS_rows ROW_RANKS

/* The functions that take a sweep; rows side by side need no scratch. */
#define ASK_ABOUT(form, parts)                                           \
    {"sweep_entries, " #parts, fixture_sweep_entries, 0, form,           \
     SLOTS_OF(SWEEP, PARTS_##parts, ENTRY_ROWS, ENTRY_COLUMNS, DETAIL)}, \
        {"tile_scratch, " #parts, fixture_tile_scratch_size, 0, form,    \
         SLOTS_OF(SWEEP, PARTS_##parts, TILE, CELLS, BYTES, DETAIL)}
#define GATHER(form, parts)                                  \
    {"golds_gather, " #parts, fixture_golds_gather, 0, form, \
     SLOTS_OF(SWEEP, PARTS_##parts, TILE, CELLS, OPTIONS, GATHERED, DETAIL)}
#define PUSH(form, parts, scratch)                                                         \
    {"counts_push, " #parts, fixture_counts_push, scratch, form,                           \
     SLOTS_OF(SWEEP, PARTS_##parts, TILE, CELLS, OPTIONS, GOLDS, SCRATCH, PUSHED, DETAIL)}, \
        {"counts_unpush, " #parts, fixture_counts_unpush, scratch, form,                   \
         SLOTS_OF(SWEEP, PARTS_##parts, TILE, CELLS, OPTIONS, GOLDS, SCRATCH, PUSHED, DETAIL)}
#define PUSH_ROWS(form, parts)                                                            \
    {"counts_push, " #parts, fixture_counts_push, 0, form,                                \
     SLOTS_OF(SWEEP, PARTS_##parts, TILE, CELLS, OPTIONS, GOLDS, PUSHED, DETAIL)},        \
        {"counts_unpush, " #parts, fixture_counts_unpush, 0, form,                        \
         SLOTS_OF(SWEEP, PARTS_##parts, TILE, CELLS, OPTIONS, GOLDS, PUSHED, DETAIL)}
#define FINISH(form, parts)                                                         \
    {"counts_tallies, " #parts, fixture_counts_tallies, 0, form,                    \
     SLOTS_OF(SWEEP, PARTS_##parts, OPTIONS, GOLDS, COUNTS, TALLIES_##parts, DETAIL)}, \
        {"counts_ranks, " #parts, fixture_counts_ranks, 0, form,                    \
         SLOTS_OF(SWEEP, PARTS_##parts, OPTIONS, GOLDS, COUNTS, RANKS_##parts, DETAIL)}

const function_t functions[] = {
    {"tallies", call_tallies, 0, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLD, ROW_TALLIES, DETAIL)},
    {"ranks", call_ranks, 0, NO_SWEEP, SLOTS_OF(SCORES, CELLS, OPTIONS, GOLD, ROW_RANKS, DETAIL)},
    {"best_tallies", call_best_tallies, 0, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLDS_OF_ROWS, ROW_TALLIES, DETAIL)},
    {"best_ranks", call_best_ranks, 0, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLDS_OF_ROWS, ROW_RANKS, DETAIL)},
    {"gold_tallies", call_gold_tallies, 24 * LARGEST_GOLDS, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLDS_OF_ROWS, SCRATCH, GOLD_TALLIES, DETAIL)},
    {"gold_ranks", call_gold_ranks, 24 * LARGEST_GOLDS, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLDS_OF_ROWS, SCRATCH, GOLD_RANKS, DETAIL)},
    {"tallies_both", call_tallies_both, ASK, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, MAP, SCRATCH, ROW_TALLIES, COLUMN_TALLIES, DETAIL)},
    {"ranks_both", call_ranks_both, ASK, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, MAP, SCRATCH, ROW_RANKS, COLUMN_RANKS, DETAIL)},
    {"tallies_both_csr", call_tallies_both_csr, ASK, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLDS_OF_ROWS, GOLDS_OF_COLUMNS, SCRATCH, ROW_TALLIES,
              COLUMN_TALLIES, DETAIL)},
    {"ranks_both_csr", call_ranks_both_csr, ASK, NO_SWEEP,
     SLOTS_OF(SCORES, CELLS, OPTIONS, GOLDS_OF_ROWS, GOLDS_OF_COLUMNS, SCRATCH, ROW_RANKS,
              COLUMN_RANKS, DETAIL)},
    {"gold_scratch", call_gold_scratch, 0, NO_SWEEP, SLOTS_OF(GOLDS_OF_ROWS, BYTES, DETAIL)},
    {"both_scratch", call_both_scratch, 0, NO_SWEEP, SLOTS_OF(SCORES, CELLS, BYTES, DETAIL)},
    {"list_scratch", call_list_scratch, 0, NO_SWEEP, SLOTS_OF(RELEVANT_OFFSETS, BYTES, DETAIL)},
    {"list_ranks_u32", call_list_ranks_u32, 8 * LARGEST_RELEVANT, NO_SWEEP,
     SLOTS_OF(IDS32, LIST_OFFSETS, RELEVANT32, RELEVANT_OFFSETS, SCRATCH, LIST_RANKS, DETAIL)},
    {"list_ranks_u64", call_list_ranks_u64, 16 * LARGEST_RELEVANT, NO_SWEEP,
     SLOTS_OF(IDS64, LIST_OFFSETS, RELEVANT64, RELEVANT_OFFSETS, SCRATCH, LIST_RANKS, DETAIL)},
    {"list_ranks_i64", call_list_ranks_i64, 16 * LARGEST_RELEVANT, NO_SWEEP,
     SLOTS_OF(IDS64, LENGTHS, RELEVANT64, RELEVANT_OFFSETS, SCRATCH, LIST_RANKS, DETAIL)},
    {"list_gold_ranks_u32", call_list_gold_ranks_u32, 8 * LARGEST_RELEVANT, NO_SWEEP,
     SLOTS_OF(IDS32, LENGTHS, RELEVANT32, RELEVANT_OFFSETS, SCRATCH, LIST_GOLD_RANKS, DETAIL)},
    {"list_gold_ranks_u64", call_list_gold_ranks_u64, 16 * LARGEST_RELEVANT, NO_SWEEP,
     SLOTS_OF(IDS64, LIST_OFFSETS, RELEVANT64, RELEVANT_OFFSETS, SCRATCH, LIST_GOLD_RANKS,
              DETAIL)},
    {"list_gold_ranks_i64", call_list_gold_ranks_i64, 16 * LARGEST_RELEVANT, NO_SWEEP,
     SLOTS_OF(IDS64, LIST_OFFSETS, RELEVANT64, RELEVANT_OFFSETS, SCRATCH, LIST_GOLD_RANKS,
              DETAIL)},
    {"tally_ranks", call_tally_ranks, 0, NO_SWEEP, SLOTS_OF(TALLIES, TALLY_RANKS, DETAIL)},
    {"tally_doubled_ranks", call_tally_doubled_ranks, 0, NO_SWEEP,
     SLOTS_OF(TALLIES, DOUBLED_RANKS, DETAIL)},
    {"hits", call_hits, 0, NO_SWEEP, SLOTS_OF(RANKS, SIZES, KS, HITS, DETAIL)},
    {"average_recall", call_average_recall, 0, NO_SWEEP, SLOTS_OF(RECALLS, VALUE, DETAIL)},
    {"rsum", call_rsum, 0, NO_SWEEP, SLOTS_OF(RECALLS, VALUE, DETAIL)},
    {"median_pair", call_median_pair, 0, NO_SWEEP, SLOTS_OF(RANKS, LOWER, UPPER, DETAIL)},
    {"median_rank", call_median_rank, 0, NO_SWEEP, SLOTS_OF(RANKS, VALUE, DETAIL)},
    {"mean_rank", call_mean_rank, 0, NO_SWEEP, SLOTS_OF(RANKS, VALUE, DETAIL)},
    {"mrr", call_mrr, 0, NO_SWEEP, SLOTS_OF(RANKS, SIZES, VALUE, DETAIL)},
    {"mrr_at", call_mrr_at, 0, NO_SWEEP,
     SLOTS_OF(RANKS, SIZES, VALUE, DETAIL)},
    {"gold_metric", call_gold_metric, 0, NO_SWEEP,
     SLOTS_OF(SORT_OFFSETS, ASCENDING_RANKS, GOLD_SIZES, EACH, VALUE, DETAIL)},
    {"graded_ndcg", call_graded_ndcg, 16 * MOST_GOLDS, NO_SWEEP,
     SLOTS_OF(SORT_OFFSETS, ASCENDING_RANKS, GRADES, GOLD_SIZES, SCRATCH, EACH, VALUE, DETAIL)},
    {"graded_ndcg_scratch", call_graded_ndcg_scratch, 0, NO_SWEEP,
     SLOTS_OF(SORT_OFFSETS, BYTES, DETAIL)},
    {"filtered_ranks", call_filtered_ranks, 0, NO_SWEEP,
     SLOTS_OF(SORT_OFFSETS, ASCENDING_RANKS, GOLD_SIZES, FILTERED, DETAIL)},
    {"recall_range", call_recall_range, 0, NO_SWEEP,
     SLOTS_OF(TALLIES, KS, RANGES, DETAIL)},
    {"mrr_range", call_mrr_range, 0, NO_SWEEP,
     SLOTS_OF(TALLIES, RANGE, DETAIL)},
    {"gold_recall_range", call_gold_recall_range, 0, NO_SWEEP,
     SLOTS_OF(SORT_OFFSETS, EVERY_TALLIES, KS, RANGES, DETAIL)},
    {"wilson", call_wilson, 0, NO_SWEEP, SLOTS_OF(VALUE, UPPER_VALUE, DETAIL)},
    {"report", call_report, 0, NO_SWEEP,
     SLOTS_OF(TALLIES, SIZES, KS, HITS, RECALL, REPORT, DETAIL)},
    {"sort_ranks", call_sort_ranks, 0, NO_SWEEP, SLOTS_OF(SORT_OFFSETS, SORT_RANKS, DETAIL)},
    {"round", call_round, 0, NO_SWEEP, SLOTS_OF(VALUE)},
    ASK_ABOUT(BY_MAP, map),
    GATHER(BY_MAP, map),
    PUSH(BY_MAP, map, ASK),
    FINISH(BY_MAP, map),
    GATHER(BY_MAP, map_and_scores),
    PUSH(BY_MAP, map_and_scores, ASK),
    ASK_ABOUT(BY_GOLDS, golds),
    GATHER(BY_GOLDS, golds),
    PUSH(BY_GOLDS, golds, ASK),
    FINISH(BY_GOLDS, golds),
    GATHER(BY_GOLDS, golds_and_scores),
    PUSH(BY_GOLDS, golds_and_scores, ASK),
    ASK_ABOUT(ROWS_ALONE, rows),
    GATHER(ROWS_ALONE, rows),
    PUSH_ROWS(ROWS_ALONE, rows),
    FINISH(ROWS_ALONE, rows),
    ASK_ABOUT(EVERY_GOLD, every),
    GATHER(EVERY_GOLD, every),
    PUSH(EVERY_GOLD, every, 24 * LARGEST_GOLDS),
    FINISH(EVERY_GOLD, every),
    GATHER(EVERY_GOLD, every_and_scores),
    PUSH(EVERY_GOLD, every_and_scores, 24 * LARGEST_GOLDS),
    {"golds_clear", fixture_golds_clear, 0, NO_SWEEP, SLOTS_OF(TAKEN_GOLDS, DETAIL)},
    {"golds_merge", fixture_golds_merge, 0, NO_SWEEP, SLOTS_OF(TAKEN_GOLDS, SOME_GOLDS, DETAIL)},
    {"counts_merge", fixture_counts_merge, 0, NO_SWEEP,
     SLOTS_OF(TAKEN_COUNTS, SOME_COUNTS, DETAIL)},
    {"saved_size", fixture_saved_size, 0, NO_SWEEP, SLOTS_OF(BYTES, DETAIL)},
    {"save", fixture_save, 0, NO_SWEEP, SLOTS_OF(SOME_GOLDS, SOME_COUNTS, SAVED_OUT, DETAIL)},
    {"load", fixture_load, 0, NO_SWEEP, SLOTS_OF(SAVED, TAKEN_GOLDS, TAKEN_COUNTS, DETAIL)},
    {"histogram_count", call_histogram_count, 0, NO_SWEEP,
     SLOTS_OF(RANKS, SIZES, COUNTERS, DETAIL)},
    {"histogram_merge", call_histogram_merge, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, COUNTERS, DETAIL)},
    {"histogram_queries", call_histogram_queries, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, QUERIES, DETAIL)},
    {"histogram_hits", call_histogram_hits, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, KS, HITS, DETAIL)},
    {"histogram_median_pair", call_histogram_median_pair, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, LOWER, UPPER, DETAIL)},
    {"histogram_median_rank", call_histogram_median_rank, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, VALUE, DETAIL)},
    {"histogram_mean_rank", call_histogram_mean_rank, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, VALUE, DETAIL)},
    {"histogram_mrr", call_histogram_mrr, 0, NO_SWEEP,
     SLOTS_OF(HISTOGRAM, VALUE, DETAIL)},
};

const size_t functions_len = sizeof functions / sizeof functions[0];
