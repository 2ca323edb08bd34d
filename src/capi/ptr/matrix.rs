//! Score matrices behind a pointer.

use super::super::status::*;
use super::super::types::*;
use super::{BothMemory, Call, Checked};
use crate::engine::{Counter, TURNS};
use crate::rank::{self, BothSize, Found};
use crate::scores::{MAX_ITEMS, reach};

/// What is done with a matrix once its score type is known.
pub(super) type Body<'b> = dyn for<'m> FnMut(&'m mut Counter<'m>) -> Result<Found, Fault> + 'b;

impl<'a> Call<'a, '_> {
    /// A score matrix; its cells are a buffer from the lowest to the highest
    /// byte that is reached, padding between them included.
    pub(in crate::capi) fn matrix(
        &mut self,
        pointer: *const recallk_matrix_t,
    ) -> Checked<Matrix<'a>> {
        let given = self.value(pointer)?;
        self.matrix_of(given)
    }

    /// As [`matrix`](Call::matrix), of a struct that has been checked.
    pub(super) fn matrix_of(&mut self, given: &'a recallk_matrix_t) -> Checked<Matrix<'a>> {
        let size = score_size(given.dtype)?;
        if given.flags != 0 {
            return Err(RECALLK_RESERVED_NOT_ZERO);
        }
        let recallk_matrix_t { data, rows, columns, row_stride, column_stride, .. } = *given;
        if rows > MAX_ITEMS || columns > MAX_ITEMS {
            return Err(RECALLK_SIZE_OVERFLOW);
        }
        if rows == 0 || columns == 0 {
            return Err(RECALLK_NO_QUERIES);
        }
        if data.is_null() {
            return Err(RECALLK_NULL_POINTER);
        }
        // A type is aligned to its size, or less: doubles on 32-bit x86.
        if data.addr() & (size.min(align_of::<u64>()) - 1) != 0 {
            return Err(RECALLK_MISALIGNED);
        }
        let extent = || {
            let (low, high) = reach(rows, columns, row_stride, column_stride)?;
            let scores = high.checked_sub(low)?.checked_add(1)?;
            let bytes = scores.checked_mul(size as isize)?;
            // It is not above 0, and fewer bytes than there are in all.
            let low = low.wrapping_mul(size as isize);
            Some((data.addr().checked_add_signed(low)?, bytes as usize))
        };
        let (start, bytes) = extent().ok_or(RECALLK_SIZE_OVERFLOW)?;
        let claimed = self.claim_bytes(start, bytes, false);
        self.note(claimed)?;
        Ok(Matrix { given, transposed: false })
    }
}

/// Bytes of one score, for the dtypes of this build.
pub(super) fn score_size(dtype: i32) -> Checked<usize> {
    let (size, built) = match dtype {
        RECALLK_F32 => (4, true),
        RECALLK_F64 => (8, cfg!(feature = "f64")),
        RECALLK_F16 | RECALLK_BF16 => (2, cfg!(feature = "half")),
        RECALLK_I8 | RECALLK_U8 => (1, cfg!(feature = "int")),
        RECALLK_I16 | RECALLK_U16 => (2, cfg!(feature = "int")),
        RECALLK_I32 | RECALLK_U32 => (4, cfg!(feature = "int")),
        RECALLK_I64 | RECALLK_U64 => (8, cfg!(feature = "int64")),
        _ => return Err(RECALLK_UNKNOWN_DTYPE),
    };
    if built { Ok(size) } else { Err(RECALLK_DTYPE_NOT_BUILT) }
}

/// A checked score matrix, its type still a number. It refers to the caller's
/// struct: a copy, just written, would cost a call on few scores a tenth of its time.
#[derive(Clone, Copy)]
pub(in crate::capi) struct Matrix<'a> {
    pub(super) given: &'a recallk_matrix_t,
    pub(super) transposed: bool,
}

impl<'a> Matrix<'a> {
    pub(in crate::capi) fn rows(&self) -> usize {
        if self.transposed { self.given.columns } else { self.given.rows }
    }

    pub(super) fn columns(&self) -> usize {
        if self.transposed { self.given.rows } else { self.given.columns }
    }

    pub(in crate::capi) fn dtype(&self) -> i32 {
        self.given.dtype
    }

    pub(in crate::capi) fn both_size(&self) -> BothSize {
        // All types of one width need the same.
        let of = match score_size(self.given.dtype).unwrap_or(4) {
            #[cfg(feature = "int")]
            1 => rank::sized::<i8>,
            #[cfg(feature = "half")]
            2 => rank::sized::<crate::F16>,
            #[cfg(all(feature = "int", not(feature = "half")))]
            2 => rank::sized::<i16>,
            #[cfg(feature = "f64")]
            8 => rank::sized::<f64>,
            #[cfg(all(feature = "int64", not(feature = "f64")))]
            8 => rank::sized::<i64>,
            _ => rank::sized::<f32>,
        };
        let side = if TURNS && self.is_column_major() { self.rows() } else { self.columns() };
        of(self.rows(), self.columns(), side)
    }

    /// Whether the cells of a column lie side by side, and those of a row do not.
    pub(in crate::capi) fn is_column_major(&self) -> bool {
        self.given.row_stride == 1 && self.given.column_stride != 1
    }

    /// The same cells with rows and columns exchanged.
    pub(in crate::capi) fn transposed(self) -> Self {
        Matrix { transposed: !self.transposed, ..self }
    }

    /// Bytes of scratch for both directions.
    pub(in crate::capi) fn both_bytes(&self) -> Checked<usize> {
        BothMemory::bytes(&self.both_size()).ok_or(RECALLK_SIZE_OVERFLOW)
    }

    /// Scores side by side, a matrix of one row, which may be empty.
    pub(super) fn line(given: &'a recallk_matrix_t) -> Self {
        Matrix { given, transposed: false }
    }
}
