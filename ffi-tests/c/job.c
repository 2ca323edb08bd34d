#include "job.h"

#include <string.h>

#include "check.h"

static uint64_t scratch[2048];

static size_t counters(const job_t *job)
{
    return job->entries * RECALLK_COUNTERS;
}

void job_start(job_t *job, int32_t dtype, size_t rows, size_t columns)
{
    memset(&job->sweep, 0, sizeof job->sweep);
    job->sweep.struct_size = sizeof job->sweep;
    job->sweep.dtype = dtype;
    job->sweep.rows = rows;
    job->sweep.columns = columns;
    job->options.struct_size = sizeof job->options;
}

static void clear(const job_t *job, worker_t *worker)
{
    memset(worker, 0, sizeof *worker);
    CHECK_EQUAL(recallk_golds_clear(worker->golds, job->entries, NULL), RECALLK_OK);
}

void job_clear(job_t *job)
{
    size_t rows = 0, columns = 0;
    CHECK_EQUAL(recallk_sweep_entries(&job->sweep, &rows, &columns, NULL), RECALLK_OK);
    CHECK(rows + columns > 0 && rows + columns <= MOST_ENTRIES);
    job->entries = rows + columns;
    clear(job, &job->workers[0]);
    clear(job, &job->workers[1]);
    clear(job, &job->all);
}

void job_gather(const job_t *job, const recallk_tile_t *tile, worker_t *worker)
{
    CHECK_EQUAL(recallk_golds_gather(&job->sweep, tile, &job->options, worker->golds, job->entries,
                                     NULL),
                RECALLK_OK);
}

void job_merge_golds(job_t *job)
{
    size_t k;
    for (k = 0; k < 2; k++) {
        CHECK_EQUAL(recallk_golds_merge(job->all.golds, job->entries, job->workers[k].golds,
                                        job->entries, NULL),
                    RECALLK_OK);
    }
}

typedef recallk_status_t (*count_t)(const recallk_sweep_t *, const recallk_tile_t *,
                                    const recallk_options_t *, const recallk_gold_t *, size_t,
                                    void *, size_t, uint32_t *, size_t, recallk_detail_t *);

size_t job_scratch(const job_t *job, const recallk_tile_t *tile)
{
    size_t bytes = 0;
    CHECK_EQUAL(recallk_tile_scratch(&job->sweep, tile, &bytes, NULL), RECALLK_OK);
    CHECK(bytes <= sizeof scratch);
    return bytes;
}

static uint64_t count(const job_t *job, const recallk_tile_t *tile, worker_t *worker, count_t call)
{
    recallk_detail_t detail;
    memset(&detail, 0, sizeof detail);
    detail.struct_size = sizeof detail;
    CHECK_EQUAL(call(&job->sweep, tile, &job->options, job->all.golds, job->entries, scratch,
                     job_scratch(job, tile), worker->counts, counters(job), &detail),
                RECALLK_OK);
    return detail.nan_cells;
}

uint64_t job_push(const job_t *job, const recallk_tile_t *tile, worker_t *worker)
{
    return count(job, tile, worker, recallk_counts_push);
}

uint64_t job_unpush(const job_t *job, const recallk_tile_t *tile, worker_t *worker)
{
    return count(job, tile, worker, recallk_counts_unpush);
}

void job_merge_counts(job_t *job)
{
    size_t k;
    for (k = 0; k < 2; k++) {
        CHECK_EQUAL(recallk_counts_merge(job->all.counts, counters(job), job->workers[k].counts,
                                         counters(job), NULL),
                    RECALLK_OK);
    }
}

recallk_status_t job_finish(job_t *job, recallk_detail_t *detail)
{
    const worker_t *all = &job->all;
    found_t *found = &job->found;
    recallk_status_t status;
    memset(found, 0xa5, sizeof *found);
    status = recallk_counts_tallies(&job->sweep, &job->options, all->golds, job->entries,
                                    all->counts, counters(job), found->row_tallies, job->rows,
                                    found->column_tallies, job->columns, detail);
    CHECK_EQUAL(recallk_counts_ranks(&job->sweep, &job->options, all->golds, job->entries,
                                     all->counts, counters(job), found->row_ranks, job->rows,
                                     found->column_ranks, job->columns, NULL),
                status);
    return status;
}

void job_save_and_load(const job_t *job, worker_t *worker)
{
    static uint8_t bytes[40 + MOST_ENTRIES * (24 + 4 * RECALLK_COUNTERS)];
    static worker_t before;
    size_t len = 0;
    CHECK_EQUAL(recallk_saved_size(job->entries, counters(job), &len, NULL), RECALLK_OK);
    CHECK_EQUAL(len, 40 + job->entries * (24 + 4 * RECALLK_COUNTERS));
    CHECK_EQUAL(recallk_save(worker->golds, job->entries, worker->counts, counters(job), bytes, len,
                             NULL),
                RECALLK_OK);
    before = *worker;
    memset(worker->golds, 0xa5, job->entries * sizeof worker->golds[0]);
    memset(worker->counts, 0xa5, counters(job) * sizeof worker->counts[0]);
    CHECK_EQUAL(recallk_load(bytes, len, worker->golds, job->entries, worker->counts, counters(job),
                             NULL),
                RECALLK_OK);
    CHECK(memcmp(&before, worker, sizeof before) == 0);
}
