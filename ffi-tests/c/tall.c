/* So many rows that narrow counters of a column would overflow. */

#include "check.h"
#include "recallk.h"
#include "tests.h"

enum { ROWS = 300 };

void test_tall(void)
{
    static int8_t scores[2 * ROWS];
    static const uint32_t map[2] = {ROWS - 1, 0};
    static recallk_tally_t rows[ROWS];
    static uint64_t scratch[1700];
    const recallk_matrix_t matrix = {scores, ROWS, 2, 2, 1, RECALLK_I8, 0};
    recallk_tally_t columns[2];
    size_t i, bytes = 0;
    check_test("matrix", "more rows than a byte counts");
    for (i = 0; i < ROWS; i++) {
        scores[2 * i] = 3;
        scores[2 * i + 1] = i == 0 ? -1 : 1;
    }
    CHECK_EQUAL(recallk_both_scratch(&matrix, &bytes, NULL), RECALLK_OK);
    CHECK(bytes > 0 && bytes <= sizeof scratch);
    CHECK_EQUAL(recallk_tallies_both(&matrix, map, 2, NULL, scratch, bytes, rows, ROWS, columns, 2,
                                     NULL),
                RECALLK_OK);
    CHECK_EQUAL(columns[0].ahead, 0);
    CHECK_EQUAL(columns[0].tied_before, ROWS - 1);
    CHECK_EQUAL(columns[1].ahead, ROWS - 1);
    CHECK_EQUAL(columns[1].tied_golds, 1);
}
