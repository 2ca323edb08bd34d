/* Lists and sets of relevant ids that are wrong, and where. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static slot_t ids_of(const function_t *function)
{
    return fixture_uses(function, IDS32) ? IDS32 : IDS64;
}

static slot_t relevant_of(const function_t *function)
{
    return fixture_uses(function, RELEVANT32) ? RELEVANT32 : RELEVANT64;
}

static outcome_t bad_offset(uint32_t index)
{
    return fault_at(RECALLK_BAD_OFFSETS, index, RECALLK_NONE);
}

/* Offsets of the lists or of the relevant ids, which are `len` in all. */
static void offsets(const function_t *function, slot_t slot, size_t len)
{
    const uint64_t too_large[3] = {len + 1, ((uint64_t)1 << 32) + 1, UINT64_MAX};
    size_t k;
    check_test(function->name, "descending offsets");
    check_about(fixture_shape(slot)->name);
    fixture_start(function, GAP);
    fixture_put(slot, 0, 1);
    fixture_put(slot, 1, 0);
    fixture_expect(function, bad_offset(1));

    check_test(function->name, "offsets behind the end");
    check_about(fixture_shape(slot)->name);
    for (k = 0; k < 3; k++) {
        fixture_start(function, GAP);
        fixture_put(slot, 2, too_large[k]);
        fixture_expect(function, bad_offset(2));
    }

    check_test(function->name, "offsets of no query");
    check_about(fixture_shape(slot)->name);
    fixture_start(function, GAP);
    length[slot] = 1;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));
}

static void padded(const function_t *function)
{
    const slot_t ids = ids_of(function);
    check_test(function->name, "a list longer than its row");
    fixture_start(function, GAP);
    fixture_put(LENGTHS, 1, 5);
    fixture_expect(function, bad_offset(1));
    fixture_put(LENGTHS, 1, UINT32_MAX);
    fixture_expect(function, bad_offset(1));

    check_test(function->name, "ids that fill no matrix");
    fixture_start(function, GAP);
    length[ids] = LIST_IDS - 1;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, LIST_IDS));

    check_test(function->name, "offsets and lengths at once");
    fixture_start(function, GAP);
    pointer[LIST_OFFSETS] = fixture_place(RELEVANT_OFFSETS);
    length[LIST_OFFSETS] = LIST_QUERIES + 1;
    fixture_expect(function, fault(RECALLK_WRONG_LENGTH));
}

static void form(const function_t *function)
{
    const slot_t relevant = relevant_of(function);
    check_test(function->name, "neither offsets nor lengths");
    fixture_start(function, GAP);
    length[LIST_OFFSETS] = length[LENGTHS] = 0;
    pointer[LIST_OFFSETS] = pointer[LENGTHS] = NULL;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));

    check_test(function->name, "no relevant id");
    fixture_start(function, GAP);
    length[relevant] = length[RELEVANT_OFFSETS] = 0;
    pointer[relevant] = pointer[RELEVANT_OFFSETS] = NULL;
    fixture_expect(function, fault(RECALLK_NO_QUERIES));

    check_test(function->name, "relevant ids for other queries");
    fixture_start(function, GAP);
    length[RELEVANT_OFFSETS] = 0;
    pointer[RELEVANT_OFFSETS] = NULL;
    length[relevant] = LIST_QUERIES + 1;
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, LIST_QUERIES));

    check_test(function->name, "sets of relevant ids for fewer queries");
    fixture_start(function, GAP);
    length[RELEVANT_OFFSETS] = LIST_QUERIES;
    /* What is counted is offsets. */
    fixture_expect(function, fault_needs(RECALLK_WRONG_LENGTH, LIST_QUERIES + 1));
}

static void scratch(void)
{
    const function_t *function = fixture_function("list_scratch");
    check_test("list_scratch", "descending offsets");
    fixture_start(function, GAP);
    fixture_put(RELEVANT_OFFSETS, 2, 3);
    fixture_expect(function, bad_offset(2));
    check_test("list_scratch", "no queries: no scratch");
    length[RELEVANT_OFFSETS] = 0;
    fixture_expect(function, fault(RECALLK_OK));
}

void test_hostile_lists(void)
{
    size_t k;
    scratch();
    for (k = 0; k < functions_len; k++) {
        const function_t *function = &functions[k];
        if (!fixture_uses(function, IDS32) && !fixture_uses(function, IDS64)) {
            continue;
        }
        form(function);
        offsets(function, RELEVANT_OFFSETS, RELEVANT_IDS);
        if (fixture_uses(function, LENGTHS)) {
            padded(function);
        } else {
            offsets(function, LIST_OFFSETS, LIST_IDS);
        }
    }
}
