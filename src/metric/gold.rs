//! The ranks of every gold, and what they add up to.

use super::fixed::Fixed;
use super::sizes::Sizes;
use crate::error::{Error, narrow, place};
use crate::relevance::{NONE, check_offsets, expect_length, span};

/// What to make of the ranks of a query's golds.
///
/// A gold is *found* at K where its 0-based rank is below min(K, size of the
/// gallery). G is the number of a query's golds, those that are nowhere found
/// included. K may exceed the gallery: `u32::MAX` is the whole ranking. Every
/// value is a fraction; K = 0 and G = 0 give 0.
///
/// The definitions are those of trec_eval and of K. Musgrave et al., "A Metric
/// Learning Reality Check" (2020), for what ends in "at R".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoldMetric {
    /// P@K: golds found at K, by K.
    Precision(u32),
    /// Recall@K as a fraction of the golds: golds found at K, by G. (What
    /// image-text papers call R@K is [`hits`](crate::hits) of the best gold.)
    Recall(u32),
    /// R-precision: golds found at G, by G.
    RPrecision,
    /// AP@K: the sum of i / (rank + 1) over the golds found at K, where i counts
    /// them from 1; by G. Its mean over queries is mAP@K.
    AveragePrecision(u32),
    /// As `AveragePrecision`, but by min(K, G), so that 1 can be reached where
    /// there are more golds than places.
    CappedAveragePrecision(u32),
    /// mAP@R: AP@K with K = G, by G.
    AveragePrecisionAtR,
    /// nDCG@K where all golds are equally relevant: the sum of
    /// 1 / log2(rank + 2) over the golds found at K, by the same sum with all
    /// golds in front. For golds of different gain see
    /// [`GradedRanks`](crate::GradedRanks).
    Ndcg(u32),
}

/// The 0-based ranks of every gold of many queries, in the full order, in which
/// golds count for each other.
#[derive(Debug, Clone, Copy)]
pub struct GoldRanks<'a> {
    offsets: &'a [u64],
    ranks: &'a [u32],
    sizes: Sizes<'a>,
}

impl<'a> GoldRanks<'a> {
    /// The ranks of query `q` are `ranks[offsets[q]..offsets[q + 1]]`, ascending
    /// ([`sort_ranks`]); a query may have none. A rank not below its size is a
    /// gold that is not found; a rank [`NONE`], as lists give it to an id that a
    /// set repeats, is no gold.
    ///
    /// Two golds have never one rank: ranks under a tie rule of its own for each
    /// gold (optimistic, say) are refused, since they would find more golds than
    /// there are places.
    ///
    /// # Errors
    /// [`Error::BadOffsets`], [`Error::NoQueries`], [`Error::Length`],
    /// [`Error::RanksNotAscending`]. Cost: one read of the ranks.
    pub fn new(offsets: &'a [u64], ranks: &'a [u32], sizes: Sizes<'a>) -> Result<Self, Error> {
        check_queries(offsets, ranks.len(), sizes)?;
        let golds = GoldRanks { offsets, ranks, sizes };
        for q in 0..golds.queries() {
            check_ascending(q, golds.of(q), sizes.of(q))?;
        }
        Ok(golds)
    }

    /// Number of queries.
    pub fn queries(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    fn of(&self, q: usize) -> &'a [u32] {
        span(self.offsets, q).and_then(|range| self.ranks.get(range)).unwrap_or(&[])
    }

    /// The metric's mean over the queries; one without golds adds 0.
    ///
    /// Cost: a read of the ranks found, for nDCG two logarithms for each gold.
    pub fn mean(&self, metric: GoldMetric) -> f64 {
        self.run(metric, |_, _| ())
    }

    /// The metric of each query, written to `out`; returns their mean.
    pub fn each(&self, metric: GoldMetric, out: &mut [f64]) -> Result<f64, Error> {
        expect_length(out, self.queries())?;
        Ok(self.run(metric, |q, value| {
            if let Some(out) = out.get_mut(q) {
                *out = value;
            }
        }))
    }

    fn run(&self, metric: GoldMetric, mut put: impl FnMut(usize, f64)) -> f64 {
        let mut sum = Fixed::ZERO;
        for q in 0..self.queries() {
            let value = metric.of(self.of(q), self.sizes.of(q));
            sum.add(value);
            put(q, value);
        }
        sum.mean(self.queries() as f64)
    }
}

impl GoldMetric {
    /// The value of one query.
    fn of(self, ranks: &[u32], size: u32) -> f64 {
        let ranks = golds(ranks);
        let all = narrow(ranks.len());
        let found = |k: u32| {
            let cut = k.min(size);
            ranks.get(..ranks.partition_point(|&rank| rank < cut)).unwrap_or(&[])
        };
        let by = |sum: f64, of: u32| if of == 0 { 0.0 } else { sum / f64::from(of) };
        match self {
            GoldMetric::Precision(k) => by(found(k).len() as f64, k),
            GoldMetric::Recall(k) => by(found(k).len() as f64, all),
            GoldMetric::RPrecision => by(found(all).len() as f64, all),
            GoldMetric::AveragePrecision(k) => by(precisions(found(k)), all),
            GoldMetric::CappedAveragePrecision(k) => by(precisions(found(k)), k.min(all)),
            GoldMetric::AveragePrecisionAtR => by(precisions(found(all)), all),
            GoldMetric::Ndcg(k) => {
                let gain = discounts(found(k).iter().copied());
                if gain > 0.0 { gain / discounts(0..k.min(all)) } else { 0.0 }
            }
        }
    }
}

/// The sum of the precisions at each of the ranks.
fn precisions(ranks: &[u32]) -> f64 {
    let mut sum = Fixed::ZERO;
    for (before, &rank) in ranks.iter().enumerate() {
        sum.add((before as f64 + 1.0) / (f64::from(rank) + 1.0));
    }
    sum.sum()
}

fn discounts(ranks: impl Iterator<Item = u32>) -> f64 {
    let mut sum = Fixed::ZERO;
    ranks.for_each(|rank| sum.add(discount(rank)));
    sum.sum()
}

/// What a gold at a 0-based rank is worth in DCG: 1 / log2(rank + 2).
pub(super) fn discount(rank: u32) -> f64 {
    1.0 / libm::log2(f64::from(rank) + 2.0)
}

/// The ranks that are of golds: copies of repeated ids come last.
pub(super) fn golds(ranks: &[u32]) -> &[u32] {
    ranks.get(..ranks.partition_point(|&rank| rank != NONE)).unwrap_or(&[])
}

pub(super) fn check_queries(offsets: &[u64], golds: usize, sizes: Sizes) -> Result<(), Error> {
    check_offsets(offsets, golds)?;
    match offsets.len().checked_sub(1) {
        None | Some(0) => Err(Error::NoQueries),
        Some(queries) => sizes.check(queries),
    }
}

fn check_ascending(q: usize, ranks: &[u32], size: u32) -> Result<(), Error> {
    let wrong = |pair: &[u32]| matches!(pair, &[rank, next] if !may_follow(rank, next, size));
    match ranks.windows(2).position(wrong) {
        Some(at) => Err(Error::RanksNotAscending(place(q, at.saturating_add(1)))),
        None => Ok(()),
    }
}

/// Ranks of found golds ascend strictly; those of the others are behind.
pub(super) fn may_follow(rank: u32, next: u32, size: u32) -> bool {
    rank < next || (rank == next && rank >= size)
}

/// Sorts the ranks of each query ascending, in place: those of query `q` are
/// `ranks[offsets[q]..offsets[q + 1]]`.
pub fn sort_ranks(offsets: &[u64], ranks: &mut [u32]) -> Result<(), Error> {
    check_offsets(offsets, ranks.len())?;
    for q in 0..offsets.len().saturating_sub(1) {
        if let Some(ranks) = span(offsets, q).and_then(|range| ranks.get_mut(range)) {
            crate::sort::sort_by(ranks, |a, b| a < b);
        }
    }
    Ok(())
}

/// Ranks in the "filtered" setting, in which a query's other golds are no
/// candidates: the `i`-th gold found (from 0) has its rank minus `i`. Golds that
/// are not found stay where they are, at or behind the size. One for each rank
/// of the golds; entries outside the offsets are left alone.
///
/// Source: A. Bordes et al., "Translating Embeddings for Modeling
/// Multi-relational Data" (2013).
pub fn filtered_ranks(golds: &GoldRanks, out: &mut [u32]) -> Result<(), Error> {
    expect_length(out, golds.ranks.len())?;
    for q in 0..golds.queries() {
        let size = golds.sizes.of(q);
        let out = span(golds.offsets, q).and_then(|range| out.get_mut(range)).unwrap_or(&mut []);
        for (before, (out, &rank)) in out.iter_mut().zip(golds.of(q)).enumerate() {
            *out = if rank < size { rank.saturating_sub(narrow(before)) } else { rank };
        }
    }
    Ok(())
}
