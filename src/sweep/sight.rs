//! Which way a matrix is walked.

use super::Pass;
use crate::engine::{Counter, TURNS};

/// The matrix as it is counted. A pass runs along the counter's rows; where the
/// columns of a matrix lie side by side, its counter is of the transposed one.
pub(crate) struct Sight<'k> {
    pub(crate) counter: &'k mut Counter<'k>,
    pub(crate) transposed: bool,
}

impl Sight<'_> {
    /// Never where the engine reads any strides alike.
    pub(crate) fn transposed(&self) -> bool {
        TURNS && self.transposed
    }

    pub(crate) fn rows(&self) -> usize {
        if self.transposed() { self.counter.columns() } else { self.counter.rows() }
    }

    pub(crate) fn columns(&self) -> usize {
        if self.transposed() { self.counter.rows() } else { self.counter.columns() }
    }

    pub(crate) fn key(&self, row: usize, column: usize) -> Option<i64> {
        let (row, column) = if self.transposed() { (column, row) } else { (row, column) };
        self.counter.key(row, column)
    }

    /// Counts every cell for its row and its column; see [`Pass::run`].
    pub(crate) fn pass(&mut self, pass: &mut Pass, stop: bool) -> u64 {
        let columns = 0..self.counter.columns();
        if self.transposed() {
            pass.turned().run(self.counter, columns, stop)
        } else {
            pass.run(self.counter, columns, stop)
        }
    }

    /// The first NaN of the matrix. Only called where there is one.
    pub(crate) fn first_nan(&self) -> (usize, usize) {
        if !self.transposed() {
            return self.counter.first_nan();
        }
        let cells = (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |at| (row, at)));
        let mut nans = cells.filter(|&(row, column)| self.key(row, column).is_none());
        nans.next().unwrap_or((0, 0))
    }
}
