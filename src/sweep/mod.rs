//! Golds and counts: the two blocks of state that ranks are made of.
//!
//! *Golds* say what each query looks for: the key of its best gold and where
//! golds of that key stand. *Counts* only ever grow by addition, so that tiles
//! may come in any order and parts may be counted anywhere and added up.
//!
//! `pass` is what is counted, `exclude` takes off what does not count, `coverage` tells whether
//! all of it was counted, once.

mod coverage;
mod exclude;
mod pass;
mod sight;

pub use coverage::Coverage;
pub(crate) use exclude::exclude;
pub(crate) use pass::{Pass, RowCells};
pub(crate) use sight::Sight;

use crate::error::narrow;
use crate::tally::Tally;

/// What a query looks for: the best score among its golds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Gold {
    pub(crate) key: i64,
    /// First and last gold of that key.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// How many golds have that key; 0 where the query has none (yet).
    pub(crate) tied: u32,
    /// Of which type and order the key is, as the sweep over tiles says; else 0.
    pub(crate) kind: u32,
}

impl Gold {
    /// The state of a query no gold of which was seen.
    pub const NONE: Self =
        Gold { key: i64::MAX, first: u32::MAX, last: u32::MAX, tied: 0, kind: 0 };

    /// A single gold.
    pub(crate) fn of(key: i64, item: u32) -> Self {
        Gold { key, first: item, last: item, tied: 1, kind: 0 }
    }

    /// Takes in other golds of the same query: the better key wins, equal keys
    /// join. The order in which golds come does not matter.
    #[inline]
    pub fn merge(&mut self, other: &Gold) {
        if other.tied == 0 {
        } else if self.tied == 0 || other.key > self.key {
            *self = *other;
        } else if other.key == self.key {
            self.first = self.first.min(other.first);
            self.last = self.last.max(other.last);
            self.tied = self.tied.wrapping_add(other.tied);
        }
    }

    /// The finished tally among `items` items.
    pub(crate) fn tally(&self, count: &Count, items: usize) -> Tally {
        if self.tied == 0 {
            return Tally::miss(narrow(items));
        }
        let outside = count.before.wrapping_add(count.after).wrapping_add(self.tied);
        Tally {
            ahead: count.ahead,
            tied_before: count.before,
            tied_between: count.tied.wrapping_sub(outside),
            tied_after: count.after,
            tied_golds: self.tied,
        }
    }
}

impl Default for Gold {
    fn default() -> Self {
        Self::NONE
    }
}

/// What has been counted for a query. All arithmetic is modulo 2^32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct Count {
    pub(crate) ahead: u32,
    /// All cells that equal the gold's key, the golds themselves included.
    pub(crate) tied: u32,
    /// Those before the first gold of that key, and those behind the last.
    pub(crate) before: u32,
    pub(crate) after: u32,
}

impl Count {
    /// Nothing counted.
    pub const ZERO: Self = Count { ahead: 0, tied: 0, before: 0, after: 0 };

    /// All of it with the opposite sign.
    pub(crate) fn negated(self) -> Self {
        Count {
            ahead: self.ahead.wrapping_neg(),
            tied: self.tied.wrapping_neg(),
            before: self.before.wrapping_neg(),
            after: self.after.wrapping_neg(),
        }
    }

    /// Adds what was counted elsewhere.
    #[inline]
    pub fn merge(&mut self, other: &Count) {
        self.ahead = self.ahead.wrapping_add(other.ahead);
        self.tied = self.tied.wrapping_add(other.tied);
        self.before = self.before.wrapping_add(other.before);
        self.after = self.after.wrapping_add(other.after);
    }
}
