//! A score matrix, or a tile of one, as a checked strided view.

use crate::error::Error;
use crate::key::Score;

/// Largest gallery: an item index and the value `u32::MAX` must both fit.
pub(crate) const MAX_ITEMS: usize = (u32::MAX - 1) as usize;

/// A borrowed view of a matrix of scores with any row and column stride.
///
/// Row-major, column-major, sliced, reversed, broadcast (stride 0) and
/// transposed matrices are all read in place.
#[derive(Debug, Clone, Copy)]
pub struct Scores<'a, S> {
    data: &'a [S],
    origin: usize,
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
}

impl<'a, S: Score> Scores<'a, S> {
    /// A dense row-major matrix: `data.len() == rows * columns`.
    pub fn new(data: &'a [S], rows: usize, columns: usize) -> Result<Self, Error> {
        let needed = rows.checked_mul(columns).ok_or(Error::SizeOverflow)?;
        if data.len() != needed {
            return Err(Error::Length { needed, found: data.len() });
        }
        let row_stride = isize::try_from(columns).map_err(|_| Error::SizeOverflow)?;
        Self::strided(data, 0, rows, columns, row_stride, 1)
    }

    /// Cell (i, j) is `data[origin + i * row_stride + j * column_stride]`.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] where a cell lies outside `data`,
    /// [`Error::SizeOverflow`] above 2^32 - 2 rows or columns.
    pub fn strided(
        data: &'a [S],
        origin: usize,
        rows: usize,
        columns: usize,
        row_stride: isize,
        column_stride: isize,
    ) -> Result<Self, Error> {
        if rows > MAX_ITEMS || columns > MAX_ITEMS {
            return Err(Error::SizeOverflow);
        }
        if rows > 0 && columns > 0 {
            let reach = reach(rows, columns, row_stride, column_stride);
            let (below, all) = reach.ok_or(Error::SizeOverflow)?;
            if all > isize::MAX as usize {
                return Err(Error::SizeOverflow);
            }
            let last = origin.checked_sub(below).and_then(|first| first.checked_add(all));
            if last.is_none_or(|last| last >= data.len()) {
                return Err(Error::OutOfBounds);
            }
        }
        Ok(Scores { data, origin, rows, columns, row_stride, column_stride })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The same cells with rows and columns exchanged; nothing is moved.
    pub fn transposed(self) -> Self {
        Scores {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    /// Whether the cells of a column lie side by side, and those of a row do not.
    pub(crate) fn is_column_major(&self) -> bool {
        self.row_stride == 1 && self.column_stride != 1
    }

    /// The data, where the first cell is in it, and the distances of neighbours in a
    /// column and in a row.
    pub(crate) fn parts(&self) -> (&'a [S], usize, isize, isize) {
        (self.data, self.origin, self.row_stride, self.column_stride)
    }
}

/// How many elements a matrix of at least one cell reaches below its first cell, and over
/// how many it goes from the lowest to the highest, without that one.
pub(crate) fn reach(
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
) -> Option<(usize, usize)> {
    let span = |count: usize, stride: isize| {
        count
            .wrapping_sub(1)
            .checked_mul(stride.unsigned_abs())
            .map(|span| if stride < 0 { (span, span) } else { (0, span) })
    };
    let ((above, down), (before, across)) =
        (span(rows, row_stride)?, span(columns, column_stride)?);
    Some((above.wrapping_add(before), down.checked_add(across)?))
}
