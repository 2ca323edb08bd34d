//! Counting the cells that are ahead of, or tied with, a key.
//!
//! The loops are generic over the score type and are compiled once for each;
//! everything above them sees a matrix as `dyn Kernel`, with keys widened to
//! 64 bits, and exists once. This is the engine of targets with vectors; the other one
//! is `scalar`.

// The targets for AArch64 without floats have no NEON.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[allow(unsafe_code)]
mod aarch64;
mod cells;
mod down;
mod group;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon"))))]
mod plain;
mod portable;
mod rows;
mod rule;
mod stack;
mod strip;
mod tile;
mod typed;
mod vector;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86;

pub(crate) use cells::Cells;
pub(crate) use down::{goes_down, with_blocks};
pub(crate) use rows::{count_rows, each_rank, each_row};
pub(crate) use rule::Rule;
pub(crate) use strip::links_for;
pub(crate) use typed::{Typed, ranks_above};

use core::ops::Range;

use crate::backend::Set;
use crate::error::Error;
use crate::key::Score;
use crate::key::sealed::Integer;
use crate::rank::Options;
use crate::scores::Scores;
use crate::sweep::{Count, Gold};

/// This engine counts with vectors.
pub(crate) const VECTORS: bool = true;

/// Whether a matrix whose columns lie side by side is better walked as its
/// transposed one.
pub(crate) const TURNS: bool = true;

/// Rows that are counted together.
pub(crate) const GROUP: usize = 8;

/// How far behind the cells of a row memory is asked for, in bytes. The
/// hardware does it, too, but falls behind with several rows at once.
pub(crate) const AHEAD: usize = 2048;

/// Columns whose golds are put into a strip together; whole blocks.
pub(crate) const STEP: usize = 512;

/// Most cells that [`Kernel::keys`] reads at once.
pub(crate) const CHUNK: usize = 16;

/// Cells counted against one key.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hits {
    pub(crate) ahead: u32,
    /// Golds included.
    pub(crate) tied: u32,
}

/// A matrix that is counted, its score type erased.
pub(crate) type Counter<'a> = dyn Kernel + 'a;

/// A matrix as it is counted, in strips of so many blocks.
pub(crate) fn of_scores<'a, S: Score>(
    scores: &'a Scores<'a, S>,
    options: &Options,
    blocks: &'a mut [Block<S>],
) -> Result<Typed<'a, &'a Scores<'a, S>>, Error> {
    let set = options.backend.set()?;
    Ok(Typed::new(scores, Rule::of::<S>(options.order), set, options.nan, blocks))
}

/// What a query wants to know of the cells that it is counted against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// How many are ahead, and how many tied.
    Tally,
    /// How many are ahead or tied, as one number.
    AtLeast,
    /// How many are ahead.
    Ahead,
}

/// Working memory for a strip of column queries: 64 bytes of keys, then the
/// lanes that count for them. [`blocks_for`] tells how many a strip takes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Block<S: Score> {
    key: <S::Lane as Integer>::Lanes,
    above: <S::Lane as Integer>::Lanes,
    tied: <S::Lane as Integer>::Lanes,
}

impl<S: Score> Block<S> {
    /// A block to fill scratch memory with.
    pub const EMPTY: Self =
        Block { key: S::Lane::ZEROS, above: S::Lane::ZEROS, tied: S::Lane::ZEROS };

    /// Columns in a block.
    pub(crate) const WIDTH: usize = 64 / size_of::<S::Lane>();

    /// Keys and counters, `W` columns at a time.
    #[inline(always)]
    #[expect(clippy::type_complexity)]
    fn vectors<const W: usize>(
        &mut self,
    ) -> impl Iterator<Item = (&[S::Lane; W], &mut [S::Lane; W], &mut [S::Lane; W])> {
        let keys = self.key.as_ref().as_chunks::<W>().0.iter();
        let above = self.above.as_mut().as_chunks_mut::<W>().0;
        let tied = self.tied.as_mut().as_chunks_mut::<W>().0;
        keys.zip(above).zip(tied).map(|((keys, above), tied)| (keys, above, tied))
    }
}

impl<S: Score> core::fmt::Debug for Block<S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Block")
    }
}

impl<S: Score> Default for Block<S> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Blocks that hold a strip of so many columns.
pub const fn blocks_for<S: Score>(columns: usize) -> usize {
    columns.div_ceil(Block::<S>::WIDTH)
}

/// What the tiles of one group of rows work on.
pub struct Rows<'a, S: Score> {
    /// Where a row ends, all end.
    pub(crate) cells: &'a [&'a [S]],
    pub(crate) keys: &'a [S::Lane],
    pub(crate) hits: &'a mut [Hits],
    pub(crate) rule: Rule<S::Lane>,
    /// NaN are put below all numbers and counted; else they are only noted.
    pub(crate) worst: bool,
    /// How far behind a cell the memory is asked for, in bytes.
    pub(crate) distance: usize,
}

/// The tiles of each lane, for every set of instructions. They return how many
/// NaN they met, or whether any.
pub trait Tile: Integer {
    /// Counts each row against its key, and adds to its hits.
    fn rows<S: Score<Lane = Self>>(set: Set, rows: Rows<S>) -> u64;

    /// As `rows`, and counts each column, the first of which is the first lane
    /// of the first block. Only with `ties` is anybody counted as tied.
    fn both<S: Score<Lane = Self>>(
        set: Set,
        rows: Rows<S>,
        ties: bool,
        blocks: &mut [Block<S>],
    ) -> u64;
}

/// A matrix under one order and NaN policy, its score type erased.
///
/// A key of a query without gold may be anything; what is counted against it
/// is thrown away. Counting methods return how many NaN cells they met (under
/// `Reject` only whether: 0 or not).
pub(crate) trait Kernel {
    fn rows(&self) -> usize;
    fn columns(&self) -> usize;

    /// The key of a cell that is a number.
    fn key(&self, row: usize, column: usize) -> Option<i64>;

    /// The keys of up to [`CHUNK`] cells of a row; bit k of the result is set
    /// where cell k is NaN.
    fn keys(&self, row: usize, column: usize, out: &mut [i64]) -> u32;

    /// Counts a range of columns of each row against that row's key, into `hits`,
    /// which are zero before.
    fn count(&self, rows: &[usize], columns: Range<usize>, keys: &[i64], hits: &mut [Hits]) -> u64;

    /// As `count`, for one row.
    fn count_row(&self, row: usize, columns: Range<usize>, key: i64, hits: &mut Hits) -> u64;

    /// The widest strip.
    fn strip(&self) -> usize;

    /// Whether [`Wanted::AtLeast`] and [`Wanted::Ahead`] can be told, and sooner than
    /// tallies: of floats.
    fn tells_ranks(&self) -> bool;

    /// The whole blocks that hold some of a strip's columns.
    fn blocks_around(&self, columns: Range<usize>) -> Range<usize>;

    /// Starts a strip of columns. Tallies are wanted or `ranks`, and what these are made
    /// of.
    fn open(&mut self, column: usize, ranks: bool);

    /// The golds of the strip's columns from `k` on, a multiple of [`STEP`]. Where
    /// ranks are wanted, of golds that stand in `row` of the matrix or behind what is
    /// [at least](Wanted::AtLeast) as good, else what is ahead.
    fn put(&mut self, k: usize, golds: &[Gold], row: usize);

    /// As `count`, over some whole blocks of the strip, and each column against its
    /// rows; adds to the hits.
    fn sweep(
        &mut self,
        row: usize,
        columns: Range<usize>,
        keys: &[i64],
        wanted: Wanted,
        hits: &mut [Hits],
    ) -> u64;

    /// From now on of the strip's column `k` only what is ahead is counted.
    fn switch(&mut self, k: usize, key: i64);

    /// How many rows may be swept before the lanes must be drained.
    fn endurance(&self) -> usize;

    /// The ties of the strip's column `k` since it was drained.
    fn tied(&self, k: usize) -> u32;

    /// How many of its cells in a range of rows equal a key.
    fn ties(&self, k: usize, rows: Range<usize>, key: i64) -> u32;

    /// Adds the lanes, which have seen so many rows, the last of them before row `end`
    /// of the matrix, to the counts of the strip's columns and clears them. Ties are
    /// before or after the golds that lie wholly behind `end` or before it.
    fn drain(&mut self, swept: usize, end: usize, golds: &[Gold], counts: &mut [Count]);

    /// Row and column of the first NaN. Only called where there is one.
    fn first_nan(&self) -> (usize, usize) {
        for row in 0..self.rows() {
            for column in (0..self.columns()).step_by(CHUNK) {
                let mut keys = [0; CHUNK];
                let len = CHUNK.min(self.columns() - column);
                let nans = keys.get_mut(..len).map_or(0, |keys| self.keys(row, column, keys));
                if nans != 0 {
                    return (row, column + nans.trailing_zeros() as usize);
                }
            }
        }
        // Another thread has overwritten the matrix meanwhile.
        (0, 0)
    }
}
