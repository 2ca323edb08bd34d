//! Hits, recalls, and their averages.

use super::sizes::Sizes;
use crate::error::Error;
use crate::relevance::expect_length;

/// For each K the number of queries with rank < min(K, size), in the order of
/// `ks`, repeats kept. K = 0 gives 0; K beyond the gallery is fine.
pub fn hits(ranks: &[u32], sizes: Sizes, ks: &[u32], hits: &mut [u64]) -> Result<(), Error> {
    if ranks.is_empty() {
        return Err(Error::NoQueries);
    }
    expect_length(hits, ks.len())?;
    sizes.check(ranks.len())?;
    let (all, each) = match sizes {
        Sizes::All(size) => (size, &[][..]),
        Sizes::Each(sizes) => (0, sizes),
    };
    for (hits, &k) in hits.iter_mut().zip(ks) {
        let mut found = 0usize;
        for (q, &rank) in ranks.iter().enumerate() {
            let size = each.get(q).copied().unwrap_or(all);
            found += usize::from(rank < k.min(size));
        }
        *hits = found as u64;
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
