/* Golds and counts in bytes: of other numbers, damaged, cut off. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static void take(slot_t slot)
{
    pointer[slot] = NULL;
    length[slot] = 0;
}

/* What is neither golds nor counts, on both ways. */
static void shapes_of_saved(void)
{
    const function_t *save = fixture_function("save");
    const function_t *load = fixture_function("load");
    size_t bytes = 7;
    check_test("save", "counters that are no multiple of seven");
    fixture_start(save, GAP);
    length[SOME_COUNTS]--;
    fixture_expect(save, fault_needs(RECALLK_WRONG_LENGTH, 0));
    check_test("save", "memory for other golds or counts");
    fixture_start(save, GAP);
    length[SOME_GOLDS]--;
    fixture_expect(save, fault_needs(RECALLK_WRONG_LENGTH, SAVED_BYTES - 24));
    fixture_start(save, GAP);
    take(SOME_COUNTS);
    fixture_expect(save, fault_needs(RECALLK_WRONG_LENGTH, SAVED_BYTES - 28 * FREE_ENTRIES));

    check_test("load", "counters that are no multiple of seven");
    fixture_start(load, GAP);
    length[TAKEN_COUNTS]--;
    fixture_expect(load, fault_needs(RECALLK_WRONG_LENGTH, 0));
    check_test("load", "other numbers of golds or counts");
    fixture_start(load, GAP);
    length[TAKEN_GOLDS]--;
    fixture_expect(load, fault(RECALLK_SAVED_OTHER_SHAPE));
    take(TAKEN_GOLDS);
    fixture_expect(load, fault(RECALLK_SAVED_OTHER_SHAPE));
    fixture_start(load, GAP);
    take(TAKEN_COUNTS);
    fixture_expect(load, fault(RECALLK_SAVED_OTHER_SHAPE));

    check_test("saved_size", "no multiple of seven, and sizes that overflow");
    CHECK_EQUAL(recallk_saved_size(1, 6, &bytes, NULL), RECALLK_WRONG_LENGTH);
    CHECK_EQUAL(recallk_saved_size(SIZE_MAX, 0, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(recallk_saved_size(SIZE_MAX / 24 + 1, 0, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(recallk_saved_size(SIZE_MAX / 24, 0, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(recallk_saved_size(0, SIZE_MAX / 7 * 7, &bytes, NULL), RECALLK_SIZE_OVERFLOW);
    CHECK_EQUAL(bytes, 7);
    CHECK_EQUAL(recallk_saved_size(0, 0, &bytes, NULL), RECALLK_OK);
    CHECK_EQUAL(bytes, 40);
}

/* Every bit and every length: the first eight bytes say whose they are, four the
 * version, the sixteen from the sixteenth on the numbers of golds and counts. */
static void damaged(void)
{
    const function_t *load = fixture_function("load");
    size_t at, bit;
    check_test("load", "saved bytes with a bit that was changed");
    for (at = 0; at < SAVED_BYTES; at++) {
        const recallk_status_t status = at < 8               ? RECALLK_SAVED_FOREIGN
                                        : at < 12            ? RECALLK_SAVED_VERSION
                                        : at >= 16 && at < 32 ? RECALLK_SAVED_OTHER_SHAPE
                                                             : RECALLK_SAVED_DAMAGED;
        for (bit = 0; bit < 8; bit++) {
            fixture_start(load, GAP);
            fixture_put(SAVED, at, (uint64_t)fixture_place(SAVED)[at] ^ ((uint64_t)1 << bit));
            fixture_expect(load, fault(status));
        }
    }
    check_test("load", "saved bytes that are cut off");
    fixture_start(load, GAP);
    for (at = 0; at < SAVED_BYTES; at++) {
        length[SAVED] = at;
        fixture_expect(load, fault(at < 8 ? RECALLK_SAVED_FOREIGN : RECALLK_SAVED_DAMAGED));
    }
    check_test("load", "more bytes than were saved");
    length[SAVED] = SAVED_BYTES + 1;
    fixture_expect(load, fault(RECALLK_SAVED_DAMAGED));
    check_test("load", "no bytes");
    take(SAVED);
    fixture_expect(load, fault(RECALLK_SAVED_FOREIGN));
    check_test("load", "what was saved");
    fixture_start(load, GAP);
    fixture_expect(load, fault(RECALLK_OK));
}

void test_hostile_saved(void)
{
    shapes_of_saved();
    damaged();
}
