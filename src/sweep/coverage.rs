//! Whether every item was counted, once.

use crate::error::narrow;

/// Which items a query has been counted against: how many, and two sums of a
/// function of their indices.
///
/// Sums may be added up in any order, as counts are. The function is the growth of a
/// mixing function from an index to the next, so that a range of items adds the
/// difference of its two ends, in no time. Still each item has a weight of its own:
/// the sums of two collections of ranges are equal only if every item is in both
/// equally often, but for a chance of 2^-64 or so. So a tile that is missing, pushed
/// twice or pushed in place of another is told. (Plain sums of indices and squares
/// are fooled by some sets of tiles that are pushed twice while others are left out.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct Coverage {
    seen: u32,
    sums: [u32; 2],
}

impl Coverage {
    /// Nothing counted.
    pub const NONE: Self = Coverage { seen: 0, sums: [0; 2] };

    /// Each item of a range, once.
    pub(crate) fn of(items: core::ops::Range<usize>) -> Self {
        let ([low, high], [low_end, high_end]) = (mixed(items.start), mixed(items.end));
        let sums = [low_end.wrapping_sub(low), high_end.wrapping_sub(high)];
        Coverage { seen: narrow(items.len()), sums }
    }

    /// Adds what was counted elsewhere.
    #[inline]
    pub fn merge(&mut self, other: &Coverage) {
        self.seen = self.seen.wrapping_add(other.seen);
        for (sum, other) in self.sums.iter_mut().zip(other.sums) {
            *sum = sum.wrapping_add(other);
        }
    }

    /// All of it with the opposite sign.
    pub(crate) fn negated(self) -> Self {
        Coverage { seen: self.seen.wrapping_neg(), sums: self.sums.map(u32::wrapping_neg) }
    }

    /// The counters one by one, to save them.
    pub(crate) fn parts(&self) -> [u32; 3] {
        let [low, high] = self.sums;
        [self.seen, low, high]
    }

    pub(crate) fn of_parts([seen, low, high]: [u32; 3]) -> Self {
        Coverage { seen, sums: [low, high] }
    }

    /// How many items have been counted (modulo 2^32).
    pub fn seen(&self) -> u32 {
        self.seen
    }
}

/// Spreads an index over 64 bits; both halves depend on all of it.
#[inline]
fn mixed(index: usize) -> [u32; 2] {
    let mixed = (index as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = mixed ^ (mixed >> 32);
    [mixed as u32, (mixed >> 32) as u32]
}
