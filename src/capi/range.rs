//! What ties leave open.

use super::ptr::call;
use super::status::*;
use super::types::*;
use crate::metric::{self, TieRange};

/// The tie range of Recall@K of the best gold ("any-hit"), for each K, as
/// fractions. Lowest and highest are the recalls under RECALLK_TIES_PESSIMISTIC
/// and RECALLK_TIES_OPTIMISTIC; expected is the mean over all orders of the tied
/// items. Misses add 0; they are known by their tallies, so no sizes are asked.
///
/// @param[in] tallies, tallies_len of the best gold of each query
/// @param[in] ks, ks_len cutoffs
/// @param[out] ranges, ranges_len one per K
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_recall_range(
    tallies: *const recallk_tally_t,
    tallies_len: usize,
    ks: *const u32,
    ks_len: usize,
    ranges: *mut recallk_range_t,
    ranges_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (tallies, ks) = (c.tallies(tallies, tallies_len), c.input(ks, ks_len));
            let ranges = c.output(ranges.cast::<TieRange>(), ranges_len)?;
            c.ok(metric::recall_range(tallies, ks, ranges))
        })
    }
}

/// The tie range of the mean reciprocal rank of the best gold. Expected is the
/// mean of 1 / rank over all orders of the tied items. Misses add 0.
///
/// @param[in] tallies, tallies_len of the best gold of each query
/// @param[out] range the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_mrr_range(
    tallies: *const recallk_tally_t,
    tallies_len: usize,
    range: *mut recallk_range_t,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let tallies = c.tallies(tallies, tallies_len);
            let range = c.put(range.cast::<TieRange>())?;
            *range = c.ok(metric::mrr_range(tallies))?;
            Ok(())
        })
    }
}

/// The tie range of RECALLK_METRIC_RECALL, the fraction of all golds found at K,
/// for each K. Golds that are missed add 0, as do queries without golds.
///
/// @param[in] offsets, offsets_len the golds of query q are tallies[offsets[q]]
/// to tallies[offsets[q + 1] - 1]
/// @param[in] tallies, tallies_len of every gold, as recallk_gold_tallies writes
/// them
/// @param[in] ks, ks_len cutoffs
/// @param[out] ranges, ranges_len one per K
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_BAD_OFFSETS,
/// RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_gold_recall_range(
    offsets: *const u64,
    offsets_len: usize,
    tallies: *const recallk_tally_t,
    tallies_len: usize,
    ks: *const u32,
    ks_len: usize,
    ranges: *mut recallk_range_t,
    ranges_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let offsets = c.input(offsets, offsets_len);
            let (tallies, ks) = (c.tallies(tallies, tallies_len), c.input(ks, ks_len));
            let ranges = c.output(ranges.cast::<TieRange>(), ranges_len)?;
            c.ok(metric::gold_recall_range(offsets, tallies, ks, ranges))
        })
    }
}
