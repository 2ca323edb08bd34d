//! The cells of a matrix whose type is a number: the one place of this engine that
//! reads memory.

use core::marker::PhantomData;
use core::ops::Range;

use super::kind::{Kind, Word};
use crate::key::Score;
use crate::scores::Scores;

/// Cells at a pointer.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'a> {
    data: *const u8,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// In scores.
    row_stride: isize,
    column_stride: isize,
    lent: PhantomData<&'a [u8]>,
}

impl<'a> Cells<'a> {
    /// # Safety
    /// Cell (i, j), for each row i and column j, is a score at `data`, aligned for its
    /// type, i * row_stride + j * column_stride scores further on; it may be read, and
    /// nobody writes it, as long as 'a.
    pub(crate) unsafe fn new(
        data: *const u8,
        (rows, columns): (usize, usize),
        (row_stride, column_stride): (isize, isize),
    ) -> Self {
        Cells { data, rows, columns, row_stride, column_stride, lent: PhantomData }
    }

    pub(crate) fn of<S: Score>(scores: &Scores<'a, S>) -> Self {
        let shape = (scores.rows(), scores.columns());
        let (data, origin, row_stride, column_stride) = scores.parts();
        let first = data.as_ptr().wrapping_add(origin);
        // SAFETY: what `Scores` has checked, of a slice that it has borrowed for 'a.
        unsafe { Cells::new(first.cast(), shape, (row_stride, column_stride)) }
    }

    fn at(&self, row: usize, column: usize, kind: Kind) -> *const u8 {
        let down = (row as isize).wrapping_mul(self.row_stride);
        let across = (column as isize).wrapping_mul(self.column_stride);
        self.data.wrapping_offset(down.wrapping_add(across) << kind.log())
    }

    /// The key of a cell that is a number, and is there.
    pub(super) fn key(&self, row: usize, column: usize, kind: Kind, lower: bool) -> Option<i64> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        let at = self.at(row, column, kind);
        // SAFETY: the cell is one of the matrix, whose scores are so wide.
        let score = unsafe {
            match kind.log() {
                0 => u32::from(at.read()) << 24,
                1 => u32::from(at.cast::<u16>().read()) << 16,
                2 => at.cast::<u32>().read(),
                _ => return kind.key(at.cast::<u64>().read(), lower),
            }
        };
        kind.key(score, lower)
    }

    /// Some cells of a row: at once where they lie side by side, else one by one.
    pub(super) fn runs(
        &self,
        row: usize,
        columns: Range<usize>,
        kind: Kind,
        see: &mut impl FnMut(&Run),
    ) {
        if row >= self.rows || columns.end > self.columns {
            return;
        }
        let mut start = columns.start;
        while start < columns.end {
            let len = if self.column_stride == 1 { columns.end - start } else { 1 };
            see(&Run { at: self.at(row, start, kind), len, kind, lent: PhantomData });
            start += len;
        }
    }
}

/// Cells of a matrix that lie side by side. Only [`Cells::runs`] makes them.
pub(super) struct Run<'a> {
    at: *const u8,
    len: usize,
    kind: Kind,
    lent: PhantomData<&'a [u8]>,
}

impl Run<'_> {
    /// The cells, if they are so wide.
    pub(super) fn cells<C: Cell>(&self) -> &[C] {
        let len = if 1 << self.kind.log() == size_of::<C>() { self.len } else { 0 };
        // SAFETY: these cells are part of the matrix, one beside the other, and so wide.
        unsafe { core::slice::from_raw_parts(self.at.cast(), len) }
    }
}

/// The bits of a score.
pub(super) trait Cell: Copy {
    /// What it is on top of.
    type Word: Word;
    fn word(self) -> Self::Word;
}

macro_rules! cell {
    ($cell:ty, $word:ty) => {
        impl Cell for $cell {
            type Word = $word;
            fn word(self) -> $word {
                <$word>::from(self) << (<$word>::BITS - <$cell>::BITS)
            }
        }
    };
}

cell!(u8, u32);
cell!(u16, u32);
cell!(u32, u32);
cell!(u64, u64);
