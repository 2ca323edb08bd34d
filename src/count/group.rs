//! A group of rows, cut into tiles.

use super::stack::{Row, Stack};
use super::vector::Vector;
use super::{Block, Rows, tile};
use crate::key::Score;

/// Counts rows in tiles of `T`, and those that remain one by one.
#[inline(always)]
pub(super) fn rows<T, V, S, const B: usize, const W: usize>(rows: Rows<S>) -> u64
where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
{
    if S::FLOAT && rows.worst {
        rows_with::<T, V, S, B, W, true>(rows)
    } else {
        rows_with::<T, V, S, B, W, false>(rows)
    }
}

#[inline(always)]
fn rows_with<T, V, S, const B: usize, const W: usize, const WORST: bool>(rows: Rows<S>) -> u64
where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
{
    let Rows { cells, keys, hits, rule, distance, .. } = rows;
    let tiles = cells.chunks(T::ROWS).zip(keys.chunks(T::ROWS)).zip(hits.chunks_mut(T::ROWS));
    let mut met = 0;
    for ((cells, keys), hits) in tiles {
        if cells.len() == T::ROWS {
            met += tile::rows::<T, V, S, B, W, WORST>(rule, distance, cells, keys, hits);
            continue;
        }
        for ((cells, key), hits) in cells.chunks(1).zip(keys.chunks(1)).zip(hits.chunks_mut(1)) {
            met += tile::rows::<Row<V>, V, S, B, W, WORST>(rule, distance, cells, key, hits);
        }
    }
    met
}

/// As [`rows`], and counts each column, too: in tiles of `T` or, without ties,
/// which take half of the registers, of `U`.
#[inline(always)]
pub(super) fn both<T, U, V, S, const B: usize, const W: usize>(
    rows: Rows<S>,
    ties: bool,
    blocks: &mut [Block<S>],
) -> u64
where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
    U: Stack<V, S, B, W>,
{
    // Integers tell ties always: one loop is enough for them.
    match (S::FLOAT && rows.worst, !S::FLOAT || ties) {
        (false, true) => both_with::<T, V, S, B, W, false, true>(rows, blocks),
        (true, true) => both_with::<T, V, S, B, W, true, true>(rows, blocks),
        (false, false) => both_with::<U, V, S, B, W, false, false>(rows, blocks),
        (true, false) => both_with::<U, V, S, B, W, true, false>(rows, blocks),
    }
}

#[inline(always)]
fn both_with<T, V, S, const B: usize, const W: usize, const WORST: bool, const TIES: bool>(
    rows: Rows<S>,
    blocks: &mut [Block<S>],
) -> u64
where
    S: Score,
    V: Vector<W, Lane = S::Lane>,
    T: Stack<V, S, B, W>,
{
    let Rows { cells, keys, hits, rule, distance, .. } = rows;
    let tiles = cells.chunks(T::ROWS).zip(keys.chunks(T::ROWS)).zip(hits.chunks_mut(T::ROWS));
    let mut met = 0;
    for ((cells, keys), hits) in tiles {
        if cells.len() == T::ROWS {
            met +=
                tile::both::<T, V, S, B, W, WORST, TIES>(rule, distance, cells, keys, blocks, hits);
            continue;
        }
        for ((cells, key), hits) in cells.chunks(1).zip(keys.chunks(1)).zip(hits.chunks_mut(1)) {
            met += tile::both::<Row<V>, V, S, B, W, WORST, TIES>(
                rule, distance, cells, key, blocks, hits,
            );
        }
    }
    met
}
