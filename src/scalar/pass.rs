//! One pass over a matrix or tile: its rows, and cell by cell its columns.

use core::ops::Range;

use super::Counter;
use crate::error::narrow;
use crate::sweep::{Count, Pass, RowCells};

impl Pass<'_> {
    /// Counts every cell of some columns, which the pass is of, for its row and its
    /// column. Returns the number of NaN cells; stops at the first rows with a NaN
    /// where `stop` says so.
    pub(crate) fn run(&mut self, counter: &mut Counter, columns: Range<usize>, stop: bool) -> u64 {
        let cells = RowCells {
            columns: columns.clone(),
            origin: self.origin.columns,
            in_place: self.in_place,
        };
        let mut nans = 0;
        let rows = self.golds.rows.iter().zip(self.counts.rows.iter_mut());
        for (row, (gold, count)) in rows.enumerate() {
            nans += u64::from(counter.count(row, &cells, gold, count));
            if stop && nans > 0 {
                break;
            }
            let item = narrow(self.origin.rows.saturating_add(row));
            let queries = self.golds.columns.iter().zip(self.counts.columns.iter_mut());
            for (column, (gold, count)) in columns.clone().zip(queries) {
                count.merge(&Count::of_cell(counter.key(row, column), item, gold));
            }
        }
        nans
    }
}
