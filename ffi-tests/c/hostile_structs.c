/* Struct sizes, reserved fields, flags, and numbers that are no enum value. */

#include "check.h"
#include "fixture.h"
#include "tests.h"

static const int32_t strangers[] = {-1, 99, 0x7f, 0x100, 0x10000, 0x1000001, INT32_MAX, INT32_MIN};

enum { STRANGERS = sizeof strangers / sizeof strangers[0] };

static void detail_sizes(const function_t *function)
{
    static const uint32_t sizes[5] = {0, 39, 41, 80, UINT32_MAX};
    size_t k;
    check_test(function->name, "detail of another size");
    for (k = 0; k < 5; k++) {
        fixture_start(function, GAP);
        detail_size = sizes[k];
        fixture_expect(function, fault_silent(RECALLK_ABI_MISMATCH));
    }
}

static void options_of(const function_t *function)
{
    static const uint32_t sizes[5] = {0, 31, 33, 16, UINT32_MAX};
    size_t k;
    check_test(function->name, "options of another size");
    for (k = 0; k < 5; k++) {
        fixture_start(function, GAP);
        options.struct_size = sizes[k];
        fixture_expect(function, fault(RECALLK_ABI_MISMATCH));
    }
    check_test(function->name, "reserved options");
    for (k = 0; k < 4; k++) {
        fixture_start(function, GAP);
        options.reserved[k] = k == 0 ? 1 : 0x80000000;
        fixture_expect(function, fault(RECALLK_RESERVED_NOT_ZERO));
    }
    check_test(function->name, "unknown options");
    for (k = 0; k < STRANGERS; k++) {
        fixture_start(function, GAP);
        options.nan_policy = strangers[k];
        fixture_expect(function, fault(RECALLK_UNKNOWN_POLICY));
        fixture_start(function, GAP);
        options.order = strangers[k];
        fixture_expect(function, fault(RECALLK_UNKNOWN_ORDER));
        fixture_start(function, GAP);
        options.backend = strangers[k];
        fixture_expect(function, fault(RECALLK_UNKNOWN_BACKEND));
    }
    fixture_start(function, GAP);
    options.nan_policy = 2;
    fixture_expect(function, fault(RECALLK_UNKNOWN_POLICY));
    fixture_start(function, GAP);
    options.order = 2;
    fixture_expect(function, fault(RECALLK_UNKNOWN_ORDER));
}

static void matrices(const function_t *function)
{
    size_t k;
    check_test(function->name, "unknown dtypes");
    for (k = 0; k < STRANGERS + 2; k++) {
        fixture_start(function, GAP);
        matrix.dtype = k < STRANGERS ? strangers[k] : k == STRANGERS ? 0 : RECALLK_U64 + 1;
        fixture_expect(function, fault(RECALLK_UNKNOWN_DTYPE));
    }
    check_test(function->name, "flags");
    for (k = 0; k < 32; k++) {
        fixture_start(function, GAP);
        matrix.flags = (uint32_t)1 << k;
        fixture_expect(function, fault(RECALLK_RESERVED_NOT_ZERO));
    }
}

static void rules(void)
{
    static const char *const users[3] = {"tally_ranks", "tally_doubled_ranks", "report"};
    size_t u, k;
    for (u = 0; u < 3; u++) {
        const function_t *function = fixture_function(users[u]);
        check_test(users[u], "unknown tie rules");
        for (k = 0; k < STRANGERS + 1; k++) {
            fixture_start(function, GAP);
            rule = k < STRANGERS ? strangers[k] : RECALLK_TIES_REALISTIC + 1;
            fixture_expect(function, fault(RECALLK_UNKNOWN_RULE));
        }
        fixture_start(function, GAP);
        rule = RECALLK_TIES_REALISTIC;
        /* Such ranks may be no integers. */
        fixture_expect(function, fault(u == 0 ? RECALLK_UNKNOWN_RULE : RECALLK_OK));
    }
}

static void reports(void)
{
    static const uint32_t sizes[4] = {0, 95, 97, UINT32_MAX};
    const function_t *function = fixture_function("report");
    size_t k;
    check_test("report", "report of another size");
    for (k = 0; k < 4; k++) {
        fixture_start(function, GAP);
        report.struct_size = sizes[k];
        fixture_expect(function, fault(RECALLK_ABI_MISMATCH));
    }
}

static void abi(void)
{
    check_test("check_abi", "another ABI");
    CHECK_EQUAL(recallk_check_abi(RECALLK_ABI), RECALLK_OK);
    CHECK_EQUAL(recallk_check_abi(RECALLK_ABI + 1), RECALLK_ABI_MISMATCH);
    CHECK_EQUAL(recallk_check_abi(0), RECALLK_ABI_MISMATCH);
    CHECK_EQUAL(recallk_check_abi(UINT32_MAX), RECALLK_ABI_MISMATCH);
}

void test_hostile_structs(void)
{
    size_t k;
    for (k = 0; k < functions_len; k++) {
        if (fixture_uses(&functions[k], DETAIL)) {
            detail_sizes(&functions[k]);
        }
        if (fixture_uses(&functions[k], OPTIONS)) {
            options_of(&functions[k]);
        }
        if (fixture_uses(&functions[k], CELLS)) {
            matrices(&functions[k]);
        }
    }
    rules();
    reports();
    abi();
}
