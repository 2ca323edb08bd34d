//! The counting loops: tiles of several rows by 64 bytes of each.
//!
//! The counters of a row are lanes as wide as a score, so that a cell costs a
//! compare and an addition for each; they are summed up before a lane can
//! overflow. With columns counted as well, the key and the counters of a vector
//! of columns are loaded once for all rows of the tile.
//!
//! The last columns of a row, if they do not fill 64 bytes, are filled up with
//! zero scores; what these have counted is taken off again.
//!
//! `B` scores are 64 bytes, `W` lanes a vector; `W` divides `B`.

use super::Rule;
use super::stack::{Column, Stack};
use super::vector::Vector;
use super::{Block, Hits};
use crate::key::Score;
use crate::key::sealed::Integer;

/// How many times 64 bytes of each row may be counted before a lane overflows;
/// one is kept back for the last columns. Under `WORST` the cells of all rows
/// share the lanes that count NaN.
const fn endurance<S: Score, const B: usize, const W: usize, const WORST: bool>(
    rows: usize,
) -> usize {
    let shared = if WORST { rows } else { 1 };
    S::Lane::CAPACITY / (B / W) / shared - 1
}

/// What is the same for all cells of a tile.
#[derive(Clone, Copy)]
pub(super) struct Reader<V> {
    flip: V,
    pub(super) infinity: V,
    /// Where NaN go.
    pub(super) sink: V,
    pub(super) minus_one: V,
    /// How far behind a cell the memory is asked for, in bytes.
    pub(super) distance: usize,
}

impl<V> Reader<V> {
    #[inline(always)]
    fn new<const W: usize>(rule: Rule<V::Lane>, distance: usize) -> Self
    where
        V: Vector<W>,
    {
        Reader {
            flip: V::splat(rule.flip),
            infinity: V::splat(rule.infinity),
            sink: V::splat(rule.nan()),
            minus_one: V::minus_one(),
            distance,
        }
    }

    /// The lanes of the bits of `W` scores; NaN are noted or, under `WORST`, put where they
    /// are worst.
    #[inline(always)]
    pub(super) fn lanes<S, const W: usize, const WORST: bool>(&self, bits: V, nan: &mut V) -> V
    where
        S: Score,
        V: Vector<W, Lane = S::Lane>,
    {
        if !S::FLOAT {
            return bits.xor(self.flip);
        }
        let lanes = bits.ordered();
        if WORST {
            lanes.sink_nan(bits, self, nan)
        } else {
            *nan = nan.note_nan(bits, self.infinity);
            lanes
        }
    }

    /// How many NaN, or whether any.
    #[inline(always)]
    fn met<const W: usize, const WORST: bool>(&self, nan: V) -> u64
    where
        V: Vector<W>,
    {
        if WORST { u64::from(nan.sum()) } else { u64::from(nan.has_nan(self.infinity)) }
    }
}

/// How the columns of a tile come in pieces of `B` scores.
struct Pieces {
    whole: usize,
    /// How many zero scores fill up the last one; 0 where nothing is left over.
    filled: usize,
}

impl Pieces {
    #[inline(always)]
    fn of<S, const B: usize>(rows: &[&[S]]) -> Self {
        let columns = rows.first().map_or(0, |row| row.len());
        Pieces { whole: columns / B, filled: (B - columns % B) % B }
    }

    /// Takes off what the zero scores have counted.
    #[inline(always)]
    fn take_off<S: Score, const TIES: bool>(
        &self,
        rule: Rule<S::Lane>,
        keys: &[S::Lane],
        hits: &mut [Hits],
    ) {
        let zero = rule.lane::<S>(S::default().bits());
        let filled = self.filled as u32;
        for (&key, hits) in keys.iter().zip(hits) {
            hits.ahead = hits.ahead.wrapping_sub(if zero > key { filled } else { 0 });
            hits.tied = hits.tied.wrapping_sub(if TIES && zero == key { filled } else { 0 });
        }
    }
}

// No closures below: one is a function of its own, which is not compiled for
// the instruction set of the function that it stands in.

/// Counts the cells of as many rows as `T` stacks, of equal length, against one
/// key each.
#[inline(always)]
pub(super) fn rows<T, V, S, const B: usize, const W: usize, const WORST: bool>(
    rule: Rule<S::Lane>,
    distance: usize,
    cells: &[&[S]],
    keys: &[S::Lane],
    hits: &mut [Hits],
) -> u64
where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
{
    let reader = Reader::<V>::new(rule, distance);
    let pieces = Pieces::of::<S, B>(cells);
    let (mut met, mut step) = (0, 0usize);
    loop {
        let mut rows = T::new(keys);
        let mut nan = V::splat(S::Lane::ZERO);
        let end = pieces.whole.min(step.saturating_add(endurance::<S, B, W, WORST>(T::ROWS)));
        for pieces in T::walk(cells, step..end) {
            rows.count::<WORST>(&reader, pieces, &mut nan);
        }
        step = end;
        let last = end == pieces.whole;
        if last && pieces.filled > 0 {
            rows.count_tail::<WORST>(&reader, cells, &mut nan);
        }
        rows.add_to(hits);
        met += reader.met::<W, WORST>(nan);
        if last {
            break;
        }
    }
    pieces.take_off::<S, true>(rule, keys, hits);
    met
}

/// As [`rows`], and counts each column, too. The first column is the first
/// lane of the first block. Lanes behind the last column count nonsense. Without
/// `TIES` nobody is counted as tied.
#[inline(always)]
pub(super) fn both<T, V, S, const B: usize, const W: usize, const WORST: bool, const TIES: bool>(
    rule: Rule<S::Lane>,
    distance: usize,
    cells: &[&[S]],
    keys: &[S::Lane],
    blocks: &mut [Block<S>],
    hits: &mut [Hits],
) -> u64
where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
{
    let reader = Reader::<V>::new(rule, distance);
    let pieces = Pieces::of::<S, B>(cells);
    let (mut met, mut step) = (0, 0usize);
    loop {
        let mut rows = T::new(keys);
        let mut nan = V::splat(S::Lane::ZERO);
        let end = pieces.whole.min(step.saturating_add(endurance::<S, B, W, WORST>(T::ROWS)));
        let part = blocks.get_mut(step..end).unwrap_or(&mut []);
        for (pieces, block) in T::walk(cells, step..end).zip(part) {
            count_block::<T, V, S, B, W, WORST, TIES>(&mut rows, &reader, pieces, block, &mut nan);
        }
        step = end;
        let last = end == pieces.whole;
        if last
            && pieces.filled > 0
            && let Some(block) = blocks.get_mut(pieces.whole)
        {
            let rest = T::rest(cells);
            let rest = T::pieces(&rest);
            count_block::<T, V, S, B, W, WORST, TIES>(&mut rows, &reader, rest, block, &mut nan);
        }
        rows.add_to(hits);
        met += reader.met::<W, WORST>(nan);
        if last {
            break;
        }
    }
    pieces.take_off::<S, TIES>(rule, keys, hits);
    met
}

/// Counts 64 bytes of each row, and their columns.
#[inline(always)]
fn count_block<T, V, S, const B: usize, const W: usize, const WORST: bool, const TIES: bool>(
    rows: &mut T,
    reader: &Reader<V>,
    pieces: T::Pieces<'_>,
    block: &mut Block<S>,
    nan: &mut V,
) where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
{
    for (at, (key, above, equal)) in block.vectors::<W>().enumerate() {
        let mut column =
            Column { key: V::lanes(key), above: V::lanes(above), equal: V::lanes(equal) };
        rows.count_both::<WORST, TIES>(reader, pieces, at, &mut column, nan);
        column.above.store(above);
        if TIES {
            column.equal.store(equal);
        }
    }
}
