/* Both directions on a device that never holds the scores: they come twice, row by
 * row. The first time the scores of the golds are gathered, the second time all are
 * counted. What is kept is some bytes a row and a column. */

#include <string.h>

#include "board.h"
#include "example.h"
#include "golden.h"
#include "number.h"
#include "recallk.h"

enum { IMAGES = GOLDEN_IMAGES, CAPTIONS = GOLDEN_CAPTIONS, QUERIES = IMAGES + CAPTIONS };

static uint16_t scores[CAPTIONS];
static uint32_t image_of_caption[CAPTIONS];
static recallk_gold_t golds[QUERIES];
static uint32_t counts[QUERIES * RECALLK_COUNTERS];
static uint64_t scratch[1100]; /* recallk_tile_scratch: 0 bytes without vectors */
static recallk_tally_t images[IMAGES], captions[CAPTIONS];
static uint64_t of_images[CAPTIONS + 1], of_captions[IMAGES + 1];

/* Stands for a model, or for a line: the f16 scores of one image, a tile. */
static recallk_tile_t receive(size_t image)
{
    const recallk_matrix_t row = {scores, 1, CAPTIONS, CAPTIONS, 1, RECALLK_F16, 0};
    const recallk_tile_t tile = {row, image, 0};
    memcpy(scores, golden_f16 + image * CAPTIONS, sizeof scores);
    return tile;
}

static void sweep_twice(const recallk_sweep_t *sweep)
{
    recallk_tile_t tile = receive(0);
    size_t image, bytes;
    must(recallk_tile_scratch(sweep, &tile, &bytes, NULL));
    if (bytes > sizeof scratch) {
        must(RECALLK_SCRATCH_TOO_SMALL);
    }
    must(recallk_golds_clear(golds, QUERIES, NULL));
    for (image = 0; image < IMAGES; image++) {
        tile = receive(image);
        must(recallk_golds_gather(sweep, &tile, NULL, golds, QUERIES, NULL));
    }
    for (image = 0; image < IMAGES; image++) {
        tile = receive(image);
        must(recallk_counts_push(sweep, &tile, NULL, golds, QUERIES, scratch, bytes, counts,
                                 QUERIES * RECALLK_COUNTERS, NULL));
    }
    must(recallk_counts_tallies(sweep, NULL, golds, QUERIES, counts, QUERIES * RECALLK_COUNTERS,
                                images, IMAGES, captions, CAPTIONS, NULL));
}

static void count(const recallk_tally_t *tallies, size_t queries, uint32_t gallery,
                  uint64_t *histogram)
{
    size_t k;
    for (k = 0; k < queries; k++) {
        uint32_t rank;
        must(recallk_tally_ranks(&tallies[k], 1, TIE_RULE, &rank, 1, NULL));
        must(recallk_histogram_count(&rank, 1, &gallery, 1, gallery, histogram,
                                     (size_t)gallery + 1, NULL));
    }
}

int main(void)
{
    recallk_sweep_t sweep = {0};
    uint32_t caption;
    for (caption = 0; caption < CAPTIONS; caption++) {
        image_of_caption[caption] = caption / GOLDEN_EACH;
    }
    sweep.struct_size = sizeof sweep;
    sweep.dtype = RECALLK_F16;
    sweep.rows = IMAGES;
    sweep.columns = CAPTIONS;
    sweep.row_of_column = image_of_caption;
    sweep.row_of_column_len = CAPTIONS;
    sweep_twice(&sweep);
    count(images, IMAGES, CAPTIONS, of_images);
    count(captions, CAPTIONS, IMAGES, of_captions);
    report("images -> captions", of_images, CAPTIONS);
    report("captions -> images", of_captions, IMAGES);
    board_print("state a column ");
    print_number((sizeof golds + sizeof counts) / QUERIES + sizeof image_of_caption[0]);
    board_print(" bytes\n");
    print_stack();
    return 0;
}
