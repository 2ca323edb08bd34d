//! Counting the cells that are ahead of, or tied with, a key.
//!
//! The loops are generic over the score type and are compiled once for each;
//! everything above them sees a matrix as `dyn Kernel`, with keys widened to
//! 64 bits, and exists once. So a score type costs a board a few hundred bytes.

mod portable;
mod typed;

pub(crate) use typed::Typed;

use core::ops::Range;

use crate::key::sealed::{Bits, Integer};
use crate::key::{Rule, Score};
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
    ) -> u64;

    /// Rows and columns.
    fn both<S: Score<Lane = Self>, const R: usize, const WORST: bool>(
        rule: Rule<Self>,
        rows: [&[S]; R],
        keys: [Self; R],
        blocks: &mut [Block<S>],
        hits: &mut [Hits],
    ) -> u64;
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
            ) -> u64 {
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
            ) -> u64 {
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
    fn count(&self, rows: &[usize], columns: Range<usize>, keys: &[i64], hits: &mut [Hits]) -> u64;

    /// The widest strip.
    fn strip(&self) -> usize;

    /// Starts a strip of columns, one gold each.
    fn open(&mut self, column: usize, golds: &[Gold]);

    /// As `count`, over the strip's columns, and each column against its rows.
    fn sweep(&mut self, row: usize, keys: &[i64], hits: &mut [Hits]) -> u64;

    /// How many rows may be swept before the lanes must be drained.
    fn endurance(&self) -> usize;

    /// What the strip's column `k` has counted since it was drained.
    fn lane(&self, k: usize) -> Hits;

    /// Adds the lanes to the counts of the strip's columns and clears them.
    fn drain(&mut self, counts: &mut [Count]);
}
