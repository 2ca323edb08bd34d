//! Score matrices behind a pointer.

use super::super::status::*;
use super::super::types::*;
use super::{Call, Checked};
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
        let claimed =
            cells_of(given).and_then(|(start, bytes)| self.claim_bytes(start, bytes, false));
        claimed.map_err(|status| self.refuse(status))?;
        Ok(Matrix { given })
    }
}

/// The first byte of a matrix, and how many bytes it reaches over.
fn cells_of(given: &recallk_matrix_t) -> Result<(usize, usize), recallk_status_t> {
    let log = score_log(given.dtype)?;
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
    if data.addr() & ((1usize << log).min(align_of::<u64>()) - 1) != 0 {
        return Err(RECALLK_MISALIGNED);
    }
    extent(given, log).ok_or(RECALLK_SIZE_OVERFLOW)
}

/// The first byte of a matrix of at least one cell, and how many bytes it reaches over.
#[inline(always)]
fn extent(given: &recallk_matrix_t, log: u8) -> Option<(usize, usize)> {
    let (below, all) = reach(given.rows, given.columns, given.row_stride, given.column_stride)?;
    if all >= isize::MAX as usize >> log {
        return None;
    }
    // Fewer bytes are below the first cell than there are in all.
    let start = given.data.addr().checked_sub(below << log)?;
    Some((start, (all + 1) << log))
}

/// Bytes of one score, as a power of two, for the dtypes of this build.
pub(super) fn score_log(dtype: i32) -> Result<u8, recallk_status_t> {
    // As one byte, so that this becomes a table.
    let log = match dtype {
        RECALLK_F32 => 2,
        RECALLK_F64 if cfg!(feature = "f64") => 3,
        RECALLK_F16 | RECALLK_BF16 if cfg!(feature = "half") => 1,
        RECALLK_I8 | RECALLK_U8 if cfg!(feature = "int") => 0,
        RECALLK_I16 | RECALLK_U16 if cfg!(feature = "int") => 1,
        RECALLK_I32 | RECALLK_U32 if cfg!(feature = "int") => 2,
        RECALLK_I64 | RECALLK_U64 if cfg!(feature = "int64") => 3,
        _ => u8::MAX,
    };
    match dtype {
        _ if log != u8::MAX => Ok(log),
        RECALLK_F32..=RECALLK_U64 => Err(RECALLK_DTYPE_NOT_BUILT),
        _ => Err(RECALLK_UNKNOWN_DTYPE),
    }
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
        let of = match score_log(self.given.dtype).unwrap_or(2) {
            #[cfg(feature = "int")]
            0 => rank::sized::<i8>,
            #[cfg(feature = "half")]
            1 => rank::sized::<crate::F16>,
            #[cfg(all(feature = "int", not(feature = "half")))]
            1 => rank::sized::<i16>,
            #[cfg(feature = "f64")]
            3 => rank::sized::<f64>,
            #[cfg(all(feature = "int64", not(feature = "f64")))]
            3 => rank::sized::<i64>,
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
    pub(in crate::capi) fn both_bytes(&self, c: &mut Call) -> Checked<usize> {
        c.both_bytes(&self.both_size())
    }

    /// Scores side by side, a matrix of one row, which may be empty.
    pub(super) fn line(given: &'a recallk_matrix_t) -> Self {
        Matrix { given }
    }
}
