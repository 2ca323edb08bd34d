//! Every row of a matrix, in groups.

use core::ops::Range;

use super::{Counter, GROUP, Hits, down};
use crate::error::Error;
use crate::rank::{Asked, Found, Query, Results, Run, nan_score};
use crate::sweep::{Count, Gold, RowCells, Sight};

/// Counts every row for the query that it is.
pub(crate) fn each_row<A: Asked, R: Results + ?Sized>(
    mut run: Run<A, R>,
    sight: &mut Sight,
    reject: bool,
) -> Result<(), Error> {
    if sight.transposed() {
        return down::each(run, sight, reject);
    }
    let rows = sight.rows();
    let mut start = 0;
    while start < rows {
        let len = GROUP.min(rows - start);
        // Few rows are not worth the arrays of a group.
        let nans = if len < GROUP {
            one_by_one(&mut run, sight, start..rows)
        } else {
            group(&mut run, sight, start)
        };
        if reject && nans > 0 {
            return Err(nan_score(sight.first_nan()));
        }
        run.found.nan_cells += nans;
        start += len;
    }
    Ok(())
}

/// The rank of one gold per row.
pub(crate) fn each_rank(
    sight: &mut Sight,
    reject: bool,
    gold: &[u32],
    out: &mut [u32],
    found: &mut Found,
) -> Result<(), Error> {
    each_row(Run::one(gold, out, found), sight, reject)
}

fn one_by_one<A: Asked, R: Results + ?Sized>(
    run: &mut Run<A, R>,
    sight: &Sight,
    rows: Range<usize>,
) -> u64 {
    let mut nans = 0;
    for row in rows {
        let mut query = Query::NONE;
        let mut hits = Hits::default();
        run.ask(sight, row, &mut query);
        nans += sight.counter.count_row(row, 0..sight.columns(), query.gold.key, &mut hits);
        counted(run, sight, row, &query, &hits);
    }
    nans
}

fn group<A: Asked, R: Results + ?Sized>(run: &mut Run<A, R>, sight: &Sight, start: usize) -> u64 {
    let mut queries = [Query::NONE; GROUP];
    let mut rows = [0; GROUP];
    let mut keys = [0; GROUP];
    let mut hits = [Hits::default(); GROUP];
    let slots = queries.iter_mut().zip(&mut rows).zip(&mut keys);
    for (row, ((query, slot), key)) in (start..).zip(slots) {
        run.ask(sight, row, query);
        *slot = row;
        *key = query.gold.key;
    }
    let nans = sight.counter.count(&rows, 0..sight.columns(), &keys, &mut hits);
    for ((row, query), hits) in rows.into_iter().zip(&queries).zip(&hits) {
        counted(run, sight, row, query, hits);
    }
    nans
}

fn counted<A: Asked, R: Results + ?Sized>(
    run: &mut Run<A, R>,
    sight: &Sight,
    row: usize,
    query: &Query,
    hits: &Hits,
) {
    if query.is_one() {
        let mut count = Count::ZERO;
        let cells = RowCells { columns: 0..sight.columns(), origin: 0, in_place: true };
        add_row(sight.counter, row, &cells, &query.gold, hits, &mut count);
        run.put(sight, row, query, &mut count);
    }
}

/// Counts up to [`GROUP`] rows, each for its gold, and adds to their counts. Returns how
/// many NaN it met in all (under `Reject` only whether any).
pub(crate) fn count_rows(
    counter: &Counter,
    rows: &[usize],
    cells: &RowCells,
    golds: &[Gold],
    counts: &mut [Count],
) -> u64 {
    let mut keys = [0; GROUP];
    let mut hits = [Hits::default(); GROUP];
    for (key, gold) in keys.iter_mut().zip(golds) {
        *key = gold.key;
    }
    let keys = keys.get(..rows.len()).unwrap_or(&[]);
    let nans = counter.count(rows, cells.columns.clone(), keys, &mut hits);
    for (((&row, gold), count), hits) in rows.iter().zip(golds).zip(counts).zip(&hits) {
        add_row(counter, row, cells, gold, hits, count);
    }
    nans
}

/// Adds what has been counted in a part of a row, and finds out on which side of
/// the golds the ties stand. Ties are rare, or the row is short or in cache: so
/// they are looked for again, only where there are any. Each gold in the part
/// is one of them if it is `in_place`.
#[inline]
pub(super) fn add_row(
    counter: &Counter,
    row: usize,
    cells: &RowCells,
    gold: &Gold,
    hits: &Hits,
    count: &mut Count,
) {
    count.ahead = count.ahead.wrapping_add(hits.ahead);
    count.tied = count.tied.wrapping_add(hits.tied);
    let RowCells { ref columns, origin, in_place } = *cells;
    let (start, end) = (origin.saturating_add(columns.start), origin.saturating_add(columns.end));
    let inside = gold.first as usize >= start && (gold.last as usize) < end;
    let known = in_place && inside;
    // Most often there are no ties but the golds.
    if gold.tied > 0 && hits.tied > 0 && !(known && hits.tied == gold.tied) {
        add_ties(counter, row, cells, gold, hits.tied, known, count);
    }
}

/// `known`: all golds are in the part and among its ties.
#[inline(never)]
fn add_ties(
    counter: &Counter,
    row: usize,
    cells: &RowCells,
    gold: &Gold,
    tied: u32,
    known: bool,
    count: &mut Count,
) {
    let RowCells { ref columns, origin, .. } = *cells;
    let (first, last) = (gold.first as usize, gold.last as usize);
    let ties = |range: Range<usize>| {
        let mut hits = Hits::default();
        if !range.is_empty() {
            counter.count_row(row, range, gold.key, &mut hits);
        }
        hits.tied
    };
    let (first, behind) = (first.saturating_sub(origin), (last + 1).saturating_sub(origin));
    let left = columns.start..first.min(columns.end);
    let right = behind.max(columns.start)..columns.end;
    // Of a single gold the shorter side is enough.
    let others = tied.wrapping_sub(1);
    let (before, after) = if !known || gold.tied > 1 {
        (ties(left), ties(right))
    } else if left.len() < right.len() {
        let before = ties(left);
        (before, others.wrapping_sub(before))
    } else {
        let after = ties(right);
        (others.wrapping_sub(after), after)
    };
    count.before = count.before.wrapping_add(before);
    count.after = count.after.wrapping_add(after);
}
