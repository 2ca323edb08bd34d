/* What is valid for each slot. */

#include "fixture.h"

/* C99 has no alignof. */
#define PROBE(type)         \
    typedef struct {        \
        char first;         \
        type second;        \
    } probe_##type
PROBE(recallk_matrix_t);
PROBE(recallk_options_t);
PROBE(recallk_golds_t);
PROBE(recallk_sweep_t);
PROBE(recallk_tile_t);
PROBE(recallk_gold_t);
PROBE(recallk_tally_t);
PROBE(recallk_report_t);
PROBE(recallk_range_t);
PROBE(recallk_detail_t);
PROBE(uint8_t);
PROBE(uint32_t);
PROBE(uint64_t);
PROBE(size_t);
PROBE(float);
PROBE(double);

#define SHAPE(use, type, len) use, sizeof(type), offsetof(probe_##type, second), len

static const shape_t shapes[SLOTS] = {
    {"scores", SHAPE(ONE_INPUT, recallk_matrix_t, 1)},
    /* The length is that of the whole reach; no call is told. */
    {"cells", SHAPE(ONE_INPUT, float, (QUERY_ROWS - 1) * ROW_STRIDE + ITEM_COLUMNS)},
    {"options", SHAPE(ONE_INPUT, recallk_options_t, 1)},
    {"gold", SHAPE(INPUT, uint32_t, QUERY_ROWS)},
    {"row_of_column", SHAPE(INPUT, uint32_t, ITEM_COLUMNS)},
    {"row_golds", SHAPE(ONE_INPUT, recallk_golds_t, 1)},
    {"row_golds.offsets", SHAPE(INPUT, uint64_t, QUERY_ROWS + 1)},
    {"row_golds.items", SHAPE(INPUT, uint32_t, ROW_GOLD_ITEMS)},
    {"row_golds.queries", SHAPE(INPUT, uint32_t, QUERY_ROWS)},
    {"row_golds.ignored_offsets", SHAPE(INPUT, uint64_t, QUERY_ROWS + 1)},
    {"row_golds.ignored", SHAPE(INPUT, uint32_t, ROW_IGNORED_ITEMS)},
    {"column_golds", SHAPE(ONE_INPUT, recallk_golds_t, 1)},
    {"column_golds.offsets", SHAPE(INPUT, uint64_t, ITEM_COLUMNS + 1)},
    {"column_golds.items", SHAPE(INPUT, uint32_t, ITEM_COLUMNS)},
    {"column_golds.queries", SHAPE(INPUT, uint32_t, ITEM_COLUMNS)},
    {"column_golds.ignored_offsets", SHAPE(INPUT, uint64_t, ITEM_COLUMNS + 1)},
    {"column_golds.ignored", SHAPE(INPUT, uint32_t, COLUMN_IGNORED_ITEMS)},
    {"scratch", WORKSPACE, 1, RECALLK_ALIGN, 0},
    {"row_tallies", SHAPE(OUTPUT, recallk_tally_t, QUERY_ROWS)},
    {"column_tallies", SHAPE(OUTPUT, recallk_tally_t, ITEM_COLUMNS)},
    {"gold_tallies", SHAPE(OUTPUT, recallk_tally_t, ROW_GOLD_ITEMS)},
    {"row_ranks", SHAPE(OUTPUT, uint32_t, QUERY_ROWS)},
    {"column_ranks", SHAPE(OUTPUT, uint32_t, ITEM_COLUMNS)},
    {"gold_ranks", SHAPE(OUTPUT, uint32_t, ROW_GOLD_ITEMS)},
    {"bytes", SHAPE(ONE_OUTPUT, size_t, 1)},
    {"sweep", SHAPE(ONE_INPUT, recallk_sweep_t, 1)},
    {"tile", SHAPE(ONE_INPUT, recallk_tile_t, 1)},
    /* Where 0 stands the length is that of the form of the sweep. */
    {"row_scores", SHAPE(INPUT, float, 0)},
    {"column_scores", SHAPE(INPUT, float, ITEM_COLUMNS)},
    {"rows", SHAPE(ONE_OUTPUT, size_t, 1)},
    {"columns", SHAPE(ONE_OUTPUT, size_t, 1)},
    {"golds", SHAPE(INPUT, recallk_gold_t, 0)},
    {"golds that are gathered", SHAPE(STATE, recallk_gold_t, 0)},
    {"counts", SHAPE(INPUT, uint32_t, 0)},
    {"counts that are pushed", SHAPE(STATE, uint32_t, 0)},
    {"some golds", SHAPE(INPUT, recallk_gold_t, FREE_ENTRIES)},
    {"golds that are taken in", SHAPE(STATE, recallk_gold_t, FREE_ENTRIES)},
    {"some counts", SHAPE(INPUT, uint32_t, FREE_ENTRIES * RECALLK_COUNTERS)},
    {"counts that are taken in", SHAPE(STATE, uint32_t, FREE_ENTRIES * RECALLK_COUNTERS)},
    {"saved bytes", SHAPE(INPUT, uint8_t, SAVED_BYTES)},
    {"bytes to save in", SHAPE(OUTPUT, uint8_t, SAVED_BYTES)},
    {"ids (32)", SHAPE(INPUT, uint32_t, LIST_IDS)},
    {"ids (64)", SHAPE(INPUT, uint64_t, LIST_IDS)},
    {"offsets", SHAPE(INPUT, uint64_t, LIST_QUERIES + 1)},
    {"lengths", SHAPE(INPUT, uint32_t, LIST_QUERIES)},
    {"relevant (32)", SHAPE(INPUT, uint32_t, RELEVANT_IDS)},
    {"relevant (64)", SHAPE(INPUT, uint64_t, RELEVANT_IDS)},
    {"relevant_offsets", SHAPE(INPUT, uint64_t, LIST_QUERIES + 1)},
    {"ranks of lists", SHAPE(OUTPUT, uint32_t, LIST_QUERIES)},
    {"ranks of relevant ids", SHAPE(OUTPUT, uint32_t, RELEVANT_IDS)},
    {"tallies", SHAPE(INPUT, recallk_tally_t, QUERY_ROWS)},
    {"ranks", SHAPE(INPUT, uint32_t, QUERY_ROWS)},
    {"sizes", SHAPE(INPUT, uint32_t, QUERY_ROWS)},
    {"ks", SHAPE(INPUT, uint32_t, 2)},
    {"hits", SHAPE(OUTPUT, uint64_t, 2)},
    {"recalls", SHAPE(INPUT, double, 4)},
    {"recall", SHAPE(OUTPUT, double, 2)},
    {"the result", SHAPE(ONE_OUTPUT, double, 1)},
    {"the upper result", SHAPE(ONE_OUTPUT, double, 1)},
    {"lower", SHAPE(ONE_OUTPUT, uint32_t, 1)},
    {"upper", SHAPE(ONE_OUTPUT, uint32_t, 1)},
    {"report", SHAPE(ONE_OUTPUT, recallk_report_t, 1)},
    {"ranks of tallies", SHAPE(OUTPUT, uint32_t, QUERY_ROWS)},
    {"doubled ranks", SHAPE(OUTPUT, uint64_t, QUERY_ROWS)},
    {"offsets of ranks", SHAPE(INPUT, uint64_t, EVERY_QUERIES + 1)},
    {"ranks to sort", SHAPE(OUTPUT, uint32_t, EVERY_GOLDS)},
    {"ascending ranks", SHAPE(INPUT, uint32_t, EVERY_GOLDS)},
    {"grades", SHAPE(INPUT, double, EVERY_GOLDS)},
    {"sizes of golds", SHAPE(INPUT, uint32_t, EVERY_QUERIES)},
    {"each", SHAPE(OUTPUT, double, EVERY_QUERIES)},
    {"filtered ranks", SHAPE(OUTPUT, uint32_t, EVERY_GOLDS)},
    {"tallies of golds", SHAPE(INPUT, recallk_tally_t, EVERY_GOLDS)},
    {"ranges", SHAPE(OUTPUT, recallk_range_t, 2)},
    {"range", SHAPE(ONE_OUTPUT, recallk_range_t, 1)},
    {"histogram", SHAPE(INPUT, uint64_t, HISTOGRAM_COUNTERS)},
    {"counters", SHAPE(OUTPUT, uint64_t, HISTOGRAM_COUNTERS)},
    {"queries", SHAPE(ONE_OUTPUT, uint64_t, 1)},
    {"detail", SHAPE(ONE_OUTPUT, recallk_detail_t, 1)},
};

const shape_t *fixture_shape(slot_t slot)
{
    return &shapes[slot];
}
