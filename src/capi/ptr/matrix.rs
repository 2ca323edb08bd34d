//! Score matrices behind a pointer.

use super::super::status::*;
use super::super::types::*;
use super::{BothMemory, Call, Checked};
use crate::engine::TURNS;
use crate::rank::{self, BothSize};
use crate::scores::{MAX_ITEMS, reach};

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
        let recallk_matrix_t { data, rows, columns, .. } = *given;
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
        let (start, bytes) = extent(given, size).ok_or(RECALLK_SIZE_OVERFLOW)?;
        let claimed = self.claim_bytes(start, bytes, false);
        self.note(claimed)?;
        Ok(Matrix { given })
    }
}

/// The first byte of a matrix of at least one cell, and how many bytes it reaches over.
fn extent(given: &recallk_matrix_t, size: usize) -> Option<(usize, usize)> {
    let size = size as isize;
    let (low, high) = reach(given.rows, given.columns, given.row_stride, given.column_stride)?;
    let bytes = high.checked_sub(low)?.checked_add(1)?.checked_mul(size)?;
    // Not above 0, and fewer bytes below it than there are in all.
    let low = low.wrapping_mul(size);
    let start = given.data.addr().checked_sub(low.unsigned_abs())?;
    Some((start, bytes as usize))
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
}

impl<'a> Matrix<'a> {
    pub(in crate::capi) fn rows(&self) -> usize {
        self.given.rows
    }

    pub(super) fn columns(&self) -> usize {
        self.given.columns
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

    /// Bytes of scratch for both directions.
    pub(in crate::capi) fn both_bytes(&self) -> Checked<usize> {
        BothMemory::bytes(&self.both_size()).ok_or(RECALLK_SIZE_OVERFLOW)
    }

    /// Scores side by side, a matrix of one row, which may be empty.
    pub(super) fn line(given: &'a recallk_matrix_t) -> Self {
        Matrix { given }
    }
}
