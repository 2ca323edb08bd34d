/* Every fallible function with valid arguments, for tests that make one bad.
 *
 * The arguments of a call are slots: pointers and lengths. fixture_start lays
 * them out in one block of memory with gaps between them and fills them with
 * valid values; a test changes what it likes; fixture_expect calls the function
 * and checks the status, the detail, and that not a byte of the block has
 * changed that may not. */

#ifndef FIXTURE_H
#define FIXTURE_H

#include "recallk.h"

typedef enum {
    /* matrices */
    SCORES, CELLS, OPTIONS, GOLD, MAP,
    ROW_GOLDS, ROW_OFFSETS, ROW_ITEMS, ROW_QUERIES, ROW_IGNORED_OFFSETS, ROW_IGNORED,
    COLUMN_GOLDS, COLUMN_OFFSETS, COLUMN_ITEMS, COLUMN_QUERIES, COLUMN_IGNORED_OFFSETS,
    COLUMN_IGNORED,
    SCRATCH, ROW_TALLIES, COLUMN_TALLIES, GOLD_TALLIES, ROW_RANKS, COLUMN_RANKS, GOLD_RANKS, BYTES,
    /* tiles; golds and counts that a call reads, and those that it changes */
    SWEEP, TILE, ROW_SCORES, COLUMN_SCORES, ENTRY_ROWS, ENTRY_COLUMNS,
    GOLDS, GATHERED, COUNTS, PUSHED, SOME_GOLDS, TAKEN_GOLDS, SOME_COUNTS, TAKEN_COUNTS,
    SAVED, SAVED_OUT,
    /* lists */
    IDS32, IDS64, LIST_OFFSETS, LENGTHS, RELEVANT32, RELEVANT64, RELEVANT_OFFSETS,
    LIST_RANKS, LIST_GOLD_RANKS,
    /* metrics */
    TALLIES, RANKS, SIZES, KS, HITS, RECALLS, RECALL, VALUE, UPPER_VALUE, LOWER, UPPER, REPORT,
    TALLY_RANKS, DOUBLED_RANKS, SORT_OFFSETS, SORT_RANKS,
    /* every gold: offsets are SORT_OFFSETS */
    ASCENDING_RANKS, GRADES, GOLD_SIZES, EACH, FILTERED, EVERY_TALLIES, RANGES, RANGE,
    /* histograms, read and written */
    HISTOGRAM, COUNTERS, QUERIES,
    DETAIL,
    SLOTS
} slot_t;

typedef enum {
    INPUT,
    /* One value: no length is given. */
    ONE_INPUT,
    OUTPUT,
    ONE_OUTPUT,
    /* Read and written: after any error as it was. */
    STATE,
    WORKSPACE
} use_t;

/* What is valid for a slot. */
typedef struct {
    const char *name;
    use_t use;
    size_t size;
    size_t alignment;
    size_t len;
} shape_t;

typedef recallk_status_t (*call_t)(void);

/* Whose golds are whose in a sweep over tiles. */
typedef enum { NO_SWEEP, BY_MAP, BY_GOLDS, ROWS_ALONE, EVERY_GOLD } form_t;

enum { MOST_SLOTS = 24 };

typedef struct {
    const char *name;
    call_t call;
    /* Bytes of scratch, or ASK. */
    size_t scratch;
    form_t form;
    size_t slots;
    slot_t slot[MOST_SLOTS];
} function_t;

#define ASK ((size_t)-1)

enum { QUERY_ROWS = 4, ITEM_COLUMNS = 10, ROW_STRIDE = 16, ROW_GOLD_ITEMS = 12, LARGEST_GOLDS = 9 };
/* Two queries of four and two golds. */
enum { EVERY_QUERIES = 2, EVERY_GOLDS = 6, MOST_GOLDS = 4 };
enum { ROW_IGNORED_ITEMS = 5, COLUMN_IGNORED_ITEMS = 3, FREE_ENTRIES = 3 };
enum { HISTOGRAM_COUNTERS = ITEM_COLUMNS + 1 };
enum { LIST_QUERIES = 2, LIST_IDS = 8, RELEVANT_IDS = 68, LARGEST_RELEVANT = 66 };

/* Of golds and counts that belong to no sweep. */
enum { SAVED_BYTES = 40 + FREE_ENTRIES * (24 + 4 * RECALLK_COUNTERS) };

/* The arguments of the call. Golds and sweeps are made of the slots of their parts. */
extern void *pointer[SLOTS];
extern size_t length[SLOTS];
extern recallk_matrix_t matrix; /* its data is pointer[CELLS] */
extern recallk_sweep_t sweep;   /* its pointers and lengths are those of slots */
extern recallk_tile_t tile;     /* its scores are the matrix */
extern recallk_options_t options;
extern recallk_report_t report;
extern uint32_t detail_size;
extern int32_t rule;
extern uint32_t digits;
extern int32_t metric;
extern int32_t gain;
extern uint32_t gallery;

extern const function_t functions[];
extern const size_t functions_len;

const shape_t *fixture_shape(slot_t slot);
const function_t *fixture_function(const char *name);
int fixture_uses(const function_t *function, slot_t slot);

/* Whether the slot holds anything: some scratch need not. May start the fixture. */
int fixture_fills(const function_t *function, slot_t slot);
int fixture_written(slot_t slot);
/* An output that may be left out: NULL and 0. */
int fixture_optional(slot_t slot);

/* Whether a length of its own is given for the slot. */
int fixture_has_length(slot_t slot);

/* Lays out valid arguments; `gap` bytes between slots, a multiple of 8. */
void fixture_start(const function_t *function, size_t gap);

enum { GAP = 64 };

/* A NaN, to be put among scores. */
enum { NOT_A_NUMBER = 0x7fc00000 };

/* Where the slot lies, whatever pointer[slot] says, and how many bytes it has. */
unsigned char *fixture_place(slot_t slot);
size_t fixture_bytes(slot_t slot);

/* Changes an element of an input. */
void fixture_put(slot_t slot, size_t at, uint64_t value);

typedef struct {
    recallk_status_t status;
    uint32_t row, column;
    uint64_t needed;
    /* The detail is not filled. */
    int silent;
} outcome_t;

/* Calls and checks. A detail that overlaps another buffer must be left as it is. */
void fixture_expect(const function_t *function, outcome_t outcome);

/* The outcome of a fault without a place. */
outcome_t fault(recallk_status_t status);
outcome_t fault_at(recallk_status_t status, uint32_t row, uint32_t column);
outcome_t fault_needs(recallk_status_t status, uint64_t needed);

/* The outcome of a fault of the detail itself: it is left as it is. */
outcome_t fault_silent(recallk_status_t status);

#endif
