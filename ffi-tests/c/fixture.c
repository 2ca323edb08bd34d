#include "fixture.h"

#include <string.h>

#include "check.h"
#include "fixture_tiles.h"

void *pointer[SLOTS];
size_t length[SLOTS];
recallk_matrix_t matrix;
recallk_sweep_t sweep;
recallk_tile_t tile;
recallk_options_t options;
recallk_report_t report;
uint32_t detail_size;
int32_t rule;
uint32_t digits;
int32_t metric;
int32_t gain;
uint32_t gallery;

/* All slots of a call with their gaps, and what it held before the call. Where pointers
 * are short, memory may be, too: two of these must fit a board of 16 KiB. */
enum { ARENA = sizeof(void *) > 4 ? 8192 : 3584, PATTERN = 0xa5 };
static uint64_t arena[ARENA / 8];
static uint64_t before[ARENA / 8];
static size_t at[SLOTS];
static size_t bytes_of[SLOTS];

const function_t *fixture_function(const char *name)
{
    size_t k = 0;
    while (strcmp(functions[k].name, name) != 0) {
        k++;
    }
    return &functions[k];
}

int fixture_uses(const function_t *function, slot_t slot)
{
    size_t k;
    for (k = 0; k < function->slots; k++) {
        if (function->slot[k] == slot) {
            return 1;
        }
    }
    return 0;
}

int fixture_written(slot_t slot)
{
    return fixture_shape(slot)->use != INPUT && fixture_shape(slot)->use != ONE_INPUT;
}

int fixture_optional(slot_t slot)
{
    return slot == RECALL || slot == EACH;
}

int fixture_has_length(slot_t slot)
{
    const use_t use = fixture_shape(slot)->use;
    return use == INPUT || use == OUTPUT || use == STATE;
}

unsigned char *fixture_place(slot_t slot)
{
    return (unsigned char *)arena + at[slot];
}

size_t fixture_bytes(slot_t slot)
{
    return bytes_of[slot];
}

void fixture_put(slot_t slot, size_t index, uint64_t value)
{
    const uint32_t narrow = (uint32_t)value;
    const uint8_t byte = (uint8_t)value;
    const size_t size = fixture_shape(slot)->size;
    memcpy(fixture_place(slot) + index * size,
           size == 1   ? (const void *)&byte
           : size == 4 ? (const void *)&narrow
                       : (const void *)&value,
           size);
}

/* Item (or rank, or id) k of an input is k, but for these. */
static void fill_inputs(void)
{
    static const float scores[ITEM_COLUMNS] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    static const recallk_tally_t tally = {1, 1, 0, 2, 1};
    static const double recall = 50;
    static const slot_t counting[] = {GOLD, ROW_QUERIES, COLUMN_OFFSETS, COLUMN_QUERIES, IDS32,
                                      IDS64, RELEVANT32, RELEVANT64, RANKS, KS,
                                      ASCENDING_RANKS, HISTOGRAM};
    size_t k, i;
    for (k = 0; k < sizeof counting / sizeof counting[0]; k++) {
        for (i = 0; i < fixture_shape(counting[k])->len && bytes_of[counting[k]] > 0; i++) {
            fixture_put(counting[k], i, i);
        }
    }
    if (bytes_of[CELLS] > 0) {
        for (i = 0; i < QUERY_ROWS; i++) {
            memcpy(fixture_place(CELLS) + i * ROW_STRIDE * sizeof(float), scores, sizeof scores);
        }
    }
    if (bytes_of[ROW_OFFSETS] > 0) {
        /* Query 1 has nine golds, the others one. */
        static const uint64_t offsets[QUERY_ROWS + 1] = {0, 1, 10, 11, 12};
        for (i = 0; i <= QUERY_ROWS; i++) {
            fixture_put(ROW_OFFSETS, i, offsets[i]);
        }
        for (i = 0; i < ROW_GOLD_ITEMS; i++) {
            fixture_put(ROW_ITEMS, i, i == 0 ? 3 : i < 10 ? i : 5);
        }
    }
    if (bytes_of[ROW_IGNORED] > 0) {
        /* Query 2 ignores no item, query 3 one of them twice. */
        static const uint64_t offsets[QUERY_ROWS + 1] = {0, 1, 2, 2, 5};
        static const uint32_t ignored[ROW_IGNORED_ITEMS] = {0, 0, 4, 4, 6};
        for (i = 0; i <= QUERY_ROWS; i++) {
            fixture_put(ROW_IGNORED_OFFSETS, i, offsets[i]);
        }
        for (i = 0; i < ROW_IGNORED_ITEMS; i++) {
            fixture_put(ROW_IGNORED, i, ignored[i]);
        }
    }
    if (bytes_of[COLUMN_IGNORED] > 0) {
        for (i = 0; i <= ITEM_COLUMNS; i++) {
            fixture_put(COLUMN_IGNORED_OFFSETS, i, i < 2 ? i : COLUMN_IGNORED_ITEMS);
        }
        for (i = 0; i < COLUMN_IGNORED_ITEMS; i++) {
            fixture_put(COLUMN_IGNORED, i, i == 0 ? 1 : i + 1);
        }
    }
    for (i = 0; i < ITEM_COLUMNS; i++) {
        if (bytes_of[MAP] > 0) {
            fixture_put(MAP, i, i % QUERY_ROWS);
        }
        if (bytes_of[COLUMN_ITEMS] > 0) {
            fixture_put(COLUMN_ITEMS, i, i % QUERY_ROWS);
        }
    }
    for (i = 0; i <= LIST_QUERIES; i++) {
        static const uint64_t of_lists[LIST_QUERIES + 1] = {0, 5, LIST_IDS};
        static const uint64_t of_relevant[LIST_QUERIES + 1] = {0, LARGEST_RELEVANT, RELEVANT_IDS};
        static const uint64_t of_ranks[3] = {0, 4, 6};
        if (bytes_of[LIST_OFFSETS] > 0) {
            fixture_put(LIST_OFFSETS, i, of_lists[i]);
        }
        if (bytes_of[LENGTHS] > 0 && i < LIST_QUERIES) {
            fixture_put(LENGTHS, i, i == 0 ? 4 : 3);
        }
        if (bytes_of[RELEVANT_OFFSETS] > 0) {
            fixture_put(RELEVANT_OFFSETS, i, of_relevant[i]);
        }
        if (bytes_of[SORT_OFFSETS] > 0) {
            fixture_put(SORT_OFFSETS, i, of_ranks[i]);
        }
    }
    for (i = 0; i < QUERY_ROWS; i++) {
        if (bytes_of[TALLIES] > 0) {
            memcpy(fixture_place(TALLIES) + i * sizeof tally, &tally, sizeof tally);
        }
        if (bytes_of[SIZES] > 0) {
            fixture_put(SIZES, i, 9);
        }
        if (bytes_of[RECALLS] > 0) {
            memcpy(fixture_place(RECALLS) + i * sizeof recall, &recall, sizeof recall);
        }
    }
    for (i = 0; i < EVERY_GOLDS; i++) {
        const double grade = 1 + (double)i;
        if (bytes_of[SORT_RANKS] > 0) {
            fixture_put(SORT_RANKS, i, 9 - i);
        }
        if (bytes_of[GRADES] > 0) {
            memcpy(fixture_place(GRADES) + i * sizeof grade, &grade, sizeof grade);
        }
        if (bytes_of[EVERY_TALLIES] > 0) {
            memcpy(fixture_place(EVERY_TALLIES) + i * sizeof tally, &tally, sizeof tally);
        }
        if (bytes_of[GOLD_SIZES] > 0 && i < EVERY_QUERIES) {
            fixture_put(GOLD_SIZES, i, 9);
        }
    }
}

static size_t scratch_bytes(const function_t *function)
{
    static const float cell;
    size_t bytes = function->scratch;
    recallk_matrix_t still = matrix;
    still.data = &cell;
    still.row_stride = still.column_stride = 0;
    if (bytes == ASK && function->form != NO_SWEEP) {
        return fixture_tile_scratch(&still);
    }
    if (bytes == ASK) {
        CHECK_EQUAL(recallk_both_scratch(&still, &bytes, NULL), RECALLK_OK);
    }
    return bytes;
}

static void put_golds(slot_t golds)
{
    /* The parts follow in the order of the slots. */
    const recallk_golds_t parts = {pointer[golds + 1], length[golds + 1], pointer[golds + 2],
                                   length[golds + 2],  pointer[golds + 3], length[golds + 3],
                                   pointer[golds + 4], length[golds + 4],  pointer[golds + 5],
                                   length[golds + 5]};
    if (bytes_of[golds] > 0) {
        memcpy(fixture_place(golds), &parts, sizeof parts);
    }
}

/* Writes the structs, whose fields a test may have changed. */
static void put_structs(void)
{
    matrix.data = pointer[CELLS];
    if (bytes_of[SCORES] > 0) {
        memcpy(fixture_place(SCORES), &matrix, sizeof matrix);
    }
    if (bytes_of[OPTIONS] > 0) {
        memcpy(fixture_place(OPTIONS), &options, sizeof options);
    }
    if (bytes_of[REPORT] > 0) {
        memcpy(fixture_place(REPORT), &report, sizeof report);
    }
    put_golds(ROW_GOLDS);
    put_golds(COLUMN_GOLDS);
    if (bytes_of[SWEEP] > 0) {
        fixture_sweep_parts();
        memcpy(fixture_place(SWEEP), &sweep, sizeof sweep);
    }
    if (bytes_of[TILE] > 0) {
        tile.scores = matrix;
        memcpy(fixture_place(TILE), &tile, sizeof tile);
    }
    if (bytes_of[DETAIL] > 0) {
        const uintptr_t offset = (uintptr_t)pointer[DETAIL] - (uintptr_t)arena;
        if (offset <= sizeof arena - sizeof(recallk_detail_t)) {
            memcpy(pointer[DETAIL], &detail_size, sizeof detail_size);
        }
    }
}

void fixture_start(const function_t *function, size_t gap)
{
    size_t k, end = gap;
    memset(&matrix, 0, sizeof matrix);
    matrix.rows = QUERY_ROWS;
    matrix.columns = ITEM_COLUMNS;
    matrix.row_stride = ROW_STRIDE;
    matrix.column_stride = 1;
    matrix.dtype = RECALLK_F32;
    fixture_sweep_start(function->form);
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    detail_size = sizeof(recallk_detail_t);
    rule = RECALLK_TIES_LOWER_INDEX;
    digits = 2;
    metric = RECALLK_METRIC_PRECISION;
    gain = RECALLK_GAIN_LINEAR;
    gallery = ITEM_COLUMNS;

    memset(arena, PATTERN, sizeof arena);
    for (k = 0; k < SLOTS; k++) {
        pointer[k] = NULL;
        length[k] = bytes_of[k] = 0;
    }
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        length[slot] = slot == SCRATCH ? scratch_bytes(function) : fixture_shape(slot)->len;
        if (length[slot] == 0) {
            length[slot] = fixture_sweep_len(function->form, slot);
        }
        bytes_of[slot] = length[slot] * fixture_shape(slot)->size;
        at[slot] = end;
        pointer[slot] = fixture_place(slot);
        end += (bytes_of[slot] + 7) / 8 * 8 + gap;
    }
    CHECK(end <= sizeof arena);
    fill_inputs();
    put_structs();
    fixture_sweep_fill(function);
}

/* Bytes from one end of some strides to the other. */
static size_t span(size_t count, ptrdiff_t stride)
{
    return (count - 1) * sizeof(float) * (size_t)(stride < 0 ? -stride : stride);
}

static uintptr_t cells_start(void)
{
    return (uintptr_t)pointer[CELLS] -
           (matrix.row_stride < 0 ? span(matrix.rows, matrix.row_stride) : 0) -
           (matrix.column_stride < 0 ? span(matrix.columns, matrix.column_stride) : 0);
}

static size_t cells_bytes(void)
{
    return span(matrix.rows, matrix.row_stride) + span(matrix.columns, matrix.column_stride) +
           sizeof(float);
}

/* This slot may change. */
static void exempt(slot_t slot)
{
    memcpy((unsigned char *)before + at[slot], fixture_place(slot), bytes_of[slot]);
}

/* Whether a buffer overlaps the detail: then that is no place to write to. */
static int detail_is_hit(const function_t *function)
{
    const uintptr_t detail = (uintptr_t)pointer[DETAIL];
    size_t k;
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        const size_t bytes = slot == CELLS ? cells_bytes() : bytes_of[slot];
        const uintptr_t start = slot == CELLS ? cells_start() : (uintptr_t)pointer[slot];
        if (slot != DETAIL && detail - start < bytes) {
            return 1;
        }
        if (slot != DETAIL && start - detail < sizeof(recallk_detail_t)) {
            return 1;
        }
    }
    return 0;
}

static void check_detail(outcome_t outcome)
{
    recallk_detail_t detail;
    memcpy(&detail, fixture_place(DETAIL), sizeof detail);
    CHECK_EQUAL(detail.struct_size, sizeof detail);
    CHECK_EQUAL(detail.row, outcome.row);
    CHECK_EQUAL(detail.column, outcome.column);
    CHECK_EQUAL(detail.reserved, 0);
    CHECK_EQUAL(detail.needed, outcome.needed);
    CHECK_EQUAL(detail.nan_cells, 0);
    if (outcome.status != RECALLK_OK) {
        CHECK_EQUAL(detail.without_gold, 0);
    }
}

void fixture_expect(const function_t *function, outcome_t outcome)
{
    const int hit = outcome.status == RECALLK_OVERLAP && detail_is_hit(function);
    size_t k;
    put_structs();
    memcpy(before, arena, sizeof arena);
    CHECK_EQUAL(function->call(), outcome.status);
    if (bytes_of[DETAIL] > 0 && pointer[DETAIL] == fixture_place(DETAIL) && !outcome.silent &&
        !hit) {
        check_detail(outcome);
        exempt(DETAIL);
    }
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        if (slot == SCRATCH || (outcome.status == RECALLK_OK && slot != DETAIL &&
                                fixture_written(slot) && pointer[slot] != NULL)) {
            exempt(slot);
        }
        /* A NaN found midway: outputs without a result. */
        if (outcome.status == RECALLK_NAN_SCORE && fixture_shape(slot)->use == OUTPUT) {
            exempt(slot);
        }
    }
    CHECK(memcmp(before, arena, sizeof arena) == 0);
}

outcome_t fault(recallk_status_t status)
{
    return fault_at(status, RECALLK_NONE, RECALLK_NONE);
}

outcome_t fault_at(recallk_status_t status, uint32_t row, uint32_t column)
{
    outcome_t outcome;
    outcome.status = status;
    outcome.row = row;
    outcome.column = column;
    outcome.needed = 0;
    outcome.silent = 0;
    return outcome;
}

outcome_t fault_needs(recallk_status_t status, uint64_t needed)
{
    outcome_t outcome = fault(status);
    outcome.needed = needed;
    return outcome;
}

outcome_t fault_silent(recallk_status_t status)
{
    outcome_t outcome = fault(status);
    outcome.silent = 1;
    return outcome;
}
