//! Rows and columns side by side.

/// One of something for the rows of a matrix, and one for its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sides<T> {
    /// For the rows.
    pub rows: T,
    /// For the columns.
    pub columns: T,
}

impl<T> Sides<T> {
    /// Rows and columns exchanged.
    pub(crate) fn turned(self) -> Self {
        Sides { rows: self.columns, columns: self.rows }
    }
}

impl<T> From<(T, T)> for Sides<T> {
    fn from((rows, columns): (T, T)) -> Self {
        Sides { rows, columns }
    }
}
