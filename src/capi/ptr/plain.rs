//! Score matrices behind a pointer, for the engine without vectors.

use super::{BothMemory, Matrix};
use crate::Error;
use crate::engine::{Cells, Counter, Kind};
use crate::rank::Options;

impl Matrix<'_> {
    /// Runs `body` on the matrix.
    pub(in crate::capi) fn counted<T>(
        &self,
        _transposed: bool,
        options: &Options,
        _memory: Option<&mut BothMemory>,
        body: impl for<'m> FnOnce(&'m mut Counter<'m>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let given = self.given;
        // The dtype has been checked, too.
        let kind = Kind::of_number(given.dtype).unwrap_or_else(Kind::of::<f32>);
        let (shape, strides) =
            ((given.rows, given.columns), (given.row_stride, given.column_stride));
        // SAFETY: `Call::matrix` has checked the extent and its alignment, and the caller
        // has promised the cells.
        let cells = unsafe { Cells::new(given.data.cast(), shape, strides) };
        body(&mut Counter::new(cells, kind, options.order))
    }
}
