/* The tests as a program of a board: all of them, or the PART that fits. */

#include <stddef.h>

#include "board.h"
#include "check.h"
#include "number.h"
#include "tests.h"

#ifndef PART
#define PART test_all
#endif

/* A frame may have stepped over a few bytes that it did not use. */
enum { STACK_LEFT = 128 };

void check_print(const char *text)
{
    board_print(text);
}

/* A fault is a failure that has a name, too. */
void board_fault(void)
{
    check_crashed();
    board_exit(2);
}

int main(void)
{
    PART();
    check_test("board", "the stack has not met the variables");
    CHECK(board_stack_left() >= STACK_LEFT);
    print_stack();
    return check_done();
}
