//! What ties leave open: the lowest, expected and highest value.

use super::chance;
use super::fixed::Fixed;
use super::gold::check_queries;
use super::recall::recall;
use super::sizes::{Sizes, some_queries};
use crate::error::Error;
use crate::relevance::{expect_length, span};
use crate::tally::Tally;

/// A metric over all orders of tied items, a fraction. Three equal values say
/// that ties decide nothing.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)]
pub struct TieRange {
    /// With every tie against the golds.
    pub lowest: f64,
    /// The mean over all orders of the tied items.
    pub expected: f64,
    /// With every tie in favour of the golds.
    pub highest: f64,
}

impl TieRange {
    /// In this order even where rounding would have it otherwise.
    fn ordered(lowest: f64, expected: f64, highest: f64) -> Self {
        TieRange { lowest, expected: expected.max(lowest).min(highest), highest }
    }
}

/// The tie range of Recall@K of the best gold ("any-hit"), for each K; from
/// tallies of the best golds. Lowest and highest are the recalls under
/// the tie rules pessimistic and optimistic. A miss adds 0.
///
/// With t items tied, g of them golds, and m = K - ahead places left for them
/// (0 to t), the expected value is 1 - C(t - g, m) / C(t, m). Cost: for each
/// query and K at most min(g, m) steps, and never more than some 7 times the
/// root of t.
pub fn recall_range(tallies: &[Tally], ks: &[u32], out: &mut [TieRange]) -> Result<(), Error> {
    some_queries(tallies)?;
    expect_length(out, ks.len())?;
    for (out, &k) in out.iter_mut().zip(ks) {
        *out = recall_range_at(tallies, k);
    }
    Ok(())
}

fn recall_range_at(tallies: &[Tally], k: u32) -> TieRange {
    let (mut lowest, mut expected, mut highest) = (0u64, Fixed::ZERO, 0u64);
    for tally in tallies.iter().filter(|tally| !tally.is_miss()) {
        let ties = Ties::of(tally);
        let places = ties.places(k);
        lowest += u64::from(places > ties.others);
        highest += u64::from(places > 0);
        expected.add(chance::any_hit(ties.all(), ties.golds, places));
    }
    let queries = tallies.len() as u64;
    TieRange::ordered(
        recall(lowest, queries),
        expected.mean(queries as f64),
        recall(highest, queries),
    )
}

/// The tie range of MRR, the mean of 1 / rank of the best gold (1-based); from
/// tallies of the best golds. A miss adds 0.
///
/// Expected is the mean of 1 / rank over all orders, not 1 / the mean rank. Cost:
/// for each query some steps for each tied gold, however many other items are
/// tied, and never more than some 14 times the root of the tied items.
pub fn mrr_range(tallies: &[Tally]) -> Result<TieRange, Error> {
    let queries = some_queries(tallies)?;
    let (mut lowest, mut expected, mut highest) = (Fixed::ZERO, Fixed::ZERO, Fixed::ZERO);
    for tally in tallies.iter().filter(|tally| !tally.is_miss()) {
        let ties = Ties::of(tally);
        lowest.add_reciprocal(2 * ties.ahead.saturating_add(ties.others));
        highest.add_reciprocal(2 * ties.ahead);
        if ties.others == 0 {
            expected.add_reciprocal(2 * ties.ahead);
        } else {
            expected.add(chance::reciprocal(ties.ahead, ties.all(), ties.golds));
        }
    }
    let mean = |sum: Fixed| sum.mean(queries);
    Ok(TieRange::ordered(mean(lowest), mean(expected), mean(highest)))
}

/// The tie range of [`GoldMetric::Recall`](crate::GoldMetric::Recall), the
/// fraction of all golds found at K, for each K; from the tallies of every gold
/// in the full order, as [`gold_tallies`](crate::gold_tallies) writes them, in
/// any order within a query: those of query `q` are
/// `tallies[offsets[q]..offsets[q + 1]]`. A missed gold adds 0, as does a query
/// without golds.
///
/// Golds of one score have equal `ahead`. Of a query's groups of tied items, at
/// most one lies across K: of its t items, g golds, m = K - ahead come before K,
/// with m * g / t golds among them, at least m - (t - g), at most m. Cost: one
/// read of the tallies for each K.
pub fn gold_recall_range(
    offsets: &[u64],
    tallies: &[Tally],
    ks: &[u32],
    out: &mut [TieRange],
) -> Result<(), Error> {
    check_queries(offsets, tallies.len(), Sizes::All(0))?;
    expect_length(out, ks.len())?;
    let queries = offsets.len().saturating_sub(1);
    for (out, &k) in out.iter_mut().zip(ks) {
        let (mut lowest, mut expected, mut highest) = (Fixed::ZERO, Fixed::ZERO, Fixed::ZERO);
        for q in 0..queries {
            let golds = span(offsets, q).and_then(|range| tallies.get(range)).unwrap_or(&[]);
            let range = found_range(golds, k);
            lowest.add(range.lowest);
            expected.add(range.expected);
            highest.add(range.highest);
        }
        let mean = |sum: Fixed| sum.mean(queries as f64);
        *out = TieRange::ordered(mean(lowest), mean(expected), mean(highest));
    }
    Ok(())
}

/// The fraction of a query's golds that are found at K.
fn found_range(golds: &[Tally], k: u32) -> TieRange {
    // Golds surely found; then the group of tied items that K cuts.
    let (mut sure, mut group, mut places, mut all) = (0u64, 0u64, 0u64, 0u64);
    for tally in golds.iter().filter(|tally| !tally.is_miss()) {
        let ties = Ties::of(tally);
        let before = ties.places(k);
        if before == ties.all() {
            sure += 1;
        } else if before > 0 {
            group += 1;
            (places, all) = (before, ties.all());
        }
    }
    let of_golds = |found: f64| if golds.is_empty() { 0.0 } else { found / golds.len() as f64 };
    let least = places.saturating_sub(all.saturating_sub(group));
    let expected = if group == 0 { 0.0 } else { group as f64 * places as f64 / all as f64 };
    TieRange {
        lowest: of_golds((sure + least) as f64),
        expected: of_golds(sure as f64 + expected),
        highest: of_golds((sure + group.min(places)) as f64),
    }
}

/// A tally in 64 bits, whatever a caller has put into it.
struct Ties {
    ahead: u64,
    /// Tied items that are no golds; of a tally of every gold, all but this one.
    others: u64,
    golds: u64,
}

impl Ties {
    fn of(tally: &Tally) -> Self {
        let others = [tally.tied_before, tally.tied_between, tally.tied_after].map(u64::from);
        Ties {
            ahead: u64::from(tally.ahead),
            others: others.iter().sum(),
            golds: u64::from(tally.tied_golds),
        }
    }

    fn all(&self) -> u64 {
        self.others + self.golds
    }

    /// How many of the tied items come before K.
    fn places(&self, k: u32) -> u64 {
        u64::from(k).saturating_sub(self.ahead).min(self.all())
    }
}
