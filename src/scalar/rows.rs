//! Rows, counted one by one.

use core::ops::Range;

use super::Counter;
use super::cells::{Cell, Run};
use super::kind::{Cut, Word};
use crate::error::Error;
use crate::rank::{self, Asked, Found, Query, Results, nan_score};
use crate::sweep::{Count, Gold, RowCells, Sight};

/// Counts every row for the query that it is.
pub(crate) fn each_row<A: Asked, R: Results + ?Sized>(
    mut run: rank::Run<A, R>,
    sight: &mut Sight,
    reject: bool,
) -> Result<Found, Error> {
    let columns = sight.columns();
    for row in 0..sight.rows() {
        let mut query = Query::NONE;
        run.ask(sight, row, &mut query);
        let mut count = Count::ZERO;
        let nans = if run.wants_ranks() {
            sight.counter.rank(row, &query.gold, &mut count)
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
    Ok(run.found)
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
    /// Adds the rank of a gold, the items that are ahead of it and the tied ones before
    /// it, to `ahead`. Returns how many NaN the row has.
    fn rank(&self, row: usize, gold: &Gold, count: &mut Count) -> u32 {
        let columns = self.columns();
        let first = columns.min(gold.first as usize);
        let before = self.past(row, 0..first, gold.key, false);
        let behind = self.past(row, first..columns, gold.key, true);
        count.ahead = count.ahead.wrapping_add(before.past).wrapping_add(behind.past);
        before.nans.wrapping_add(behind.nans)
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
        let mut nans = 0u32;
        let mut part = |columns: Range<usize>| {
            let (ahead, tied, met) = self.tally(row, columns, gold.key);
            count.ahead = count.ahead.wrapping_add(ahead);
            count.tied = count.tied.wrapping_add(tied);
            nans = nans.wrapping_add(met);
            tied
        };
        let before = part(columns.start..first);
        part(first..behind.max(first));
        let after = part(behind.max(first)..columns.end);
        count.before = count.before.wrapping_add(before);
        count.after = count.after.wrapping_add(after);
        nans
    }

    /// How many cells are ahead of a key (`strictly`), or at least as good.
    fn past(&self, row: usize, columns: Range<usize>, key: i64, strictly: bool) -> Seen {
        match self.kind.log() {
            3 => {
                self.past_in::<u64>(
                    row,
                    columns,
                    key,
                    strictly,
                    &|run, cut, limit, seen| match self.kind.may_be_nan() {
                        true => past::<u64, true>(run.cells(), cut, limit, seen),
                        false => past::<u64, false>(run.cells(), cut, limit, seen),
                    },
                )
            }
            log => {
                self.past_in::<u32>(row, columns, key, strictly, &|run, cut, limit, seen| match (
                    log,
                    self.kind.may_be_nan(),
                ) {
                    (0, _) => past::<u8, false>(run.cells(), cut, limit, seen),
                    (1, true) => past::<u16, true>(run.cells(), cut, limit, seen),
                    (1, false) => past::<u16, false>(run.cells(), cut, limit, seen),
                    (_, true) => past::<u32, true>(run.cells(), cut, limit, seen),
                    (_, false) => past::<u32, false>(run.cells(), cut, limit, seen),
                })
            }
        }
    }

    fn past_in<W: Word>(
        &self,
        row: usize,
        columns: Range<usize>,
        key: i64,
        strictly: bool,
        count: &impl Fn(&Run, Cut<W>, W, &mut Seen),
    ) -> Seen {
        let mut cut: Cut<W> = self.kind.cut(key, strictly, self.lower);
        let mut seen = Seen::default();
        if strictly {
            match cut.bound.next() {
                Some(bound) => cut.bound = bound,
                // Nothing is ahead of the best integer, and no integer is NaN.
                None => return seen,
            }
        }
        let limit = self.kind.limit();
        self.cells.runs(row, columns, self.kind, &mut |run| count(run, cut, limit, &mut seen));
        seen
    }

    /// How many cells are ahead of a key, how many are tied, and how many are NaN.
    fn tally(&self, row: usize, columns: Range<usize>, key: i64) -> (u32, u32, u32) {
        let zero = key == if self.lower { -1 } else { 0 };
        if zero && self.kind.may_be_nan() {
            let ahead = self.past(row, columns.clone(), key, true);
            let at_least = self.past(row, columns, key, false);
            return (ahead.past, at_least.past.wrapping_sub(ahead.past), ahead.nans);
        }
        let (mut ahead, mut seen) = (0, Seen::default());
        if self.kind.log() == 3 {
            let (cut, limit) = (self.kind.cut(key, true, self.lower), self.kind.limit());
            self.cells.runs(row, columns, self.kind, &mut |run| match self.kind.may_be_nan() {
                true => tally::<u64, true>(run.cells(), cut, limit, &mut ahead, &mut seen),
                false => tally::<u64, false>(run.cells(), cut, limit, &mut ahead, &mut seen),
            });
        } else {
            let (cut, limit) = (self.kind.cut(key, true, self.lower), self.kind.limit());
            let (ahead, seen) = (&mut ahead, &mut seen);
            self.cells.runs(row, columns, self.kind, &mut |run| match (
                self.kind.log(),
                self.kind.may_be_nan(),
            ) {
                (0, _) => tally::<u8, false>(run.cells(), cut, limit, ahead, seen),
                (1, true) => tally::<u16, true>(run.cells(), cut, limit, ahead, seen),
                (1, false) => tally::<u16, false>(run.cells(), cut, limit, ahead, seen),
                (_, true) => tally::<u32, true>(run.cells(), cut, limit, ahead, seen),
                (_, false) => tally::<u32, false>(run.cells(), cut, limit, ahead, seen),
            });
        }
        (ahead, seen.past.wrapping_sub(ahead), seen.nans)
    }
}

/// Adds the cells that are at least as good as a bound.
#[inline(never)]
fn past<C: Cell, const FLOAT: bool>(
    cells: &[C],
    cut: Cut<C::Word>,
    limit: C::Word,
    seen: &mut Seen,
) {
    let Seen { mut past, mut nans } = *seen;
    for cell in cells {
        let score = cell.word();
        if FLOAT && score << 1 > limit {
            nans = nans.wrapping_add(1);
            continue;
        }
        past = past.wrapping_add(u32::from(score ^ cut.turn >= cut.bound));
    }
    *seen = Seen { past, nans };
}

/// Adds the cells that are ahead of a bound, and those that are at least as good.
#[inline(never)]
fn tally<C: Cell, const FLOAT: bool>(
    cells: &[C],
    cut: Cut<C::Word>,
    limit: C::Word,
    ahead: &mut u32,
    at_least: &mut Seen,
) {
    let (mut above, Seen { mut past, mut nans }) = (*ahead, *at_least);
    for cell in cells {
        let score = cell.word();
        if FLOAT && score << 1 > limit {
            nans = nans.wrapping_add(1);
            continue;
        }
        let turned = score ^ cut.turn;
        above = above.wrapping_add(u32::from(turned > cut.bound));
        past = past.wrapping_add(u32::from(turned >= cut.bound));
    }
    (*ahead, *at_least) = (above, Seen { past, nans });
}
