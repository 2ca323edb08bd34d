//! Golds and counts: the two blocks of state that ranks are made of.
//!
//! *Golds* say what each query looks for: the key of its best gold and where
//! golds of that key stand. *Counts* only ever grow by addition, so that tiles
//! may come in any order and parts may be counted anywhere and added up.
//!
//! Both directions cost one pass. Rows are counted as they come. A column's
//! counters live in the kernel's strip; the ties of a column are all counted
//! in one counter, and what that counter holds when the sweep comes past the
//! column's first gold are the ties before it. Past the last gold its value is
//! subtracted from `after`, and added at the end.

use core::ops::Range;

use crate::count::{GROUP, Hits, Kernel};
use crate::error::narrow;
use crate::tally::Tally;

/// What a query looks for: the best score among its golds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Gold {
    pub(crate) key: i64,
    /// First and last gold of that key.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// How many golds have that key; 0 where the query has none (yet).
    pub(crate) tied: u32,
    pub(crate) reserved: u32,
}

impl Gold {
    /// The state of a query no gold of which was seen.
    pub const NONE: Self = Gold { key: i64::MAX, first: 0, last: 0, tied: 0, reserved: 0 };

    /// Takes in a gold that stands behind all those before.
    pub(crate) fn join(&mut self, key: i64, item: u32) {
        if self.tied == 0 || key > self.key {
            *self = Gold { key, first: item, last: item, tied: 1, reserved: 0 };
        } else if key == self.key {
            (self.last, self.tied) = (item, self.tied.wrapping_add(1));
        }
    }

    /// The finished tally among `items` items.
    pub(crate) fn tally(&self, count: &Count, items: usize) -> Tally {
        if self.tied == 0 {
            return Tally::miss(narrow(items));
        }
        let outside = count.before.wrapping_add(count.after).wrapping_add(self.tied);
        Tally {
            ahead: count.ahead,
            tied_before: count.before,
            tied_between: count.tied.wrapping_sub(outside),
            tied_after: count.after,
            tied_golds: self.tied,
        }
    }
}

impl Default for Gold {
    fn default() -> Self {
        Self::NONE
    }
}

/// What has been counted for a query. All arithmetic is modulo 2^32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct Count {
    pub(crate) ahead: u32,
    /// All cells that equal the gold's key, the golds themselves included.
    pub(crate) tied: u32,
    /// Those before the first gold of that key, and those behind the last.
    pub(crate) before: u32,
    pub(crate) after: u32,
}

impl Count {
    /// Nothing counted.
    pub const ZERO: Self = Count { ahead: 0, tied: 0, before: 0, after: 0 };

    /// Adds what a row has counted in a range of columns, and finds out on
    /// which side of the golds the ties stand. Ties are rare, or the row is
    /// short or in cache: so they are looked for again, only where there are any.
    pub(crate) fn add_row(
        &mut self,
        kernel: &dyn Kernel,
        row: usize,
        columns: Range<usize>,
        gold: &Gold,
        hits: Hits,
    ) {
        self.ahead = self.ahead.wrapping_add(hits.ahead);
        self.tied = self.tied.wrapping_add(hits.tied);
        let (first, last) = (gold.first as usize, gold.last as usize);
        let golds_inside = columns.contains(&first) && columns.contains(&last);
        if gold.tied == 0 || hits.tied == 0 || (golds_inside && hits.tied == gold.tied) {
            return;
        }
        let ties = |range: Range<usize>| {
            let mut hits = [Hits::default()];
            if !range.is_empty() {
                kernel.count(&[row], range, &[gold.key], &mut hits);
            }
            hits[0].tied
        };
        let before = ties(columns.start..first.min(columns.end));
        let after = ties(last.saturating_add(1).max(columns.start)..columns.end);
        self.before = self.before.wrapping_add(before);
        self.after = self.after.wrapping_add(after);
    }
}

/// Golds, counts and links of both sides of a matrix, as one sweep needs them.
pub(crate) struct State<'a> {
    pub(crate) row_golds: &'a mut [Gold],
    pub(crate) column_golds: &'a mut [Gold],
    pub(crate) row_counts: &'a mut [Count],
    pub(crate) column_counts: &'a mut [Count],
    /// For each row the first column whose next gold is in that row, then for
    /// each column of the strip the next such column. Of rows and columns as the
    /// sweep sees them.
    pub(crate) links: &'a mut [u32],
}

const END: u32 = u32::MAX;

impl State<'_> {
    /// Whether a sweep over so many rows can be made.
    pub(crate) fn fits(&self, rows: usize) -> bool {
        self.links.len() > rows
    }

    /// Rows and columns exchanged.
    pub(crate) fn turned(&mut self) -> State<'_> {
        State {
            row_golds: self.column_golds,
            column_golds: self.row_golds,
            row_counts: self.column_counts,
            column_counts: self.row_counts,
            links: self.links,
        }
    }

    /// Counts every cell for its row and its column. Golds are gathered.
    /// Returns the number of NaN cells; stops at the first rows with a NaN
    /// where `stop` says so.
    pub(crate) fn sweep(&mut self, kernel: &mut dyn Kernel, stop: bool) -> u64 {
        let width = kernel.strip().min(self.links.len().saturating_sub(kernel.rows()));
        let mut nans = 0;
        let mut column = 0;
        while column < kernel.columns() && width > 0 && !(stop && nans > 0) {
            let end = kernel.columns().min(column.saturating_add(width));
            nans += self.strip(kernel, column..end, stop);
            column = end;
        }
        nans
    }

    fn strip(&mut self, kernel: &mut dyn Kernel, columns: Range<usize>, stop: bool) -> u64 {
        let golds: &[Gold] = self.column_golds.get(columns.clone()).unwrap_or(&[]);
        let counts = self.column_counts.get_mut(columns.clone()).unwrap_or(&mut []);
        let Some((heads, links)) = self.links.split_at_mut_checked(kernel.rows()) else { return 0 };
        let mut passing = Passing { heads, links, golds };
        kernel.open(columns.start, golds);
        passing.start();

        let (mut nans, mut swept) = (0, 0);
        let rows = self.row_golds.chunks(GROUP).zip(self.row_counts.chunks_mut(GROUP));
        for (group, (row_golds, row_counts)) in rows.enumerate() {
            let start = group * GROUP;
            let mut keys = [0; GROUP];
            let mut hits = [Hits::default(); GROUP];
            for (key, gold) in keys.iter_mut().zip(row_golds) {
                *key = gold.key;
            }
            let keys = keys.get(..row_golds.len()).unwrap_or(&[]);
            nans += kernel.sweep(start, keys, &mut hits);
            if stop && nans > 0 {
                return nans;
            }
            let end = start + row_golds.len();
            for row in start..end {
                passing.pass(kernel, counts, row, end);
            }
            for (row, ((gold, count), hits)) in
                (start..).zip(row_golds.iter().zip(row_counts).zip(hits))
            {
                count.add_row(kernel, row, columns.clone(), gold, hits);
            }
            swept += GROUP;
            if swept + GROUP > kernel.endurance() {
                kernel.drain(counts);
                swept = 0;
            }
        }
        kernel.drain(counts);
        for (count, gold) in counts.iter_mut().zip(golds) {
            if gold.tied > 0 {
                count.after = count.after.wrapping_add(count.tied);
            }
        }
        nans
    }
}

/// Notices when the sweep comes past the golds of a column: a list of columns
/// for each row, so that the counting loop need not look.
struct Passing<'a> {
    heads: &'a mut [u32],
    links: &'a mut [u32],
    golds: &'a [Gold],
}

impl Passing<'_> {
    fn start(&mut self) {
        self.heads.fill(END);
        for (k, gold) in self.golds.iter().enumerate() {
            if gold.tied > 0 {
                self.link(k, gold.first);
            }
        }
    }

    /// Column `k` is to be noticed at a row.
    fn link(&mut self, k: usize, row: u32) {
        if let (Some(head), Some(link)) = (self.heads.get_mut(row as usize), self.links.get_mut(k))
        {
            *link = *head;
            *head = narrow(k);
        }
    }

    /// Splits the ties of each column that has a gold in `row`. The rows up to
    /// `end` have been swept.
    fn pass(&mut self, kernel: &dyn Kernel, counts: &mut [Count], row: usize, end: usize) {
        let mut at = self.heads.get(row).copied().unwrap_or(END);
        while at != END {
            let k = at as usize;
            at = self.links.get(k).copied().unwrap_or(END);
            let (Some(gold), Some(count)) = (self.golds.get(k), counts.get_mut(k)) else { break };
            let mut tied = count.tied.wrapping_add(kernel.tied(k));
            // Where the gold itself is the only tie, there is nothing to tell apart.
            if tied != 1 {
                tied = tied.wrapping_sub(kernel.ties(k, row + 1..end, gold.key));
            }
            if row == gold.first as usize {
                count.before = count.before.wrapping_add(tied.wrapping_sub(1));
            }
            if row == gold.last as usize {
                count.after = count.after.wrapping_sub(tied);
            } else {
                self.link(k, gold.last);
            }
        }
    }
}
