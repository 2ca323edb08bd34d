//! Ranks of every gold to numbers.

use core::ffi::c_void;

use super::metric::sizes;
use super::ptr::call;
use super::status::*;
use super::types::*;
use crate::list;
use crate::metric::{self, Gain, GainSlot, GoldMetric, GoldRanks, GradedRanks};

/// A metric of every gold, from the ranks of all golds in the full order: see
/// RECALLK_METRIC_PRECISION and the others, where "found" means a rank below
/// min(K, size) and G is the number of a query's golds, those not found
/// included. All are fractions; K = 0, and a query without golds, give 0.
///
/// @param[in] offsets, offsets_len the ranks of query q are ranks[offsets[q]] to
/// ranks[offsets[q + 1] - 1]
/// @param[in] ranks, ranks_len 0-based ranks, ascending within each query
/// (recallk_sort_ranks). Two that are found are never equal; one not below its
/// size is a gold that is not found; RECALLK_NONE is no gold
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] metric one of RECALLK_METRIC_PRECISION ... RECALLK_METRIC_NDCG
/// @param[in] k the cutoff K, UINT32_MAX for the whole ranking; not used by
/// RECALLK_METRIC_R_PRECISION and RECALLK_METRIC_AP_AT_R
/// @param[out] each, each_len the value of each query; or NULL and 0
/// @param[out] mean the mean over all queries, summed as integers in units of
/// 2^-63: the same bits for any order of the queries and on any machine
/// @return RECALLK_OK, RECALLK_UNKNOWN_METRIC, RECALLK_NO_QUERIES,
/// RECALLK_BAD_OFFSETS, RECALLK_WRONG_LENGTH, RECALLK_GOLDS_NOT_ASCENDING (row:
/// the query, column: which of its ranks)
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_gold_metric(
    offsets: *const u64,
    offsets_len: usize,
    ranks: *const u32,
    ranks_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    metric: i32,
    k: u32,
    each: *mut f64,
    each_len: usize,
    mean: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let metric = gold_metric(metric, k).ok_or_else(|| c.refuse(RECALLK_UNKNOWN_METRIC))?;
            let (offsets, ranks) = (c.input(offsets, offsets_len), c.input(ranks, ranks_len));
            let sizes = self::sizes(c.input(sizes, sizes_len));
            let (each, mean) = (c.output(each, each_len)?, c.put(mean)?);
            let golds = c.ok(GoldRanks::new(offsets, ranks, sizes))?;
            *mean = match each {
                [] => golds.mean(metric),
                each => c.ok(golds.each(metric, each))?,
            };
            Ok(())
        })
    }
}

/// nDCG@K of golds that are not equally relevant: the sum of gain /
/// log2(rank + 2) over the golds found at K, by the same sum with all golds in
/// front, best first. A query without golds, or without gain, gives 0.
///
/// @param[in] offsets, offsets_len golds of query q are the entries offsets[q]
/// to offsets[q + 1] - 1 of ranks and grades
/// @param[in] ranks, ranks_len 0-based ranks in any order within a query, as
/// recallk_gold_ranks writes them; else as in recallk_gold_metric
/// @param[in] grades, grades_len one per rank, not negative
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] gain RECALLK_GAIN_LINEAR or RECALLK_GAIN_EXPONENTIAL
/// @param[in] k the cutoff K, UINT32_MAX for the whole ranking
/// @param[in] scratch, scratch_len see recallk_graded_ndcg_scratch
/// @param[out] each, each_len the value of each query; or NULL and 0
/// @param[out] mean the mean over all queries
/// @return RECALLK_OK, RECALLK_UNKNOWN_METRIC (of gain), RECALLK_NO_QUERIES,
/// RECALLK_BAD_OFFSETS, RECALLK_WRONG_LENGTH, RECALLK_SCRATCH_TOO_SMALL,
/// RECALLK_BAD_GRADE (row: the query, column: which of its golds),
/// RECALLK_GOLDS_NOT_ASCENDING (two golds that are found have one rank; column:
/// which of the sorted ranks)
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_graded_ndcg(
    offsets: *const u64,
    offsets_len: usize,
    ranks: *const u32,
    ranks_len: usize,
    grades: *const f64,
    grades_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    gain: i32,
    k: u32,
    scratch: *mut c_void,
    scratch_len: usize,
    each: *mut f64,
    each_len: usize,
    mean: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let gain = self::gain(gain).ok_or_else(|| c.refuse(RECALLK_UNKNOWN_METRIC))?;
            let (offsets, ranks) = (c.input(offsets, offsets_len), c.input(ranks, ranks_len));
            let grades = c.input(grades, grades_len);
            let sizes = self::sizes(c.input(sizes, sizes_len));
            let (each, mean) = (c.output(each, each_len)?, c.put(mean)?);
            let golds = c.ok(GradedRanks::new(offsets, ranks, grades, sizes))?;
            let slots = c.scratch::<GainSlot>(scratch, scratch_len, golds.largest())?;
            *mean = c.ok(match each {
                [] => golds.mean_ndcg(gain, k, slots),
                each => golds.each_ndcg(gain, k, slots, each),
            })?;
            Ok(())
        })
    }
}

/// Bytes of scratch that recallk_graded_ndcg needs: 16 for each gold of the
/// query with most of them.
///
/// @param[in] offsets, offsets_len as in that call
/// @param[out] bytes NULL is not allowed
/// @return RECALLK_OK, RECALLK_BAD_OFFSETS
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_graded_ndcg_scratch(
    offsets: *const u64,
    offsets_len: usize,
    bytes: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let golds = list::largest(c.input(offsets, offsets_len));
            let golds = c.ok(golds)?;
            *c.put(bytes)? = c.bytes_of::<GainSlot>(golds)?;
            Ok(())
        })
    }
}

/// Ranks in the "filtered" setting, in which the other golds of a query are no
/// candidates: the i-th gold found (from 0) has its rank minus i. Golds that are
/// not found keep their rank, and stay misses.
///
/// @param[in] offsets, offsets_len, ranks, ranks_len, sizes, sizes_len as in
/// recallk_gold_metric
/// @param[out] filtered, filtered_len one per rank; those outside the offsets are
/// left alone
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_BAD_OFFSETS,
/// RECALLK_WRONG_LENGTH, RECALLK_GOLDS_NOT_ASCENDING (row: the query, column:
/// which of its ranks)
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_filtered_ranks(
    offsets: *const u64,
    offsets_len: usize,
    ranks: *const u32,
    ranks_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    filtered: *mut u32,
    filtered_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (offsets, ranks) = (c.input(offsets, offsets_len), c.input(ranks, ranks_len));
            let sizes = self::sizes(c.input(sizes, sizes_len));
            let filtered = c.output(filtered, filtered_len)?;
            let golds = c.ok(GoldRanks::new(offsets, ranks, sizes))?;
            c.ok(metric::filtered_ranks(&golds, filtered))
        })
    }
}

fn gold_metric(number: i32, k: u32) -> Option<GoldMetric> {
    match number {
        RECALLK_METRIC_PRECISION => Some(GoldMetric::Precision(k)),
        RECALLK_METRIC_RECALL => Some(GoldMetric::Recall(k)),
        RECALLK_METRIC_R_PRECISION => Some(GoldMetric::RPrecision),
        RECALLK_METRIC_AP => Some(GoldMetric::AveragePrecision(k)),
        RECALLK_METRIC_AP_CAPPED => Some(GoldMetric::CappedAveragePrecision(k)),
        RECALLK_METRIC_AP_AT_R => Some(GoldMetric::AveragePrecisionAtR),
        RECALLK_METRIC_NDCG => Some(GoldMetric::Ndcg(k)),
        _ => None,
    }
}

fn gain(number: i32) -> Option<Gain> {
    match number {
        RECALLK_GAIN_LINEAR => Some(Gain::Linear),
        RECALLK_GAIN_EXPONENTIAL => Some(Gain::Exponential),
        _ => None,
    }
}
