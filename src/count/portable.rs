//! The counting loops as plain safe Rust: the reference that every other
//! backend is tested against, and vector code wherever the target has vectors.
//!
//! A tile is `R` rows by `W` columns. The counters of a row are `W` lanes as
//! wide as a score, so that a compare, a subtraction of its mask and nothing
//! else is spent on a cell; they are summed before a lane can overflow. With
//! columns counted as well, the key and the counters of a column are loaded
//! once for `R` cells.

use super::{Block, Hits};
use crate::key::sealed::Integer;
use crate::key::{Lane, Rule, Score};

/// How many steps of `R` rows may be counted before a lane overflows. Cells of
/// all rows share the lanes that count NaN.
const fn endurance<S: Score, const R: usize>() -> usize {
    if S::FLOAT { S::Lane::CAPACITY / R } else { S::Lane::CAPACITY }
}

/// One cell: its key, with NaN counted and, under `WORST`, put below all.
#[inline(always)]
fn read<S: Score, const WORST: bool>(rule: Rule<S::Lane>, score: S, nan: &mut S::Lane) -> S::Lane {
    let (key, is_nan) = rule.read::<S>(score.bits());
    if WORST {
        *nan = nan.plus(is_nan);
        if is_nan { S::Lane::MIN } else { key }
    } else {
        *nan = nan.or(S::Lane::ZERO.plus(is_nan));
        key
    }
}

/// The lanes of one row's counters.
#[derive(Clone, Copy)]
struct Counters<L, const W: usize> {
    ahead: [L; W],
    tied: [L; W],
}

impl<L: Lane, const W: usize> Counters<L, W> {
    const ZERO: Self = Counters { ahead: [L::ZERO; W], tied: [L::ZERO; W] };

    fn add_to(&self, hits: &mut Hits) {
        hits.ahead = hits.ahead.wrapping_add(sum(&self.ahead));
        hits.tied = hits.tied.wrapping_add(sum(&self.tied));
    }
}

fn sum<L: Lane>(lanes: &[L]) -> u32 {
    lanes.iter().fold(0, |sum, lane| sum.wrapping_add(lane.count()))
}

/// Counts the cells of `R` rows of equal length against one key each.
#[inline(always)]
pub(super) fn rows<S: Score, const W: usize, const R: usize, const WORST: bool>(
    rule: Rule<S::Lane>,
    rows: [&[S]; R],
    keys: [S::Lane; R],
    hits: &mut [Hits],
) -> u64 {
    let split = rows.map(|row| row.as_chunks::<W>());
    let steps = split.iter().map(|(chunks, _)| chunks.len()).min().unwrap_or(0);
    let chunks = split.map(|(chunks, _)| chunks.get(..steps).unwrap_or(&[]));
    let mut met = 0;
    let mut step = 0;
    while step < steps {
        let end = steps.min(step.saturating_add(endurance::<S, R>()));
        let mut counters = [Counters::<S::Lane, W>::ZERO; R];
        let mut nan = [S::Lane::ZERO; W];
        for at in step..end {
            for ((chunks, &key), row) in chunks.iter().zip(&keys).zip(&mut counters) {
                let Some(cells) = chunks.get(at) else { continue };
                for (((&cell, ahead), tied), nan) in
                    cells.iter().zip(&mut row.ahead).zip(&mut row.tied).zip(&mut nan)
                {
                    let cell = read::<S, WORST>(rule, cell, nan);
                    *ahead = ahead.plus(cell > key);
                    *tied = tied.plus(cell == key);
                }
            }
        }
        for (row, hits) in counters.iter().zip(hits.iter_mut()) {
            row.add_to(hits);
        }
        met += u64::from(sum(&nan));
        step = end;
    }
    for (((_, tail), &key), hits) in split.iter().zip(&keys).zip(hits) {
        met += row::<S, WORST>(rule, tail.iter().copied(), key, hits);
    }
    met
}

/// Counts the cells of one row, one by one.
#[inline(always)]
pub(super) fn row<S: Score, const WORST: bool>(
    rule: Rule<S::Lane>,
    cells: impl Iterator<Item = S>,
    key: S::Lane,
    hits: &mut Hits,
) -> u64 {
    let mut met = 0;
    for cell in cells {
        let mut nan = S::Lane::ZERO;
        let cell = read::<S, WORST>(rule, cell, &mut nan);
        hits.ahead = hits.ahead.wrapping_add((cell > key) as u32);
        hits.tied = hits.tied.wrapping_add((cell == key) as u32);
        met += u64::from(nan.count());
    }
    met
}

/// As [`rows`], and counts each column, too. The first column is the first
/// lane of the first block.
#[inline(always)]
pub(super) fn both<S: Score, const W: usize, const R: usize, const WORST: bool>(
    rule: Rule<S::Lane>,
    rows: [&[S]; R],
    keys: [S::Lane; R],
    blocks: &mut [Block<S>],
    hits: &mut [Hits],
) -> u64 {
    let split = rows.map(|row| row.as_chunks::<W>());
    let steps = split.iter().map(|(chunks, _)| chunks.len()).min().unwrap_or(0);
    let mut rest = split.map(|(chunks, _)| chunks.get(..steps).unwrap_or(&[]));
    let mut met = 0;
    // Each block is cut into steps of W lanes; the last one may be half used.
    let per_block = Block::<S>::WIDTH / W;
    for batch in blocks.chunks_mut(endurance::<S, R>() / per_block) {
        let mut counters = [Counters::<S::Lane, W>::ZERO; R];
        let mut nan = [S::Lane::ZERO; W];
        for block in batch {
            let columns = (block.key.as_ref().as_chunks::<W>().0.iter())
                .zip(block.ahead.as_mut().as_chunks_mut::<W>().0)
                .zip(block.tied.as_mut().as_chunks_mut::<W>().0);
            for ((column_keys, column_ahead), column_tied) in columns {
                let (mut above, mut equal) = (*column_ahead, *column_tied);
                let lines = rest.iter_mut().zip(&keys).zip(&mut counters);
                for ((rest, &key), row) in lines {
                    let Some((cells, behind)) = rest.split_first() else { continue };
                    *rest = behind;
                    let of_row = row.ahead.iter_mut().zip(&mut row.tied).zip(&mut nan);
                    let of_column = above.iter_mut().zip(&mut equal).zip(column_keys);
                    for ((&cell, ((ahead, tied), nan)), ((above, equal), &column_key)) in
                        cells.iter().zip(of_row).zip(of_column)
                    {
                        let cell = read::<S, WORST>(rule, cell, nan);
                        *ahead = ahead.plus(cell > key);
                        *tied = tied.plus(cell == key);
                        *above = above.plus(cell > column_key);
                        *equal = equal.plus(cell == column_key);
                    }
                }
                (*column_ahead, *column_tied) = (above, equal);
            }
        }
        for (row, hits) in counters.iter().zip(hits.iter_mut()) {
            row.add_to(hits);
        }
        met += u64::from(sum(&nan));
    }
    for (((_, tail), &key), hits) in split.iter().zip(&keys).zip(hits) {
        let tail = tail.iter().copied();
        met += both_row::<S, WORST>(rule, steps * W, tail, key, blocks, hits);
    }
    met
}

/// Counts the cells of one row and their columns, from column `first` of the
/// strip on, one by one.
#[inline(always)]
pub(super) fn both_row<S: Score, const WORST: bool>(
    rule: Rule<S::Lane>,
    first: usize,
    cells: impl Iterator<Item = S>,
    key: S::Lane,
    blocks: &mut [Block<S>],
    hits: &mut Hits,
) -> u64 {
    let width = Block::<S>::WIDTH;
    let mut met = 0;
    for (column, cell) in (first..).zip(cells) {
        let mut nan = S::Lane::ZERO;
        let cell = read::<S, WORST>(rule, cell, &mut nan);
        met += u64::from(nan.count());
        hits.ahead = hits.ahead.wrapping_add((cell > key) as u32);
        hits.tied = hits.tied.wrapping_add((cell == key) as u32);
        let Some(block) = blocks.get_mut(column / width) else { break };
        let lane = column % width;
        let Some(&column_key) = block.key.as_ref().get(lane) else { break };
        if let Some(ahead) = block.ahead.as_mut().get_mut(lane) {
            *ahead = ahead.plus(cell > column_key);
        }
        if let Some(tied) = block.tied.as_mut().get_mut(lane) {
            *tied = tied.plus(cell == column_key);
        }
    }
    met
}
