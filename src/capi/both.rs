//! Score matrices to tallies and ranks of both directions.
//!
//! Every function comes in two forms: `..tallies` and `..ranks`.

use core::ffi::c_void;

use super::ptr::{BothMemory, Matrix, call, call_with_golds};
use super::rank::matrix;
use super::recallk_status_t;
use super::types::*;
use crate::engine::TURNS;
use crate::rank::{self, Found, Options, Out};
use crate::sweep::Sight;
use crate::{Error, Relevance, Sides};

/// Bytes of scratch that the calls in both directions need for a matrix. They
/// grow with rows + columns. The cells are not read: data may be any pointer
/// that is not NULL and aligned for the dtype.
///
/// @param[out] bytes NULL is not allowed
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_both_scratch(
    scores: *const recallk_matrix_t,
    bytes: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let matrix = c.matrix(scores)?;
            *c.put(bytes)? = matrix.both_bytes(c)?;
            Ok(())
        })
    }
}

/// Any-hit tallies of both directions from one pass over the matrix.
///
/// @param[in] row_of_column the row that each column belongs to (the image of
/// each text), or RECALLK_NONE for a distractor: an item for the rows that is
/// no query
/// @param[in] scratch, scratch_len see recallk_both_scratch
/// @param[out] row_tallies, row_tallies_len one per row; a row without columns
/// is a miss
/// @param[out] column_tallies, column_tallies_len one per column that is no
/// distractor, in the order of the columns
/// @return as recallk_tallies, and RECALLK_SCRATCH_TOO_SMALL
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_tallies_both(
    scores: *const recallk_matrix_t,
    row_of_column: *const u32,
    row_of_column_len: usize,
    options: *const recallk_options_t,
    scratch: *mut c_void,
    scratch_len: usize,
    row_tallies: *mut recallk_tally_t,
    row_tallies_len: usize,
    column_tallies: *mut recallk_tally_t,
    column_tallies_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let relevance = Relevance::RowOfColumn(c.input(row_of_column, row_of_column_len));
            let memory = c.both_scratch(&matrix, scratch, scratch_len)?;
            let rows = Out::Tallies(c.tallies_out(row_tallies, row_tallies_len)?);
            let columns = Out::Tallies(c.tallies_out(column_tallies, column_tallies_len)?);
            c.tell(both(&matrix, &options, relevance, memory, rows, columns))
        })
    }
}

/// Any-hit tallies of both directions with golds on both sides.
///
/// @param[in] row_golds golds of the rows: column indices
/// @param[in] column_golds golds of the columns: row indices, queries are columns
/// @param[in] scratch, scratch_len see recallk_both_scratch
/// @param[out] row_tallies, row_tallies_len one per row query
/// @param[out] column_tallies, column_tallies_len one per column query
/// @return as recallk_best_tallies, and RECALLK_SCRATCH_TOO_SMALL
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_tallies_both_csr(
    scores: *const recallk_matrix_t,
    row_golds: *const recallk_golds_t,
    column_golds: *const recallk_golds_t,
    options: *const recallk_options_t,
    scratch: *mut c_void,
    scratch_len: usize,
    row_tallies: *mut recallk_tally_t,
    row_tallies_len: usize,
    column_tallies: *mut recallk_tally_t,
    column_tallies_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let (of_rows, of_columns) = (c.golds(row_golds)?, c.golds(column_golds)?);
            let memory = c.both_scratch(&matrix, scratch, scratch_len)?;
            let rows = Out::Tallies(c.tallies_out(row_tallies, row_tallies_len)?);
            let columns = Out::Tallies(c.tallies_out(column_tallies, column_tallies_len)?);
            let relevance = Relevance::Golds(of_rows, of_columns);
            c.tell(both(&matrix, &options, relevance, memory, rows, columns))
        })
    }
}

/// The 0-based ranks of both directions: as recallk_tallies_both.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_ranks_both(
    scores: *const recallk_matrix_t,
    row_of_column: *const u32,
    row_of_column_len: usize,
    options: *const recallk_options_t,
    scratch: *mut c_void,
    scratch_len: usize,
    row_ranks: *mut u32,
    row_ranks_len: usize,
    column_ranks: *mut u32,
    column_ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let relevance = Relevance::RowOfColumn(c.input(row_of_column, row_of_column_len));
            let memory = c.both_scratch(&matrix, scratch, scratch_len)?;
            let rows = Out::Ranks(c.output(row_ranks, row_ranks_len)?);
            let columns = Out::Ranks(c.output(column_ranks, column_ranks_len)?);
            c.tell(both(&matrix, &options, relevance, memory, rows, columns))
        })
    }
}

/// The 0-based ranks of both directions: as recallk_tallies_both_csr.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_ranks_both_csr(
    scores: *const recallk_matrix_t,
    row_golds: *const recallk_golds_t,
    column_golds: *const recallk_golds_t,
    options: *const recallk_options_t,
    scratch: *mut c_void,
    scratch_len: usize,
    row_ranks: *mut u32,
    row_ranks_len: usize,
    column_ranks: *mut u32,
    column_ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call_with_golds(detail, |c| {
            let (matrix, options) = matrix(c, scores, options)?;
            let (of_rows, of_columns) = (c.golds(row_golds)?, c.golds(column_golds)?);
            let memory = c.both_scratch(&matrix, scratch, scratch_len)?;
            let rows = Out::Ranks(c.output(row_ranks, row_ranks_len)?);
            let columns = Out::Ranks(c.output(column_ranks, column_ranks_len)?);
            let relevance = Relevance::Golds(of_rows, of_columns);
            c.tell(both(&matrix, &options, relevance, memory, rows, columns))
        })
    }
}

fn both(
    matrix: &Matrix,
    options: &Options,
    relevance: Relevance,
    mut memory: BothMemory,
    rows: Out,
    columns: Out,
) -> Result<Found, Error> {
    let mut out = Sides { rows, columns };
    let mut state = memory.state(matrix)?;
    let reject = options.rejects();
    let transposed = TURNS && matrix.is_column_major();
    matrix.counted(transposed, options, Some(&mut memory), |counter| {
        let sight = Sight { counter, transposed };
        rank::both(sight, reject, &relevance, &mut state, &mut out)
    })
}
