/* Every pointer of every function: NULL, misaligned, at the end of memory. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static void valid(const function_t *function)
{
    check_test(function->name, "valid arguments, nothing else touched");
    fixture_start(function, GAP);
    fixture_expect(function, fault(RECALLK_OK));

    check_test(function->name, "buffers may touch each other");
    fixture_start(function, 0);
    fixture_expect(function, fault(RECALLK_OK));
}

static void nulls(const function_t *function)
{
    size_t k;
    check_test(function->name, "NULL pointers");
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        const int allowed = slot == OPTIONS || slot == DETAIL;
        /* What is NULL in a sweep says what it is a sweep of. */
        if (function->form != NO_SWEEP && (slot == ROW_GOLDS || slot == COLUMN_GOLDS)) {
            continue;
        }
        if (!fixture_fills(function, slot)) {
            continue;
        }
        check_about(fixture_shape(slot)->name);
        fixture_start(function, GAP);
        pointer[slot] = NULL;
        fixture_expect(function, fault(allowed ? RECALLK_OK : RECALLK_NULL_POINTER));
    }
}

static void misaligned(const function_t *function)
{
    size_t k, offset;
    check_test(function->name, "misaligned pointers");
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        check_about(fixture_shape(slot)->name);
        for (offset = 1; offset < fixture_shape(slot)->alignment; offset *= 2) {
            if (!fixture_fills(function, slot)) {
                break;
            }
            fixture_start(function, GAP);
            pointer[slot] = fixture_place(slot) + offset;
            fixture_expect(function, fault(RECALLK_MISALIGNED));
        }
    }
}

/* No buffer may reach past the end of the address space. */
static void at_the_end(const function_t *function)
{
    const uintptr_t last = UINTPTR_MAX - 7;
    size_t k;
    check_test(function->name, "buffers across the end of memory");
    for (k = 0; k < function->slots; k++) {
        const slot_t slot = function->slot[k];
        check_about(fixture_shape(slot)->name);
        fixture_start(function, GAP);
        /* Eight bytes would be there. */
        if (fixture_bytes(slot) > 8) {
            pointer[slot] = (void *)last;
            fixture_expect(function, fault(RECALLK_SIZE_OVERFLOW));
        }
    }
}

void test_hostile_pointers(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        valid(&functions[k]);
        nulls(&functions[k]);
        misaligned(&functions[k]);
        at_the_end(&functions[k]);
    }
}
