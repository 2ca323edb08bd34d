/* The part of the fixture that sweeps over tiles need. The one tile is the whole
 * matrix; golds that are read are gathered from it, counts that are read are
 * those of all its cells. */

#ifndef FIXTURE_TILES_H
#define FIXTURE_TILES_H

#include "fixture.h"

/* The sweep of a form, and its tile. */
void fixture_sweep_start(form_t form);

/* How long a slot is whose length is that of the form; 0 for others. */
size_t fixture_sweep_len(form_t form, slot_t slot);

/* Bytes that counting the matrix in both directions takes. */
size_t fixture_tile_scratch(const recallk_matrix_t *scores);

/* Sets pointers and lengths of the sweep to those of its slots. */
void fixture_sweep_parts(void);

/* Fills golds, counts and saved bytes, all else being laid out. */
void fixture_sweep_fill(const function_t *function);

recallk_status_t fixture_sweep_entries(void);
recallk_status_t fixture_golds_clear(void);
recallk_status_t fixture_golds_gather(void);
recallk_status_t fixture_golds_merge(void);
recallk_status_t fixture_tile_scratch_size(void);
recallk_status_t fixture_counts_push(void);
recallk_status_t fixture_counts_unpush(void);
recallk_status_t fixture_counts_merge(void);
recallk_status_t fixture_counts_tallies(void);
recallk_status_t fixture_counts_ranks(void);
recallk_status_t fixture_saved_size(void);
recallk_status_t fixture_save(void);
recallk_status_t fixture_load(void);

#endif
