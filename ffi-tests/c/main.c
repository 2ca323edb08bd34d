/* The tests as a program of the host. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "tests.h"

void check_print(const char *text)
{
    fputs(text, stdout);
    fflush(stdout);
}

static void crashed(int number)
{
    (void)number;
    check_crashed();
    _Exit(2);
}

int main(void)
{
    signal(SIGSEGV, crashed);
    test_all();
    test_flush_to_zero();
    return check_done();
}
