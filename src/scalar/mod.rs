//! The engine of targets without vectors: one score at a time, in little code.
//!
//! A matrix is a pointer, its strides and a number that says how the bits of its
//! scores are read ([`Kind`]); one loop for each width serves all types of it. What
//! is above that knows of no type and exists once, and is called directly, so that a
//! linker leaves out whatever a program does not use.
//!
//! The other engine is `count`. Both give the same results; the tests are run on
//! either (`--cfg recallk_scalar` has this one compiled where there are vectors).

#[allow(unsafe_code)]
mod cells;
mod kind;
mod pass;
mod rows;

pub(crate) use cells::Cells;
pub(crate) use kind::Kind;
pub(crate) use rows::{count_rows, each_rank, each_row};

use core::marker::PhantomData;

use crate::backend::Set;
use crate::error::Error;
use crate::key::sealed::Integer;
use crate::key::{Order, Score};
use crate::rank::Options;
use crate::scores::Scores;

/// This engine counts one score at a time.
pub(crate) const VECTORS: bool = false;

/// Columns that lie side by side are read as any others.
pub(crate) const TURNS: bool = false;

/// Rows that are counted together.
pub(crate) const GROUP: usize = 1;

/// Most cells that [`Counter::keys`] reads at once.
pub(crate) const CHUNK: usize = 16;

/// Has no part in this engine.
pub trait Tile: Integer {}

impl Tile for i8 {}
impl Tile for i16 {}
impl Tile for i32 {}
impl Tile for i64 {}

/// Working memory for a strip of column queries, of which this target needs none.
#[derive(Debug, Clone, Copy)]
pub struct Block<S: Score>(PhantomData<S>);

impl<S: Score> Block<S> {
    /// A block to fill scratch memory with.
    pub const EMPTY: Self = Block(PhantomData);
}

impl<S: Score> Default for Block<S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Blocks that hold a strip of so many columns.
pub const fn blocks_for<S: Score>(_columns: usize) -> usize {
    0
}

/// Links for a pass along so many rows.
pub(crate) const fn links_for(_rows: usize, _width: usize) -> usize {
    0
}

/// A matrix that is counted, its score type a number.
#[derive(Clone, Copy)]
pub(crate) struct Counter<'a> {
    cells: Cells<'a>,
    kind: Kind,
}

impl<'a> Counter<'a> {
    /// Cells that are of this kind.
    pub(crate) fn new(cells: Cells<'a>, kind: Kind, order: Order) -> Self {
        Counter { cells, kind: kind.under(order) }
    }

    pub(crate) fn rows(&self) -> usize {
        self.cells.rows
    }

    pub(crate) fn columns(&self) -> usize {
        self.cells.columns
    }

    /// The key of a cell that is a number.
    pub(crate) fn key(&self, row: usize, column: usize) -> Option<i64> {
        self.cells.row(row, self.kind).key(column)
    }

    /// The keys of up to [`CHUNK`] cells of a row; bit k of the result is set
    /// where cell k is NaN.
    pub(crate) fn keys(&self, row: usize, column: usize, out: &mut [i64]) -> u32 {
        let mut nans = 0;
        for (k, out) in out.iter_mut().enumerate() {
            match self.key(row, column.wrapping_add(k)) {
                Some(key) => *out = key,
                None => nans |= 1u32.wrapping_shl(k as u32),
            }
        }
        nans
    }

    /// Row and column of the first NaN. Only called where there is one.
    pub(crate) fn first_nan(&self) -> (usize, usize) {
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                if self.key(row, column).is_none() {
                    return (row, column);
                }
            }
        }
        // Another thread has overwritten the matrix meanwhile.
        (0, 0)
    }

    /// The widest strip: any.
    pub(crate) fn strip(&self) -> usize {
        usize::MAX
    }
}

/// A matrix as it is counted.
pub(crate) fn of_scores<'a, S: Score>(
    scores: &'a Scores<'a, S>,
    options: &Options,
    _blocks: &'a mut [Block<S>],
) -> Result<Counter<'a>, Error> {
    options.backend.set()?;
    Ok(Counter::new(Cells::of(scores), Kind::of::<S>(), options.order))
}

/// Matrices are never walked as their transposed ones.
pub(crate) fn goes_down(_is_column_major: bool, _rows: usize) -> bool {
    false
}

/// Lends no blocks.
pub(crate) fn with_blocks<S: Score, T>(body: &mut dyn FnMut(&mut [Block<S>]) -> T) -> T {
    body(&mut [])
}

/// How many ranks exceed a bound.
pub(crate) fn ranks_above(_set: Set, ranks: &[u32], bound: u32) -> usize {
    ranks.iter().filter(|rank| **rank > bound).count()
}
