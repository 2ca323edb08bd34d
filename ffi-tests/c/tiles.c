/* Tiles in examples that are worked out by hand. */

#include <string.h>

#include "check.h"
#include "job.h"
#include "tests.h"

static job_t job;
static found_t expected;

static void check_tally(const recallk_tally_t *tally, uint32_t ahead, uint32_t before,
                        uint32_t after, uint32_t golds)
{
    CHECK_EQUAL(tally->ahead, ahead);
    CHECK_EQUAL(tally->tied_before, before);
    CHECK_EQUAL(tally->tied_between, 0);
    CHECK_EQUAL(tally->tied_after, after);
    CHECK_EQUAL(tally->tied_golds, golds);
}

/* A tile of a dense matrix of f32 with so many columns. */
static recallk_tile_t f32_tile(const float *scores, size_t columns, size_t row, size_t column,
                               size_t tile_rows, size_t tile_columns)
{
    recallk_tile_t tile;
    memset(&tile, 0, sizeof tile);
    tile.scores.data = scores + row * columns + column;
    tile.scores.rows = tile_rows;
    tile.scores.columns = tile_columns;
    tile.scores.row_stride = (ptrdiff_t)columns;
    tile.scores.column_stride = 1;
    tile.scores.dtype = RECALLK_F32;
    tile.row = row;
    tile.column = column;
    return tile;
}

/* Row 0 ignores the best item: one tied item is left before its gold. Of row 1 two
 * of three better items are ignored. Row 2 has no gold: a miss of three candidates. */
static void ignored_by_hand(void)
{
    static const float scores[12] = {9, 8, 8, 7, 1, 2, 3, 4, 1, 1, 1, 1};
    static const uint64_t offsets[4] = {0, 1, 2, 2}, ignored_offsets[4] = {0, 1, 3, 4};
    static const uint32_t items[2] = {2, 0}, ignored[4] = {0, 1, 3, 0};
    const recallk_golds_t golds = {offsets, 4, items, 2, NULL, 0, ignored_offsets, 4, ignored, 4};
    const recallk_matrix_t matrix = f32_tile(scores, 4, 0, 0, 3, 4).scores;
    uint32_t every;
    size_t k;
    for (every = 0; every <= 1; every++) {
        check_test("tiles", every ? "every gold, with ignored items" : "ignored items");
        job_start(&job, RECALLK_F32, 3, 4);
        job.sweep.row_golds = &golds;
        job.sweep.every_gold = every;
        job.rows = every ? 2 : 3;
        job.columns = 0;
        job_clear(&job);
        for (k = 0; k < 2; k++) {
            const recallk_tile_t tile = f32_tile(scores, 4, 0, 2 * k, 3, 2);
            job_gather(&job, &tile, &job.all);
        }
        for (k = 0; k < 2; k++) {
            const recallk_tile_t tile = f32_tile(scores, 4, 0, 2 * k, 3, 2);
            CHECK_EQUAL(job_push(&job, &tile, &job.all), 0);
        }
        CHECK_EQUAL(job_finish(&job, NULL), RECALLK_OK);
        check_tally(&job.found.row_tallies[0], 0, 1, 0, 1);
        check_tally(&job.found.row_tallies[1], 1, 0, 0, 1);
        CHECK_EQUAL(job.found.row_ranks[0], 1);
        CHECK_EQUAL(job.found.row_ranks[1], 1);
        if (every) {
            CHECK_EQUAL(recallk_gold_tallies(&matrix, &golds, NULL, NULL, 0, expected.row_tallies,
                                             2, NULL),
                        RECALLK_OK);
        } else {
            check_tally(&job.found.row_tallies[2], 3, 0, 0, 0);
            CHECK_EQUAL(recallk_best_tallies(&matrix, &golds, NULL, expected.row_tallies, 3, NULL),
                        RECALLK_OK);
        }
        CHECK(memcmp(expected.row_tallies, job.found.row_tallies,
                     job.rows * sizeof(recallk_tally_t)) == 0);
    }
}

/* Two images and four texts, the last a distractor. Where a text meets its image
 * the tiles hold 100, but the scores are 5, 6 and 2:
 *
 *     (5)  4   7   6
 *      3  (6) (2)  6
 */
static void given_by_hand(void)
{
    static const float scores[8] = {100, 4, 7, 6, 3, 100, 100, 6};
    static const float of_golds[4] = {5, 6, 2, 99};
    static const uint32_t image_of_text[4] = {0, 1, 1, RECALLK_NONE};
    size_t k;
    check_test("tiles", "scores of golds that are not in the tiles");
    job_start(&job, RECALLK_F32, 2, 4);
    job.sweep.row_of_column = image_of_text;
    job.sweep.row_of_column_len = 4;
    job.sweep.row_scores = job.sweep.column_scores = of_golds;
    job.sweep.row_scores_len = job.sweep.column_scores_len = 4;
    job.rows = 2;
    job.columns = 3;
    job_clear(&job);
    for (k = 0; k < 4; k++) {
        const recallk_tile_t tile = f32_tile(scores, 4, k / 2, k % 2 * 2, 1, 2);
        if (k == 0) {
            /* Any tile does: all golds are given. */
            job_gather(&job, &tile, &job.all);
        }
        CHECK_EQUAL(job_push(&job, &tile, &job.workers[k % 2]), 0);
    }
    job_merge_counts(&job);
    CHECK_EQUAL(job_finish(&job, NULL), RECALLK_OK);
    check_tally(&job.found.row_tallies[0], 2, 0, 0, 1);
    check_tally(&job.found.row_tallies[1], 0, 0, 1, 1);
    check_tally(&job.found.column_tallies[0], 0, 0, 0, 1);
    check_tally(&job.found.column_tallies[1], 0, 0, 0, 1);
    check_tally(&job.found.column_tallies[2], 1, 0, 0, 1);
    CHECK_EQUAL(job.found.row_ranks[0], 2);
    CHECK_EQUAL(job.found.column_ranks[2], 1);
}

/* Two tiles of ten rows; a cell of the last row is NaN, when others of its tile have
 * been counted. It is refused and leaves nothing; without it the rest is not all. */
static void refused_by_hand(void)
{
    static const uint32_t image_of_text[2] = {0, 19};
    static uint64_t scratch[512];
    static uint32_t before[22 * RECALLK_COUNTERS];
    const uint32_t one = 0x3f800000, nan = 0x7fc00000;
    uint32_t cells[40];
    recallk_detail_t detail;
    recallk_tile_t tiles[2] = {{{NULL, 10, 2, 2, 1, RECALLK_F32, 0}, 0, 0},
                               {{NULL, 10, 2, 2, 1, RECALLK_F32, 0}, 10, 0}};
    size_t k, bytes = 0;
    check_test("tiles", "a tile with a NaN is as if it had not come");
    memset(&detail, 0, sizeof detail);
    detail.struct_size = sizeof detail;
    for (k = 0; k < 40; k++) {
        cells[k] = k == 38 ? nan : one;
    }
    job_start(&job, RECALLK_F32, 20, 2);
    job.sweep.row_of_column = image_of_text;
    job.sweep.row_of_column_len = 2;
    job.rows = 20;
    job.columns = 2;
    job_clear(&job);
    CHECK_EQUAL(job.entries, 22);
    for (k = 0; k < 2; k++) {
        tiles[k].scores.data = cells + 20 * k;
        job_gather(&job, &tiles[k], &job.all);
    }
    CHECK_EQUAL(job_push(&job, &tiles[0], &job.all), 0);
    memcpy(before, job.all.counts, sizeof before);
    CHECK_EQUAL(recallk_tile_scratch(&job.sweep, &tiles[1], &bytes, NULL), RECALLK_OK);
    CHECK(bytes <= sizeof scratch);
    CHECK_EQUAL(recallk_counts_push(&job.sweep, &tiles[1], NULL, job.all.golds, 22, scratch, bytes,
                                    job.all.counts, 22 * RECALLK_COUNTERS, &detail),
                RECALLK_NAN_SCORE);
    CHECK_EQUAL(detail.row, 19);
    CHECK_EQUAL(detail.column, 0);
    CHECK(memcmp(before, job.all.counts, sizeof before) == 0);
    CHECK_EQUAL(job_finish(&job, &detail), RECALLK_NOT_COVERED);
    CHECK_EQUAL(detail.row, 10);
    /* Mended it is taken. */
    cells[38] = one;
    CHECK_EQUAL(job_push(&job, &tiles[1], &job.all), 0);
    CHECK_EQUAL(job_finish(&job, NULL), RECALLK_OK);
    check_tally(&job.found.column_tallies[0], 0, 0, 19, 1);
    check_tally(&job.found.column_tallies[1], 0, 19, 0, 1);
}

void test_tiles(void)
{
    memset(&job, 0, sizeof job);
    ignored_by_hand();
    given_by_hand();
    refused_by_hand();
}
