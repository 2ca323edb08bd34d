//! The loop over rows without what a call does around it: no checks of sizes,
//! golds or pointers, no tallies. Benches compare a call with it; it is no part
//! of the interface.

use crate::backend::{Backend, Set};
use crate::count::{AHEAD, Hits, Rows, Rule, Tile};
use crate::error::Error;
use crate::key::sealed::Bits;
use crate::key::{Order, Score};

/// The row tile of one backend, for scores of which the higher is better.
#[derive(Clone, Copy)]
pub struct RowTile<S: Score> {
    set: Set,
    rule: Rule<S::Lane>,
}

impl<S: Score> RowTile<S> {
    /// Asks the processor, once.
    pub fn new(backend: Backend) -> Result<Self, Error> {
        Ok(RowTile { set: backend.set()?, rule: Rule::of::<S>(Order::HigherFirst) })
    }

    /// Cells ahead of and tied with each row's key; nothing where there is a NaN.
    #[inline]
    pub fn count<const N: usize>(&self, rows: [&[S]; N], keys: [S; N]) -> Option<[(u32, u32); N]> {
        let keys = keys.map(|key| self.rule.lane::<S>(key.bits()));
        let mut hits = [Hits::default(); N];
        let (hits_out, rule) = (&mut hits[..], self.rule);
        let rows =
            Rows { cells: &rows, keys: &keys, hits: hits_out, rule, worst: false, distance: AHEAD };
        let nans = <S as Bits>::Lane::rows(self.set, rows);
        (nans == 0).then(|| hits.map(|hits| (hits.ahead, hits.tied)))
    }
}

impl<S: Score> core::fmt::Debug for RowTile<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("RowTile")
    }
}
