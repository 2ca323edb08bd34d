//! Score matrices behind a pointer, for the engine without vectors.

use super::super::status::*;
use super::matrix::Body;
use super::{BothMemory, Matrix};
use crate::engine::{Cells, Counter, Kind};
use crate::rank::{Found, Options};

impl Matrix<'_> {
    /// Runs `body` on the matrix.
    pub(in crate::capi) fn counted(
        &self,
        options: &Options,
        _memory: Option<&mut BothMemory>,
        body: &mut Body,
    ) -> Result<Found, Fault> {
        let given = self.given;
        let kind = Kind::of_number(given.dtype).ok_or(RECALLK_DTYPE_NOT_BUILT)?;
        let (shape, strides) =
            ((given.rows, given.columns), (given.row_stride, given.column_stride));
        // SAFETY: `Call::matrix` has checked the extent and its alignment, and the caller
        // has promised the cells.
        let cells = unsafe { Cells::new(given.data.cast(), shape, strides) };
        body(&mut Counter::new(cells, kind, options)?)
    }
}
