/* An evaluation on a small device: the scores of one query at a time, in 1200 bytes,
 * and what is left of all queries in a rank histogram of 4808 bytes, however many
 * they are. It runs in 16 KiB. */

#include <string.h>

#include "board.h"
#include "example.h"
#include "golden.h"
#include "number.h"
#include "recallk.h"

enum { CAPTIONS = GOLDEN_CAPTIONS };

static uint16_t scores[CAPTIONS];
static uint64_t histogram[CAPTIONS + 1];

/* Stands for a model, or for a line: the f16 scores of one image. */
static void receive(uint32_t image)
{
    memcpy(scores, golden_f16 + (size_t)image * CAPTIONS, sizeof scores);
}

/* Where the best of an image's own captions has come out. */
static uint32_t rank_of(uint32_t image)
{
    static const uint64_t offsets[2] = {0, GOLDEN_EACH};
    const recallk_matrix_t row = {scores, 1, CAPTIONS, CAPTIONS, 1, RECALLK_F16, 0};
    uint32_t own[GOLDEN_EACH], rank, k;
    recallk_golds_t golds = {0};
    recallk_tally_t tally;
    for (k = 0; k < GOLDEN_EACH; k++) {
        own[k] = image * GOLDEN_EACH + k;
    }
    golds.offsets = offsets;
    golds.offsets_len = 2;
    golds.items = own;
    golds.items_len = GOLDEN_EACH;
    must(recallk_best_tallies(&row, &golds, NULL, &tally, 1, NULL));
    must(recallk_tally_ranks(&tally, 1, TIE_RULE, &rank, 1, NULL));
    return rank;
}

int main(void)
{
    const uint32_t gallery = CAPTIONS;
    uint32_t image;
    for (image = 0; image < GOLDEN_IMAGES; image++) {
        uint32_t rank;
        receive(image);
        rank = rank_of(image);
        must(recallk_histogram_count(&rank, 1, &gallery, 1, gallery, histogram, CAPTIONS + 1, NULL));
    }
    report("images -> captions", histogram, gallery);
    print_stack();
    return 0;
}
