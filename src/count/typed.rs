//! A matrix of one score type as a [`Kernel`].

use core::ops::Range;

use super::{Block, GROUP, Hits, Kernel, Tile, portable};
use crate::key::sealed::{Bits, Integer};
use crate::key::{Lane, NanPolicy, Rule};
use crate::scores::Cells;
use crate::sweep::{Count, Gold};

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
    ) -> u64 {
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
    ) -> u64 {
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

    fn count(&self, rows: &[usize], columns: Range<usize>, keys: &[i64], hits: &mut [Hits]) -> u64 {
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

    fn sweep(&mut self, row: usize, keys: &[i64], hits: &mut [Hits]) -> u64 {
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
