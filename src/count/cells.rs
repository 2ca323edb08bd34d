//! The cells of a matrix of one score type.

use crate::key::Score;
use crate::scores::Scores;

/// What this engine asks of a matrix. Rust callers come with
/// [`Scores`], C callers with the pointer of `capi/ptr`.
pub(crate) trait Cells {
    type Score: Score;
    fn rows(&self) -> usize;
    fn columns(&self) -> usize;
    /// `count` cells of a row from `column` on, where they lie side by side.
    fn run(&self, row: usize, column: usize, count: usize) -> Option<&[Self::Score]>;
    /// One cell; any value outside the matrix.
    fn cell(&self, row: usize, column: usize) -> Self::Score;
}

fn index<S: Score>(scores: &Scores<S>, row: usize, column: usize) -> usize {
    let (_, origin, row_stride, column_stride) = scores.parts();
    // In range for every cell of the matrix, as the constructor has checked.
    let offset = (row as isize)
        .wrapping_mul(row_stride)
        .wrapping_add((column as isize).wrapping_mul(column_stride));
    origin.wrapping_add_signed(offset)
}

impl<S: Score> Cells for &Scores<'_, S> {
    type Score = S;

    fn rows(&self) -> usize {
        Scores::rows(self)
    }

    fn columns(&self) -> usize {
        Scores::columns(self)
    }

    fn run(&self, row: usize, column: usize, count: usize) -> Option<&[S]> {
        let (data, _, _, column_stride) = self.parts();
        if column_stride != 1 {
            return None;
        }
        data.get(index(self, row, column)..)?.get(..count)
    }

    fn cell(&self, row: usize, column: usize) -> S {
        self.parts().0.get(index(self, row, column)).copied().unwrap_or_default()
    }
}
