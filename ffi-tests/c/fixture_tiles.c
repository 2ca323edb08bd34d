#include "fixture_tiles.h"

#include <string.h>

#include "check.h"

enum { MOST_ENTRIES = QUERY_ROWS + ITEM_COLUMNS, FREE_COUNTERS = FREE_ENTRIES * RECALLK_COUNTERS };

void fixture_sweep_start(form_t form)
{
    memset(&sweep, 0, sizeof sweep);
    sweep.struct_size = sizeof sweep;
    sweep.dtype = RECALLK_F32;
    sweep.rows = QUERY_ROWS;
    sweep.columns = ITEM_COLUMNS;
    sweep.every_gold = form == EVERY_GOLD;
    memset(&tile, 0, sizeof tile);
}

static size_t entries_of(form_t form)
{
    switch (form) {
    case BY_MAP:
    case BY_GOLDS:
        return QUERY_ROWS + ITEM_COLUMNS;
    case ROWS_ALONE:
        return QUERY_ROWS;
    default:
        return ROW_GOLD_ITEMS;
    }
}

size_t fixture_sweep_len(form_t form, slot_t slot)
{
    switch (slot) {
    case ROW_SCORES:
        return form == BY_MAP ? ITEM_COLUMNS : ROW_GOLD_ITEMS;
    case GOLDS:
    case GATHERED:
        return entries_of(form);
    case COUNTS:
    case PUSHED:
        return entries_of(form) * RECALLK_COUNTERS;
    default:
        return 0;
    }
}

size_t fixture_tile_scratch(const recallk_matrix_t *scores)
{
    static const uint32_t map[ITEM_COLUMNS] = {0};
    recallk_sweep_t of_map = sweep;
    recallk_tile_t whole = {{NULL, 0, 0, 0, 0, 0, 0}, 0, 0};
    size_t bytes = 0;
    of_map.row_of_column = map;
    of_map.row_of_column_len = ITEM_COLUMNS;
    whole.scores = *scores;
    CHECK_EQUAL(recallk_tile_scratch(&of_map, &whole, &bytes, NULL), RECALLK_OK);
    return bytes;
}

void fixture_sweep_parts(void)
{
    sweep.row_of_column = pointer[MAP];
    sweep.row_of_column_len = length[MAP];
    sweep.row_golds = pointer[ROW_GOLDS];
    sweep.column_golds = pointer[COLUMN_GOLDS];
    sweep.row_scores = pointer[ROW_SCORES];
    sweep.row_scores_len = length[ROW_SCORES];
    sweep.column_scores = pointer[COLUMN_SCORES];
    sweep.column_scores_len = length[COLUMN_SCORES];
}

/* Score k of the golds is k. */
static void fill_scores(slot_t slot)
{
    size_t k;
    for (k = 0; k < length[slot]; k++) {
        const float score = (float)k;
        memcpy(fixture_place(slot) + k * sizeof score, &score, sizeof score);
    }
}

/* Golds and counts as after a sweep over the matrix, or at its start. */
static void fill_sweep(const function_t *function)
{
    static const float row[ITEM_COLUMNS] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    static uint64_t scratch[128];
    static recallk_gold_t golds[MOST_ENTRIES];
    static uint32_t counts[MOST_ENTRIES * RECALLK_COUNTERS];
    const size_t entries = entries_of(function->form);
    /* Cells of one row for all. */
    const recallk_tile_t whole = {{row, QUERY_ROWS, ITEM_COLUMNS, 0, 1, RECALLK_F32, 0}, 0, 0};
    fill_scores(ROW_SCORES);
    fill_scores(COLUMN_SCORES);
    memset(counts, 0, sizeof counts);
    CHECK_EQUAL(recallk_golds_clear(golds, entries, NULL), RECALLK_OK);
    if (fixture_uses(function, GATHERED)) {
        memcpy(fixture_place(GATHERED), golds, fixture_bytes(GATHERED));
    }
    CHECK_EQUAL(recallk_golds_gather(&sweep, &whole, NULL, golds, entries, NULL), RECALLK_OK);
    if (fixture_uses(function, GOLDS)) {
        memcpy(fixture_place(GOLDS), golds, fixture_bytes(GOLDS));
    }
    if (fixture_uses(function, PUSHED)) {
        memcpy(fixture_place(PUSHED), counts, fixture_bytes(PUSHED));
    }
    if (fixture_uses(function, COUNTS)) {
        CHECK_EQUAL(recallk_counts_push(&sweep, &whole, NULL, golds, entries, scratch,
                                        sizeof scratch, counts, entries * RECALLK_COUNTERS, NULL),
                    RECALLK_OK);
        memcpy(fixture_place(COUNTS), counts, fixture_bytes(COUNTS));
    }
}

/* Golds of no sweep: of one kind, gold k being item k. */
static void fill_golds(unsigned char *place)
{
    recallk_gold_t golds[FREE_ENTRIES];
    uint32_t k;
    for (k = 0; k < FREE_ENTRIES; k++) {
        golds[k].key = 10 * (int64_t)k - 7;
        golds[k].first = golds[k].last = k;
        golds[k].tied = 1;
        golds[k].kind = 2;
    }
    memcpy(place, golds, sizeof golds);
}

static void fill_saved(void)
{
    recallk_gold_t golds[FREE_ENTRIES];
    uint32_t counts[FREE_COUNTERS];
    size_t k;
    fill_golds((unsigned char *)golds);
    for (k = 0; k < FREE_COUNTERS; k++) {
        counts[k] = (uint32_t)(1000 - k);
    }
    CHECK_EQUAL(recallk_save(golds, FREE_ENTRIES, counts, FREE_COUNTERS, fixture_place(SAVED),
                             SAVED_BYTES, NULL),
                RECALLK_OK);
}

void fixture_sweep_fill(const function_t *function)
{
    size_t k;
    if (function->form != NO_SWEEP) {
        fill_sweep(function);
    }
    if (fixture_uses(function, SOME_GOLDS)) {
        fill_golds(fixture_place(SOME_GOLDS));
    }
    if (fixture_uses(function, SOME_GOLDS) && fixture_uses(function, TAKEN_GOLDS)) {
        fill_golds(fixture_place(TAKEN_GOLDS));
    }
    for (k = 0; k < FREE_COUNTERS && fixture_uses(function, SOME_COUNTS); k++) {
        fixture_put(SOME_COUNTS, k, k * k);
    }
    if (fixture_uses(function, SAVED)) {
        fill_saved();
    }
}

#define ARRAY(slot) pointer[slot], length[slot]

recallk_status_t fixture_sweep_entries(void)
{
    return recallk_sweep_entries(pointer[SWEEP], pointer[ENTRY_ROWS], pointer[ENTRY_COLUMNS],
                                 pointer[DETAIL]);
}

recallk_status_t fixture_golds_clear(void)
{
    return recallk_golds_clear(ARRAY(TAKEN_GOLDS), pointer[DETAIL]);
}

recallk_status_t fixture_golds_gather(void)
{
    return recallk_golds_gather(pointer[SWEEP], pointer[TILE], pointer[OPTIONS], ARRAY(GATHERED),
                                pointer[DETAIL]);
}

recallk_status_t fixture_golds_merge(void)
{
    return recallk_golds_merge(ARRAY(TAKEN_GOLDS), ARRAY(SOME_GOLDS), pointer[DETAIL]);
}

recallk_status_t fixture_tile_scratch_size(void)
{
    return recallk_tile_scratch(pointer[SWEEP], pointer[TILE], pointer[BYTES], pointer[DETAIL]);
}

recallk_status_t fixture_counts_push(void)
{
    return recallk_counts_push(pointer[SWEEP], pointer[TILE], pointer[OPTIONS], ARRAY(GOLDS),
                               ARRAY(SCRATCH), ARRAY(PUSHED), pointer[DETAIL]);
}

recallk_status_t fixture_counts_unpush(void)
{
    return recallk_counts_unpush(pointer[SWEEP], pointer[TILE], pointer[OPTIONS], ARRAY(GOLDS),
                                 ARRAY(SCRATCH), ARRAY(PUSHED), pointer[DETAIL]);
}

recallk_status_t fixture_counts_merge(void)
{
    return recallk_counts_merge(ARRAY(TAKEN_COUNTS), ARRAY(SOME_COUNTS), pointer[DETAIL]);
}

recallk_status_t fixture_counts_tallies(void)
{
    const slot_t rows = sweep.every_gold ? GOLD_TALLIES : ROW_TALLIES;
    return recallk_counts_tallies(pointer[SWEEP], pointer[OPTIONS], ARRAY(GOLDS), ARRAY(COUNTS),
                                  ARRAY(rows), ARRAY(COLUMN_TALLIES), pointer[DETAIL]);
}

recallk_status_t fixture_counts_ranks(void)
{
    const slot_t rows = sweep.every_gold ? GOLD_RANKS : ROW_RANKS;
    return recallk_counts_ranks(pointer[SWEEP], pointer[OPTIONS], ARRAY(GOLDS), ARRAY(COUNTS),
                                ARRAY(rows), ARRAY(COLUMN_RANKS), pointer[DETAIL]);
}

recallk_status_t fixture_saved_size(void)
{
    return recallk_saved_size(FREE_ENTRIES, FREE_COUNTERS, pointer[BYTES], pointer[DETAIL]);
}

recallk_status_t fixture_save(void)
{
    return recallk_save(ARRAY(SOME_GOLDS), ARRAY(SOME_COUNTS), ARRAY(SAVED_OUT), pointer[DETAIL]);
}

recallk_status_t fixture_load(void)
{
    return recallk_load(ARRAY(SAVED), ARRAY(TAKEN_GOLDS), ARRAY(TAKEN_COUNTS), pointer[DETAIL]);
}
