//! A matrix of one score type as a [`Kernel`].

use core::ops::Range;

use super::{Block, GROUP, Hits, Kernel, Rows, Set, Tile};
use crate::error::narrow;
use crate::key::sealed::{Bits, Integer};
use crate::key::{Lane, NanPolicy, Rule};
use crate::scores::Cells;
use crate::sweep::{Count, Gold};

type LaneOf<C> = <<C as Cells>::Score as Bits>::Lane;

/// The one implementation of [`Kernel`].
pub(crate) struct Typed<'a, C: Cells> {
    cells: C,
    rule: Rule<LaneOf<C>>,
    set: Set,
    worst: bool,
    blocks: &'a mut [Block<C::Score>],
    column: usize,
    width: usize,
    /// Rows swept since the lanes were drained.
    swept: u32,
}

impl<'a, C: Cells> Typed<'a, C> {
    /// `rule` may be that of another score type which is read the same way.
    pub(crate) fn new(
        cells: C,
        rule: Rule<LaneOf<C>>,
        set: Set,
        nan: NanPolicy,
        blocks: &'a mut [Block<C::Score>],
    ) -> Self {
        let worst = <C::Score as Bits>::FLOAT && nan == NanPolicy::Worst;
        Typed { cells, rule, set, worst, blocks, column: 0, width: 0, swept: 0 }
    }

    /// Has hits of so many cells tell what is ahead, not what is above.
    fn turn(&self, cells: usize, hits: &mut [Hits]) {
        for hits in hits {
            hits.ahead = ahead(self.rule, narrow(cells), hits.ahead, hits.tied);
        }
    }

    /// Runs `tile` over a range of columns of up to a group of rows: at once
    /// where the cells of a row lie side by side, else copied together, 64 bytes
    /// of a row at a time. `tile` is also told how many columns came before.
    fn pieces(
        cells: &C,
        rows: impl Iterator<Item = usize> + Clone,
        columns: Range<usize>,
        mut tile: impl FnMut(&[&[C::Score]], usize) -> u64,
    ) -> u64 {
        let mut runs: [&[C::Score]; GROUP] = [&[]; GROUP];
        let mut count = 0;
        let contiguous = rows.clone().zip(&mut runs).all(|(row, slot)| {
            count += 1;
            cells.run(row, columns.start, columns.len()).map(|run| *slot = run).is_some()
        });
        if contiguous {
            return tile(runs.get(..count).unwrap_or(&[]), 0);
        }
        let mut met = 0;
        for before in (0..columns.len()).step_by(Block::<C::Score>::WIDTH) {
            let start = columns.start.wrapping_add(before);
            let mut lines = [<C::Score as Bits>::LINE; GROUP];
            let mut runs: [&[C::Score]; GROUP] = [&[]; GROUP];
            let mut count = 0;
            for ((row, line), slot) in rows.clone().zip(&mut lines).zip(&mut runs) {
                let line: &mut [C::Score] = line.as_mut();
                let mut filled = 0;
                for (cell, column) in line.iter_mut().zip(start..columns.end) {
                    *cell = cells.cell(row, column);
                    filled += 1;
                }
                *slot = line.get(..filled).unwrap_or(&[]);
                count += 1;
            }
            met += tile(runs.get(..count).unwrap_or(&[]), before);
        }
        met
    }
}

/// The lanes that keys came from.
fn lanes<L: Lane>(rule: Rule<L>, keys: &[i64]) -> [L; GROUP] {
    let mut lanes = [L::ZERO; GROUP];
    for (lane, &key) in lanes.iter_mut().zip(keys) {
        *lane = rule.lane_of(key);
    }
    lanes
}

/// The loops count cells above a gold. Where lower is better, those ahead of it
/// are the others that are not tied.
fn ahead<L: Lane>(rule: Rule<L>, cells: u32, above: u32, tied: u32) -> u32 {
    if rule.lower_first() { cells.wrapping_sub(above).wrapping_sub(tied) } else { above }
}

impl<C: Cells> Kernel for Typed<'_, C> {
    fn rows(&self) -> usize {
        self.cells.rows()
    }

    fn columns(&self) -> usize {
        self.cells.columns()
    }

    fn key(&self, row: usize, column: usize) -> Option<i64> {
        let (key, is_nan) = self.rule.key::<C::Score>(self.cells.cell(row, column).bits());
        if is_nan { None } else { Some(key) }
    }

    fn keys(&self, row: usize, column: usize, out: &mut [i64]) -> u32 {
        let mut nans = 0;
        for (k, out) in out.iter_mut().enumerate() {
            let bits = self.cells.cell(row, column.wrapping_add(k)).bits();
            let (key, is_nan) = self.rule.key::<C::Score>(bits);
            *out = key;
            nans |= (is_nan as u32).wrapping_shl(k as u32);
        }
        nans
    }

    fn count(&self, rows: &[usize], columns: Range<usize>, keys: &[i64], hits: &mut [Hits]) -> u64 {
        let Typed { rule, set, worst, .. } = *self;
        let mut met = 0;
        let groups = rows.chunks(GROUP).zip(keys.chunks(GROUP)).zip(hits.chunks_mut(GROUP));
        for ((rows, keys), hits) in groups {
            let lanes = lanes(rule, keys);
            let keys = lanes.get(..keys.len()).unwrap_or(&[]);
            let rows = rows.iter().copied();
            met += Self::pieces(&self.cells, rows, columns.clone(), |cells, _| {
                <LaneOf<C>>::rows(set, Rows { cells, keys, hits, rule, worst })
            });
            self.turn(columns.len(), hits);
        }
        met
    }

    fn count_row(&self, row: usize, columns: Range<usize>, key: i64, hits: &mut Hits) -> u64 {
        let Typed { rule, set, worst, .. } = *self;
        let hits = core::slice::from_mut(hits);
        let Some(run) = self.cells.run(row, columns.start, columns.len()) else {
            return self.count(&[row], columns, &[key], hits);
        };
        let (cells, keys) = (&[run][..], &[rule.lane_of(key)][..]);
        let met = <LaneOf<C>>::rows(set, Rows { cells, keys, hits, rule, worst });
        self.turn(columns.len(), hits);
        met
    }

    fn strip(&self) -> usize {
        self.blocks.len().saturating_mul(Block::<C::Score>::WIDTH)
    }

    fn open(&mut self, column: usize, golds: &[Gold]) {
        (self.column, self.width, self.swept) = (column, golds.len(), 0);
        let (width, rule) = (Block::<C::Score>::WIDTH, self.rule);
        for (block, golds) in self.blocks.iter_mut().zip(golds.chunks(width)) {
            *block = Block::EMPTY;
            for (lane, gold) in block.key.as_mut().iter_mut().zip(golds) {
                *lane = rule.lane_of(gold.key);
            }
        }
    }

    fn sweep(&mut self, row: usize, keys: &[i64], hits: &mut [Hits]) -> u64 {
        let Typed { rule, set, worst, .. } = *self;
        let lanes = lanes(rule, keys);
        let keys = lanes.get(..keys.len()).unwrap_or(&[]);
        self.swept = self.swept.wrapping_add(keys.len() as u32);
        let columns = self.column..self.column.saturating_add(self.width);
        let blocks = &mut *self.blocks;
        let cells = (row..).take(keys.len());
        let met = Self::pieces(&self.cells, cells, columns, |cells, before| {
            let blocks = blocks.get_mut(before / Block::<C::Score>::WIDTH..).unwrap_or(&mut []);
            <LaneOf<C>>::both(set, Rows { cells, keys, hits, rule, worst }, blocks)
        });
        self.turn(self.width, hits);
        met
    }

    fn endurance(&self) -> usize {
        <LaneOf<C>>::CAPACITY
    }

    fn tied(&self, k: usize) -> u32 {
        let width = Block::<C::Score>::WIDTH;
        let lane = || self.blocks.get(k / width)?.tied.as_ref().get(k % width);
        lane().map_or(0, |tied| tied.count())
    }

    fn ties(&self, k: usize, rows: Range<usize>, key: i64) -> u32 {
        let column = self.column.wrapping_add(k);
        let is_tied = |row| {
            let (cell, is_nan) = self.rule.key::<C::Score>(self.cells.cell(row, column).bits());
            u32::from(cell == key && !is_nan)
        };
        rows.map(is_tied).fold(0, u32::wrapping_add)
    }

    fn drain(&mut self, counts: &mut [Count]) {
        let width = Block::<C::Score>::WIDTH;
        let (rule, swept) = (self.rule, core::mem::take(&mut self.swept));
        for (block, counts) in self.blocks.iter_mut().zip(counts.chunks_mut(width)) {
            let lanes = block.above.as_mut().iter_mut().zip(block.tied.as_mut());
            for ((above, tied), count) in lanes.zip(counts) {
                let ahead = ahead(rule, swept, above.count(), tied.count());
                count.ahead = count.ahead.wrapping_add(ahead);
                count.tied = count.tied.wrapping_add(tied.count());
                (*above, *tied) = (<LaneOf<C>>::ZERO, <LaneOf<C>>::ZERO);
            }
        }
    }
}
