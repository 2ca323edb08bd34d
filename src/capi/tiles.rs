//! Matrices in tiles, golds and counts that anybody may merge.

use core::ffi::c_void;

use super::ptr::{BothMemory, Call, Checked, Matrix, call, call_with_golds, with_given};
use super::rank::gold_slots;
use super::status::*;
use super::types::*;
use crate::rank::{BothSize, GoldSlot, Options, Out};
use crate::relevance::expect_length;
use crate::scores::MAX_ITEMS;
use crate::sweep::{Gold, Sight};
use crate::tiles::{self, Counts, Job, Scratch, Sign};
use crate::{Error, Relevance, Sides};

/// How many golds a sweep has for rows and for columns: one for each row and each
/// column of the matrix, or one for each gold (every_gold), or none where rows
/// alone are queries. The golds of a sweep are one array, those of columns last;
/// counts are RECALLK_COUNTERS times as many.
///
/// @param[out] rows, columns NULL is not allowed
/// @return RECALLK_OK, RECALLK_SWEEP_UNCLEAR, or what is wrong with the golds
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_sweep_entries(
    sweep: *const recallk_sweep_t,
    rows: *mut usize,
    columns: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let entries = job(c, sweep, &Options::default())?.0.entries();
            let (rows, columns) = (c.put(rows)?, c.put(columns)?);
            (*rows, *columns) = (entries.rows, entries.columns);
            Ok(())
        })
    }
}

/// Golds none of which was seen: what a sweep starts with. (Counts start as zeros.)
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_golds_clear(
    golds: *mut recallk_gold_t,
    golds_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            c.gold_states_out(golds, golds_len)?.fill(Gold::NONE);
            Ok(())
        })
    }
}

/// The first sweep: takes in the golds whose scores are in a tile or, with scores
/// given, all of them, once, with any tile. No cell may be gathered twice. NaN golds
/// are passed over: under RECALLK_NAN_REJECT recallk_counts_push will meet them.
///
/// @param[in,out] golds, golds_len see recallk_sweep_entries; unchanged after an error
/// @return RECALLK_OK, RECALLK_TILE_OUTSIDE, RECALLK_OTHER_GOLDS, RECALLK_NAN_SCORE for
/// a NaN among given scores, or what is wrong with the sweep
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_golds_gather(
    sweep: *const recallk_sweep_t,
    tile: *const recallk_tile_t,
    options: *const recallk_options_t,
    golds: *mut recallk_gold_t,
    golds_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let options = c.options(options)?;
            let (job, sweep) = job(c, sweep, &options)?;
            let (matrix, origin) = tile_of(c, tile, sweep)?;
            let given = c.given(sweep, job.relevance())?;
            let golds = c.gold_states_out(golds, golds_len)?;
            let golds = c.ok(split_mut(golds, &job))?;
            c.ok(matrix.counted(false, &options, None, |counter| {
                let sight = Sight { counter, transposed: false };
                with_given(given.as_ref(), &options, &mut |given| {
                    given.map_or(Ok(()), |given| job.check_given(given))?;
                    let golds = Sides { rows: &mut *golds.rows, columns: &mut *golds.columns };
                    job.gather(&sight, origin, given, golds)?;
                    Ok(0)
                })?;
                Ok(())
            }))
        })
    }
}

/// Takes in golds that were gathered elsewhere for the same queries: of each query
/// the better score wins, and equal ones join. In any order; each tile once.
///
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_OTHER_GOLDS
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_golds_merge(
    golds: *mut recallk_gold_t,
    golds_len: usize,
    others: *const recallk_gold_t,
    others_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let golds = c.gold_states_out(golds, golds_len)?;
            let others = c.gold_states(others, others_len);
            c.ok(tiles::merge_golds(golds, others))
        })
    }
}

/// Bytes of scratch that counting a tile, or any smaller one of the same strides,
/// needs.
///
/// @param[out] bytes NULL is not allowed
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_tile_scratch(
    sweep: *const recallk_sweep_t,
    tile: *const recallk_tile_t,
    bytes: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (job, sweep) = job(c, sweep, &Options::default())?;
            let (matrix, _) = tile_of(c, tile, sweep)?;
            *c.put(bytes)? = scratch_bytes(c, &job, &matrix)?;
            Ok(())
        })
    }
}

/// The second sweep: counts every cell of a tile for its queries. All golds must have
/// been gathered and merged before. Counts may be anybody's: a thread's, a process's.
///
/// @param[in] golds, golds_len see recallk_sweep_entries
/// @param[in] scratch, scratch_len see recallk_tile_scratch
/// @param[in,out] counts, counts_len RECALLK_COUNTERS for each gold, zeros at first;
/// unchanged after an error, also after RECALLK_NAN_SCORE
/// @return RECALLK_OK, RECALLK_NAN_SCORE for the first NaN of the tile,
/// RECALLK_TILE_OUTSIDE, RECALLK_OTHER_GOLDS, or what is wrong with the sweep
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_counts_push(
    sweep: *const recallk_sweep_t,
    tile: *const recallk_tile_t,
    options: *const recallk_options_t,
    golds: *const recallk_gold_t,
    golds_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    counts: *mut u32,
    counts_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let pushed = Pushed { sweep, tile, options, golds: (golds, golds_len) };
            count(c, &pushed, (scratch, scratch_len), (counts, counts_len), Sign::Add)
        })
    }
}

/// Takes off what recallk_counts_push has added for a tile.
///
/// @return as recallk_counts_push
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_counts_unpush(
    sweep: *const recallk_sweep_t,
    tile: *const recallk_tile_t,
    options: *const recallk_options_t,
    golds: *const recallk_gold_t,
    golds_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    counts: *mut u32,
    counts_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let pushed = Pushed { sweep, tile, options, golds: (golds, golds_len) };
            count(c, &pushed, (scratch, scratch_len), (counts, counts_len), Sign::TakeOff)
        })
    }
}

/// Adds up counts, element by element and modulo 2^32, as MPI_SUM on MPI_UINT32_T
/// does, too.
///
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_counts_merge(
    counts: *mut u32,
    counts_len: usize,
    others: *const u32,
    others_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (counts, others) = (c.output(counts, counts_len)?, c.input(others, others_len));
            c.ok(expect_length(others, counts.len()))?;
            counts.iter_mut().zip(others).for_each(|(a, b)| *a = a.wrapping_add(*b));
            Ok(())
        })
    }
}

/// Golds and counts of the whole matrix to tallies, one for each query (or gold), as
/// recallk_tallies_both, recallk_best_tallies or recallk_gold_tallies would give.
///
/// @param[out] row_tallies, row_tallies_len one per row query, or gold
/// @param[out] column_tallies, column_tallies_len one per column query, if these are
/// @return RECALLK_OK, RECALLK_NOT_COVERED with the row or column in detail,
/// RECALLK_OTHER_GOLDS, or what is wrong with the sweep
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_counts_tallies(
    sweep: *const recallk_sweep_t,
    options: *const recallk_options_t,
    golds: *const recallk_gold_t,
    golds_len: usize,
    counts: *const u32,
    counts_len: usize,
    row_tallies: *mut recallk_tally_t,
    row_tallies_len: usize,
    column_tallies: *mut recallk_tally_t,
    column_tallies_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let counted = Counted { golds: (golds, golds_len), counts: (counts, counts_len) };
            let rows = Out::Tallies(c.tallies_out(row_tallies, row_tallies_len)?);
            let columns = Out::Tallies(c.tallies_out(column_tallies, column_tallies_len)?);
            finish(c, sweep, options, &counted, Sides { rows, columns })
        })
    }
}

/// The 0-based ranks under the default tie rule: as recallk_counts_tallies.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_counts_ranks(
    sweep: *const recallk_sweep_t,
    options: *const recallk_options_t,
    golds: *const recallk_gold_t,
    golds_len: usize,
    counts: *const u32,
    counts_len: usize,
    row_ranks: *mut u32,
    row_ranks_len: usize,
    column_ranks: *mut u32,
    column_ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let counted = Counted { golds: (golds, golds_len), counts: (counts, counts_len) };
            let rows = Out::Ranks(c.output(row_ranks, row_ranks_len)?);
            let columns = Out::Ranks(c.output(column_ranks, column_ranks_len)?);
            finish(c, sweep, options, &counted, Sides { rows, columns })
        })
    }
}

/// What is pushed.
struct Pushed {
    sweep: *const recallk_sweep_t,
    tile: *const recallk_tile_t,
    options: *const recallk_options_t,
    golds: (*const recallk_gold_t, usize),
}

/// What has been counted.
struct Counted {
    golds: (*const recallk_gold_t, usize),
    counts: (*const u32, usize),
}

fn count<'a>(
    c: &mut Call<'a, '_>,
    pushed: &Pushed,
    (scratch, scratch_len): (*mut c_void, usize),
    (counts, counts_len): (*mut u32, usize),
    sign: Sign,
) -> Checked<()> {
    let options = c.options(pushed.options)?;
    let (job, sweep) = job(c, pushed.sweep, &options)?;
    let (matrix, origin) = tile_of(c, pushed.tile, sweep)?;
    let given = c.given(sweep, job.relevance())?;
    let (golds, golds_len) = pushed.golds;
    let golds = c.gold_states(golds, golds_len);
    let golds = c.ok(split(golds, &job))?;
    let entries = job.entries();
    let (counts, coverage) = c.counts_out(counts, counts_len, entries.rows + entries.columns)?;
    let mut counts = c.ok(Counts::new(counts, coverage, entries.rows))?;

    let transposed = job.goes_down(matrix.is_column_major());
    let mut memory = None;
    let mut slots: &mut [GoldSlot] = &mut [];
    match need(&job, &matrix) {
        Need::Slots(len) => slots = c.scratch(scratch, scratch_len, len)?,
        Need::Tile(size) => memory = Some(c.tile_scratch(size, scratch, scratch_len)?),
    }
    let links = memory.as_mut().map_or(&mut [][..], BothMemory::links);
    let nan_cells = c.ok(matrix.counted(transposed, &options, memory.as_mut(), |counter| {
        let mut sight = Sight { counter, transposed };
        with_given(given.as_ref(), &options, &mut |given| {
            let scratch = Scratch { links: &mut *links, slots: &mut *slots };
            job.count(&mut sight, origin, given, golds, scratch, &mut counts, sign)
        })
    }))?;
    c.found.nan_cells = nan_cells;
    Ok(())
}

fn finish(
    c: &mut Call,
    sweep: *const recallk_sweep_t,
    options: *const recallk_options_t,
    counted: &Counted,
    mut out: Sides<Out>,
) -> Checked<()> {
    let options = c.options(options)?;
    let (job, _) = job(c, sweep, &options)?;
    let golds = c.gold_states(counted.golds.0, counted.golds.1);
    let golds = c.ok(split(golds, &job))?;
    let entries = job.entries();
    let (counts, len) = counted.counts;
    let (counts, coverage) = c.counts(counts, len, entries.rows + entries.columns)?;
    let (counts, coverage) = (halves(counts, &entries), halves(coverage, &entries));
    c.tell(job.finish(golds, counts, coverage, &mut out))
}

fn job<'a>(
    c: &mut Call<'a, '_>,
    sweep: *const recallk_sweep_t,
    options: &Options,
) -> Checked<(Job<'a>, &'a recallk_sweep_t)> {
    let sweep = c.value(sweep)?;
    let relevance = c.relevance(sweep)?;
    let shape = Sides { rows: sweep.rows, columns: sweep.columns };
    if shape.rows > MAX_ITEMS || shape.columns > MAX_ITEMS {
        return Err(c.refuse(RECALLK_SIZE_OVERFLOW));
    }
    let job = Job::new(shape, relevance, sweep.dtype.unsigned_abs(), options);
    Ok((c.ok(job)?, sweep))
}

/// A tile of the dtype of its sweep.
fn tile_of<'a>(
    c: &mut Call<'a, '_>,
    tile: *const recallk_tile_t,
    sweep: &recallk_sweep_t,
) -> Checked<(Matrix<'a>, Sides<usize>)> {
    let (matrix, origin) = c.tile(tile)?;
    if matrix.dtype() != sweep.dtype {
        return Err(c.refuse(RECALLK_OTHER_GOLDS));
    }
    Ok((matrix, origin))
}

/// The scratch that counting a tile takes.
enum Need {
    Slots(usize),
    Tile(BothSize),
}

fn need(job: &Job, matrix: &Matrix) -> Need {
    match job.relevance() {
        Relevance::EveryGold(golds) => Need::Slots(gold_slots(golds)),
        Relevance::Rows(_) if !job.goes_down(matrix.is_column_major()) => Need::Slots(0),
        _ => Need::Tile(BothSize { queries: 0, ..matrix.both_size() }),
    }
}

fn scratch_bytes(c: &mut Call, job: &Job, matrix: &Matrix) -> Checked<usize> {
    match need(job, matrix) {
        Need::Slots(len) => c.bytes_of::<GoldSlot>(len),
        Need::Tile(size) => c.both_bytes(&size),
    }
}

/// Those of rows, then those of columns.
fn halves<'s, T>(all: &'s [T], entries: &Sides<usize>) -> Sides<&'s [T]> {
    all.split_at_checked(entries.rows).unwrap_or((all, &[])).into()
}

fn split<'s>(golds: &'s [Gold], job: &Job) -> Result<Sides<&'s [Gold]>, Error> {
    let entries = job.entries();
    expect_length(golds, entries.rows + entries.columns)?;
    Ok(halves(golds, &entries))
}

fn split_mut<'s>(golds: &'s mut [Gold], job: &Job) -> Result<Sides<&'s mut [Gold]>, Error> {
    let entries = job.entries();
    expect_length(golds, entries.rows + entries.columns)?;
    Ok(golds.split_at_mut_checked(entries.rows).unwrap_or_default().into())
}
