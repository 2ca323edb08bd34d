#include "view.h"

#include <string.h>

#include "random.h"

/* Elements of the most spacious layout. */
enum { MEMORY = ROWS * (2 * COLUMNS + 3) };

typedef struct {
    const char *name;
    ptrdiff_t row_stride, column_stride, origin;
} layout_t;

static const layout_t layouts[LAYOUTS] = {
    {"dense", COLUMNS, 1, 0},
    {"padded", COLUMNS + 5, 1, 3},
    {"transposed", 1, ROWS, 0},
    {"rows reversed", -COLUMNS, 1, (ROWS - 1) * COLUMNS},
    {"columns reversed", COLUMNS, -1, COLUMNS - 1},
    {"reversed with gaps", -(2 * COLUMNS + 3), -2, MEMORY - 1},
    {"one row for all", 0, 1, 0},
    {"one column for all", 1, 0, 0},
};

/* Of the widest type, for alignment. */
static uint64_t memory[MEMORY];
static uint8_t symbols[MEMORY];
static double column_line[ROWS];

const char *view_layout(int layout)
{
    return layouts[layout].name;
}

static uint32_t random_symbol(const kind_t *kind, int nan)
{
    if (nan && random_below(6) == 0) {
        return kind->numbers + random_below(kind->symbols - kind->numbers);
    }
    return random_below(kind->numbers);
}

void view_make(view_t *view, const kind_t *kind, int layout, int nan)
{
    const layout_t *of = &layouts[layout];
    const uint32_t garbage = kind->symbols - 1;
    size_t i, j, at;
    for (at = 0; at < MEMORY; at++) {
        symbols[at] = (uint8_t)garbage;
    }
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLUMNS; j++) {
            at = (size_t)(of->origin + (ptrdiff_t)i * of->row_stride +
                          (ptrdiff_t)j * of->column_stride);
            symbols[at] = (uint8_t)random_symbol(kind, nan);
        }
    }
    for (at = 0; at < MEMORY; at++) {
        slow_store(memory, at, kind, symbols[at]);
    }
    view->nan_cells = 0;
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLUMNS; j++) {
            double *value = &view->value[i * COLUMNS + j];
            at = (size_t)(of->origin + (ptrdiff_t)i * of->row_stride +
                          (ptrdiff_t)j * of->column_stride);
            *value = kind->symbol[symbols[at]].value;
            view->nan_cells += (uint64_t)(*value == NO_NUMBER);
        }
    }
    memset(&view->matrix, 0, sizeof view->matrix);
    view->matrix.data = (unsigned char *)memory + (size_t)of->origin * kind->size;
    view->matrix.rows = ROWS;
    view->matrix.columns = COLUMNS;
    view->matrix.row_stride = of->row_stride;
    view->matrix.column_stride = of->column_stride;
    view->matrix.dtype = kind->dtype;
}

const double *view_row(const view_t *view, size_t row)
{
    return &view->value[row * COLUMNS];
}

const double *view_column(const view_t *view, size_t column)
{
    size_t i;
    for (i = 0; i < ROWS; i++) {
        column_line[i] = view->value[i * COLUMNS + column];
    }
    return column_line;
}
