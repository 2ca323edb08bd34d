//! Row queries: one gold, or the best of several.

use core::ops::Range;

use super::{Found, Out, best_of, down, nan_score};
use crate::count::{GROUP, Hits, Kernel, VECTORS};
use crate::error::{Error, place};
use crate::relevance::{Along, Golds, expect_length};
use crate::sweep::{Count, Gold, Sight};

/// One gold per row.
pub(crate) fn one(
    mut sight: Sight,
    reject: bool,
    gold: &[u32],
    out: &mut Out,
) -> Result<Found, Error> {
    let (rows, columns) = (sight.rows(), sight.columns());
    expect_length(gold, rows)?;
    out.expect_length(rows)?;
    for (row, &item) in gold.iter().enumerate() {
        if item as usize >= columns {
            return Err(Error::GoldOutOfRange(place(row, item as usize)));
        }
    }
    let mut ask = |sight: &Sight, row: usize, query: &mut Query| {
        if let Some(&item) = gold.get(row) {
            query.index = row;
            if let Some(key) = sight.key(row, item as usize) {
                query.gold = Gold::of(key, item);
            }
        }
    };
    each(&mut sight, reject, &mut ask, out)
}

/// The best of several golds.
pub(crate) fn best(
    mut sight: Sight,
    reject: bool,
    golds: &Golds,
    out: &mut Out,
) -> Result<Found, Error> {
    golds.check(sight.rows(), sight.columns(), true, Along::Rows)?;
    out.expect_length(golds.queries())?;
    let mut next = 0;
    let mut ask = |sight: &Sight, row: usize, query: &mut Query| {
        if next < golds.queries() && golds.row(next) == row {
            query.index = next;
            query.gold = best_of(golds.of(next), |item| sight.key(row, item));
            next += 1;
        }
    };
    each(&mut sight, reject, &mut ask, out)
}

/// The query that a row is.
#[derive(Clone, Copy)]
pub(super) struct Query {
    /// Where its result goes; nowhere if the row is no query.
    pub(super) index: usize,
    pub(super) gold: Gold,
}

impl Query {
    pub(super) const NONE: Self = Query { index: usize::MAX, gold: Gold::NONE };

    /// What its row has counted becomes its result.
    fn put(
        &self,
        kernel: &dyn Kernel,
        row: usize,
        columns: Range<usize>,
        hits: &Hits,
        out: &mut Out,
        found: &mut Found,
    ) {
        if self.index != usize::MAX {
            let items = columns.end;
            let mut count = Count::ZERO;
            count.add_row(kernel, row, columns, 0, &self.gold, hits);
            found.put(out, self.index, &self.gold, &count, items);
        }
    }
}

/// Fills in the query that a row is, if it is one; asked in the order of rows.
pub(super) type Ask<'a> = dyn FnMut(&Sight, usize, &mut Query) + 'a;

/// Counts every row.
fn each(sight: &mut Sight, reject: bool, ask: &mut Ask, out: &mut Out) -> Result<Found, Error> {
    if VECTORS && sight.transposed {
        return down::each(sight, reject, ask, out);
    }
    let kernel = &*sight.kernel;
    let (rows, columns) = (kernel.rows(), 0..kernel.columns());
    let mut found = Found::default();
    let mut start = 0;
    while start < rows {
        let len = GROUP.min(rows - start);
        // Few rows are not worth the arrays of a group.
        let nans = if len < GROUP {
            one_by_one(sight, start..rows, columns.clone(), ask, out, &mut found)
        } else {
            group(sight, start, columns.clone(), ask, out, &mut found)
        };
        if reject && nans > 0 {
            return Err(nan_score(kernel.first_nan()));
        }
        found.nan_cells += nans;
        start += len;
    }
    Ok(found)
}

fn one_by_one(
    sight: &Sight,
    rows: Range<usize>,
    columns: Range<usize>,
    ask: &mut Ask,
    out: &mut Out,
    found: &mut Found,
) -> u64 {
    let (kernel, mut nans) = (&*sight.kernel, 0);
    for row in rows {
        let mut query = Query::NONE;
        let mut hits = Hits::default();
        ask(sight, row, &mut query);
        nans += kernel.count_row(row, columns.clone(), query.gold.key, &mut hits);
        query.put(kernel, row, columns.clone(), &hits, out, found);
    }
    nans
}

fn group(
    sight: &Sight,
    start: usize,
    columns: Range<usize>,
    ask: &mut Ask,
    out: &mut Out,
    found: &mut Found,
) -> u64 {
    let kernel = &*sight.kernel;
    let mut queries = [Query::NONE; GROUP];
    let mut rows = [0; GROUP];
    let mut keys = [0; GROUP];
    let mut hits = [Hits::default(); GROUP];
    let slots = queries.iter_mut().zip(&mut rows).zip(&mut keys);
    for (row, ((query, slot), key)) in (start..).zip(slots) {
        ask(sight, row, query);
        *slot = row;
        *key = query.gold.key;
    }
    let nans = kernel.count(&rows, columns.clone(), &keys, &mut hits);
    for ((row, query), hits) in rows.into_iter().zip(&queries).zip(&hits) {
        query.put(kernel, row, columns.clone(), hits, out, found);
    }
    nans
}
