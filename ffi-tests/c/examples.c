/* The worked examples of the definition, and nothing else. */

#include "check.h"
#include "recallk.h"
#include "tests.h"

static recallk_matrix_t row_of_f32(const float *scores, size_t columns)
{
    recallk_matrix_t matrix = {0};
    matrix.data = scores;
    matrix.rows = 1;
    matrix.columns = columns;
    matrix.row_stride = (ptrdiff_t)columns;
    matrix.column_stride = 1;
    matrix.dtype = RECALLK_F32;
    return matrix;
}

/* Recall at K in percent, rounded to two decimals. */
static double percent(const uint32_t *ranks, size_t queries, uint32_t size, uint32_t k)
{
    uint64_t hits = 99;
    double rounded = -1;
    CHECK_EQUAL(recallk_hits(ranks, queries, &size, 1, &k, 1, &hits, 1, NULL), RECALLK_OK);
    CHECK_EQUAL(recallk_round(recallk_recall_percent(hits, queries), 2, &rounded), RECALLK_OK);
    return rounded;
}

static void example_a(void)
{
    const uint32_t lists[9] = {1, 2, 3, 4, 5, 6, 9, 8, 7};
    const uint64_t offsets[4] = {0, 3, 6, 9};
    const uint32_t relevant[3] = {1, 6, 7};
    uint32_t ranks[3] = {99, 99, 99};
    double median = 0;
    check_test("examples", "a: three lists");
    CHECK_EQUAL(recallk_list_ranks_u32(lists, 9, offsets, 4, NULL, 0, relevant, 3, NULL, 0, NULL,
                                       0, ranks, 3, NULL),
                RECALLK_OK);
    CHECK_EQUAL(ranks[0] + 1, 1);
    CHECK_EQUAL(ranks[1] + 1, 3);
    CHECK_EQUAL(ranks[2] + 1, 3);
    CHECK_DOUBLE(percent(ranks, 3, 3, 1), 33.33);
    CHECK_DOUBLE(percent(ranks, 3, 3, 5), 100.0);
    CHECK_DOUBLE(percent(ranks, 3, 3, 10), 100.0);
    CHECK_EQUAL(recallk_median_rank(ranks, 3, &median, NULL), RECALLK_OK);
    CHECK_DOUBLE(median, 3.0);
}

static void example_b(void)
{
    const float scores[3] = {0.5f, 0.9f, 0.5f};
    const recallk_matrix_t matrix = row_of_f32(scores, 3);
    uint32_t gold = 2, rank = 99;
    check_test("examples", "b: the lower index comes first");
    CHECK_EQUAL(recallk_ranks(&matrix, &gold, 1, NULL, &rank, 1, NULL), RECALLK_OK);
    CHECK_EQUAL(rank, 2);
    gold = 0;
    CHECK_EQUAL(recallk_ranks(&matrix, &gold, 1, NULL, &rank, 1, NULL), RECALLK_OK);
    CHECK_EQUAL(rank, 1);
}

static void example_c(void)
{
    const uint32_t bits[2] = {0x7fc00000, 0x3e4ccccd}; /* NaN, 0.2 */
    recallk_matrix_t matrix = row_of_f32(NULL, 2);
    recallk_detail_t detail = {0};
    const uint32_t gold = 0;
    uint32_t rank = 99;
    check_test("examples", "c: a NaN gold is an error");
    matrix.data = bits;
    detail.struct_size = sizeof detail;
    CHECK_EQUAL(recallk_ranks(&matrix, &gold, 1, NULL, &rank, 1, &detail), RECALLK_NAN_SCORE);
    CHECK(rank != 0);
    CHECK_EQUAL(detail.row, 0);
    CHECK_EQUAL(detail.column, 0);
}

static void example_d(void)
{
    static const int64_t doubled[5] = {0, 0, 18, 18, 9};
    const float scores[10] = {0};
    const recallk_matrix_t matrix = row_of_f32(scores, 10);
    recallk_tally_t tally = {0, 0, 0, 0, 0};
    const uint32_t gold = 0;
    int32_t rule;
    check_test("examples", "d: a constant model");
    CHECK_EQUAL(recallk_tallies(&matrix, &gold, 1, NULL, &tally, 1, NULL), RECALLK_OK);
    for (rule = RECALLK_TIES_LOWER_INDEX; rule <= RECALLK_TIES_REALISTIC; rule++) {
        uint64_t rank_doubled = 99;
        uint32_t rank = 99;
        recallk_status_t status;
        CHECK_EQUAL(recallk_tally_doubled_ranks(&tally, 1, rule, &rank_doubled, 1, NULL),
                    RECALLK_OK);
        CHECK_EQUAL(rank_doubled, doubled[rule]);
        status = recallk_tally_ranks(&tally, 1, rule, &rank, 1, NULL);
        if (rule == RECALLK_TIES_REALISTIC) {
            CHECK_EQUAL(status, RECALLK_UNKNOWN_RULE);
            CHECK_EQUAL(rank, 99);
        } else {
            CHECK_EQUAL(status, RECALLK_OK);
            CHECK_EQUAL(rank, doubled[rule] / 2);
        }
    }
}

static void example_e(void)
{
    const float scores[4] = {3, 1, 3, 2};
    const recallk_matrix_t matrix = row_of_f32(scores, 4);
    const uint64_t offsets[2] = {0, 2};
    const uint32_t items[2] = {1, 2};
    const recallk_golds_t golds = {offsets, 2, items, 2, NULL, 0, NULL, 0, NULL, 0};
    uint32_t rank = 99;
    check_test("examples", "e: the best of two golds");
    CHECK_EQUAL(recallk_best_ranks(&matrix, &golds, NULL, &rank, 1, NULL), RECALLK_OK);
    CHECK_EQUAL(rank, 1);
}

static void example_f(void)
{
    const float scores[3] = {0, 0, 0};
    const recallk_matrix_t matrix = row_of_f32(scores, 3);
    const uint64_t offsets[2] = {0, 2};
    const uint32_t items[2] = {0, 2};
    const recallk_golds_t golds = {offsets, 2, items, 2, NULL, 0, NULL, 0, NULL, 0};
    static const struct {
        int32_t rule;
        uint32_t rank;
    } expected[3] = {{RECALLK_TIES_LOWER_INDEX, 0},
                     {RECALLK_TIES_HIGHER_INDEX, 0},
                     {RECALLK_TIES_PESSIMISTIC, 1}};
    recallk_tally_t tally = {9, 9, 9, 9, 9};
    size_t k;
    check_test("examples", "f: tied golds and an item between them");
    CHECK_EQUAL(recallk_best_tallies(&matrix, &golds, NULL, &tally, 1, NULL), RECALLK_OK);
    CHECK_EQUAL(tally.ahead, 0);
    CHECK_EQUAL(tally.tied_before, 0);
    CHECK_EQUAL(tally.tied_between, 1);
    CHECK_EQUAL(tally.tied_after, 0);
    CHECK_EQUAL(tally.tied_golds, 2);
    for (k = 0; k < 3; k++) {
        uint32_t rank = 99;
        CHECK_EQUAL(recallk_tally_ranks(&tally, 1, expected[k].rule, &rank, 1, NULL), RECALLK_OK);
        CHECK_EQUAL(rank, expected[k].rank);
    }
}

static void example_g(void)
{
    const int64_t list[3] = {1, 2, 3};
    const uint64_t offsets[2] = {0, 3};
    const int64_t relevant = 9;
    recallk_detail_t detail = {0};
    uint32_t rank = 99;
    double median = 0;
    check_test("examples", "g: an absent id");
    detail.struct_size = sizeof detail;
    CHECK_EQUAL(recallk_list_ranks_i64(list, 3, offsets, 2, NULL, 0, &relevant, 1, NULL, 0, NULL,
                                       0, &rank, 1, &detail),
                RECALLK_OK);
    CHECK_EQUAL(rank, 3);
    CHECK_EQUAL(detail.without_gold, 1);
    CHECK_EQUAL(recallk_median_rank(&rank, 1, &median, NULL), RECALLK_OK);
    CHECK_DOUBLE(median, 4.0);
    CHECK_DOUBLE(percent(&rank, 1, 3, 5), 0.0);
}

void test_examples(void)
{
    example_a();
    example_b();
    example_c();
    example_d();
    example_e();
    example_f();
    example_g();
}
