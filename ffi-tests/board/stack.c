/* How deep the stack gets below the call of one function, by what has become of the
 * paint on it. Run by tests/boards_stack.rs, for each CASE. */

#include <stdint.h>

#include "board.h"
#include "measure.h"
#include "number.h"

extern uint32_t board_stack_top[];

static recallk_status_t call(const recallk_matrix_t *matrix)
{
#if CASE == 0
    return recallk_ranks(matrix, measured_gold, ROWS, NULL, measured_ranks, ROWS, NULL);
#elif CASE == 1
    /* Looks for the one that it names. */
    recallk_detail_t detail;
    detail.struct_size = sizeof detail;
    return recallk_ranks(matrix, measured_gold, ROWS, NULL, measured_ranks, ROWS, &detail)
                   == RECALLK_NAN_SCORE
               ? RECALLK_OK
               : RECALLK_NULL_POINTER;
#elif CASE == 2
    static const uint32_t size = COLUMNS, ks[3] = {1, 5, 10};
    static uint64_t hits[3];
    (void)matrix;
    return recallk_hits(measured_ranks, ROWS, &size, 1, ks, 3, hits, 3, NULL);
#else
    static uint32_t low, high;
    (void)matrix;
    return recallk_median_pair(measured_ranks, ROWS, &low, &high, NULL);
#endif
}

int main(void)
{
    const recallk_matrix_t matrix = measured_matrix(RECALLK_F32, COLUMNS);
    recallk_status_t status;
    uintptr_t here;
#if CASE == 1
    measured_spoil();
#endif
    __asm__ volatile("mov %0, sp" : "=r"(here));
    status = call(&matrix);
    print_number(board_stack_used() - ((uintptr_t)board_stack_top - here));
    board_print("\n");
    return (int)status;
}
