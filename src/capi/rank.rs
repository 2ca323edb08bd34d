//! Score matrices to tallies and ranks of the rows.
//!
//! Every function comes in two forms: `..tallies` and `..ranks`.

use core::ffi::c_void;

use super::ptr::{Call, Checked, Matrix, call, call_with_golds};
use super::recallk_status_t;
use super::types::*;
use crate::engine::goes_down;
use crate::rank::{self, Found, GOLDS_WITHOUT_SCRATCH, GoldSlot, Options, Out};
use crate::sweep::Sight;
use crate::{Error, Golds};

/// The tally of one gold per row: gold[i] is the column that is gold for row i.
///
/// @param[in] scores a matrix with at least one cell
/// @param[in] gold, gold_len one gold per row
/// @param[in] options NULL for the defaults
/// @param[out] tallies, tallies_len one per row; no result after an error
/// @param[out] detail NULL allowed
/// @return RECALLK_OK, RECALLK_GOLD_OUT_OF_RANGE, RECALLK_NAN_SCORE,
/// RECALLK_WRONG_LENGTH, or what is wrong with a pointer, matrix or option
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_tallies(
    scores: *const recallk_matrix_t,
    gold: *const u32,
    gold_len: usize,
    options: *const recallk_options_t,
    tallies: *mut recallk_tally_t,
    tallies_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let gold = c.input(gold, gold_len);
            let out = c.tallies_out(tallies, tallies_len)?;
            rows(c, &matrix, &options, |it, reject, found| rank::one(it, reject, gold, out, found))
        })
    }
}

/// The tally of the best gold of each query ("any-hit": what image-text papers
/// call R@K). Other golds never count against it.
///
/// @param[in] golds golds of the rows; equal neighbours count once
/// @param[out] tallies, tallies_len one per query; no result after an error
/// @return as recallk_tallies, and RECALLK_BAD_OFFSETS,
/// RECALLK_GOLDS_NOT_ASCENDING, RECALLK_QUERIES_NOT_ASCENDING,
/// RECALLK_QUERY_OUT_OF_RANGE
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_best_tallies(
    scores: *const recallk_matrix_t,
    golds: *const recallk_golds_t,
    options: *const recallk_options_t,
    tallies: *mut recallk_tally_t,
    tallies_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let golds = c.golds(golds)?;
            let out = c.tallies_out(tallies, tallies_len)?;
            rows(c, &matrix, &options, |it, reject, found| {
                rank::best(it, reject, &golds, out, found)
            })
        })
    }
}

/// Bytes of scratch that recallk_gold_tallies and recallk_gold_ranks need: 0
/// unless a query has more than 8 golds, else 24 for each gold of the largest.
///
/// @param[out] bytes NULL is not allowed
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_gold_scratch(
    golds: *const recallk_golds_t,
    bytes: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let golds = c.golds(golds)?;
            c.ok(golds.check_offsets())?;
            *c.put(bytes)? = c.bytes_of::<GoldSlot>(gold_slots(&golds))?;
            Ok(())
        })
    }
}

/// The tally of every gold in the full order: golds count for each other, so
/// that tied_between is 0 and tied_golds 1.
///
/// @param[in] golds golds of the rows; equal neighbours are an error
/// @param[in] scratch, scratch_len see recallk_gold_scratch
/// @param[out] tallies, tallies_len one per gold, in the order of the golds; no
/// result after an error
/// @return as recallk_best_tallies, and RECALLK_DUPLICATE_GOLD,
/// RECALLK_SCRATCH_TOO_SMALL
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_gold_tallies(
    scores: *const recallk_matrix_t,
    golds: *const recallk_golds_t,
    options: *const recallk_options_t,
    scratch: *mut c_void,
    scratch_len: usize,
    tallies: *mut recallk_tally_t,
    tallies_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let golds = c.golds(golds)?;
            let out = Out::Tallies(c.tallies_out(tallies, tallies_len)?);
            gold(c, &matrix, &golds, &options, (scratch, scratch_len), out)
        })
    }
}

/// The 0-based rank of one gold per row under the default tie rule: as
/// recallk_tallies.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_ranks(
    scores: *const recallk_matrix_t,
    gold: *const u32,
    gold_len: usize,
    options: *const recallk_options_t,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let gold = c.input(gold, gold_len);
            let out = c.output(ranks, ranks_len)?;
            rows(c, &matrix, &options, |it, reject, found| rank::one(it, reject, gold, out, found))
        })
    }
}

/// The 0-based rank of the best gold of each query: as recallk_best_tallies.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_best_ranks(
    scores: *const recallk_matrix_t,
    golds: *const recallk_golds_t,
    options: *const recallk_options_t,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let golds = c.golds(golds)?;
            let out = c.output(ranks, ranks_len)?;
            rows(c, &matrix, &options, |it, reject, found| {
                rank::best(it, reject, &golds, out, found)
            })
        })
    }
}

/// The 0-based rank of every gold: as recallk_gold_tallies.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_gold_ranks(
    scores: *const recallk_matrix_t,
    golds: *const recallk_golds_t,
    options: *const recallk_options_t,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let golds = c.golds(golds)?;
            let out = Out::Ranks(c.output(ranks, ranks_len)?);
            gold(c, &matrix, &golds, &options, (scratch, scratch_len), out)
        })
    }
}

fn rows(
    c: &mut Call,
    matrix: &Matrix,
    options: &Options,
    run: impl FnOnce(Sight, bool, &mut Found) -> Result<(), Error>,
) -> Checked<()> {
    let transposed = goes_down(matrix.is_column_major(), matrix.rows());
    let result = matrix.counted(transposed, options, None, |counter| {
        run(Sight { counter, transposed }, options.rejects(), &mut c.found)
    });
    c.ok(result)
}

/// Slots for golds that are too many to be counted one by one.
pub(super) fn gold_slots(golds: &Golds) -> usize {
    Some(golds.largest()).filter(|&largest| largest > GOLDS_WITHOUT_SCRATCH).unwrap_or(0)
}

fn gold<'a>(
    c: &mut Call<'a, '_>,
    matrix: &Matrix,
    golds: &Golds,
    options: &Options,
    (scratch, scratch_len): (*mut c_void, usize),
    mut out: Out,
) -> Checked<()> {
    c.ok(golds.check_offsets())?;
    let slots = c.scratch::<GoldSlot>(scratch, scratch_len, gold_slots(golds))?;
    c.tell(matrix.counted(false, options, None, |counter| {
        rank::every(counter, options.rejects(), golds, slots, &mut out)
    }))
}

#[inline(always)]
pub(super) fn matrix<'a>(
    c: &mut Call<'a, '_>,
    scores: *const recallk_matrix_t,
    options: *const recallk_options_t,
) -> Checked<(Matrix<'a>, Options)> {
    Ok((c.matrix(scores)?, c.options(options)?))
}
