//! Rows, counted one by one.

use super::Counter;
use super::cells::{Cell, Row, Run};
use super::kind::{Cut, Wide};
use crate::error::Error;
use crate::rank::{self, Asked, Found, Query, Results, nan_score};
use crate::sweep::{Count, Gold, RowCells, Sight};

/// Counts every row for the query that it is.
pub(crate) fn each_row<A: Asked, R: Results + ?Sized>(
    mut run: rank::Run<A, R>,
    sight: &mut Sight,
    reject: bool,
) -> Result<(), Error> {
    let columns = sight.columns();
    for row in 0..sight.rows() {
        let mut query = Query::NONE;
        run.ask(sight, row, &mut query);
        let mut count = Count::ZERO;
        let nans = if run.wants_ranks() {
            let Seen { past, nans } = sight.counter.rank(row, query.gold.first as usize);
            count.ahead = past;
            nans
        } else {
            let cells = RowCells { columns: 0..columns, origin: 0, in_place: true };
            sight.counter.count(row, &cells, &query.gold, &mut count)
        };
        if reject && nans > 0 {
            return Err(nan_score(sight.first_nan()));
        }
        run.found.nan_cells += u64::from(nans);
        if query.is_one() {
            run.put(sight, row, &query, &mut count);
        }
    }
    Ok(())
}

/// The rank of one gold per row: what [`each_row`] finds, in less code.
pub(crate) fn each_rank(
    sight: &mut Sight,
    reject: bool,
    gold: &[u32],
    out: &mut [u32],
    found: &mut Found,
) -> Result<(), Error> {
    for (row, (item, rank)) in gold.iter().zip(out).enumerate() {
        let seen = sight.counter.rank(row, *item as usize);
        if reject && seen.nans > 0 {
            return Err(nan_score((row, sight.counter.first_nan_of(row))));
        }
        *rank = seen.past;
        note(found, seen.nans, seen.past as usize == sight.counter.columns());
    }
    Ok(())
}

/// Apart, lest the sums be kept in registers that there are too few of.
#[inline(never)]
fn note(found: &mut Found, nans: u32, is_miss: bool) {
    found.nan_cells += u64::from(nans);
    found.without_gold += u64::from(is_miss);
}

/// Counts a row for its gold, and adds to its count. Returns how many NaN it met.
pub(crate) fn count_rows(
    counter: &Counter,
    rows: &[usize],
    cells: &RowCells,
    golds: &[Gold],
    counts: &mut [Count],
) -> u64 {
    let mut nans = 0;
    for ((&row, gold), count) in rows.iter().zip(golds).zip(counts) {
        nans += u64::from(counter.count(row, cells, gold, count));
    }
    nans
}

/// What was seen in some cells of a row.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Ahead or, where that was asked, as good.
    past: u32,
    nans: u32,
}

impl Counter<'_> {
    /// The rank of an item of a row: the items that are ahead of it and the tied ones
    /// before it; all of them where it is NaN.
    fn rank(&self, row: usize, item: usize) -> Seen {
        let row = self.cells.row(row, self.kind);
        let gold = row.score(item);
        let mut walk = Walk::new(row, gold);
        walk.past(item, false);
        walk.past(usize::MAX, true);
        if self.kind.is_nan(gold) {
            walk.sums.seen.past = self.columns() as u32;
        }
        walk.sums.seen
    }

    /// The first NaN of a row that has one.
    #[inline(never)]
    fn first_nan_of(&self, row: usize) -> usize {
        let row = self.cells.row(row, self.kind);
        let mut columns = 0..row.len();
        columns.find(|column| self.kind.is_nan(row.score(*column))).unwrap_or_default()
    }

    /// Adds what some cells of a row are to a gold. Returns how many of them are NaN.
    pub(super) fn count(
        &self,
        row: usize,
        cells: &RowCells,
        gold: &Gold,
        count: &mut Count,
    ) -> u32 {
        let RowCells { ref columns, origin, .. } = *cells;
        // Where the golds begin and end, if anywhere near these columns.
        let inside = |item: usize| item.saturating_sub(origin).max(columns.start).min(columns.end);
        let (first, behind) =
            (inside(gold.first as usize), inside((gold.last as usize).saturating_add(1)));
        let behind = behind.max(first);
        let mut row = self.cells.row(row, self.kind);
        row.skip(columns.start);
        let gold = self.kind.score(gold.key);
        let mut walk = Walk::new(row, gold);
        let before = walk.tally(first.saturating_sub(columns.start));
        let between = walk.tally(behind.saturating_sub(first));
        let after = walk.tally(columns.end.saturating_sub(behind));
        let Sums { ahead, seen, .. } = walk.sums;
        let tied = before.wrapping_add(between).wrapping_add(after);
        count.merge(&Count { ahead, tied, before, after });
        seen.nans
    }
}

/// A walk along a row, past cells that are compared with a gold.
struct Walk<'a> {
    row: Row<'a>,
    gold: Wide,
    sums: Sums,
}

impl<'a> Walk<'a> {
    fn new(row: Row<'a>, gold: Wide) -> Self {
        // No cut yet: each walk sets its own.
        let (cut, limit) = (Cut { turn: gold, bound: gold }, row.kind.limit());
        Walk { row, gold, sums: Sums { cut, limit, ahead: 0, seen: Seen::default() } }
    }

    /// Adds so many cells that are ahead of the gold (`strictly`), or at least as good.
    #[inline(never)]
    fn past(&mut self, len: usize, strictly: bool) {
        let Walk { row, gold, sums } = self;
        if let Some(cut) = row.kind.cut(*gold, strictly) {
            sums.cut = cut;
            row.take(len, &mut |run| sums.past(run));
        }
    }

    /// Adds so many cells that are ahead of the gold, and returns how many are tied.
    fn tally(&mut self, len: usize) -> u32 {
        let Walk { row, gold, sums } = self;
        let ahead = sums.ahead;
        sums.seen.past = 0;
        if *gold << 1 == 0 && row.kind.is_float() {
            // -0 and +0 are two bounds.
            let mut again = Walk::new(row.clone(), *gold);
            again.past(len, true);
            self.past(len, false);
            self.sums.ahead = ahead.wrapping_add(again.sums.seen.past);
        } else if let Some(cut) = row.kind.cut(*gold, false) {
            sums.cut = cut;
            row.take(len, &mut |run| sums.tally(run));
        }
        let Sums { seen, ahead: now, .. } = &self.sums;
        seen.past.wrapping_sub(now.wrapping_sub(ahead))
    }
}

/// What cells are compared with, and what was seen.
struct Sums {
    cut: Cut,
    limit: Wide,
    ahead: u32,
    seen: Seen,
}

impl Sums {
    /// Adds the cells that are at least as good as the bound.
    fn past(&mut self, run: &Run) {
        match (run.kind.log(), run.kind.is_float()) {
            (0, _) => past::<u8, false>(run.cells(), self),
            (1, true) => past::<u16, true>(run.cells(), self),
            (1, false) => past::<u16, false>(run.cells(), self),
            (2, true) => past::<u32, true>(run.cells(), self),
            (2, false) => past::<u32, false>(run.cells(), self),
            #[cfg(feature = "int64")]
            (_, false) => past::<u64, false>(run.cells(), self),
            _ => past::<Wide, true>(run.cells(), self),
        }
    }

    /// Adds the cells that are ahead of the bound, and those that are at least as good.
    fn tally(&mut self, run: &Run) {
        match (run.kind.log(), run.kind.is_float()) {
            (0, _) => tally::<u8, false>(run.cells(), self),
            (1, true) => tally::<u16, true>(run.cells(), self),
            (1, false) => tally::<u16, false>(run.cells(), self),
            (2, true) => tally::<u32, true>(run.cells(), self),
            (2, false) => tally::<u32, false>(run.cells(), self),
            #[cfg(feature = "int64")]
            (_, false) => tally::<u64, false>(run.cells(), self),
            _ => tally::<Wide, true>(run.cells(), self),
        }
    }
}

fn past<C: Cell, const FLOAT: bool>(cells: &[C], sums: &mut Sums) {
    if FLOAT {
        return past_float(cells, sums);
    }
    let past = past_integer(cells, C::reached(sums.cut.turn), C::reached(sums.cut.bound));
    sums.seen.past = sums.seen.past.wrapping_add(past);
}

/// With nothing else in registers, four scores are loaded by one instruction.
#[inline(never)]
fn past_integer<C: Cell>(cells: &[C], turn: C::Word, bound: C::Word) -> u32 {
    let mut past = 0u32;
    for cell in cells {
        past = past.wrapping_add(u32::from(cell.word() ^ turn >= bound));
    }
    past
}

#[inline(never)]
fn past_float<C: Cell>(cells: &[C], sums: &mut Sums) {
    let (turn, bound) = (C::reached(sums.cut.turn), C::reached(sums.cut.bound));
    let limit = C::reached(sums.limit);
    let mut past = sums.seen.past;
    for cell in cells {
        let score = cell.word();
        if score << 1 > limit {
            nan(sums);
            continue;
        }
        past = past.wrapping_add(u32::from(score ^ turn >= bound));
    }
    sums.seen.past = past;
}

#[inline(never)]
fn tally<C: Cell, const FLOAT: bool>(cells: &[C], sums: &mut Sums) {
    let (turn, bound) = (C::reached(sums.cut.turn), C::reached(sums.cut.bound));
    let limit = C::reached(sums.limit);
    let (mut ahead, mut past) = (sums.ahead, sums.seen.past);
    for cell in cells {
        let score = cell.word();
        if FLOAT && score << 1 > limit {
            nan(sums);
            continue;
        }
        let turned = score ^ turn;
        ahead = ahead.wrapping_add(u32::from(turned > bound));
        past = past.wrapping_add(u32::from(turned >= bound));
    }
    (sums.ahead, sums.seen.past) = (ahead, past);
}

/// A call, lest the loops be unrolled around what seldom happens, and a register be kept
/// for it: that took a fifth more instructions.
#[cold]
#[inline(never)]
fn nan(sums: &mut Sums) {
    sums.seen.nans = sums.seen.nans.wrapping_add(1);
}
