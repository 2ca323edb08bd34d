//! The median by counting: read-only, scratch of fixed size, worst case linear
//! in the number of values (times the bits of their range), and no panic path,
//! which `core`'s selection keeps.

use core::ops::{BitAnd, BitOr};

use crate::backend::Backend;
use crate::engine::{VECTORS, ranks_above};
use crate::error::Error;

/// Unsigned integers. Sums and differences wrap.
pub(crate) trait Value: Copy + Ord + BitAnd<Output = Self> + BitOr<Output = Self> {
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn next(self) -> Self;
    /// A value from `low` to below `high`: as long as their lengths in bits
    /// differ by more than one, of middle length, else in the middle. Ranks
    /// crowd near zero, where there are many lengths and few values.
    fn between(low: Self, high: Self) -> Self;
}

macro_rules! value {
    ($int:ty) => {
        impl Value for $int {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            fn next(self) -> Self {
                self.wrapping_add(1)
            }
            fn between(low: Self, high: Self) -> Self {
                let (more, fewer) = (low.leading_zeros(), high.leading_zeros());
                if more > fewer + 1 {
                    <$int>::MAX >> ((more + fewer) / 2)
                } else {
                    low + (high - low) / 2
                }
            }
        }
    };
}

value!(u32);
value!(u64);

/// A search for the lower middle value: the least one that more than
/// (count - 1) / 2 values do not exceed. It is in `low..=high`.
struct Search<T> {
    count: usize,
    low: T,
    high: T,
    /// How many values are below `low`, and how many are not above `high`.
    below: usize,
    up_to: usize,
}

impl<T: Value> Search<T> {
    /// `None` for no value.
    fn new(values: impl ExactSizeIterator<Item = T> + Clone) -> Option<Self> {
        let (count, first) = (values.len(), values.clone().next()?);
        // No value is lower than the bits that all have, or higher than those
        // that any has: nearly the extremes, and found faster.
        let bits = |(all, any), value| (all & value, any | value);
        let (low, high) = values.fold((first, first), bits);
        Some(Search { count, low, high, below: 0, up_to: count })
    }

    fn is_open(&self) -> bool {
        self.low < self.high
    }

    /// Values that may still be it.
    fn candidates(&self) -> usize {
        self.up_to - self.below
    }

    /// One step; `up_to` tells how many values do not exceed a bound.
    fn narrow(&mut self, up_to: impl Fn(T) -> usize) {
        let bound = T::between(self.low, self.high);
        let found = up_to(bound);
        if found > (self.count - 1) / 2 {
            (self.high, self.up_to) = (bound, found);
        } else {
            (self.low, self.below) = (bound.next(), found);
        }
    }

    /// Both middle values of a finished search; `above` finds the least value
    /// above the lower one.
    fn pair(&self, above: impl FnOnce(T) -> Option<T>) -> (T, T) {
        let lower = self.low;
        let upper = if self.up_to > self.count / 2 { None } else { above(lower) };
        (lower, upper.unwrap_or(lower))
    }
}

/// How many values do not exceed `bound`.
fn up_to<T: Value>(values: impl Iterator<Item = T>, bound: T) -> usize {
    values.map(|value| (value <= bound) as usize).sum()
}

/// The least value above `bound`.
fn above<T: Value>(values: impl Iterator<Item = T>, bound: T) -> Option<T> {
    // Values that are not above wrap round to the far end: no branch.
    let least = values.map(|value| value.minus(bound.next())).min()?;
    Some(least.plus(bound.next())).filter(|least| *least > bound)
}

/// The two middle values (the same one for an odd number), `None` for no value.
pub(crate) fn middle_pair<T: Value>(
    values: impl ExactSizeIterator<Item = T> + Clone,
) -> Option<(T, T)> {
    let mut search = Search::new(values.clone())?;
    while search.is_open() {
        search.narrow(|bound| up_to(values.clone(), bound));
    }
    Some(search.pair(|lower| above(values, lower)))
}

/// The two middle ranks (the same one for an odd number).
#[inline(always)]
pub(crate) fn middle_ranks(ranks: &[u32]) -> Result<(u32, u32), Error> {
    if VECTORS {
        return search_ranks(ranks);
    }
    let last = ranks.len().checked_sub(1).ok_or(Error::NoQueries)?;
    Ok((kth(ranks, last / 2), kth(ranks, ranks.len() / 2)))
}

fn search_ranks(ranks: &[u32]) -> Result<(u32, u32), Error> {
    let values = ranks.iter().copied();
    let set = Backend::Automatic.set()?;
    let mut search = Search::new(values.clone()).ok_or(Error::NoQueries)?;
    while search.is_open() && search.candidates() > FEW {
        search.narrow(|bound| ranks.len() - ranks_above(set, ranks, bound));
    }
    let mut few = [0; FEW];
    let few = if search.is_open() { gather(ranks, &search, &mut few) } else { &[] };
    let (few, below) = (few.iter().copied(), search.below);
    while search.is_open() {
        search.narrow(|bound| below + up_to(few.clone(), bound));
    }
    Ok(search.pair(|lower| above(few, lower).or_else(|| above(values, lower))))
}

/// The rank that so many others do not exceed, in little code: the greatest number
/// below which there are no more than `k` ranks, from its highest bit down.
#[inline(never)]
fn kth(ranks: &[u32], k: usize) -> u32 {
    let mut bit = 1 << (u32::BITS - 1);
    let mut found = 0;
    while bit != 0 {
        found |= bit;
        if ranks.iter().filter(|rank| **rank < found).count() > k {
            found ^= bit;
        }
        bit >>= 1;
    }
    found
}

/// So many candidates are copied, and the copies counted, sooner than all ranks
/// are counted again.
const FEW: usize = 64;

/// The candidates of a search, no more than [`FEW`].
fn gather<'a>(ranks: &[u32], search: &Search<u32>, few: &'a mut [u32; FEW]) -> &'a [u32] {
    let (low, span) = (search.low, search.high - search.low);
    let is_candidate = |rank: &u32| rank.wrapping_sub(low) <= span;
    let mut slots = few.iter_mut();
    let mut copy = |ranks: &[u32]| {
        for (rank, slot) in ranks.iter().filter(|rank| is_candidate(rank)).zip(&mut slots) {
            *slot = *rank;
        }
    };
    // Most chunks hold none, which vector code finds if nothing leaves early.
    let (chunks, rest) = ranks.as_chunks::<16>();
    for chunk in chunks {
        if chunk.iter().fold(false, |any, rank| any | is_candidate(rank)) {
            copy(chunk);
        }
    }
    copy(rest);
    let free = slots.len();
    few.get(..FEW - free).unwrap_or(&[])
}
