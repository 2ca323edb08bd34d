//! The bundle: everything one direction of an evaluation is quoted by.

use crate::error::Error;
use crate::metric::{AR_KS, Fixed, Sizes, average_recall, one_based, recall_percent};
use crate::relevance::expect_length;
use crate::select::middle_pair;
use crate::tally::{Tally, TieRule};

/// Most cutoffs of a [`Report`].
pub const MAX_KS: usize = 32;

/// The figures of a report that do not depend on its cutoffs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    /// Number of queries, those without gold included.
    pub queries: u64,
    /// Size of the gallery, the largest where sizes differ.
    pub items: u64,
    /// Misses: queries without gold, or with NaN golds only.
    pub without_gold: u64,
    /// Queries with any non-gold item tied with their gold.
    pub tied_queries: u64,
    /// Sum over the queries of twice the 1-based rank.
    pub rank_sum_doubled: u64,
    /// Twice the lower middle rank, 1-based.
    pub median_lower_doubled: u64,
    /// Twice the upper middle rank, 1-based.
    pub median_upper_doubled: u64,
    /// Median rank, 1-based.
    pub median_rank: f64,
    /// Mean rank, 1-based.
    pub mean_rank: f64,
    /// Mean reciprocal rank, a fraction.
    pub mrr: f64,
    /// Mean of the unrounded recalls in percent at K = 1, 5, 10, 20.
    pub ar: f64,
}

/// Hits at one cutoff: 1-based rank <= min(K, size). Twice the 0-based rank of
/// a realistic tie may be odd.
fn hits_at(tallies: &[Tally], sizes: Sizes, rule: TieRule, k: u32) -> u64 {
    let queries = tallies.iter().enumerate();
    queries.map(|(q, tally)| u64::from(is_hit(tally, sizes.of(q), rule, k))).sum()
}

fn is_hit(tally: &Tally, size: u32, rule: TieRule, k: u32) -> bool {
    tally.doubled_rank(rule) + 2 <= 2 * u64::from(k.min(size))
}

/// The figures of tallies under a tie rule, with hits at each cutoff written to
/// `hits` (as many as `ks`).
pub fn totals(
    tallies: &[Tally],
    sizes: Sizes,
    rule: TieRule,
    ks: &[u32],
    hits: &mut [u64],
) -> Result<Totals, Error> {
    sizes.check(tallies.len())?;
    expect_length(hits, ks.len())?;
    let doubled = tallies.iter().map(|tally| tally.doubled_rank(rule));
    let (lower, upper) = middle_pair(doubled.clone()).ok_or(Error::NoQueries)?;

    let mut totals = Totals {
        queries: tallies.len() as u64,
        items: u64::from(sizes.largest()),
        median_lower_doubled: lower + 2,
        median_upper_doubled: upper + 2,
        median_rank: one_based(lower, upper),
        ..Totals::default()
    };
    let mut reciprocals = Fixed::ZERO;
    for (q, tally) in tallies.iter().enumerate() {
        let rank = tally.doubled_rank(rule);
        let sum = totals.rank_sum_doubled.checked_add(rank + 2);
        totals.rank_sum_doubled = sum.ok_or(Error::SizeOverflow)?;
        totals.without_gold += u64::from(tally.is_miss());
        totals.tied_queries += u64::from(tally.tied() > 0);
        if rank < 2 * u64::from(sizes.of(q)) {
            reciprocals.add_reciprocal(rank);
        }
    }
    let queries = tallies.len() as f64;
    totals.mean_rank = totals.rank_sum_doubled as f64 / (2.0 * queries);
    totals.mrr = reciprocals.mean(queries);
    let percent = |k| recall_percent(hits_at(tallies, sizes, rule, k), totals.queries);
    totals.ar = average_recall(&AR_KS.map(percent))?;
    for (hits, &k) in hits.iter_mut().zip(ks) {
        *hits = hits_at(tallies, sizes, rule, k);
    }
    Ok(totals)
}

/// One direction of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    totals: Totals,
    ks: heapless::Vec<u32, MAX_KS>,
    hits: heapless::Vec<u64, MAX_KS>,
}

impl Report {
    /// The report of tallies under a tie rule, with recalls at up to
    /// [`MAX_KS`] cutoffs.
    pub fn new(tallies: &[Tally], sizes: Sizes, rule: TieRule, ks: &[u32]) -> Result<Self, Error> {
        let ks = heapless::Vec::from_slice(ks).map_err(|_| Error::TooManyCutoffs)?;
        let mut hits = heapless::Vec::new();
        hits.resize(ks.len(), 0).map_err(|_| Error::TooManyCutoffs)?;
        let totals = totals(tallies, sizes, rule, &ks, &mut hits)?;
        Ok(Report { totals, ks, hits })
    }

    /// The figures beside the recalls.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The cutoffs, as given.
    pub fn ks(&self) -> &[u32] {
        &self.ks
    }

    /// Hits at each cutoff.
    pub fn hits(&self) -> &[u64] {
        &self.hits
    }

    /// Recall in percent at the `at`-th cutoff, unrounded.
    pub fn percent(&self, at: usize) -> Option<f64> {
        Some(recall_percent(*self.hits.get(at)?, self.totals.queries))
    }

    /// Recall as a fraction at the `at`-th cutoff, unrounded.
    pub fn fraction(&self, at: usize) -> Option<f64> {
        Some(crate::metric::recall(*self.hits.get(at)?, self.totals.queries))
    }
}
