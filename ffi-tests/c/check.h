/* A test framework without stdio, heap or exit, since the tests also run on
 * boards that have none. A test starts with check_test and ends where the next
 * one starts; it passes where none of its checks has failed. */

#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>

/* Where text goes: given by the program. */
void check_print(const char *text);

/* Which run the next tests belong to, where they are run again; NULL: the first. */
void check_run(const char *name);

/* Starts the test "group: name". Both must stay where they are. */
void check_test(const char *group, const char *name);

/* What the next checks are about: said where one of them fails; NULL: nothing. */
void check_about(const char *what);

/* Says which test has crashed the program. */
void check_crashed(void);

/* Prints the closing line; returns the exit code of the program. */
int check_done(void);

#define CHECK(truth) check_true((truth) ? 1 : 0, #truth, __FILE__, __LINE__)

/* Integers of any type; prints both. */
#define CHECK_EQUAL(found, expected) \
    check_equal((int64_t)(found), (int64_t)(expected), #found, __FILE__, __LINE__)

/* Doubles, bit for bit. */
#define CHECK_DOUBLE(found, expected) \
    check_double((found), (expected), #found " is " #expected, __FILE__, __LINE__)

void check_true(int truth, const char *what, const char *file, int line);
void check_equal(int64_t found, int64_t expected, const char *what, const char *file, int line);
void check_double(double found, double expected, const char *what, const char *file, int line);

#endif
