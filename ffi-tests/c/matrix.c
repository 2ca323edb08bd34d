/* Score matrices of every type and layout, in every call, against slow tallies. */

#include <string.h>

#include "check.h"
#include "random.h"
#include "recallk.h"
#include "tests.h"
#include "view.h"

/* More backends may come; their numbers are small. */
enum { BACKENDS = 8, ITEMS = 6 * COLUMNS };

/* Golds of a side: one list of items for each query. */
typedef struct {
    uint64_t offsets[COLUMNS + 1];
    uint32_t items[ITEMS];
    uint32_t queries[COLUMNS];
    recallk_golds_t golds;
} side_t;

static view_t view;
static side_t of_rows, of_columns;
static recallk_options_t options;
static recallk_tally_t tallies[ITEMS], column_tallies[COLUMNS];
static uint32_t ranks[ITEMS], column_ranks[COLUMNS];
static uint64_t scratch[10 * (ROWS + COLUMNS)];

/* What the calls of one test have found, to be compared. */
static uint64_t misses;

static recallk_detail_t empty_detail(void)
{
    recallk_detail_t detail;
    memset(&detail, 0xa5, sizeof detail);
    detail.struct_size = sizeof detail;
    misses = 0;
    return detail;
}

static void check_detail(const recallk_detail_t *detail)
{
    CHECK_EQUAL(detail->row, RECALLK_NONE);
    CHECK_EQUAL(detail->column, RECALLK_NONE);
    CHECK_EQUAL(detail->reserved, 0);
    CHECK_EQUAL(detail->needed, 0);
    CHECK_EQUAL(detail->nan_cells, view.nan_cells);
    CHECK_EQUAL(detail->without_gold, misses);
}

static void check_query(const recallk_tally_t *tally, uint32_t rank, recallk_tally_t expected)
{
    CHECK_EQUAL(tally->ahead, expected.ahead);
    CHECK_EQUAL(tally->tied_before, expected.tied_before);
    CHECK_EQUAL(tally->tied_between, expected.tied_between);
    CHECK_EQUAL(tally->tied_after, expected.tied_after);
    CHECK_EQUAL(tally->tied_golds, expected.tied_golds);
    CHECK_EQUAL(rank, expected.ahead + expected.tied_before);
    misses += (uint64_t)(expected.tied_golds == 0);
}

/* Fills a side with random golds, ascending; `most` golds at once, `repeats`:
 * some are named twice; `listed`: only some rows or columns are queries. */
static void make_side(side_t *side, size_t lines, uint32_t items, uint32_t most, int repeats,
                      int listed)
{
    size_t line, queries = 0, at = 0;
    for (line = 0; line < lines; line++) {
        uint32_t item, left = line == 0 ? most : random_below(most + 1);
        if (listed && line % 3 == 1) {
            continue;
        }
        side->offsets[queries] = at;
        side->queries[queries++] = (uint32_t)line;
        for (item = 0; item < items; item++) {
            if (random_below(items - item) < left) {
                side->items[at++] = item;
                left--;
                if (repeats && random_below(4) == 0) {
                    side->items[at++] = item;
                }
            }
        }
    }
    side->offsets[queries] = at;
    side->golds.offsets = side->offsets;
    side->golds.offsets_len = queries + 1;
    side->golds.items = side->items;
    side->golds.items_len = at;
    side->golds.queries = listed ? side->queries : NULL;
    side->golds.queries_len = listed ? queries : 0;
}

static recallk_tally_t expected_of(const side_t *side, size_t q, int columns)
{
    const size_t start = (size_t)side->offsets[q];
    const double *line = columns ? view_column(&view, side->queries[q])
                                 : view_row(&view, side->queries[q]);
    return slow_tally(line, columns ? ROWS : COLUMNS, side->items + start,
                      (size_t)side->offsets[q + 1] - start, options.order);
}

static void one_gold(void)
{
    recallk_detail_t detail = empty_detail();
    uint32_t gold[ROWS];
    size_t i;
    for (i = 0; i < ROWS; i++) {
        gold[i] = random_below(COLUMNS);
    }
    CHECK_EQUAL(recallk_ranks(&view.matrix, gold, ROWS, &options, ranks, ROWS, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_tallies(&view.matrix, gold, ROWS, &options, tallies, ROWS, &detail),
                RECALLK_OK);
    for (i = 0; i < ROWS; i++) {
        check_query(&tallies[i], ranks[i],
                    slow_tally(view_row(&view, i), COLUMNS, &gold[i], 1, options.order));
    }
    check_detail(&detail);
}

static void best_gold(int listed)
{
    recallk_detail_t detail = empty_detail();
    size_t q, queries;
    make_side(&of_rows, ROWS, COLUMNS, 12, 1, listed);
    queries = of_rows.golds.offsets_len - 1;
    CHECK_EQUAL(
        recallk_best_ranks(&view.matrix, &of_rows.golds, &options, ranks, queries, NULL),
        RECALLK_OK);
    CHECK_EQUAL(
        recallk_best_tallies(&view.matrix, &of_rows.golds, &options, tallies, queries, &detail),
        RECALLK_OK);
    for (q = 0; q < queries; q++) {
        check_query(&tallies[q], ranks[q], expected_of(&of_rows, q, 0));
    }
    check_detail(&detail);
}

static void every_gold(uint32_t most, int listed)
{
    recallk_detail_t detail = empty_detail();
    size_t q, k, bytes = 99, total;
    void *memory;
    make_side(&of_rows, ROWS, COLUMNS, most, 0, listed);
    total = of_rows.golds.items_len;
    CHECK_EQUAL(recallk_gold_scratch(&of_rows.golds, &bytes, NULL), RECALLK_OK);
    CHECK_EQUAL(bytes, most > 8 ? 24 * most : 0);
    memory = bytes > 0 ? scratch : NULL;
    CHECK_EQUAL(recallk_gold_ranks(&view.matrix, &of_rows.golds, &options, memory, bytes, ranks,
                                   total, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_gold_tallies(&view.matrix, &of_rows.golds, &options, memory, bytes, tallies,
                                     total, &detail),
                RECALLK_OK);
    for (q = 0; q < of_rows.golds.offsets_len - 1; q++) {
        const double *line = view_row(&view, of_rows.queries[q]);
        for (k = (size_t)of_rows.offsets[q]; k < of_rows.offsets[q + 1]; k++) {
            check_query(&tallies[k], ranks[k],
                        slow_tally(line, COLUMNS, &of_rows.items[k], 1, options.order));
        }
        misses += (uint64_t)(of_rows.offsets[q] == of_rows.offsets[q + 1]);
    }
    check_detail(&detail);
}

static size_t both_bytes(void)
{
    size_t bytes = 0;
    CHECK_EQUAL(recallk_both_scratch(&view.matrix, &bytes, NULL), RECALLK_OK);
    CHECK(bytes > 0 && bytes <= sizeof scratch);
    return bytes;
}

static void both_by_map(void)
{
    recallk_detail_t detail = empty_detail();
    const size_t bytes = both_bytes();
    uint32_t map[COLUMNS], golds[COLUMNS];
    size_t i, j, queries = 0;
    for (j = 0; j < COLUMNS; j++) {
        /* Distractors, and no column for row 4. */
        const uint32_t row = random_below(ROWS);
        map[j] = random_below(8) == 0 || row == 4 ? RECALLK_NONE : row;
        queries += map[j] != RECALLK_NONE;
    }
    CHECK_EQUAL(recallk_ranks_both(&view.matrix, map, COLUMNS, &options, scratch, bytes, ranks, ROWS,
                                   column_ranks, queries, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_tallies_both(&view.matrix, map, COLUMNS, &options, scratch, bytes, tallies,
                                     ROWS, column_tallies, queries, &detail),
                RECALLK_OK);
    for (i = 0; i < ROWS; i++) {
        size_t golds_len = 0;
        for (j = 0; j < COLUMNS; j++) {
            if (map[j] == i) {
                golds[golds_len++] = (uint32_t)j;
            }
        }
        check_query(&tallies[i], ranks[i],
                    slow_tally(view_row(&view, i), COLUMNS, golds, golds_len, options.order));
    }
    for (i = j = 0; j < COLUMNS; j++) {
        if (map[j] != RECALLK_NONE) {
            check_query(&column_tallies[i], column_ranks[i],
                        slow_tally(view_column(&view, j), ROWS, &map[j], 1, options.order));
            i++;
        }
    }
    check_detail(&detail);
}

static void both_by_golds(int listed)
{
    recallk_detail_t detail = empty_detail();
    const size_t bytes = both_bytes();
    size_t q, rows, columns;
    make_side(&of_rows, ROWS, COLUMNS, 12, 1, listed);
    make_side(&of_columns, COLUMNS, ROWS, 3, 1, listed);
    rows = of_rows.golds.offsets_len - 1;
    columns = of_columns.golds.offsets_len - 1;
    CHECK_EQUAL(recallk_ranks_both_csr(&view.matrix, &of_rows.golds, &of_columns.golds, &options,
                                       scratch, bytes, ranks, rows, column_ranks, columns, NULL),
                RECALLK_OK);
    CHECK_EQUAL(recallk_tallies_both_csr(&view.matrix, &of_rows.golds, &of_columns.golds, &options,
                                         scratch, bytes, tallies, rows, column_tallies, columns,
                                         &detail),
                RECALLK_OK);
    for (q = 0; q < rows; q++) {
        check_query(&tallies[q], ranks[q], expected_of(&of_rows, q, 0));
    }
    for (q = 0; q < columns; q++) {
        check_query(&column_tallies[q], column_ranks[q], expected_of(&of_columns, q, 1));
    }
    check_detail(&detail);
}

static void every_call(void)
{
    one_gold();
    best_gold(0);
    best_gold(1);
    every_gold(8, 0);
    every_gold(20, 1);
    both_by_map();
    both_by_golds(0);
    both_by_golds(1);
}

static int backend_there(int32_t backend)
{
    const uint32_t gold[ROWS] = {0};
    options.backend = backend;
    return recallk_ranks(&view.matrix, gold, ROWS, &options, ranks, ROWS, NULL) == RECALLK_OK;
}

static void every_option(const kind_t *kind, int layout)
{
    int nan;
    check_about(view_layout(layout));
    for (nan = 0; nan <= (kind->symbols > kind->numbers); nan++) {
        view_make(&view, kind, layout, nan);
        for (options.order = RECALLK_HIGHER_FIRST; options.order <= RECALLK_LOWER_FIRST;
             options.order++) {
            int32_t backend;
            /* A matrix without NaN is one for both policies. */
            options.nan_policy = nan ? RECALLK_NAN_WORST : options.order;
            for (backend = 0; backend < BACKENDS; backend++) {
                if (backend_there(backend)) {
                    every_call();
                }
            }
        }
    }
}

void test_matrix(void)
{
    static kind_t kind;
    int k, layout;
    random_start(1);
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    for (k = 0; k < KINDS; k++) {
        slow_kind(&kind, k);
        for (layout = 0; layout < LAYOUTS; layout++) {
            check_test(kind.name, view_layout(layout));
            every_option(&kind, layout);
        }
    }
}
