//! Ranks to numbers.

use super::ptr::call;
use super::status::*;
use super::types::*;
use crate::Error;
use crate::metric::{self, Sizes};

/// For each K the number of queries with rank < min(K, size), in the order of
/// the Ks. K = 0 gives 0; K may exceed the gallery. A rank that is not below its
/// size is a miss and never a hit.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] ks, ks_len cutoffs
/// @param[out] hits, hits_len one per K
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_hits(
    ranks: *const u32,
    ranks_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    ks: *const u32,
    ks_len: usize,
    hits: *mut u64,
    hits_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (ranks, sizes) = (c.input(ranks, ranks_len), c.input(sizes, sizes_len));
            let (ks, hits) = (c.input(ks, ks_len), c.output(hits, hits_len)?);
            c.ok(metric::hits(ranks, self::sizes(sizes), ks, hits))
        })
    }
}

/// Recall as a fraction: hits / queries in one division; 0 for no query.
#[unsafe(no_mangle)]
pub extern "C" fn recallk_recall(hits: u64, queries: u64) -> f64 {
    metric::recall(hits, queries)
}

/// Recall in percent: (hits / queries) * 100, in this order; 0 for no query.
#[unsafe(no_mangle)]
pub extern "C" fn recallk_recall_percent(hits: u64, queries: u64) -> f64 {
    metric::recall_percent(hits, queries)
}

/// AR: the mean of recalls, added from left to right. By definition those at
/// K = 1, 5, 10, 20 in percent, unrounded.
///
/// @param[out] ar the mean
/// @return RECALLK_OK, RECALLK_EMPTY
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_average_recall(
    recalls: *const f64,
    recalls_len: usize,
    ar: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let recalls = c.input(recalls, recalls_len);
            let ar = c.put(ar)?;
            *ar = c.ok(metric::average_recall(recalls))?;
            Ok(())
        })
    }
}

/// rsum: the sum of recalls from left to right. By custom R@1, R@5, R@10 in
/// percent of the row queries, then of the column queries.
///
/// @param[out] rsum the sum, 0 for no value
/// @return RECALLK_OK
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_rsum(
    recalls: *const f64,
    recalls_len: usize,
    rsum: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let recalls = c.input(recalls, recalls_len);
            *c.put(rsum)? = metric::sum(recalls);
            Ok(())
        })
    }
}

/// The two middle ranks, 0-based; the same one twice for an odd number. The
/// ranks are only read. The median of papers is (lower + upper) / 2 + 1.
///
/// @param[out] lower, upper the middle ranks
/// @return RECALLK_OK, RECALLK_NO_QUERIES
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_median_pair(
    ranks: *const u32,
    ranks_len: usize,
    lower: *mut u32,
    upper: *mut u32,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let ranks = c.input(ranks, ranks_len);
            let (lower, upper) = (c.put(lower)?, c.put(upper)?);
            (*lower, *upper) = c.ok(metric::median_pair(ranks))?;
            Ok(())
        })
    }
}

/// Median rank, 1-based: for an even number the mean of the two middle ranks.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[out] median_rank the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_median_rank(
    ranks: *const u32,
    ranks_len: usize,
    median_rank: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let ranks = c.input(ranks, ranks_len);
            let out = c.put(median_rank)?;
            *out = c.ok(metric::median_rank(ranks))?;
            Ok(())
        })
    }
}

/// Mean rank, 1-based; a miss counts with its rank, the gallery size.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[out] mean_rank the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_mean_rank(
    ranks: *const u32,
    ranks_len: usize,
    mean_rank: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let ranks = c.input(ranks, ranks_len);
            let out = c.put(mean_rank)?;
            *out = c.ok(metric::mean_rank(ranks))?;
            Ok(())
        })
    }
}

/// Mean reciprocal rank, a fraction: the mean of 1 / (rank + 1); a miss, whose
/// rank is not below its size, adds 0.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[out] mrr the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_mrr(
    ranks: *const u32,
    ranks_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    mrr: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (ranks, sizes) = (c.input(ranks, ranks_len), c.input(sizes, sizes_len));
            let out = c.put(mrr)?;
            *out = c.ok(metric::mrr(ranks, self::sizes(sizes)))?;
            Ok(())
        })
    }
}

/// MRR@K: as recallk_mrr, from the ranks of the best golds, but a rank that is
/// not below K adds 0, too.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] k the cutoff
/// @param[out] mrr the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_mrr_at(
    ranks: *const u32,
    ranks_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    k: u32,
    mrr: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (ranks, sizes) = (c.input(ranks, ranks_len), c.input(sizes, sizes_len));
            let out = c.put(mrr)?;
            *out = c.ok(metric::mrr_at(ranks, self::sizes(sizes), k))?;
            Ok(())
        })
    }
}

/// Wilson's 95 % interval of a recall, as fractions: exactly 0 below at no hit,
/// exactly 1 above at a hit in every query.
///
/// @param[out] lower, upper the interval; 0 and 1 for no query
/// @return RECALLK_OK
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_wilson(
    hits: u64,
    queries: u64,
    lower: *mut f64,
    upper: *mut f64,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (lower, upper) = (c.put(lower)?, c.put(upper)?);
            (*lower, *upper) = metric::wilson(hits, queries);
            Ok(())
        })
    }
}

/// Sorts the ranks of each query ascending, in place: those of query q are
/// ranks[offsets[q]] to ranks[offsets[q + 1] - 1]. Ranks behind the last offset
/// are left alone.
///
/// @return RECALLK_OK, RECALLK_BAD_OFFSETS
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_sort_ranks(
    offsets: *const u64,
    offsets_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let (offsets, ranks) = (c.input(offsets, offsets_len), c.output(ranks, ranks_len)?);
            c.ok(metric::sort_ranks(offsets, ranks))
        })
    }
}

/// x rounded to so many decimals, exactly as CPython's round(x, digits): the
/// correctly rounded decimal of the binary value, half to even. NaN and
/// infinities come back as they are.
///
/// @param[in] digits 0 to 22
/// @param[out] rounded the result
/// @return RECALLK_OK, RECALLK_TOO_MANY_DIGITS
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_round(x: f64, digits: u32, rounded: *mut f64) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(core::ptr::null_mut(), |c| {
            let out = c.put(rounded)?;
            *out = c.ok(crate::round(x, digits))?;
            Ok(())
        })
    }
}

/// One size for all, or one per query.
pub(super) fn sizes(sizes: &[u32]) -> Sizes<'_> {
    match sizes {
        [size] => Sizes::All(*size),
        sizes => Sizes::Each(sizes),
    }
}

pub(super) fn same_length(found: usize, needed: usize) -> Result<(), Error> {
    if found == needed { Ok(()) } else { Err(Error::Length { needed, found }) }
}
