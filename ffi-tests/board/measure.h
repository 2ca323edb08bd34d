/* A small matrix of any score type, for programs that measure: all its rows are one
 * row in memory, so that it fits everywhere. */

#ifndef MEASURE_H
#define MEASURE_H

#include "recallk.h"

enum { ROWS = 32, COLUMNS = 512 };

/* The matrix with so many of the columns. */
recallk_matrix_t measured_matrix(int dtype, size_t columns);

/* A NaN as its last f32 score. */
void measured_spoil(void);

/* The gold of each row, and where results go. */
extern uint32_t measured_gold[ROWS], measured_ranks[ROWS];
extern recallk_tally_t measured_tallies[ROWS];

#endif
