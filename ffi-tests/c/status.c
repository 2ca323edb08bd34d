/* Messages, names and versions. */

#include <string.h>

#include "check.h"
#include "recallk.h"
#include "tests.h"

enum { CODES = 40 };

static void messages(void)
{
    static const int32_t strangers[5] = {CODES, -1, 1000, INT32_MAX, INT32_MIN};
    const char *unknown = recallk_status_message(-1);
    int32_t code, other;
    size_t k;
    check_test("status", "every code has a message of its own");
    CHECK_EQUAL(RECALLK_RANK_OUT_OF_RANGE, CODES - 1);
    for (code = 0; code < CODES; code++) {
        const char *message = recallk_status_message(code);
        CHECK(message != NULL && strlen(message) > 5 && strcmp(message, unknown) != 0);
        for (other = 0; other < code; other++) {
            CHECK(strcmp(message, recallk_status_message(other)) != 0);
        }
    }
    check_test("status", "numbers that are no code have a message, too");
    for (k = 0; k < sizeof strangers / sizeof strangers[0]; k++) {
        const char *message = recallk_status_message(strangers[k]);
        CHECK(message != NULL && strcmp(message, unknown) == 0);
    }
}

static void names(void)
{
    static const int32_t strangers[3] = {-1, INT32_MAX, INT32_MIN};
    size_t k;
    check_test("status", "backends have names");
    CHECK(strcmp(recallk_backend_name(RECALLK_BACKEND_AUTOMATIC), "unknown") != 0);
    CHECK(strcmp(recallk_backend_name(RECALLK_BACKEND_PORTABLE), "portable") == 0);
    for (k = 0; k < sizeof strangers / sizeof strangers[0]; k++) {
        CHECK(strcmp(recallk_backend_name(strangers[k]), "unknown") == 0);
    }
}

static void versions(void)
{
    check_test("status", "library and header are of one version");
    CHECK(strcmp(recallk_version(), RECALLK_VERSION) == 0);
    CHECK_EQUAL(recallk_abi_version(), RECALLK_ABI);
}

void test_status(void)
{
    messages();
    names();
    versions();
}
