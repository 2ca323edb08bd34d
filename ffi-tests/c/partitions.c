/* Matrices in tiles of any shape, in any order, by two workers, against a call on
 * the whole matrix. */

#include <string.h>

#include "check.h"
#include "job.h"
#include "random.h"
#include "tests.h"

/* How a matrix is cut: the last tiles of a line are smaller where it does not
 * divide; `backward`: the last tile comes first. */
typedef struct {
    const char *name;
    size_t rows, columns;
    int backward;
} cut_t;

static const cut_t cuts[] = {
    {"one tile", ROWS, COLUMNS, 0},     {"a row each", 1, COLUMNS, 1},
    {"a column each", ROWS, 1, 0},      {"four by thirty-two", 4, 32, 1},
    {"two by seventeen", 2, 17, 0},     {"five by five", 5, 5, 1},
};

enum { CUTS = sizeof cuts / sizeof cuts[0] };

static view_t view;
static job_t job;
static found_t expected;
static uint64_t scratch[2048];

static uint32_t map[COLUMNS];
static uint64_t row_offsets[ROWS + 1], column_offsets[COLUMNS + 1];
static uint64_t row_ignored_offsets[ROWS + 1], column_ignored_offsets[COLUMNS + 1];
static uint32_t row_items[MOST_GOLDS], column_items[2 * COLUMNS];
static uint32_t row_ignored[2 * ROWS], column_ignored[COLUMNS];
static recallk_golds_t row_golds, column_golds;

static size_t tiles_of(size_t whole_line, size_t part)
{
    return (whole_line + part - 1) / part;
}

/* Tile k of the view. */
static recallk_tile_t tile_of(const kind_t *kind, const cut_t *cut, size_t k)
{
    const size_t across = tiles_of(COLUMNS, cut->columns), down = tiles_of(ROWS, cut->rows);
    const size_t at = cut->backward ? across * down - 1 - k : k;
    recallk_tile_t tile = {view.matrix, 0, 0};
    ptrdiff_t origin;
    tile.row = at / across * cut->rows;
    tile.column = at % across * cut->columns;
    tile.scores.rows = ROWS - tile.row < cut->rows ? ROWS - tile.row : cut->rows;
    tile.scores.columns =
        COLUMNS - tile.column < cut->columns ? COLUMNS - tile.column : cut->columns;
    origin = (ptrdiff_t)tile.row * view.matrix.row_stride +
             (ptrdiff_t)tile.column * view.matrix.column_stride;
    tile.scores.data = (const unsigned char *)view.matrix.data + origin * (ptrdiff_t)kind->size;
    return tile;
}

/* Two workers share the tiles of a cut; each gathers and counts its own. */
static void in_tiles(const kind_t *kind, const cut_t *cut)
{
    const size_t tiles = tiles_of(ROWS, cut->rows) * tiles_of(COLUMNS, cut->columns);
    const recallk_tile_t whole = tile_of(kind, &cuts[0], 0);
    uint64_t nan_cells = 0;
    size_t k;
    job_clear(&job);
    for (k = 0; k < tiles; k++) {
        const recallk_tile_t tile = tile_of(kind, cut, k);
        job_gather(&job, &tile, &job.workers[k % 2]);
    }
    job_merge_golds(&job);
    for (k = 0; k < tiles; k++) {
        const recallk_tile_t tile = tile_of(kind, cut, k);
        nan_cells += job_push(&job, &tile, &job.workers[k % 2]);
        CHECK(job_scratch(&job, &tile) <= job_scratch(&job, &whole));
        if (k == tiles / 2) {
            job_save_and_load(&job, &job.workers[k % 2]);
        }
    }
    job_merge_counts(&job);
    CHECK_EQUAL(nan_cells, view.nan_cells);
    CHECK_EQUAL(job_finish(&job, NULL), RECALLK_OK);
    /* The same bytes, and none behind them. */
    CHECK(memcmp(&job.found, &expected, sizeof expected) == 0);
}

/* Golds of both sides, up to so many a row, with `repeats` every third one named
 * twice. Some rows and columns have none. They ignore items that are none of their
 * golds: rows one or two, every third column one. */
static void make_golds(size_t most, int repeats)
{
    size_t i, j, at = 0, ignored = 0;
    for (i = 0; i < ROWS; i++) {
        const size_t golds = i == 4 ? 0 : 1 + i % most;
        row_offsets[i] = at;
        row_ignored_offsets[i] = ignored;
        for (j = 0; j < golds; j++) {
            row_items[at++] = (uint32_t)(3 * j + i);
            if (repeats && j % 3 == 0) {
                row_items[at++] = (uint32_t)(3 * j + i);
            }
        }
        row_ignored[ignored++] = (uint32_t)(3 * golds + i);
        if (i % 2 == 0) {
            row_ignored[ignored++] = COLUMNS - 1 - (uint32_t)i;
        }
    }
    row_offsets[ROWS] = at;
    row_ignored_offsets[ROWS] = ignored;
    for (j = ignored = at = 0; j < COLUMNS; j++) {
        column_offsets[j] = at;
        column_ignored_offsets[j] = ignored;
        if (j % 5 != 2) {
            column_items[at++] = (uint32_t)j % ROWS;
        }
        if (j % 7 == 0 && j % ROWS + 1 < ROWS) {
            column_items[at++] = (uint32_t)(j % ROWS + 1);
        }
        if (j % 3 == 0) {
            column_ignored[ignored++] = (uint32_t)(j + 3) % ROWS;
        }
    }
    column_offsets[COLUMNS] = at;
    column_ignored_offsets[COLUMNS] = ignored;

    row_golds.offsets = row_offsets;
    row_golds.offsets_len = ROWS + 1;
    row_golds.items = row_items;
    row_golds.items_len = (size_t)row_offsets[ROWS];
    row_golds.ignored_offsets = row_ignored_offsets;
    row_golds.ignored_offsets_len = ROWS + 1;
    row_golds.ignored = row_ignored;
    row_golds.ignored_len = (size_t)row_ignored_offsets[ROWS];
    column_golds.offsets = column_offsets;
    column_golds.offsets_len = COLUMNS + 1;
    column_golds.items = column_items;
    column_golds.items_len = at;
    column_golds.ignored_offsets = column_ignored_offsets;
    column_golds.ignored_offsets_len = COLUMNS + 1;
    column_golds.ignored = column_ignored;
    column_golds.ignored_len = ignored;
}

/* An ignored item counts as little as one that has no number; and of a miss it is
 * no candidate. The rest is what slow tallies say of every matrix. */
static void check_ignored(const recallk_golds_t *golds, int of_columns,
                          const recallk_tally_t *tallies)
{
    const size_t items = of_columns ? ROWS : COLUMNS;
    double line[COLUMNS];
    size_t q, k;
    for (q = 0; q + 1 < golds->offsets_len; q++) {
        const size_t start = (size_t)golds->offsets[q], end = (size_t)golds->offsets[q + 1];
        const size_t last = (size_t)golds->ignored_offsets[q + 1];
        recallk_tally_t tally;
        memcpy(line, of_columns ? view_column(&view, q) : view_row(&view, q),
               items * sizeof line[0]);
        for (k = (size_t)golds->ignored_offsets[q]; k < last; k++) {
            line[golds->ignored[k]] = NO_NUMBER;
        }
        tally = slow_tally(line, items, golds->items + start, end - start, job.options.order);
        if (tally.tied_golds == 0) {
            tally.ahead -= (uint32_t)(last - golds->ignored_offsets[q]);
        }
        CHECK(memcmp(&tally, &tallies[q], sizeof tally) == 0);
    }
}

/* The call on the whole matrix, and the sweep that shall give the same. */
static void expect_map(void)
{
    size_t j, bytes = 0;
    job.rows = ROWS;
    job.columns = 0;
    for (j = 0; j < COLUMNS; j++) {
        /* Distractors, and no column for row 4. */
        map[j] = j % 6 == 5 || j % ROWS == 4 ? RECALLK_NONE : (uint32_t)(j % ROWS);
        job.columns += map[j] != RECALLK_NONE;
    }
    job.sweep.row_of_column = map;
    job.sweep.row_of_column_len = COLUMNS;
    CHECK_EQUAL(recallk_both_scratch(&view.matrix, &bytes, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_tallies_both(&view.matrix, map, COLUMNS, &job.options, scratch, bytes,
                                     expected.row_tallies, job.rows, expected.column_tallies,
                                     job.columns, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_ranks_both(&view.matrix, map, COLUMNS, &job.options, scratch, bytes,
                                   expected.row_ranks, job.rows, expected.column_ranks,
                                   job.columns, NULL),
                RECALLK_OK);
}

static void expect_golds(void)
{
    size_t bytes = 0;
    make_golds(4, 1);
    job.rows = ROWS;
    job.columns = COLUMNS;
    job.sweep.row_golds = &row_golds;
    job.sweep.column_golds = &column_golds;
    CHECK_EQUAL(recallk_both_scratch(&view.matrix, &bytes, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_tallies_both_csr(&view.matrix, &row_golds, &column_golds, &job.options,
                                         scratch, bytes, expected.row_tallies, ROWS,
                                         expected.column_tallies, COLUMNS, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_ranks_both_csr(&view.matrix, &row_golds, &column_golds, &job.options,
                                       scratch, bytes, expected.row_ranks, ROWS,
                                       expected.column_ranks, COLUMNS, NULL),
                RECALLK_OK);
    check_ignored(&row_golds, 0, expected.row_tallies);
    check_ignored(&column_golds, 1, expected.column_tallies);
}

static void expect_rows(void)
{
    make_golds(4, 1);
    job.rows = ROWS;
    job.columns = 0;
    job.sweep.row_golds = &row_golds;
    CHECK_EQUAL(recallk_best_tallies(&view.matrix, &row_golds, &job.options, expected.row_tallies,
                                     ROWS, NULL),
                RECALLK_OK);
    check_ignored(&row_golds, 0, expected.row_tallies);
    CHECK_EQUAL(
        recallk_best_ranks(&view.matrix, &row_golds, &job.options, expected.row_ranks, ROWS, NULL),
        RECALLK_OK);
}

/* Some rows have nine golds, which take scratch. */
static void expect_every(void)
{
    size_t bytes = 0;
    make_golds(9, 0);
    job.rows = row_golds.items_len;
    job.columns = 0;
    job.sweep.row_golds = &row_golds;
    job.sweep.every_gold = 1;
    CHECK_EQUAL(recallk_gold_scratch(&row_golds, &bytes, NULL), RECALLK_OK);
    CHECK(bytes > 0 && bytes <= sizeof scratch);
    CHECK_EQUAL(recallk_gold_tallies(&view.matrix, &row_golds, &job.options, scratch, bytes,
                                     expected.row_tallies, job.rows, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_gold_ranks(&view.matrix, &row_golds, &job.options, scratch, bytes,
                                   expected.row_ranks, job.rows, NULL),
                RECALLK_OK);
}

static void (*const forms[4])(void) = {expect_map, expect_golds, expect_rows, expect_every};

static void every_cut(const kind_t *kind)
{
    size_t form, cut;
    for (form = 0; form < 4; form++) {
        job_start(&job, kind->dtype, ROWS, COLUMNS);
        memset(&expected, 0xa5, sizeof expected);
        forms[form]();
        for (cut = 0; cut < CUTS; cut++) {
            check_about(cuts[cut].name);
            in_tiles(kind, &cuts[cut]);
        }
    }
}

/* The matrices of the tests of whole matrices, of every type and layout. */
static void every_matrix(void)
{
    static kind_t kind;
    int k, layout, nan;
    for (k = 0; k < KINDS; k++) {
        slow_kind(&kind, k);
        for (layout = 0; layout < LAYOUTS; layout++) {
            check_test(kind.name, view_layout(layout));
            for (nan = 0; nan <= (kind.symbols > kind.numbers); nan++) {
                view_make(&view, &kind, layout, nan);
                job.options.nan_policy = nan ? RECALLK_NAN_WORST : RECALLK_NAN_REJECT;
                job.options.order = (k + layout) % 2;
                every_cut(&kind);
            }
        }
    }
    job.options.nan_policy = job.options.order = 0;
}

/* Counts of a tile that came and went, in every form. */
static void push_and_unpush(void)
{
    static const worker_t nothing;
    static kind_t kind;
    size_t form, k;
    check_test("tiles", "a push and an unpush leave zeros");
    slow_kind(&kind, 0);
    view_make(&view, &kind, 0, 0);
    for (form = 0; form < 4; form++) {
        const recallk_tile_t tiles[2] = {tile_of(&kind, &cuts[0], 0), tile_of(&kind, &cuts[3], 5)};
        job_start(&job, kind.dtype, ROWS, COLUMNS);
        forms[form]();
        job_clear(&job);
        job_gather(&job, &tiles[0], &job.all);
        for (k = 0; k < 2; k++) {
            CHECK_EQUAL(job_push(&job, &tiles[k], &job.workers[0]), 0);
            CHECK(memcmp(job.workers[0].counts, nothing.counts, sizeof nothing.counts) != 0);
            CHECK_EQUAL(job_unpush(&job, &tiles[k], &job.workers[0]), 0);
            CHECK(memcmp(job.workers[0].counts, nothing.counts, sizeof nothing.counts) == 0);
        }
    }
}

/* Which query is told where a tile is missing, or came twice. */
static void missing_and_twice(void)
{
    const cut_t *cut = &cuts[3]; /* 3 by 3 tiles, the last first */
    static kind_t kind;
    recallk_detail_t detail;
    recallk_tile_t tile;
    size_t k;
    check_test("tiles", "a tile that is missing, or came twice");
    memset(&detail, 0, sizeof detail);
    detail.struct_size = sizeof detail;
    slow_kind(&kind, 0);
    view_make(&view, &kind, 0, 0);
    job_start(&job, kind.dtype, ROWS, COLUMNS);
    expect_map();
    job_clear(&job);
    tile = tile_of(&kind, &cuts[0], 0);
    job_gather(&job, &tile, &job.all);
    for (k = 0; k < 9; k++) {
        tile = tile_of(&kind, cut, k);
        if (tile.row == 4 && tile.column == 32) {
            continue;
        }
        job_push(&job, &tile, &job.all);
    }
    CHECK_EQUAL(job_finish(&job, &detail), RECALLK_NOT_COVERED);
    CHECK_EQUAL(detail.row, 4);
    CHECK_EQUAL(detail.column, RECALLK_NONE);
    tile = tile_of(&kind, cut, 4);
    CHECK_EQUAL(tile.row, 4);
    CHECK_EQUAL(tile.column, 32);
    job_push(&job, &tile, &job.all);
    CHECK_EQUAL(job_finish(&job, NULL), RECALLK_OK);
    job_push(&job, &tile, &job.all);
    CHECK_EQUAL(job_finish(&job, &detail), RECALLK_NOT_COVERED);
    CHECK_EQUAL(detail.row, 4);
    job_unpush(&job, &tile, &job.all);
    CHECK_EQUAL(job_finish(&job, NULL), RECALLK_OK);
}

void test_partitions(void)
{
    random_start(2);
    memset(&job, 0, sizeof job);
    every_matrix();
    push_and_unpush();
    missing_and_twice();
}
