#include "check.h"

#include <stddef.h>
#include <string.h>

static const char *run_name;
static const char *test_group;
static const char *test_name;
static const char *subject;
static int failures_of_test;
static unsigned passed;
static unsigned failed;

/* More would only bury the first ones. */
enum { FAILURES_SHOWN = 3 };

static void print_number(int64_t number)
{
    char text[24];
    size_t at = sizeof text - 1;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    text[at] = '\0';
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        text[--at] = '-';
    }
    check_print(text + at);
}

static void end_test(void)
{
    if (test_group != NULL) {
        if (failures_of_test == 0) {
            passed++;
        } else {
            failed++;
        }
    }
    test_group = NULL;
    subject = NULL;
    failures_of_test = 0;
}

void check_run(const char *name)
{
    end_test();
    run_name = name;
}

void check_test(const char *group, const char *name)
{
    end_test();
    test_group = group;
    test_name = name;
}

void check_about(const char *what)
{
    subject = what;
}

static void print_name(const char *what)
{
    if (test_group != NULL) {
        check_print(what);
        if (run_name != NULL) {
            check_print(run_name);
            check_print(", ");
        }
        check_print(test_group);
        check_print(": ");
        check_print(test_name);
        check_print("\n");
    }
}

static void print_subject(void)
{
    if (subject != NULL) {
        check_print(" [");
        check_print(subject);
        check_print("]");
    }
}

/* Whether to say more. */
static int fail(const char *what, const char *file, int line)
{
    if (++failures_of_test > FAILURES_SHOWN) {
        return 0;
    }
    if (failures_of_test == 1) {
        print_name("FAILED ");
    }
    check_print("    ");
    check_print(file);
    check_print(":");
    print_number(line);
    check_print(": ");
    check_print(what);
    print_subject();
    return 1;
}

void check_true(int truth, const char *what, const char *file, int line)
{
    if (!truth && fail(what, file, line)) {
        check_print("\n");
    }
}

void check_equal(int64_t found, int64_t expected, const char *what, const char *file, int line)
{
    if (found != expected && fail(what, file, line)) {
        check_print(": found ");
        print_number(found);
        check_print(", expected ");
        print_number(expected);
        check_print("\n");
    }
}

void check_double(double found, double expected, const char *what, const char *file, int line)
{
    check_true(memcmp(&found, &expected, sizeof found) == 0, what, file, line);
}

void check_crashed(void)
{
    print_name("CRASHED ");
    print_subject();
    check_print("\n");
}

int check_done(void)
{
    end_test();
    print_number(passed);
    check_print(" passed, ");
    print_number(failed);
    check_print(" failed\n");
    return failed == 0 ? 0 : 1;
}
