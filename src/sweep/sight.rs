//! Which way a matrix is walked.

use core::ops::Range;

use super::Pass;
use crate::count::Kernel;

/// The matrix as it is counted. A pass runs along the kernel's rows; where the
/// columns of a matrix lie side by side, its kernel is the transposed one.
pub(crate) struct Sight<'k> {
    pub(crate) kernel: &'k mut dyn Kernel,
    pub(crate) transposed: bool,
}

impl Sight<'_> {
    pub(crate) fn rows(&self) -> usize {
        if self.transposed { self.kernel.columns() } else { self.kernel.rows() }
    }

    pub(crate) fn columns(&self) -> usize {
        if self.transposed { self.kernel.rows() } else { self.kernel.columns() }
    }

    pub(crate) fn key(&self, row: usize, column: usize) -> Option<i64> {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        self.kernel.key(row, column)
    }

    /// Counts every cell for its row and its column; see [`Pass::run`].
    pub(crate) fn pass(&mut self, pass: &mut Pass, stop: bool) -> u64 {
        let columns = 0..self.kernel.columns();
        if self.transposed {
            pass.turned().run(self.kernel, columns, stop)
        } else {
            pass.run(self.kernel, columns, stop)
        }
    }

    /// Counts the cells of some rows of a transposed matrix, which the pass is of.
    pub(crate) fn pass_rows(&mut self, pass: &mut Pass, rows: Range<usize>, stop: bool) -> u64 {
        pass.turned().run(self.kernel, rows, stop)
    }

    /// The first NaN of the matrix. Only called where there is one.
    pub(crate) fn first_nan(&self) -> (usize, usize) {
        if !self.transposed {
            return self.kernel.first_nan();
        }
        let cells = (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |at| (row, at)));
        let mut nans = cells.filter(|&(row, column)| self.key(row, column).is_none());
        nans.next().unwrap_or((0, 0))
    }
}
