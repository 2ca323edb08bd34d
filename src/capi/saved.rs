//! Golds and counts as bytes.

use super::ptr::call;
use super::status::*;
use super::types::*;
use crate::{Error, tiles};

/// Bytes that golds and counts are saved in; either may be 0.
///
/// @param[in] counts_len RECALLK_COUNTERS for each entry
/// @param[out] bytes NULL is not allowed
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_saved_size(
    golds_len: usize,
    counts_len: usize,
    bytes: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let entries = c.ok(entries_of(counts_len))?;
            *c.put(bytes)? = c.ok(tiles::saved_size(golds_len, entries))?;
            Ok(())
        })
    }
}

/// Golds and counts as bytes, the same on every machine: for a job that resumes, or
/// whose parts meet later.
///
/// @param[out] bytes, bytes_len see recallk_saved_size
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_save(
    golds: *const recallk_gold_t,
    golds_len: usize,
    counts: *const u32,
    counts_len: usize,
    bytes: *mut u8,
    bytes_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let golds = c.gold_states(golds, golds_len);
            let entries = c.ok(entries_of(counts_len))?;
            let (counts, coverage) = c.counts(counts, counts_len, entries)?;
            let bytes = c.output(bytes, bytes_len)?;
            c.ok(tiles::save(golds, counts, coverage, bytes))
        })
    }
}

/// Loads what recallk_save has saved; the lengths must be those that were saved.
///
/// @return RECALLK_OK, or, nothing being written, RECALLK_SAVED_FOREIGN,
/// RECALLK_SAVED_VERSION, RECALLK_SAVED_OTHER_SHAPE, RECALLK_SAVED_DAMAGED
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_load(
    bytes: *const u8,
    bytes_len: usize,
    golds: *mut recallk_gold_t,
    golds_len: usize,
    counts: *mut u32,
    counts_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let bytes = c.input(bytes, bytes_len);
            let golds = c.gold_states_out(golds, golds_len)?;
            let entries = c.ok(entries_of(counts_len))?;
            let (counts, coverage) = c.counts_out(counts, counts_len, entries)?;
            c.ok(tiles::load(bytes, golds, counts, coverage))
        })
    }
}

/// How many entries so many counters are of.
fn entries_of(counters: usize) -> Result<usize, Error> {
    let entries = counters / RECALLK_COUNTERS;
    if counters.is_multiple_of(RECALLK_COUNTERS) {
        Ok(entries)
    } else {
        Err(Error::Length { needed: 0, found: counters })
    }
}
