//! Median, mean and reciprocal of one rank per query.

use super::fixed::Fixed;
use super::sizes::{Sizes, some_queries};
use crate::error::Error;
use crate::select::middle_ranks;

/// The two middle ranks, 0-based, lower first; equal for an odd number of queries.
/// Cost: some ten reads of the ranks, worst case 40; without vectors always 64.
#[inline(always)]
pub fn median_pair(ranks: &[u32]) -> Result<(u32, u32), Error> {
    middle_ranks(ranks)
}

/// Median rank, 1-based; for an even number the mean of the two middle ranks.
pub fn median_rank(ranks: &[u32]) -> Result<f64, Error> {
    let (lower, upper) = median_pair(ranks)?;
    Ok(one_based(2 * u64::from(lower), 2 * u64::from(upper)))
}

/// The 1-based mean of two doubled 0-based ranks.
pub(crate) fn one_based(lower_doubled: u64, upper_doubled: u64) -> f64 {
    // An integer divided by four: exact.
    (lower_doubled + upper_doubled + 4) as f64 / 4.0
}

/// Mean rank, 1-based: an integer sum and one division. Misses count with
/// their rank, the gallery size.
pub fn mean_rank(ranks: &[u32]) -> Result<f64, Error> {
    let queries = some_queries(ranks)?;
    let sum: u64 = ranks.iter().map(|&rank| u64::from(rank)).sum();
    Ok(sum.checked_add(ranks.len() as u64).ok_or(Error::SizeOverflow)? as f64 / queries)
}

/// Mean reciprocal rank: the mean of 1 / (rank + 1), a miss adds 0.
///
/// Each value is cut to a multiple of 2^-63 and the sum is an integer, so that
/// the result depends on no order and no machine.
pub fn mrr(ranks: &[u32], sizes: Sizes) -> Result<f64, Error> {
    mrr_at(ranks, sizes, u32::MAX)
}

/// MRR@K, from the ranks of the best golds: as [`mrr`], but a rank that is not
/// below K adds 0, too.
pub fn mrr_at(ranks: &[u32], sizes: Sizes, k: u32) -> Result<f64, Error> {
    let queries = some_queries(ranks)?;
    sizes.check(ranks.len())?;
    let mut sum = Fixed::ZERO;
    for (q, &rank) in ranks.iter().enumerate() {
        if rank < k.min(sizes.of(q)) {
            sum.add_reciprocal(2 * u64::from(rank));
        }
    }
    Ok(sum.mean(queries))
}
