//! nDCG of golds that are not equally relevant.

use super::fixed::Fixed;
use super::gold::{check_queries, discount, may_follow};
use super::sizes::Sizes;
use crate::error::{Error, place};
use crate::relevance::{NONE, expect_length, span};
use crate::sort::sort_by;

/// What a gold of grade g adds to DCG before the discount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gain {
    /// g, as in trec_eval and scikit-learn.
    #[default]
    Linear,
    /// 2^g - 1 (C. Burges et al., "Learning to Rank using Gradient Descent", 2005).
    Exponential,
}

impl Gain {
    fn of(self, grade: f64) -> f64 {
        match self {
            Gain::Linear => grade,
            Gain::Exponential => power_minus_one(grade),
        }
    }
}

/// 2^x - 1 for x from 0 on: exact for integers, to the last digits for small x,
/// where 2^x would lose them to the 1.
fn power_minus_one(x: f64) -> f64 {
    // Of 2^1024 on, and of NaN, the caller wants no value.
    let whole = x as u64;
    if whole > 1023 {
        return f64::INFINITY;
    }
    let power = f64::from_bits((1023 + whole) << 52);
    power * libm::expm1((x - whole as f64) * core::f64::consts::LN_2) + (power - 1.0)
}

/// Working memory for one gold: a call needs as many as the largest query has
/// golds ([`GradedRanks::largest`]).
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct GainSlot {
    gain: f64,
    rank: u32,
    reserved: u32,
}

/// The 0-based ranks of every gold of many queries, each with its grade, in any
/// order within a query.
#[derive(Debug, Clone, Copy)]
pub struct GradedRanks<'a> {
    offsets: &'a [u64],
    ranks: &'a [u32],
    grades: &'a [f64],
    sizes: Sizes<'a>,
}

impl<'a> GradedRanks<'a> {
    /// The golds of query `q` are entries `offsets[q]..offsets[q + 1]` of `ranks`
    /// and of `grades`, which are of one length. A rank not below its size is a
    /// gold that is not found; a rank [`NONE`] is no gold.
    ///
    /// # Errors
    /// [`Error::BadOffsets`], [`Error::NoQueries`], [`Error::Length`].
    pub fn new(
        offsets: &'a [u64],
        ranks: &'a [u32],
        grades: &'a [f64],
        sizes: Sizes<'a>,
    ) -> Result<Self, Error> {
        check_queries(offsets, ranks.len(), sizes)?;
        expect_length(grades, ranks.len())?;
        Ok(GradedRanks { offsets, ranks, grades, sizes })
    }

    /// Number of queries.
    pub fn queries(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// The largest number of golds of one query.
    pub fn largest(&self) -> usize {
        let golds = |q| span(self.offsets, q).map_or(0, |range| range.len());
        (0..self.queries()).map(golds).max().unwrap_or(0)
    }

    /// The mean over queries of nDCG@K: the sum of gain / log2(rank + 2) over the
    /// golds found at K, by the same sum with all golds in front, best first. A
    /// query without golds, or without gain, adds 0.
    ///
    /// Cost: two sorts of the golds of each query, in `slots`.
    ///
    /// # Errors
    /// [`Error::ScratchTooSmall`]; [`Error::BadGrade`] where a grade is negative
    /// or a gain no finite number; [`Error::RanksNotAscending`] where two golds
    /// have one rank.
    pub fn mean_ndcg(&self, gain: Gain, k: u32, slots: &mut [GainSlot]) -> Result<f64, Error> {
        let needed = self.largest();
        if slots.len() < needed {
            return Err(Error::ScratchTooSmall { needed });
        }
        let mut sum = Fixed::ZERO;
        for q in 0..self.queries() {
            sum.add(self.ndcg(q, gain, k, slots)?);
        }
        Ok(sum.mean(self.queries() as f64))
    }

    /// As [`mean_ndcg`](Self::mean_ndcg), with the value of each query in `out`;
    /// twice the cost.
    pub fn each_ndcg(
        &self,
        gain: Gain,
        k: u32,
        slots: &mut [GainSlot],
        out: &mut [f64],
    ) -> Result<f64, Error> {
        expect_length(out, self.queries())?;
        // First without a result, so that an error leaves `out` as it was.
        let mean = self.mean_ndcg(gain, k, slots)?;
        for (q, out) in out.iter_mut().enumerate() {
            *out = self.ndcg(q, gain, k, slots)?;
        }
        Ok(mean)
    }

    fn ndcg(&self, q: usize, gain: Gain, k: u32, slots: &mut [GainSlot]) -> Result<f64, Error> {
        let size = self.sizes.of(q);
        let golds = self.fill(q, gain, slots)?;
        sort_by(golds, |a, b| a.rank < b.rank);
        let wrong = |pair: &[GainSlot]| matches!(pair, [a, b] if !may_follow(a.rank, b.rank, size));
        if let Some(at) = golds.windows(2).position(wrong) {
            return Err(Error::RanksNotAscending(place(q, at.saturating_add(1))));
        }
        let largest = golds.iter().fold(0.0, |largest: f64, gold| largest.max(gold.gain));
        if largest == 0.0 {
            return Ok(0.0);
        }
        // By the largest gain, all terms are fractions; the quotient stays the same.
        let (mut found, mut ideal) = (Fixed::ZERO, Fixed::ZERO);
        for gold in golds.iter().take_while(|gold| gold.rank < k.min(size)) {
            found.add(gold.gain / largest * discount(gold.rank));
        }
        sort_by(golds, |a, b| a.gain > b.gain);
        for (rank, gold) in (0..k).zip(golds.iter()) {
            ideal.add(gold.gain / largest * discount(rank));
        }
        Ok(if k == 0 { 0.0 } else { (found.sum() / ideal.sum()).min(1.0) })
    }

    /// Gain and rank of each gold of a query.
    fn fill<'s>(
        &self,
        q: usize,
        gain: Gain,
        slots: &'s mut [GainSlot],
    ) -> Result<&'s mut [GainSlot], Error> {
        let range = span(self.offsets, q).unwrap_or(0..0);
        let ranks = self.ranks.get(range.clone()).unwrap_or(&[]);
        let grades = self.grades.get(range).unwrap_or(&[]);
        let mut golds = 0usize;
        for (at, (&rank, &grade)) in ranks.iter().zip(grades).enumerate() {
            let gain = gain.of(grade);
            if !(grade >= 0.0 && gain.is_finite()) {
                return Err(Error::BadGrade(place(q, at)));
            }
            if rank != NONE
                && let Some(slot) = slots.get_mut(golds)
            {
                *slot = GainSlot { gain, rank, reserved: 0 };
                golds = golds.saturating_add(1);
            }
        }
        Ok(slots.get_mut(..golds).unwrap_or(&mut []))
    }
}
