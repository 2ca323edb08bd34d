/* How long functions take by the timer of the processor. QEMU counts instructions
 * as time (-icount shift=0), so that this tells how many there are: loops of known
 * length say how many to a tick. Run by tests/boards_instructions.rs. */

#include <stdint.h>

#include "board.h"
#include "measure.h"
#include "number.h"

#define TIMER_CONTROL (*(volatile uint32_t *)0xe000e010u)
#define TIMER_RELOAD (*(volatile uint32_t *)0xe000e014u)
#define TIMER_VALUE (*(volatile uint32_t *)0xe000e018u)

enum { MOST = 0xffffff };

static void start(void)
{
    TIMER_CONTROL = 0;
    TIMER_RELOAD = MOST;
    TIMER_VALUE = 0;
    TIMER_CONTROL = 5; /* from the clock of the processor, without interrupts */
    while (TIMER_VALUE == 0) {
    }
}

/* It counts down. */
static uint32_t ticks(uint32_t since)
{
    return (since - TIMER_VALUE) & MOST;
}

/* Two instructions a turn. */
static uint32_t loop_of_two(uint32_t turns)
{
    const uint32_t since = TIMER_VALUE;
    __asm__ volatile(".syntax unified\n"
                     "0: subs %0, #1\n"
                     "bne 0b"
                     : "+l"(turns)
                     :
                     : "cc");
    return ticks(since);
}

/* Five. */
static uint32_t loop_of_five(uint32_t turns)
{
    const uint32_t since = TIMER_VALUE;
    __asm__ volatile(".syntax unified\n"
                     "0: nop\n nop\n nop\n"
                     "subs %0, #1\n"
                     "bne 0b"
                     : "+l"(turns)
                     :
                     : "cc");
    return ticks(since);
}

/* Zero where the call has failed. */
static uint32_t rows(int dtype, int tallies, size_t columns)
{
    const recallk_matrix_t matrix = measured_matrix(dtype, columns);
    const uint32_t since = TIMER_VALUE;
    const recallk_status_t status =
        tallies ? recallk_tallies(&matrix, measured_gold, ROWS, NULL, measured_tallies, ROWS, NULL)
                : recallk_ranks(&matrix, measured_gold, ROWS, NULL, measured_ranks, ROWS, NULL);
    return status == RECALLK_OK ? ticks(since) : 0;
}

/* What the longer of two runs takes more. */
static void print(const char *name, uint32_t longer, uint32_t shorter)
{
    board_print(name);
    board_print(" ");
    print_number(longer > shorter && shorter > 0 ? longer - shorter : 0);
    board_print("\n");
}

static void compare(const char *name, int dtype, int tallies)
{
    print(name, rows(dtype, tallies, COLUMNS), rows(dtype, tallies, COLUMNS / 2));
}

int main(void)
{
    start();
    print("two", loop_of_two(20000), loop_of_two(10000));
    print("five", loop_of_five(20000), loop_of_five(10000));
    compare("i32", RECALLK_I32, 0);
    compare("f32", RECALLK_F32, 0);
    compare("tallies", RECALLK_F32, 1);
    compare("f16", RECALLK_F16, 0);
    compare("f64", RECALLK_F64, 0);
    return 0;
}
