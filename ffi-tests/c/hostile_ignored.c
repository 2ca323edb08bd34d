/* Ignored items that are wrong, and where they are. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

/* The ignored items of rows or of columns. Of the rows, query 3 has the gold 5
 * and ignores 4, 4, 6; of the columns, query 1 has the gold 1 and ignores 2, 3. */
typedef struct {
    const char *name;
    slot_t offsets, ignored_offsets, ignored;
    uint32_t queries, gallery, query, gold;
    /* The first of that query, and the last. */
    size_t first, last;
    int of_columns;
} side_t;

static const side_t rows = {
    "ignored by rows", ROW_OFFSETS, ROW_IGNORED_OFFSETS, ROW_IGNORED,
    QUERY_ROWS, ITEM_COLUMNS, 3, 5, 2, 4, 0,
};
static const side_t columns = {
    "ignored by columns", COLUMN_OFFSETS, COLUMN_IGNORED_OFFSETS, COLUMN_IGNORED,
    ITEM_COLUMNS, QUERY_ROWS, 1, 1, 1, 2, 1,
};

static outcome_t at_item(recallk_status_t status, const side_t *side, uint32_t item)
{
    return side->of_columns ? fault_at(status, item, side->query)
                            : fault_at(status, side->query, item);
}

static outcome_t at_index(uint32_t index)
{
    return fault_at(RECALLK_BAD_OFFSETS, index, RECALLK_NONE);
}

static void items(const function_t *function, const side_t *side)
{
    const uint32_t too_large[3] = {side->gallery, 0x80000000, UINT32_MAX};
    size_t k;
    check_test(function->name, "an ignored item outside the gallery");
    check_about(side->name);
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(side->ignored, side->last, too_large[k]);
        fixture_expect(function, at_item(RECALLK_IGNORED_OUT_OF_RANGE, side, too_large[k]));
    }

    check_test(function->name, "descending ignored items");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->ignored, side->last, 0);
    fixture_expect(function, at_item(RECALLK_IGNORED_NOT_ASCENDING, side, 0));

    check_test(function->name, "a gold that is ignored");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->ignored, side->of_columns ? side->first : side->last, side->gold);
    fixture_expect(function, at_item(RECALLK_IGNORED_GOLD, side, side->gold));

    check_test(function->name, "an item that is ignored twice");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->ignored, side->first, 3);
    fixture_put(side->ignored, side->last - 1, 3);
    fixture_put(side->ignored, side->last, 3);
    fixture_expect(function, fault(RECALLK_OK));
}

static void offsets(const function_t *function, const side_t *side)
{
    check_test(function->name, "descending offsets of ignored items");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->ignored_offsets, 2, 0);
    fixture_expect(function, at_index(2));

    check_test(function->name, "offsets behind the last ignored item");
    check_about(side->name);
    fixture_start(function, GAP);
    fixture_put(side->ignored_offsets, side->queries, UINT64_MAX);
    fixture_expect(function, at_index(side->queries));
    fixture_put(side->ignored_offsets, side->queries, length[side->ignored] + 1);
    fixture_expect(function, at_index(side->queries));

    check_test(function->name, "offsets of ignored items for fewer queries");
    check_about(side->name);
    fixture_start(function, GAP);
    length[side->ignored_offsets]--;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, length[side->offsets]));
}

static void none(const function_t *function, const side_t *side)
{
    check_test(function->name, "ignored items without offsets");
    check_about(side->name);
    fixture_start(function, GAP);
    pointer[side->ignored_offsets] = NULL;
    length[side->ignored_offsets] = 0;
    fixture_expect(function, fault(RECALLK_NULL_POINTER));

    check_test(function->name, "nothing is ignored");
    check_about(side->name);
    pointer[side->ignored] = NULL;
    length[side->ignored] = 0;
    fixture_expect(function, fault(RECALLK_OK));
}

static void of_side(const function_t *function, const side_t *side)
{
    items(function, side);
    offsets(function, side);
    none(function, side);
}

void test_hostile_ignored(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        const function_t *function = &functions[k];
        /* How much scratch golds need is asked without a matrix. */
        if (function == fixture_function("gold_scratch")) {
            continue;
        }
        if (fixture_uses(function, ROW_IGNORED)) {
            of_side(function, &rows);
        }
        if (fixture_uses(function, COLUMN_IGNORED)) {
            of_side(function, &columns);
        }
    }
}
