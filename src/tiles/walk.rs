//! Tiles of which rows alone are queries.

use crate::engine::{Counter, GROUP, count_rows};
use crate::rank::{GoldSlot, OfRow};
use crate::relevance::Golds;
use crate::sides::Sides;
use crate::sweep::{Count, Gold, RowCells};

/// A walk along the rows of a tile, where rows alone are queries.
pub(super) struct Walk<'a> {
    pub(super) counter: &'a Counter<'a>,
    /// Where the tile begins in the matrix.
    pub(super) origin: Sides<usize>,
    /// The cell of each gold holds the score that it is counted with.
    pub(super) in_place: bool,
    /// At the first rows with a NaN.
    pub(super) stop: bool,
}

impl Walk<'_> {
    /// Counts each row for the best of its golds.
    pub(super) fn rows(&self, golds: &[Gold], counts: &mut [Count]) -> u64 {
        let (columns, origin) = (0..self.counter.columns(), self.origin.columns);
        let cells = RowCells { columns, origin, in_place: self.in_place };
        let mut nans = 0;
        let groups = golds.chunks(GROUP).zip(counts.chunks_mut(GROUP));
        for (start, (golds, counts)) in (0..).step_by(GROUP).zip(groups) {
            let rows: [usize; GROUP] = core::array::from_fn(|k| start + k);
            let rows = rows.get(..golds.len()).unwrap_or(&[]);
            nans += count_rows(self.counter, rows, &cells, golds, counts);
            if self.stop && nans > 0 {
                break;
            }
        }
        nans
    }

    /// Counts each row for each of its golds.
    pub(super) fn every(
        &self,
        of: &Golds,
        golds: &[Gold],
        slots: &mut [GoldSlot],
        counts: &mut [Count],
    ) -> u64 {
        let (counter, origin, in_place) = (self.counter, self.origin.columns, self.in_place);
        let rows = self.origin.rows..self.origin.rows.saturating_add(counter.rows());
        let mut queries = of.inside(&rows);
        let first = of.entries(queries.start).start;
        let mut nans = 0;
        for row in 0..counter.rows() {
            let is_query = !queries.is_empty() && of.row(queries.start) == rows.start + row;
            let query = if is_query { queries.next() } else { None };
            let entries = query.map_or(0..0, |q| of.entries(q));
            let entry = |k: usize| (entries.start + k).wrapping_sub(first);
            let gold = |k: usize| golds.get(entry(k)).copied().unwrap_or(Gold::NONE);
            let of_row = OfRow { counter, row, origin, len: entries.len(), gold: &gold, in_place };
            nans += of_row.count(slots, &mut |k, _, count| {
                if let Some(counts) = counts.get_mut(entry(k)) {
                    counts.merge(&count);
                }
            });
            if self.stop && nans > 0 {
                break;
            }
        }
        nans
    }
}
