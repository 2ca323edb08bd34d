/* A score matrix in every memory layout, with stand-ins for its scores. */

#ifndef VIEW_H
#define VIEW_H

#include "recallk.h"
#include "slow.h"

/* Rows and columns that fill no vector evenly, of any type; fewer where memory is small. */
#ifndef VIEW_ROWS
#define VIEW_ROWS 9
#define VIEW_COLUMNS 70
#endif
enum { ROWS = VIEW_ROWS, COLUMNS = VIEW_COLUMNS, LAYOUTS = 8 };

typedef struct {
    recallk_matrix_t matrix;
    /* Row-major stand-ins. */
    double value[ROWS * COLUMNS];
    uint64_t nan_cells;
} view_t;

const char *view_layout(int layout);

/* Random scores, all else of the memory is garbage that must not be read: NaN
 * or the best score. With `nan` some cells are NaN. */
void view_make(view_t *view, const kind_t *kind, int layout, int nan);

/* Stand-ins of a row and of a column. */
const double *view_row(const view_t *view, size_t row);
const double *view_column(const view_t *view, size_t column);

#endif
