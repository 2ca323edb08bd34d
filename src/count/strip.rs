//! A pass over a matrix or tile, in strips of columns.
//!
//! Rows are counted as they come. What is counted of a column lives in a strip of
//! blocks; the ties of a column are all counted in one counter, and what that
//! counter holds when the pass comes past the column's first gold are the ties
//! before it. Past the last gold its value is subtracted from `after`, and added
//! when it is drained.

use core::ops::Range;

use super::rows::add_row;
use super::{Counter, GROUP, Hits, STEP, Wanted};
use crate::error::narrow;
use crate::sides::Sides;
use crate::sweep::{Count, Gold, Pass, RowCells};

/// How many links let a pass along so many rows open strips that wide, and find
/// golds without a search.
pub(crate) const fn links_for(rows: usize, width: usize) -> usize {
    width.saturating_add(rows.div_ceil(GROUP)).saturating_add(1)
}

const END: u32 = u32::MAX;

impl Pass<'_> {
    /// Counts every cell of some columns, which the pass is of, for its row and its
    /// column. Returns the number of NaN cells; stops at the first rows with a NaN
    /// where `stop` says so.
    pub(crate) fn run(&mut self, counter: &mut Counter, columns: Range<usize>, stop: bool) -> u64 {
        let widest = counter.strip().min(columns.len());
        // A head for each group of rows is best; but most of the links are for columns.
        let spare = self.links.len().saturating_sub(widest).max(self.links.len() / 4).max(1);
        let heads = counter.rows().div_ceil(GROUP).min(spare);
        let width = widest.min(self.links.len().saturating_sub(heads));
        let (mut nans, mut done) = (0, 0);
        while done < columns.len() && width > 0 && !(stop && nans > 0) {
            let end = columns.len().min(done + width);
            let strip = columns.start + done..columns.start + end;
            nans += self.part(done..end).strip(counter, strip, heads, stop);
            done = end;
        }
        nans
    }

    /// The pass of some of its columns.
    fn part(&mut self, columns: Range<usize>) -> Pass<'_> {
        let golds = self.golds.columns.get(columns.clone()).unwrap_or(&[]);
        let counts = self.counts.columns.get_mut(columns).unwrap_or(&mut []);
        let golds = Sides { rows: self.golds.rows, columns: golds };
        let counts = Sides { rows: &mut *self.counts.rows, columns: counts };
        Pass { golds, counts, links: self.links, ..*self }
    }

    fn strip(
        &mut self,
        counter: &mut Counter,
        columns: Range<usize>,
        heads: usize,
        stop: bool,
    ) -> u64 {
        let (golds, counts) = (self.golds.columns, &mut *self.counts.columns);
        let Some((heads, links)) = self.links.split_at_mut_checked(heads) else { return 0 };
        let rows = self.origin.rows..self.origin.rows.saturating_add(counter.rows());
        let ranks_only = self.ranks_only && counter.tells_ranks();
        counter.open(columns.start, ranks_only);
        let mut passing = Passing::new(heads, links, golds, rows);
        (passing.ranks_only, passing.in_place) = (ranks_only, self.in_place);
        // In steps, so that golds are read once from far away.
        for k in (0..golds.len()).step_by(STEP) {
            let step = k..golds.len().min(k + STEP);
            counter.put(k, golds.get(step.clone()).unwrap_or(&[]), passing.rows.start);
            passing.put(step);
        }

        let (mut nans, mut swept) = (0, 0);
        for start in (0..counter.rows()).step_by(GROUP) {
            let rows = start..counter.rows().min(start + GROUP);
            let row_golds: &[Gold] = self.golds.rows.get(rows.clone()).unwrap_or(&[]);
            let row_counts = self.counts.rows.get_mut(rows.clone()).unwrap_or(&mut []);
            let strip = Strip { columns: columns.clone(), origin: self.origin.columns, ranks_only };
            let mut hits = [Hits::default(); GROUP];
            let (met, near) = strip.sweep(counter, rows.clone(), row_golds, &mut hits);
            nans += met;
            if stop && nans > 0 {
                return nans;
            }
            passing.pass(counter, counts, rows.clone());
            let (origin, in_place) = (strip.origin, self.in_place);
            let cells = RowCells { columns: near, origin, in_place };
            let queries = row_golds.iter().zip(row_counts).zip(&hits);
            for (row, ((gold, count), hits)) in rows.clone().zip(queries) {
                add_row(counter, row, &cells, gold, hits, count);
            }
            swept += rows.len();
            if swept + GROUP > counter.endurance() {
                counter.drain(swept, passing.rows.start.saturating_add(rows.end), golds, counts);
                swept = 0;
            }
        }
        counter.drain(swept, passing.rows.end, golds, counts);
        nans
    }
}

/// Columns that are counted together.
struct Strip {
    /// Of the tile.
    columns: Range<usize>,
    /// Where the tile begins in the matrix.
    origin: usize,
    ranks_only: bool,
}

impl Strip {
    /// Counts a group of rows. Returns how many NaN it met, and in which columns of
    /// the tile ties were told apart: all along the rows or, for ranks, between the
    /// first of their golds and the last, which often are close.
    fn sweep(
        &self,
        counter: &mut Counter,
        rows: Range<usize>,
        golds: &[Gold],
        hits: &mut [Hits; GROUP],
    ) -> (u64, Range<usize>) {
        let mut keys = [0; GROUP];
        for (key, gold) in keys.iter_mut().zip(golds) {
            *key = gold.key;
        }
        let keys = keys.get(..rows.len()).unwrap_or(&[]);
        let width = self.columns.len();
        let mut near = 0..width;
        if self.ranks_only {
            near = counter.blocks_around(self.between(golds));
            near.end = near.end.min(width);
        }
        let mut nans = 0;
        for (part, wanted) in [
            (0..near.start, Wanted::AtLeast),
            (near.clone(), Wanted::Tally),
            (near.end..width, Wanted::Ahead),
        ] {
            if !part.is_empty() {
                nans += counter.sweep(rows.start, part, keys, wanted, hits);
            }
        }
        (nans, self.columns.start + near.start..self.columns.start + near.end)
    }

    /// The columns from the first gold of some rows on to the last such. Before,
    /// each row is before its gold, and behind, it is behind.
    fn between(&self, golds: &[Gold]) -> Range<usize> {
        let (start, width) = (self.origin + self.columns.start, self.columns.len());
        let (mut low, mut high) = (width, 0);
        for gold in golds.iter().filter(|gold| gold.tied > 0) {
            let first = (gold.first as usize).saturating_sub(start).min(width);
            (low, high) = (low.min(first), high.max(first + 1));
        }
        low..high.max(low)
    }
}

/// Notices when the pass comes past the golds of a column, so that the counting
/// loop need not look: lists of the columns whose next gold is in some groups of
/// rows, one group if there are enough heads.
struct Passing<'a> {
    /// The first column of each list.
    heads: &'a mut [u32],
    /// For each column of the strip the next one of its list.
    links: &'a mut [u32],
    golds: &'a [Gold],
    /// Of the matrix.
    rows: Range<usize>,
    /// Log2 of the rows that share a head.
    shift: u32,
    ranks_only: bool,
    in_place: bool,
}

impl<'a> Passing<'a> {
    fn new(
        heads: &'a mut [u32],
        links: &'a mut [u32],
        golds: &'a [Gold],
        rows: Range<usize>,
    ) -> Self {
        let mut shift = GROUP.trailing_zeros();
        while rows.len().saturating_sub(1).unbounded_shr(shift) >= heads.len() && shift < 63 {
            shift += 1;
        }
        heads.fill(END);
        Passing { heads, links, golds, rows, shift, ranks_only: false, in_place: true }
    }

    /// Some columns are to be noticed at their first gold in the tile.
    fn put(&mut self, columns: Range<usize>) {
        let golds: &[Gold] = self.golds.get(columns.clone()).unwrap_or(&[]);
        for (k, gold) in columns.zip(golds) {
            let (first, last) = (gold.first as usize, gold.last as usize);
            self.link(k, if first >= self.rows.start { first } else { last });
        }
    }

    /// The list that knows of a row of the tile.
    fn head(&mut self, row: usize) -> Option<&mut u32> {
        self.heads.get_mut(row.unbounded_shr(self.shift))
    }

    /// Column `k` is to be noticed at a row of the matrix, if that is in the tile.
    fn link(&mut self, k: usize, row: usize) {
        if !self.rows.contains(&row) {
            return;
        }
        let Some(head) = self.head(row.wrapping_sub(self.rows.start)) else { return };
        let next = core::mem::replace(head, narrow(k));
        if let Some(link) = self.links.get_mut(k) {
            *link = next;
        }
    }

    /// Splits the ties of each column that has a gold in a group of rows of the
    /// tile, which have been swept.
    fn pass(&mut self, counter: &mut Counter, counts: &mut [Count], rows: Range<usize>) {
        let Some(head) = self.head(rows.start) else { return };
        let mut at = core::mem::replace(head, END);
        let start = self.rows.start;
        let (here, end) = (start.saturating_add(rows.start), start.saturating_add(rows.end));
        while at != END {
            let k = at as usize;
            at = self.links.get(k).copied().unwrap_or(END);
            let (Some(gold), Some(count)) = (self.golds.get(k), counts.get_mut(k)) else { break };
            let (first, last) = (gold.first as usize, gold.last as usize);
            let next = if first >= here { first } else { last };
            if next >= end {
                self.link(k, next);
                continue;
            }
            if self.ranks_only {
                // The rows from here on were counted as if they were before.
                let tied = counter.ties(k, next.wrapping_sub(start)..rows.end, gold.key);
                count.ahead = count.ahead.wrapping_sub(tied);
                counter.switch(k, gold.key);
                continue;
            }
            let tied = |gold_row: usize| {
                let tied = counter.tied(k);
                // Where the gold itself is the only tie, there is nothing to tell apart.
                if tied == 1 && self.in_place {
                    return tied;
                }
                let behind = gold_row.wrapping_sub(start) + 1..rows.end;
                tied.wrapping_sub(counter.ties(k, behind, gold.key))
            };
            let up_to_next = tied(next);
            if next == first {
                let row = first.wrapping_sub(start);
                let own = if self.in_place { 1 } else { counter.ties(k, row..row + 1, gold.key) };
                count.before = count.before.wrapping_add(up_to_next.wrapping_sub(own));
            }
            if last < end {
                let up_to_last = if last == next { up_to_next } else { tied(last) };
                count.after = count.after.wrapping_sub(up_to_last);
            } else {
                self.link(k, last);
            }
        }
    }
}
