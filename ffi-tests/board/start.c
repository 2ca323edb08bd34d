/* From the reset to main: stack, variables, floating-point unit. */

#include <stdint.h>

#include "board.h"

/* Given by board.ld; their addresses are what they are. */
extern uint32_t board_data_load[], board_data_start[], board_data_end[];
extern uint32_t board_bss_start[], board_bss_end[];
extern uint32_t board_stack_end[], board_stack_top[];

int main(void);

enum { PAINT = 0x5aa55aa5 };

static uint32_t *stack_pointer(void)
{
    uint32_t *pointer;
#if defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(pointer));
#else
    __asm__ volatile("mov %0, sp" : "=r"(pointer));
#endif
    return pointer;
}

/* Below the stack pointer all memory is free: volatile, so that no function is
 * called for it whose own frame would lie there. */
static void paint_stack(void)
{
    volatile uint32_t *word;
    for (word = stack_pointer() - 1; word >= board_stack_end; word--) {
        *word = PAINT;
    }
}

size_t board_stack_left(void)
{
    const uint32_t *word = board_stack_end;
    while (word < board_stack_top && *word == PAINT) {
        word++;
    }
    return (size_t)(word - board_stack_end) * sizeof *word;
}

size_t board_stack_used(void)
{
    return (size_t)(board_stack_top - board_stack_end) * sizeof(uint32_t) - board_stack_left();
}

#if defined(__ARM_FP)
/* Coprocessors 10 and 11 are the floating-point unit: full access. */
static void enable_floats(void)
{
    volatile uint32_t *access = (volatile uint32_t *)0xe000ed88;
    *access |= (uint32_t)0xf << 20;
    __asm__ volatile("dsb\n isb" : : : "memory");
}
#endif

/* Where the vector table (Cortex-M) or the first instructions (RISC-V) lead to. */
void board_reset(void) __attribute__((noreturn));

void board_reset(void)
{
    const uint32_t *from = board_data_load;
    uint32_t *to;
    paint_stack();
#if defined(__ARM_FP)
    enable_floats();
#endif
    for (to = board_data_start; to < board_data_end; to++) {
        *to = *from++;
    }
    for (to = board_bss_start; to < board_bss_end; to++) {
        *to = 0;
    }
    board_exit(main());
}

__attribute__((weak)) void board_fault(void)
{
    board_print("FAULT\n");
    board_exit(3);
}

#if defined(__riscv)

__asm__(".section .vectors, \"ax\"\n"
        ".option push\n"
        ".option arch, +zicsr\n"
        ".global board_entry\n"
        "board_entry:\n"
        "    la sp, board_stack_top\n"
        "    la t0, board_fault\n"
        "    csrw mtvec, t0\n"
        "    j board_reset\n"
        ".option pop\n"
        ".previous");

/* The address of a trap handler is a multiple of 4. */
void board_fault(void) __attribute__((aligned(4)));

#else

typedef void (*handler_t)(void);

/* The stack, then the handlers of the sixteen exceptions that every Cortex-M has. */
typedef struct {
    uint32_t *stack;
    handler_t reset, faults[14];
} vectors_t;

__attribute__((section(".vectors"), used)) const vectors_t board_entry = {
    board_stack_top,
    board_reset,
    {board_fault, board_fault, board_fault, board_fault, board_fault, board_fault, board_fault,
     board_fault, board_fault, board_fault, board_fault, board_fault, board_fault, board_fault},
};

#endif
