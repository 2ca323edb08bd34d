//! The cells of a matrix whose type is a number: the one place of this engine that
//! reads memory.

use core::marker::PhantomData;
use core::ops::{BitXor, Shl};

use super::kind::{Kind, Wide};
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

    /// The cells of a row; none if it is not there.
    pub(super) fn row(&self, row: usize, kind: Kind) -> Row<'a> {
        let down = (row as isize).wrapping_mul(self.row_stride) << kind.log();
        let len = if row < self.rows { self.columns } else { 0 };
        let at = self.data.wrapping_offset(down);
        Row { at, len, stride: self.column_stride, kind, lent: PhantomData }
    }
}

/// Cells of a row, a walk along them. Only [`Cells::row`] makes them.
#[derive(Clone)]
pub(super) struct Row<'a> {
    at: *const u8,
    len: usize,
    /// In scores.
    stride: isize,
    pub(super) kind: Kind,
    lent: PhantomData<&'a [u8]>,
}

impl<'a> Row<'a> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn at(&self, column: usize) -> *const u8 {
        self.at.wrapping_offset((column as isize).wrapping_mul(self.stride) << self.kind.log())
    }

    /// A cell on top of a word; what is not there is all ones, of a float NaN.
    pub(super) fn score(&self, column: usize) -> Wide {
        if column >= self.len {
            return Wide::MAX;
        }
        let at = self.at(column);
        // SAFETY: the cell is one of the matrix, whose scores are so wide.
        self.kind.lift(unsafe {
            match self.kind.log() {
                0 => Wide::from(at.read()),
                1 => Wide::from(at.cast::<u16>().read()),
                2 => Wide::from(at.cast::<u32>().read()),
                _ => at.cast::<Wide>().read(),
            }
        })
    }

    /// The key of a cell that is a number, and is there.
    pub(super) fn key(&self, column: usize) -> Option<i64> {
        if column >= self.len {
            return None;
        }
        self.kind.key(self.score(column))
    }

    /// Takes up to so many cells off the front, and shows them: at once where they lie
    /// side by side, else one by one.
    pub(super) fn take(&mut self, count: usize, see: &mut impl FnMut(&Run)) {
        let mut count = count.min(self.len);
        self.len -= count;
        while count > 0 {
            let len = if self.stride == 1 { count } else { 1 };
            see(&Run { at: self.at, len, kind: self.kind, lent: PhantomData });
            self.at = self.at(len);
            count -= len;
        }
    }

    /// Takes up to so many cells off the front.
    pub(super) fn skip(&mut self, count: usize) {
        let count = count.min(self.len);
        self.at = self.at(count);
        self.len -= count;
    }
}

/// Cells of a matrix that lie side by side. Only [`Row::take`] makes them.
pub(super) struct Run<'a> {
    at: *const u8,
    len: usize,
    pub(super) kind: Kind,
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
    type Word: Copy + Ord + Shl<u32, Output = Self::Word> + BitXor<Output = Self::Word>;
    fn word(self) -> Self::Word;
    /// The part of a word that such scores reach.
    fn reached(word: Wide) -> Self::Word;
}

macro_rules! cell {
    ($cell:ty, $word:ty) => {
        impl Cell for $cell {
            type Word = $word;
            fn word(self) -> $word {
                <$word>::from(self) << (<$word>::BITS - <$cell>::BITS)
            }
            fn reached(word: Wide) -> $word {
                (word >> (Wide::BITS - <$word>::BITS)) as $word
            }
        }
    };
}

cell!(u8, u32);
cell!(u16, u32);
cell!(u32, u32);
#[cfg(any(feature = "f64", feature = "int64"))]
cell!(u64, u64);
