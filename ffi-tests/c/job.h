/* A sweep over tiles by two workers, with checks: what tests of tiles share. */

#ifndef JOB_H
#define JOB_H

#include "recallk.h"
#include "view.h"

/* Golds that rows may have in all, and golds of a sweep. */
enum { MOST_GOLDS = 9 * ROWS, MOST_ENTRIES = MOST_GOLDS + COLUMNS };
enum { MOST_COUNTERS = MOST_ENTRIES * RECALLK_COUNTERS };

/* What one worker keeps, be it a thread, a process or a machine. */
typedef struct {
    recallk_gold_t golds[MOST_ENTRIES];
    uint32_t counts[MOST_COUNTERS];
} worker_t;

/* What is found of a matrix, from the whole or from tiles. */
typedef struct {
    recallk_tally_t row_tallies[MOST_GOLDS], column_tallies[COLUMNS];
    uint32_t row_ranks[MOST_GOLDS], column_ranks[COLUMNS];
} found_t;

typedef struct {
    recallk_sweep_t sweep;
    recallk_options_t options;
    /* Golds of the sweep, and results of each side. */
    size_t entries, rows, columns;
    worker_t workers[2];
    /* What was merged. */
    worker_t all;
    found_t found;
} job_t;

/* A sweep of which the test sets whose golds are whose, and how many results there are. */
void job_start(job_t *job, int32_t dtype, size_t rows, size_t columns);

/* Workers that have seen nothing. */
void job_clear(job_t *job);

void job_gather(const job_t *job, const recallk_tile_t *tile, worker_t *worker);
void job_merge_golds(job_t *job);

/* Bytes that counting a tile takes. */
size_t job_scratch(const job_t *job, const recallk_tile_t *tile);

/* Count for the merged golds; they return the number of NaN. */
uint64_t job_push(const job_t *job, const recallk_tile_t *tile, worker_t *worker);
uint64_t job_unpush(const job_t *job, const recallk_tile_t *tile, worker_t *worker);
void job_merge_counts(job_t *job);

/* From what was merged to tallies and ranks; both calls say the same. */
recallk_status_t job_finish(job_t *job, recallk_detail_t *detail);

/* To bytes and back into memory that held something else. */
void job_save_and_load(const job_t *job, worker_t *worker);

#endif
