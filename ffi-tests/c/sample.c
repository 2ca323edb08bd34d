/* The built-in sample, 120 images by 600 captions, as f32 and as f16, whose
 * cast has made ties: read from its .npy files and evaluated in both directions.
 * Expected values are those of the sample's expected.json. */

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "recallk.h"
#include "tests.h"

enum { IMAGES = 120, CAPTIONS = 600, PER_IMAGE = 5, KS = 3 };

typedef struct {
    uint64_t hits[KS];
    double median, mean, mrr;
} figures_t;

typedef struct {
    const char *name;
    const char *file;
    int32_t dtype;
    int32_t rule;
    size_t size;
    uint64_t tied_images, tied_captions;
    figures_t images, captions;
} case_t;

static const case_t cases[4] = {
    {"f32", "scores_120x600_f32.npy", RECALLK_F32, RECALLK_TIES_LOWER_INDEX, 4, 0, 0,
     {{46, 70, 78}, 3, 23.475, 0.47868632660498495},
     {{194, 344, 404}, 4, 14.565, 0.44394713466891594}},
    {"f16, optimistic", "scores_120x600_f16.npy", RECALLK_F16, RECALLK_TIES_OPTIMISTIC, 2,
     4, 5,
     {{46, 70, 78}, 3, 23.45, 0.4800766950484935},
     {{194, 344, 404}, 4, 14.563333333333333, 0.4439499124466937}},
    {"f16, pessimistic", "scores_120x600_f16.npy", RECALLK_F16, RECALLK_TIES_PESSIMISTIC, 2,
     4, 5,
     {{46, 70, 78}, 3, 23.483333333333334, 0.4786855778778211},
     {{193, 344, 404}, 4, 14.571666666666667, 0.4430941432159245}},
    {"f16, realistic", "scores_120x600_f16.npy", RECALLK_F16, RECALLK_TIES_REALISTIC, 2,
     4, 5,
     {{46, 70, 78}, 3, 23.466666666666665, 0.4792422415730306},
     {{193, 344, 404}, 4, 14.5675, 0.443382779039642}},
};

/* Of the widest type that is read, for alignment. */
static float scores[IMAGES * CAPTIONS];
static uint32_t map[CAPTIONS];
static recallk_tally_t images[IMAGES], captions[CAPTIONS];
static uint64_t scratch[1 << 14];

static int near(double found, double expected)
{
    const double difference = found - expected;
    return difference < 1e-12 && difference > -1e-12;
}

/* Reads the cells of a .npy file of version 1, whose shape is known. */
static int read_cells(const char *folder, const case_t *of)
{
    const size_t bytes = IMAGES * CAPTIONS * of->size;
    unsigned char head[10];
    char path[1024], text[256];
    size_t header;
    FILE *file;
    int fine;
    if (strlen(folder) + strlen(of->file) + 2 > sizeof path) {
        return 0;
    }
    strcpy(path, folder);
    strcat(path, "/");
    strcat(path, of->file);
    file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    fine = fread(head, 1, sizeof head, file) == sizeof head;
    header = (size_t)head[8] | (size_t)head[9] << 8;
    fine = fine && memcmp(head, "\x93NUMPY\x01", 7) == 0 && header < sizeof text;
    fine = fine && fread(text, 1, header, file) == header;
    text[fine ? header : 0] = '\0';
    fine = fine && strstr(text, of->size == 4 ? "'<f4'" : "'<f2'") != NULL &&
           strstr(text, "(120, 600)") != NULL && strstr(text, "'fortran_order': False") != NULL;
    fine = fine && fread(scores, 1, bytes, file) == bytes && fgetc(file) == EOF;
    fclose(file);
    return fine;
}

static void check_figures(const recallk_tally_t *tallies, size_t queries, uint32_t size,
                          int32_t rule, uint64_t tied, const figures_t *expected)
{
    const uint32_t ks[KS] = {1, 5, 10};
    recallk_report_t report = {0};
    uint64_t hits[KS];
    size_t k;
    report.struct_size = sizeof report;
    CHECK_EQUAL(recallk_report(tallies, queries, &size, 1, rule, ks, KS, hits, KS, NULL, 0, &report,
                               NULL),
                RECALLK_OK);
    for (k = 0; k < KS; k++) {
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

static void evaluate(const case_t *of)
{
    recallk_matrix_t matrix = {0};
    size_t j, bytes = 0;
    matrix.data = scores;
    matrix.rows = IMAGES;
    matrix.columns = CAPTIONS;
    matrix.row_stride = CAPTIONS;
    matrix.column_stride = 1;
    matrix.dtype = of->dtype;
    for (j = 0; j < CAPTIONS; j++) {
        map[j] = (uint32_t)(j / PER_IMAGE);
    }
    CHECK_EQUAL(recallk_both_scratch(&matrix, &bytes, NULL), RECALLK_OK);
    CHECK(bytes <= sizeof scratch);
    CHECK_EQUAL(recallk_tallies_both(&matrix, map, CAPTIONS, NULL, scratch, bytes, images, IMAGES,
                                     captions, CAPTIONS, NULL),
                RECALLK_OK);
    check_about("images");
    check_figures(images, IMAGES, CAPTIONS, of->rule, of->tied_images, &of->images);
    check_about("captions");
    check_figures(captions, CAPTIONS, IMAGES, of->rule, of->tied_captions, &of->captions);
}

void test_sample(const char *folder)
{
    size_t k;
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        check_test("sample", cases[k].name);
        CHECK(read_cells(folder, &cases[k]));
        evaluate(&cases[k]);
    }
}
