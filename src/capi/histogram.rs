//! Histograms of ranks, and what follows from them.
//!
//! The layout of the counters stands in the header with
//! `recallk_histogram_count`.

use super::metric::sizes;
use super::ptr::call;
use super::status::*;
use super::types::*;
use crate::histogram::Histogram;

/// Adds 0-based ranks to a histogram: how many queries have each rank.
///
/// For a gallery of N items the counters are one flat array. The first N count
/// the queries found at rank 0 to N - 1. Then comes one that counts the misses,
/// whose rank is N; or, where queries differ in the size of their gallery (or
/// list) and so misses in rank, N + 1 that count the misses of rank 0 to N. So
/// there are N + 1 or 2 N + 1. They start as zeros, and histograms of the same
/// length are merged by adding them up, element by element, anywhere:
/// recallk_histogram_merge, MPI_SUM on MPI_UINT64_T. Half ranks of
/// RECALLK_TIES_REALISTIC have no histogram.
///
/// After an error the counters are unchanged.
///
/// @param[in] ranks, ranks_len 0-based ranks; a rank not below its size is a miss
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] gallery N: no rank may be larger
/// @param[in,out] counters, counters_len the histogram
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_RANK_OUT_OF_RANGE
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_count(
    ranks: *const u32,
    ranks_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    gallery: u32,
    counters: *mut u64,
    counters_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (ranks, sizes) = (c.input(ranks, ranks_len), c.input(sizes, sizes_len));
            let counters = c.output(counters, counters_len)?;
            c.ok(Histogram::count(counters, gallery, ranks, self::sizes(sizes)))
        })
    }
}

/// Adds the counters of one histogram to those of another, modulo 2^64.
///
/// @param[in] from, from_len the histogram that is added
/// @param[in,out] into, into_len the sum, of the same length
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_merge(
    from: *const u64,
    from_len: usize,
    into: *mut u64,
    into_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (from, into) = (c.input(from, from_len), c.output(into, into_len)?);
            c.ok(Histogram::merge(into, from))
        })
    }
}

/// How many queries a histogram has counted, hits and misses.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] queries their number, 0 for none
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_SIZE_OVERFLOW
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_queries(
    counters: *const u64,
    counters_len: usize,
    gallery: u32,
    queries: *mut u64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (counters, out) = (c.input(counters, counters_len), c.put(queries)?);
            *out = c.ok(Histogram::new(counters, gallery).and_then(|it| it.queries()))?;
            Ok(())
        })
    }
}

/// Hits at each K from a histogram: as recallk_hits of the ranks. Misses never
/// hit.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[in] ks, ks_len cutoffs
/// @param[out] hits, hits_len one per K
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_hits(
    counters: *const u64,
    counters_len: usize,
    gallery: u32,
    ks: *const u32,
    ks_len: usize,
    hits: *mut u64,
    hits_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let counters = c.input(counters, counters_len);
            let (ks, hits) = (c.input(ks, ks_len), c.output(hits, hits_len)?);
            c.ok(Histogram::new(counters, gallery).and_then(|it| it.hits(ks, hits)))
        })
    }
}

/// The two middle ranks of a histogram, 0-based: as recallk_median_pair of the
/// ranks.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] lower, upper the middle ranks
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_median_pair(
    counters: *const u64,
    counters_len: usize,
    gallery: u32,
    lower: *mut u32,
    upper: *mut u32,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let counters = c.input(counters, counters_len);
            let (lower, upper) = (c.put(lower)?, c.put(upper)?);
            (*lower, *upper) =
                c.ok(Histogram::new(counters, gallery).and_then(|it| it.median_pair()))?;
            Ok(())
        })
    }
}

/// Median rank of a histogram, 1-based: as recallk_median_rank of the ranks.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] median_rank the result
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_median_rank(
    counters: *const u64,
    counters_len: usize,
    gallery: u32,
    median_rank: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (counters, out) = (c.input(counters, counters_len), c.put(median_rank)?);
            *out = c.ok(Histogram::new(counters, gallery).and_then(|it| it.median_rank()))?;
            Ok(())
        })
    }
}

/// Mean rank of a histogram, 1-based: as recallk_mean_rank of the ranks. A miss
/// counts with its rank.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] mean_rank the result
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_mean_rank(
    counters: *const u64,
    counters_len: usize,
    gallery: u32,
    mean_rank: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (counters, out) = (c.input(counters, counters_len), c.put(mean_rank)?);
            *out = c.ok(Histogram::new(counters, gallery).and_then(|it| it.mean_rank()))?;
            Ok(())
        })
    }
}

/// Mean reciprocal rank of a histogram, a fraction: as recallk_mrr of the ranks. A
/// miss adds 0.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] mrr the result
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_histogram_mrr(
    counters: *const u64,
    counters_len: usize,
    gallery: u32,
    mrr: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (counters, out) = (c.input(counters, counters_len), c.put(mrr)?);
            *out = c.ok(Histogram::new(counters, gallery).and_then(|it| it.mrr()))?;
            Ok(())
        })
    }
}
