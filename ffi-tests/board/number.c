#include "number.h"

#include <stddef.h>

#include "board.h"

void print_decimals(uint64_t number, int decimals)
{
    char text[24];
    size_t at = sizeof text - 1;
    text[at] = '\0';
    do {
        text[--at] = (char)('0' + number % 10);
        number /= 10;
        if (--decimals == 0) {
            text[--at] = '.';
        }
    } while (number > 0 || decimals >= 0);
    board_print(text + at);
}

void print_number(uint64_t number)
{
    print_decimals(number, 0);
}

void print_stack(void)
{
    board_print("stack ");
    print_number(board_stack_used());
    board_print(" bytes\n");
}
