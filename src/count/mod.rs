//! Counting the cells that are ahead of, or tied with, a key.
//!
//! The loops are generic over the score type and are compiled once for each;
//! everything above them sees a matrix as `dyn Kernel`, with keys widened to
//! 64 bits, and exists once. So a score type costs a board a few hundred bytes.

mod portable;

use core::ops::Range;

use crate::key::sealed::{Bits, Integer};
use crate::key::{Lane, NanPolicy, Rule, Score};
use crate::scores::Cells;
use crate::sweep::{Count, Gold};

/// Whether the target has vector registers. Without them a tile of one row
/// and one lane keeps the stack small.
const VECTORS: bool =
    cfg!(any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"));

/// Rows that are counted together.
pub(crate) const GROUP: usize = if VECTORS { 4 } else { 1 };

/// Most cells that [`Kernel::keys`] reads at once.
pub(crate) const CHUNK: usize = 16;

/// Cells counted against one key.
#[derive(Clone, Copy, Default)]
pub struct Hits {
    pub(crate) ahead: u32,
    /// Golds included.
    pub(crate) tied: u32,
}

/// Working memory for a strip of column queries: 64 bytes of keys, then the
/// lanes that count for them. [`blocks_for`] tells how many a strip takes.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Block<S: Score> {
    key: <S::Lane as Integer>::Lanes,
    ahead: <S::Lane as Integer>::Lanes,
    tied: <S::Lane as Integer>::Lanes,
}

impl<S: Score> Block<S> {
    /// A block to fill scratch memory with.
    pub const EMPTY: Self =
        Block { key: S::Lane::ZEROS, ahead: S::Lane::ZEROS, tied: S::Lane::ZEROS };

    /// Columns in a block.
    pub(crate) const WIDTH: usize = 64 / size_of::<S::Lane>();
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

/// The tile of each lane width: how many lanes one step takes.
pub trait Tile: Integer {
    /// Rows only.
    fn rows<S: Score + Bits<Lane = Self>, const R: usize, const WORST: bool>(
        rule: Rule<Self>,
        rows: [&[S]; R],
        keys: [Self; R],
        hits: &mut [Hits],
    ) -> u32;

    /// Rows and columns.
    fn both<S: Score<Lane = Self>, const R: usize, const WORST: bool>(
        rule: Rule<Self>,
        rows: [&[S]; R],
        keys: [Self; R],
        blocks: &mut [Block<S>],
        hits: &mut [Hits],
    ) -> u32;
}

macro_rules! tile {
    ($lane:ty) => {
        impl Tile for $lane {
            #[inline(always)]
            fn rows<S: Score + Bits<Lane = Self>, const R: usize, const WORST: bool>(
                rule: Rule<Self>,
                rows: [&[S]; R],
                keys: [Self; R],
                hits: &mut [Hits],
            ) -> u32 {
                const W: usize = if VECTORS { 64 / size_of::<$lane>() } else { 1 };
                portable::rows::<S, W, R, WORST>(rule, rows, keys, hits)
            }

            #[inline(always)]
            fn both<S: Score<Lane = Self>, const R: usize, const WORST: bool>(
                rule: Rule<Self>,
                rows: [&[S]; R],
                keys: [Self; R],
                blocks: &mut [Block<S>],
                hits: &mut [Hits],
            ) -> u32 {
                // Twice the state of a row: half the width.
                const W: usize = if VECTORS { 32 / size_of::<$lane>() } else { 1 };
                portable::both::<S, W, R, WORST>(rule, rows, keys, blocks, hits)
            }
        }
    };
}

tile!(i8);
tile!(i16);
tile!(i32);
tile!(i64);

/// Which machine code counts. Every backend gives the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Backend {
    /// The fastest that this processor has.
    #[default]
    Automatic,
    /// Plain Rust, compiled for the build's target.
    Portable,
}

impl Backend {
    /// A short name of the backend that will count.
    pub const fn name(self) -> &'static core::ffi::CStr {
        match self {
            Backend::Automatic | Backend::Portable => c"portable",
        }
    }
}

/// A matrix under one order and NaN policy, its score type erased.
///
/// A key of a query without gold may be anything; what is counted against it
/// is thrown away. Counting methods return how many NaN cells they met (under
/// `Reject` only whether: 0 or not).
pub(crate) trait Kernel {
    fn rows(&self) -> usize;
    fn columns(&self) -> usize;

    /// The keys of up to [`CHUNK`] cells of a row; bit k of the result is set
    /// where cell k is NaN.
    fn keys(&self, row: usize, column: usize, out: &mut [i64]) -> u32;

    /// Counts a range of columns of each row against that row's key, into `hits`.
    fn count(&self, rows: &[usize], columns: Range<usize>, keys: &[i64], hits: &mut [Hits]) -> u32;

    /// The widest strip.
    fn strip(&self) -> usize;

    /// Starts a strip of columns, one gold each.
    fn open(&mut self, column: usize, golds: &[Gold]);

    /// As `count`, over the strip's columns, and each column against its rows.
    fn sweep(&mut self, row: usize, keys: &[i64], hits: &mut [Hits]) -> u32;

    /// How many rows may be swept before the lanes must be drained.
    fn endurance(&self) -> usize;

    /// What the strip's column `k` has counted since it was drained.
    fn lane(&self, k: usize) -> Hits;

    /// Adds the lanes to the counts of the strip's columns and clears them.
    fn drain(&mut self, counts: &mut [Count]);
}

type LaneOf<C> = <<C as Cells>::Score as Bits>::Lane;

/// The one implementation of [`Kernel`].
pub(crate) struct Typed<'a, C: Cells> {
    cells: C,
    rule: Rule<LaneOf<C>>,
    worst: bool,
    blocks: &'a mut [Block<C::Score>],
    column: usize,
    width: usize,
}

impl<'a, C: Cells> Typed<'a, C> {
    /// `rule` may be that of another score type which is read the same way.
    pub(crate) fn new(
        cells: C,
        rule: Rule<LaneOf<C>>,
        nan: NanPolicy,
        blocks: &'a mut [Block<C::Score>],
    ) -> Self {
        let worst = <C::Score as Bits>::FLOAT && nan == NanPolicy::Worst;
        Typed { cells, rule, worst, blocks, column: 0, width: 0 }
    }

    /// The cells of `R` rows, where those of each row lie side by side.
    fn runs<const R: usize>(
        &self,
        rows: [usize; R],
        columns: &Range<usize>,
    ) -> Option<[&[C::Score]; R]> {
        let mut runs: [&[C::Score]; R] = [&[]; R];
        for (&row, slot) in rows.iter().zip(&mut runs) {
            *slot = self.cells.run(row, columns.start, columns.len())?;
        }
        Some(runs)
    }

    fn count_tile<const R: usize, const WORST: bool>(
        &self,
        rows: [usize; R],
        columns: Range<usize>,
        keys: [LaneOf<C>; R],
        hits: &mut [Hits],
    ) -> u32 {
        if let Some(runs) = self.runs(rows, &columns) {
            return LaneOf::<C>::rows::<C::Score, R, WORST>(self.rule, runs, keys, hits);
        }
        let mut met = 0;
        for ((&row, key), hits) in rows.iter().zip(keys).zip(hits) {
            let cells = columns.clone().map(|column| self.cells.cell(row, column));
            met += portable::row::<C::Score, WORST>(self.rule, cells, key, hits);
        }
        met
    }

    fn sweep_tile<const R: usize, const WORST: bool>(
        &mut self,
        rows: [usize; R],
        keys: [LaneOf<C>; R],
        hits: &mut [Hits],
    ) -> u32 {
        let columns = self.column..self.column.saturating_add(self.width);
        let mut runs: [&[C::Score]; R] = [&[]; R];
        let contiguous = rows.iter().zip(&mut runs).all(|(&row, slot)| {
            let run = self.cells.run(row, columns.start, columns.len());
            run.map(|run| *slot = run).is_some()
        });
        let blocks = &mut *self.blocks;
        if contiguous {
            return LaneOf::<C>::both::<C::Score, R, WORST>(self.rule, runs, keys, blocks, hits);
        }
        let mut met = 0;
        for ((&row, key), hits) in rows.iter().zip(keys).zip(hits) {
            let cells = columns.clone().map(|column| self.cells.cell(row, column));
            met += portable::both_row::<C::Score, WORST>(self.rule, 0, cells, key, blocks, hits);
        }
        met
    }
}

/// Keys narrowed to the lanes they came from.
fn cut<L: Lane, const R: usize>(keys: [i64; R]) -> [L; R] {
    keys.map(L::cut)
}

impl<C: Cells> Kernel for Typed<'_, C> {
    fn rows(&self) -> usize {
        self.cells.rows()
    }

    fn columns(&self) -> usize {
        self.cells.columns()
    }

    fn keys(&self, row: usize, column: usize, out: &mut [i64]) -> u32 {
        let mut nans = 0;
        for (k, out) in out.iter_mut().enumerate() {
            let bits = self.cells.cell(row, column.wrapping_add(k)).bits();
            let (key, is_nan) = self.rule.read::<C::Score>(bits);
            *out = key.widen();
            nans |= (is_nan as u32).wrapping_shl(k as u32);
        }
        nans
    }

    fn count(&self, rows: &[usize], columns: Range<usize>, keys: &[i64], hits: &mut [Hits]) -> u32 {
        if let (Ok(rows), Ok(keys)) = (<[usize; GROUP]>::try_from(rows), keys.try_into()) {
            return match self.worst {
                false => self.count_tile::<GROUP, false>(rows, columns, cut(keys), hits),
                true => self.count_tile::<GROUP, true>(rows, columns, cut(keys), hits),
            };
        }
        let mut met = 0;
        for ((&row, &key), hits) in rows.iter().zip(keys).zip(hits) {
            let (hits, key) = (core::slice::from_mut(hits), cut([key]));
            met += match self.worst {
                false => self.count_tile::<1, false>([row], columns.clone(), key, hits),
                true => self.count_tile::<1, true>([row], columns.clone(), key, hits),
            };
        }
        met
    }

    fn strip(&self) -> usize {
        self.blocks.len().saturating_mul(Block::<C::Score>::WIDTH)
    }

    fn open(&mut self, column: usize, golds: &[Gold]) {
        (self.column, self.width) = (column, golds.len());
        let width = Block::<C::Score>::WIDTH;
        for (block, golds) in self.blocks.iter_mut().zip(golds.chunks(width)) {
            *block = Block::EMPTY;
            for (lane, gold) in block.key.as_mut().iter_mut().zip(golds) {
                *lane = <LaneOf<C>>::cut(gold.key);
            }
        }
    }

    fn sweep(&mut self, row: usize, keys: &[i64], hits: &mut [Hits]) -> u32 {
        if let Ok(keys) = <[i64; GROUP]>::try_from(keys) {
            let rows = core::array::from_fn(|k| row.wrapping_add(k));
            return match self.worst {
                false => self.sweep_tile::<GROUP, false>(rows, cut(keys), hits),
                true => self.sweep_tile::<GROUP, true>(rows, cut(keys), hits),
            };
        }
        let mut met = 0;
        for ((row, &key), hits) in (row..).zip(keys).zip(hits) {
            let (hits, key) = (core::slice::from_mut(hits), cut([key]));
            met += match self.worst {
                false => self.sweep_tile::<1, false>([row], key, hits),
                true => self.sweep_tile::<1, true>([row], key, hits),
            };
        }
        met
    }

    fn endurance(&self) -> usize {
        <LaneOf<C>>::CAPACITY
    }

    fn lane(&self, k: usize) -> Hits {
        let width = Block::<C::Score>::WIDTH;
        let lane = || {
            let block = self.blocks.get(k / width)?;
            let ahead = block.ahead.as_ref().get(k % width)?;
            let tied = block.tied.as_ref().get(k % width)?;
            Some(Hits { ahead: ahead.count(), tied: tied.count() })
        };
        lane().unwrap_or_default()
    }

    fn drain(&mut self, counts: &mut [Count]) {
        let width = Block::<C::Score>::WIDTH;
        for (block, counts) in self.blocks.iter_mut().zip(counts.chunks_mut(width)) {
            let lanes = block.ahead.as_mut().iter_mut().zip(block.tied.as_mut());
            for ((ahead, tied), count) in lanes.zip(counts) {
                count.ahead = count.ahead.wrapping_add(ahead.count());
                count.tied = count.tied.wrapping_add(tied.count());
                (*ahead, *tied) = (<LaneOf<C>>::ZERO, <LaneOf<C>>::ZERO);
            }
        }
    }
}
