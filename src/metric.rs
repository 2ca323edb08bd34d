//! From 0-based ranks to the numbers that papers print.
//!
//! A rank equal to the size of the gallery (of the list) marks a miss: it
//! counts in mean and median and is never a hit. So whoever turns ranks into
//! hits gives the sizes, too.

use crate::error::Error;
use crate::relevance::expect_length;
use crate::select::middle_ranks;

/// How many items each query was ranked among.
#[derive(Debug, Clone, Copy)]
pub enum Sizes<'a> {
    /// The same gallery for all.
    All(u32),
    /// One size for each query.
    Each(&'a [u32]),
}

impl<'a> Sizes<'a> {
    pub(crate) fn check(&self, queries: usize) -> Result<(), Error> {
        match self {
            Sizes::All(_) => Ok(()),
            Sizes::Each(sizes) => expect_length(sizes, queries),
        }
    }

    /// The size of query `q`.
    #[inline]
    pub(crate) fn of(&self, q: usize) -> u32 {
        match self {
            Sizes::All(size) => *size,
            Sizes::Each(sizes) => sizes.get(q).copied().unwrap_or(0),
        }
    }

    /// The largest size.
    pub(crate) fn largest(&self) -> u32 {
        match self {
            Sizes::All(size) => *size,
            Sizes::Each(sizes) => sizes.iter().copied().max().unwrap_or(0),
        }
    }
}

fn some_queries<T>(ranks: &[T]) -> Result<f64, Error> {
    if ranks.is_empty() { Err(Error::NoQueries) } else { Ok(ranks.len() as f64) }
}

/// For each K the number of queries with rank < min(K, size), in the order of
/// `ks`, repeats kept. K = 0 gives 0; K beyond the gallery is fine.
pub fn hits(ranks: &[u32], sizes: Sizes, ks: &[u32], hits: &mut [u64]) -> Result<(), Error> {
    some_queries(ranks)?;
    sizes.check(ranks.len())?;
    expect_length(hits, ks.len())?;
    for (hits, &k) in hits.iter_mut().zip(ks) {
        *hits = match sizes {
            Sizes::All(size) => {
                let cut = k.min(size);
                ranks.iter().map(|&rank| u64::from(rank < cut)).sum()
            }
            Sizes::Each(sizes) => {
                ranks.iter().zip(sizes).map(|(&rank, &size)| u64::from(rank < k.min(size))).sum()
            }
        };
    }
    Ok(())
}

/// Recall@K as a fraction: `hits / queries` in one division; 0 for no query.
pub fn recall(hits: u64, queries: u64) -> f64 {
    if queries == 0 { 0.0 } else { hits as f64 / queries as f64 }
}

/// Recall@K in percent: `(hits / queries) * 100`, in this order. The other
/// order differs in the last bit for some counts, and then rounds differently.
pub fn recall_percent(hits: u64, queries: u64) -> f64 {
    recall(hits, queries) * 100.0
}

/// The cutoffs that AR averages.
pub const AR_KS: [u32; 4] = [1, 5, 10, 20];

/// AR: the mean of recalls, by plain addition from left to right and one
/// division. By definition the unrounded percents at K = 1, 5, 10, 20 ([`AR_KS`]).
///
/// # Errors
/// [`Error::Empty`] for no value.
pub fn average_recall(recalls: &[f64]) -> Result<f64, Error> {
    if recalls.is_empty() {
        return Err(Error::Empty);
    }
    Ok(sum(recalls) / recalls.len() as f64)
}

/// rsum: the sum of recalls from left to right, by custom R@1, R@5, R@10 in
/// percent of the row queries, then of the column queries.
pub fn sum(recalls: &[f64]) -> f64 {
    recalls.iter().fold(0.0, |sum, recall| sum + recall)
}

/// The two middle ranks, 0-based, lower first; equal for an odd number of queries.
/// Cost: some ten reads of the ranks, worst case 40.
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
    let queries = some_queries(ranks)?;
    sizes.check(ranks.len())?;
    let mut sum = Fixed::ZERO;
    for (q, &rank) in ranks.iter().enumerate() {
        if rank < sizes.of(q) {
            sum.add_reciprocal(2 * u64::from(rank));
        }
    }
    Ok(sum.mean(queries))
}

/// A sum of values in 0..=1 in units of 2^-63.
#[derive(Clone, Copy)]
pub(crate) struct Fixed(u128);

impl Fixed {
    pub(crate) const ZERO: Self = Fixed(0);

    /// Adds 1 / (rank + 1) for a doubled 0-based rank.
    pub(crate) fn add_reciprocal(&mut self, doubled: u64) {
        self.add_reciprocals(doubled, 1);
    }

    /// The same of so many queries; those of one sum are less than 2^64.
    pub(crate) fn add_reciprocals(&mut self, doubled: u64, queries: u64) {
        // floor(2^64 / d) for d = 2 * (rank + 1), without leaving 64 bits.
        let divisor = doubled.saturating_add(2);
        let (quotient, rest) = (u64::MAX / divisor, u64::MAX % divisor);
        let reciprocal = quotient + u64::from(rest == divisor - 1);
        self.0 += u128::from(reciprocal) * u128::from(queries);
    }

    /// The mean over so many queries.
    pub(crate) fn mean(self, queries: f64) -> f64 {
        self.0 as f64 / (1u64 << 63) as f64 / queries
    }
}

/// Wilson's 95 % interval of a recall, as fractions: the range of true recalls
/// that the observed hits do not contradict. Exactly 0 below at no hit and
/// exactly 1 above at a hit in every query; (0, 1) for no query.
///
/// Source: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), with z = 1.959963984540054.
pub fn wilson(hits: u64, queries: u64) -> (f64, f64) {
    const Z: f64 = 1.959963984540054;
    if queries == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (queries as f64, recall(hits, queries));
    let scale = 1.0 + Z * Z / n;
    let centre = p + Z * Z / (2.0 * n);
    let width = Z * libm::sqrt(p * (1.0 - p) / n + Z * Z / (4.0 * n * n));
    let lower = if hits == 0 { 0.0 } else { ((centre - width) / scale).max(0.0) };
    let upper = if hits >= queries { 1.0 } else { ((centre + width) / scale).min(1.0) };
    (lower, upper)
}

/// Sorts the ranks of each query ascending, in place: those of query `q` are
/// `ranks[offsets[q]..offsets[q + 1]]`.
pub fn sort_ranks(offsets: &[u64], ranks: &mut [u32]) -> Result<(), Error> {
    crate::relevance::check_offsets(offsets, ranks.len())?;
    for q in 0..offsets.len().saturating_sub(1) {
        if let Some(ranks) =
            crate::relevance::span(offsets, q).and_then(|range| ranks.get_mut(range))
        {
            crate::sort::sort_by(ranks, |a, b| a < b);
        }
    }
    Ok(())
}
