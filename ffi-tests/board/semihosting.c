/* Semihosting: a breakpoint that the debugger takes as a request. */

#include <stdint.h>

#include "board.h"

enum { WRITE_TEXT = 0x04, EXIT_WITH_CODE = 0x20 };

/* The reason of an exit: the program itself. */
enum { APPLICATION_EXIT = 0x20026 };

static void request(uintptr_t number, const void *argument)
{
#if defined(__riscv)
    register uintptr_t operation __asm__("a0") = number;
    register const void *parameter __asm__("a1") = argument;
    /* Known by the two shifts around it, all three of 4 bytes and on one page. */
    __asm__ volatile(".balign 16\n"
                     ".option push\n"
                     ".option norvc\n"
                     "slli zero, zero, 0x1f\n"
                     "ebreak\n"
                     "srai zero, zero, 7\n"
                     ".option pop"
                     : "+r"(operation)
                     : "r"(parameter)
                     : "memory");
#else
    register uintptr_t operation __asm__("r0") = number;
    register const void *parameter __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(operation) : "r"(parameter) : "memory");
#endif
}

void board_print(const char *text)
{
    request(WRITE_TEXT, text);
}

void board_exit(int code)
{
    const uintptr_t reason_and_code[2] = {APPLICATION_EXIT, (uintptr_t)code};
    request(EXIT_WITH_CODE, reason_and_code);
    for (;;) {
    }
}
