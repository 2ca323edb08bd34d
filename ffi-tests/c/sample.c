/* The built-in sample, as f32 and as f16, whose cast has made ties, evaluated in
 * both directions: what is found must be what came with it. */

#include "check.h"
#include "golden.h"
#include "recallk.h"
#include "tests.h"

static uint32_t map[GOLDEN_CAPTIONS];
static recallk_tally_t images[GOLDEN_IMAGES], captions[GOLDEN_CAPTIONS];
static uint32_t ranks[GOLDEN_IMAGES];
static uint64_t scratch[1 << 14];

static int near(double found, double expected)
{
    const double difference = found - expected;
    return difference < 1e-12 && difference > -1e-12;
}

static void check_figures(const recallk_tally_t *tallies, size_t queries, uint32_t size,
                          int32_t rule, uint64_t tied, const golden_figures_t *expected)
{
    const uint32_t ks[GOLDEN_KS] = {1, 5, 10};
    recallk_report_t report = {0};
    uint64_t hits[GOLDEN_KS];
    size_t k;
    report.struct_size = sizeof report;
    CHECK_EQUAL(recallk_report(tallies, queries, &size, 1, rule, ks, GOLDEN_KS, hits, GOLDEN_KS,
                               NULL, 0, &report, NULL),
                RECALLK_OK);
    for (k = 0; k < GOLDEN_KS; k++) {
        CHECK_EQUAL(hits[k], expected->hits[k]);
    }
    CHECK_EQUAL(report.queries, queries);
    CHECK_EQUAL(report.items, size);
    CHECK_EQUAL(report.without_gold, 0);
    CHECK_EQUAL(report.tied_queries, tied);
    CHECK_DOUBLE(report.median_rank, expected->median);
    CHECK(near(report.mean_rank, expected->mean));
    CHECK(near(report.mrr, expected->mrr));
}

static void evaluate(const golden_t *of)
{
    recallk_matrix_t matrix = {0};
    size_t j, bytes = 0;
    matrix.data = of->scores;
    matrix.rows = GOLDEN_IMAGES;
    matrix.columns = GOLDEN_CAPTIONS;
    matrix.row_stride = GOLDEN_CAPTIONS;
    matrix.column_stride = 1;
    matrix.dtype = of->dtype;
    for (j = 0; j < GOLDEN_CAPTIONS; j++) {
        map[j] = (uint32_t)(j / GOLDEN_EACH);
    }
    CHECK_EQUAL(recallk_both_scratch(&matrix, &bytes, NULL), RECALLK_OK);
    CHECK(bytes <= sizeof scratch);
    CHECK_EQUAL(recallk_tallies_both(&matrix, map, GOLDEN_CAPTIONS, NULL, scratch, bytes, images,
                                     GOLDEN_IMAGES, captions, GOLDEN_CAPTIONS, NULL),
                RECALLK_OK);
    check_about("images");
    check_figures(images, GOLDEN_IMAGES, GOLDEN_CAPTIONS, of->rule, of->tied_images, &of->images);
    check_about("captions");
    check_figures(captions, GOLDEN_CAPTIONS, GOLDEN_IMAGES, of->rule, of->tied_captions,
                  &of->captions);
}

static void ranks_of_images(void)
{
    size_t i;
    CHECK_EQUAL(recallk_tally_ranks(images, GOLDEN_IMAGES, RECALLK_TIES_LOWER_INDEX, ranks,
                                    GOLDEN_IMAGES, NULL),
                RECALLK_OK);
    for (i = 0; i < GOLDEN_IMAGES; i++) {
        CHECK_EQUAL(ranks[i] + 1, golden_ranks[i]);
    }
}

void test_sample(void)
{
    size_t k;
    for (k = 0; k < golden_len; k++) {
        check_test("sample", golden[k].name);
        evaluate(&golden[k]);
        if (golden[k].dtype == RECALLK_F32) {
            check_about("ranks of images");
            ranks_of_images();
        }
    }
}
