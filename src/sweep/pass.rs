//! What one pass over a matrix or tile needs, which counts every cell for its row and
//! for its column.

use core::ops::Range;

use super::{Count, Gold};
use crate::sides::Sides;

/// Golds, counts and links of both sides of a tile, as one pass needs them.
pub(crate) struct Pass<'a> {
    /// Where a side has none, its rows or columns are no queries.
    pub(crate) golds: Sides<&'a [Gold]>,
    pub(crate) counts: Sides<&'a mut [Count]>,
    /// Where the tile begins in the matrix.
    pub(crate) origin: Sides<usize>,
    /// Ranks are all that is wanted: ties before a gold are counted as ahead, those
    /// behind it not at all, which takes half of the compares.
    #[allow(dead_code, reason = "the engine without vectors tells ties always")]
    pub(crate) ranks_only: bool,
    /// The cell of each gold holds the score that it is counted with.
    pub(crate) in_place: bool,
    /// Memory to find the columns of a row's golds, of the size that the engine's
    /// `links_for` says or less, but for two.
    pub(crate) links: &'a mut [u32],
}

impl Pass<'_> {
    /// Rows and columns exchanged.
    pub(crate) fn turned(&mut self) -> Pass<'_> {
        let counts = Sides { rows: &mut *self.counts.columns, columns: &mut *self.counts.rows };
        let (golds, origin) = (self.golds.turned(), self.origin.turned());
        Pass { golds, counts, origin, links: self.links, ..*self }
    }
}

/// Some cells of a row of a tile.
pub(crate) struct RowCells {
    pub(crate) columns: Range<usize>,
    /// The column of the matrix at which the tile begins.
    pub(crate) origin: usize,
    /// The cell of each gold holds the score that it is counted with.
    #[allow(dead_code, reason = "it has nothing to save by it")]
    pub(crate) in_place: bool,
}
