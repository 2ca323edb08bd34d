/* What a program on a board without an operating system is given: a debug channel,
 * a way to end, and how deep its stack has been. */

#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>

/* Both through semihosting: the debugger, or the emulator, does it. */
void board_print(const char *text);
void board_exit(int code) __attribute__((noreturn));

/* The most bytes that the stack has had since the reset, and the bytes that it never
 * had: with none left it may have grown into the variables. */
size_t board_stack_used(void);
size_t board_stack_left(void);

/* After an exception that no program of ours should raise. Does not return. A
 * program may have one of its own. */
void board_fault(void) __attribute__((noreturn));

#endif
