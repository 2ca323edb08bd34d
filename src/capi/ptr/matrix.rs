//! Score matrices behind a pointer: where a dtype becomes a type.

use core::marker::PhantomData;

use super::super::status::*;
use super::super::types::*;
use super::{BothMemory, Call, Checked};
use crate::count::{Kernel, Typed};
use crate::key::{Rule, Score};
use crate::rank::{self, BothSize, Found, Options};
use crate::scores::{Cells, MAX_ITEMS, reach};

impl<'a> Call<'a> {
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
            return Err(RECALLK_RESERVED_NOT_ZERO.into());
        }
        let recallk_matrix_t { data, rows, columns, row_stride, column_stride, .. } = *given;
        if rows > MAX_ITEMS || columns > MAX_ITEMS {
            return Err(RECALLK_SIZE_OVERFLOW.into());
        }
        if rows == 0 || columns == 0 {
            return Err(RECALLK_NO_QUERIES.into());
        }
        if data.is_null() {
            return Err(RECALLK_NULL_POINTER.into());
        }
        // A type is aligned to its size, or less: doubles on 32-bit x86.
        if !data.addr().is_multiple_of(size.min(align_of::<u64>())) {
            return Err(RECALLK_MISALIGNED.into());
        }
        let (low, high) = reach(rows, columns, row_stride, column_stride)?;
        let extent = || {
            let low = low.checked_mul(size as isize)?;
            let bytes = high.checked_mul(size as isize)?.checked_sub(low)?;
            let bytes = usize::try_from(bytes).ok()?.checked_add(size)?;
            let fits = bytes <= isize::MAX as usize;
            fits.then_some((data.addr().checked_add_signed(low)?, bytes))
        };
        let (start, bytes) = extent().ok_or(RECALLK_SIZE_OVERFLOW)?;
        self.claim_bytes(start, bytes, false)?;
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
        _ => return Err(RECALLK_UNKNOWN_DTYPE.into()),
    };
    if built { Ok(size) } else { Err(RECALLK_DTYPE_NOT_BUILT.into()) }
}

/// A checked score matrix, its type still a number. It refers to the caller's
/// struct: a copy, just written, would cost a call on few scores a tenth of its time.
#[derive(Clone, Copy)]
pub(in crate::capi) struct Matrix<'a> {
    given: &'a recallk_matrix_t,
    transposed: bool,
}

impl<'a> Matrix<'a> {
    pub(in crate::capi) fn rows(&self) -> usize {
        if self.transposed { self.given.columns } else { self.given.rows }
    }

    pub(super) fn columns(&self) -> usize {
        if self.transposed { self.given.rows } else { self.given.columns }
    }

    /// Distance of neighbours in a row.
    fn column_stride(&self) -> isize {
        if self.transposed { self.given.row_stride } else { self.given.column_stride }
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
        let side = if self.is_column_major() { self.rows() } else { self.columns() };
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
        BothMemory::bytes(&self.both_size()).ok_or(RECALLK_SIZE_OVERFLOW.into())
    }

    /// Runs `body` on the matrix. The one place where a dtype becomes a type;
    /// types that are read the same way share one.
    pub(in crate::capi) fn kernel(
        &self,
        options: &Options,
        memory: Option<&mut BothMemory>,
        body: &mut dyn FnMut(&mut dyn Kernel) -> Checked<Found>,
    ) -> Checked<Found> {
        let (set, nan) = (options.backend.set()?, options.nan);
        macro_rules! run {
            ($score:ty as $read:ty) => {{
                let rule = Rule::of::<$score>(options.order);
                let cells = || self.cells::<$read>();
                match memory {
                    Some(memory) => {
                        body(&mut Typed::new(cells(), rule, set, nan, memory.blocks::<$read>()))
                    }
                    None if self.transposed => rank::with_blocks(&mut |blocks| {
                        body(&mut Typed::new(cells(), rule, set, nan, blocks))
                    }),
                    None => body(&mut Typed::new(cells(), rule, set, nan, &mut [])),
                }
            }};
        }
        match self.given.dtype {
            RECALLK_F32 => run!(f32 as f32),
            #[cfg(feature = "f64")]
            RECALLK_F64 => run!(f64 as f64),
            #[cfg(feature = "half")]
            RECALLK_F16 => run!(crate::F16 as crate::F16),
            #[cfg(feature = "half")]
            RECALLK_BF16 => run!(crate::Bf16 as crate::F16),
            #[cfg(feature = "int")]
            RECALLK_I8 => run!(i8 as i8),
            #[cfg(feature = "int")]
            RECALLK_U8 => run!(u8 as i8),
            #[cfg(feature = "int")]
            RECALLK_I16 => run!(i16 as i16),
            #[cfg(feature = "int")]
            RECALLK_U16 => run!(u16 as i16),
            #[cfg(feature = "int")]
            RECALLK_I32 => run!(i32 as i32),
            #[cfg(feature = "int")]
            RECALLK_U32 => run!(u32 as i32),
            #[cfg(feature = "int64")]
            RECALLK_I64 => run!(i64 as i64),
            #[cfg(feature = "int64")]
            RECALLK_U64 => run!(u64 as i64),
            _ => Err(RECALLK_DTYPE_NOT_BUILT.into()),
        }
    }

    /// Scores side by side, a matrix of one row, which may be empty.
    pub(super) fn line(given: &'a recallk_matrix_t) -> Self {
        Matrix { given, transposed: false }
    }

    fn cells<S>(&self) -> Pointer<'_, S> {
        Pointer { matrix: *self, score: PhantomData }
    }
}

/// Rows and columns of scores behind a checked pointer. Row padding is never
/// part of a slice: another thread of the caller may be writing there.
struct Pointer<'a, S> {
    matrix: Matrix<'a>,
    score: PhantomData<S>,
}

impl<S: Score> Pointer<'_, S> {
    /// The address of a cell of the matrix.
    fn at(&self, row: usize, column: usize) -> *const S {
        let Matrix { given, transposed } = self.matrix;
        let (row, column) = if transposed { (column, row) } else { (row, column) };
        let down = (row as isize).wrapping_mul(given.row_stride);
        let across = (column as isize).wrapping_mul(given.column_stride);
        given.data.cast::<S>().wrapping_offset(down.wrapping_add(across))
    }
}

impl<S: Score> Cells for Pointer<'_, S> {
    type Score = S;

    fn rows(&self) -> usize {
        self.matrix.rows()
    }

    fn columns(&self) -> usize {
        self.matrix.columns()
    }

    fn run(&self, row: usize, column: usize, count: usize) -> Option<&[S]> {
        let inside = row < self.rows() && count <= self.columns().checked_sub(column)?;
        if self.matrix.column_stride() != 1 || !inside {
            return None;
        }
        // SAFETY: these cells are part of the matrix, whose whole extent
        // `Call::matrix` has checked and the caller has promised.
        Some(unsafe { core::slice::from_raw_parts(self.at(row, column), count) })
    }

    fn cell(&self, row: usize, column: usize) -> S {
        if row >= self.rows() || column >= self.columns() {
            return S::default();
        }
        // SAFETY: as in `run`.
        unsafe { self.at(row, column).read() }
    }
}
