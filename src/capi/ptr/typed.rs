//! Score matrices behind a pointer, for the engine with vectors: where a dtype
//! becomes a type.

use core::marker::PhantomData;

use super::super::types::*;
use super::memory::BLOCK;
use super::{BothMemory, Matrix};
use crate::Error;
use crate::count::{Block, Cells, Rule, Typed, with_blocks};
use crate::engine::Counter;
use crate::key::Score;
use crate::rank::Options;
use crate::sweep::Gold;

/// What is done with a matrix once its score type is known.
type Body<'b> = dyn for<'m> FnMut(&'m mut Counter<'m>) -> Result<(), Error> + 'b;

impl Matrix<'_> {
    /// Runs `body` on the matrix.
    pub(in crate::capi) fn counted<T>(
        &self,
        transposed: bool,
        options: &Options,
        memory: Option<&mut BothMemory>,
        body: impl for<'m> FnOnce(&'m mut Counter<'m>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let (mut body, mut result) = (Some(body), None);
        self.of_type(transposed, options, memory, &mut |counter| {
            result = body.take().map(|body| body(counter));
            Ok(())
        })?;
        result.unwrap_or(Err(Error::SizeOverflow))
    }

    /// As [`counted`](Matrix::counted), of one type. The one place where a dtype becomes a type;
    /// types that are read the same way share one.
    fn of_type(
        &self,
        transposed: bool,
        options: &Options,
        memory: Option<&mut BothMemory>,
        body: &mut Body,
    ) -> Result<(), Error> {
        let (set, nan) = (options.backend.set()?, options.nan);
        macro_rules! run {
            ($score:ty as $read:ty) => {{
                let rule = Rule::of::<$score>(options.order);
                let cells =
                    || Pointer::<$read> { given: self.given, transposed, score: PhantomData };
                match memory {
                    Some(memory) => {
                        body(&mut Typed::new(cells(), rule, set, nan, memory.blocks::<$read>()))
                    }
                    None if transposed => with_blocks(&mut |blocks| {
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
            _ => Err(Error::SizeOverflow),
        }
    }
}

impl<'a> BothMemory<'a> {
    fn blocks<S: Score>(&mut self) -> &'a mut [Block<S>] {
        const { assert!(size_of::<Block<S>>() == BLOCK && size_of::<Gold>().is_multiple_of(8)) };
        let start = self.memory.wrapping_add(self.size.queries * size_of::<Gold>());
        // SAFETY: inside the memory that `both_scratch` has checked, behind
        // the golds, and handed out once, since a memory serves one kernel.
        unsafe { core::slice::from_raw_parts_mut(start.cast(), self.size.blocks) }
    }
}

/// Rows and columns of scores behind a checked pointer. Row padding is never
/// part of a slice: another thread of the caller may be writing there.
struct Pointer<'a, S> {
    given: &'a recallk_matrix_t,
    transposed: bool,
    score: PhantomData<S>,
}

impl<S: Score> Pointer<'_, S> {
    /// Distances of neighbours in a column, and in a row.
    fn strides(&self) -> (isize, isize) {
        let recallk_matrix_t { row_stride, column_stride, .. } = *self.given;
        if self.transposed { (column_stride, row_stride) } else { (row_stride, column_stride) }
    }

    /// The address of a cell of the matrix.
    fn at(&self, row: usize, column: usize) -> *const S {
        let (row_stride, column_stride) = self.strides();
        let down = (row as isize).wrapping_mul(row_stride);
        let across = (column as isize).wrapping_mul(column_stride);
        self.given.data.cast::<S>().wrapping_offset(down.wrapping_add(across))
    }
}

impl<S: Score> Cells for Pointer<'_, S> {
    type Score = S;

    fn rows(&self) -> usize {
        if self.transposed { self.given.columns } else { self.given.rows }
    }

    fn columns(&self) -> usize {
        if self.transposed { self.given.rows } else { self.given.columns }
    }

    fn run(&self, row: usize, column: usize, count: usize) -> Option<&[S]> {
        let inside = row < self.rows() && count <= self.columns().checked_sub(column)?;
        if self.strides().1 != 1 || !inside {
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
