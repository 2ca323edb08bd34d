//! A matrix of one score type as a [`Kernel`].

use core::ops::Range;
use core::slice;

use super::{AHEAD, Block, Cells, GROUP, Hits, Kernel, Rows, Rule, Tile, Wanted};
use crate::backend::Set;
use crate::error::narrow;
use crate::key::sealed::{Bits, Integer};
use crate::key::{Lane, NanPolicy, Order};
use crate::scores::MAX_ITEMS;
use crate::sweep::{Count, Gold};

type LaneOf<C> = <<C as Cells>::Score as Bits>::Lane;

const NARROW: usize = 32 << 10;

/// The one implementation of [`Kernel`].
pub(crate) struct Typed<'a, C: Cells> {
    cells: C,
    rule: Rule<LaneOf<C>>,
    set: Set,
    worst: bool,
    blocks: &'a mut [Block<C::Score>],
    column: usize,
    /// Ties are counted in lanes of their own.
    ties: bool,
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
        Typed { cells, rule, set, worst, blocks, column: 0, ties: true }
    }

    /// Has hits of so many cells tell what is ahead, not what is above.
    fn turn(&self, cells: usize, hits: &mut [Hits]) {
        for hits in hits {
            hits.ahead = ahead(self.rule, narrow(cells), hits.ahead, hits.tied);
        }
    }

    /// How far behind the cells of a strip memory is asked for: where a row of the
    /// strip is short, that is the next group of rows.
    fn distance(&self, row: usize, columns: Range<usize>) -> usize {
        let run = |row: usize| self.cells.run(row, columns.start, columns.len());
        if columns.len().saturating_mul(size_of::<C::Score>()) < NARROW
            && let (Some(here), Some(next)) = (run(row), run(row.wrapping_add(GROUP)))
        {
            return next.as_ptr().addr().wrapping_sub(here.as_ptr().addr());
        }
        AHEAD
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

/// The lane that cells are counted against for a key. Where ties are not counted
/// apart, it is that of the key or its lower neighbour, which floats have: their
/// lanes stop short of the least integer, and no cell is between two neighbours.
fn threshold<L: Lane>(rule: Rule<L>, key: i64, wanted: Wanted) -> L {
    let lower = match wanted {
        Wanted::Tally => false,
        Wanted::AtLeast => !rule.lower_first(),
        Wanted::Ahead => rule.lower_first(),
    };
    let lane = rule.lane_of(key);
    if lower { lane.add(L::ONES) } else { lane }
}

fn thresholds<L: Lane>(rule: Rule<L>, keys: &[i64], wanted: Wanted) -> [L; GROUP] {
    let mut lanes = [L::ZERO; GROUP];
    for (lane, &key) in lanes.iter_mut().zip(keys) {
        *lane = threshold(rule, key, wanted);
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
            let lanes = thresholds(rule, keys, Wanted::Tally);
            let keys = lanes.get(..keys.len()).unwrap_or(&[]);
            let rows = rows.iter().copied();
            met += Self::pieces(&self.cells, rows, columns.clone(), |cells, _| {
                <LaneOf<C>>::rows(set, Rows { cells, keys, hits, rule, worst, distance: AHEAD })
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
        let met = <LaneOf<C>>::rows(set, Rows { cells, keys, hits, rule, worst, distance: AHEAD });
        self.turn(columns.len(), hits);
        met
    }

    fn strip(&self) -> usize {
        self.blocks.len().saturating_mul(Block::<C::Score>::WIDTH)
    }

    fn tells_ranks(&self) -> bool {
        <C::Score as Bits>::FLOAT && self.set.is_faster_without_ties()
    }

    fn blocks_around(&self, columns: Range<usize>) -> Range<usize> {
        let width = Block::<C::Score>::WIDTH;
        columns.start / width * width..columns.end.div_ceil(width) * width
    }

    fn open(&mut self, column: usize, ranks: bool) {
        (self.column, self.ties) = (column, !ranks);
    }

    fn put(&mut self, k: usize, golds: &[Gold], row: usize) {
        let (rule, width) = (self.rule, Block::<C::Score>::WIDTH);
        let blocks = self.blocks.get_mut(k / width..).unwrap_or(&mut []);
        for (block, golds) in blocks.iter_mut().zip(golds.chunks(width)) {
            *block = Block::EMPTY;
            for (lane, gold) in block.key.as_mut().iter_mut().zip(golds) {
                let wanted = match self.ties {
                    true => Wanted::Tally,
                    false if gold.first as usize >= row => Wanted::AtLeast,
                    false => Wanted::Ahead,
                };
                *lane = threshold(rule, gold.key, wanted);
            }
        }
    }

    fn sweep(
        &mut self,
        row: usize,
        columns: Range<usize>,
        keys: &[i64],
        wanted: Wanted,
        hits: &mut [Hits],
    ) -> u64 {
        let Typed { rule, set, worst, .. } = *self;
        let lanes = thresholds(rule, keys, wanted);
        let keys = lanes.get(..keys.len()).unwrap_or(&[]);
        let (first, count) = (columns.start / Block::<C::Score>::WIDTH, columns.len());
        let start = self.column.saturating_add(columns.start);
        let columns = start..start.saturating_add(count);
        let ties = wanted == Wanted::Tally;
        let distance = self.distance(row, columns.clone());
        let blocks = self.blocks.get_mut(first..).unwrap_or(&mut []);
        let mut more = [Hits::default(); GROUP];
        let more = more.get_mut(..keys.len()).unwrap_or(&mut []);
        let cells = (row..).take(keys.len());
        let met = Self::pieces(&self.cells, cells, columns, |cells, before| {
            let blocks = blocks.get_mut(before / Block::<C::Score>::WIDTH..).unwrap_or(&mut []);
            let rows = Rows { cells, keys, hits: more, rule, worst, distance };
            <LaneOf<C>>::both(set, rows, ties, blocks)
        });
        for (hits, more) in hits.iter_mut().zip(&*more) {
            let ahead = ahead(rule, narrow(count), more.ahead, more.tied);
            hits.ahead = hits.ahead.wrapping_add(ahead);
            hits.tied = hits.tied.wrapping_add(more.tied);
        }
        met
    }

    fn switch(&mut self, k: usize, key: i64) {
        let (width, lane) = (Block::<C::Score>::WIDTH, threshold(self.rule, key, Wanted::Ahead));
        if let Some(slot) =
            self.blocks.get_mut(k / width).and_then(|block| block.key.as_mut().get_mut(k % width))
        {
            *slot = lane;
        }
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

    fn drain(&mut self, swept: usize, end: usize, golds: &[Gold], counts: &mut [Count]) {
        let (rule, width, swept) = (self.rule, Block::<C::Score>::WIDTH, narrow(swept));
        let queries = golds.chunks(width).zip(counts.chunks_mut(width));
        for (block, (golds, counts)) in self.blocks.iter_mut().zip(queries) {
            // Most often nothing is tied, and the golds need not be looked at.
            if block.tied.as_ref().iter().all(|tied| *tied == <LaneOf<C>>::ZERO) {
                for (above, count) in block.above.as_ref().iter().zip(counts) {
                    count.ahead = count.ahead.wrapping_add(ahead(rule, swept, above.count(), 0));
                }
                block.above = <LaneOf<C>>::ZEROS;
                continue;
            }
            let lanes = block.above.as_ref().iter().zip(block.tied.as_ref());
            for (((above, tied), gold), count) in lanes.zip(golds).zip(counts) {
                // Where some of a row's golds were near, its ties were counted here, too.
                let ties = if self.ties { tied.count() } else { 0 };
                count.ahead = count.ahead.wrapping_add(ahead(rule, swept, above.count(), ties));
                count.tied = count.tied.wrapping_add(ties);
                let (first, last) = (gold.first as usize, gold.last as usize);
                count.before = count.before.wrapping_add(if first >= end { ties } else { 0 });
                count.after = count.after.wrapping_add(if last < end { ties } else { 0 });
            }
            (block.above, block.tied) = (<LaneOf<C>>::ZEROS, <LaneOf<C>>::ZEROS);
        }
    }
}

/// How many ranks exceed a bound: a row of scores, counted against a key.
pub(crate) fn ranks_above(set: Set, ranks: &[u32], bound: u32) -> usize {
    let rule = Rule::of::<u32>(Order::HigherFirst);
    let key = rule.lane::<u32>(bound.bits());
    let mut above = 0;
    for row in ranks.chunks(MAX_ITEMS) {
        let mut hits = Hits::default();
        let (cells, keys, hits_of_row) = (&[row][..], &[key][..], slice::from_mut(&mut hits));
        i32::rows(
            set,
            Rows { cells, keys, hits: hits_of_row, rule, worst: false, distance: AHEAD },
        );
        above += hits.ahead as usize;
    }
    above
}
