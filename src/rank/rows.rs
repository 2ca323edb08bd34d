//! Row queries: one gold, or the best of several.

use super::{Found, Out, gather, nan_score};
use crate::count::{GROUP, Hits, Kernel};
use crate::error::{Error, place};
use crate::relevance::{Along, Golds, expect_length};
use crate::sweep::{Count, Gold};

/// One gold per row.
pub(crate) fn one(
    kernel: &dyn Kernel,
    reject: bool,
    gold: &[u32],
    out: &mut Out,
) -> Result<Found, Error> {
    let (rows, columns) = (kernel.rows(), kernel.columns());
    expect_length(gold, rows)?;
    out.expect_length(rows)?;
    for (row, &item) in gold.iter().enumerate() {
        if item as usize >= columns {
            return Err(Error::GoldOutOfRange(place(row, item as usize)));
        }
    }
    let mut ask = |row: usize, query: &mut Query| {
        if let Some(item) = gold.get(row) {
            query.index = row;
            query.gold = gather(kernel, row, core::slice::from_ref(item));
        }
    };
    each(kernel, reject, &mut ask, out)
}

/// The best of several golds.
pub(crate) fn best(
    kernel: &dyn Kernel,
    reject: bool,
    golds: &Golds,
    out: &mut Out,
) -> Result<Found, Error> {
    golds.check(kernel.rows(), kernel.columns(), true, Along::Rows)?;
    out.expect_length(golds.queries())?;
    let mut next = 0;
    let mut ask = |row: usize, query: &mut Query| {
        if next < golds.queries() && golds.row(next) == row {
            query.index = next;
            query.gold = gather(kernel, row, golds.of(next));
            next += 1;
        }
    };
    each(kernel, reject, &mut ask, out)
}

/// The query that a row is.
#[derive(Clone, Copy)]
struct Query {
    /// Where its result goes; nowhere if the row is no query.
    index: usize,
    gold: Gold,
}

impl Query {
    const NONE: Self = Query { index: usize::MAX, gold: Gold::NONE };
}

/// Fills in the query that a row is, if it is one; asked in the order of rows.
type Ask<'a> = dyn FnMut(usize, &mut Query) + 'a;

/// Counts every row.
fn each(kernel: &dyn Kernel, reject: bool, ask: &mut Ask, out: &mut Out) -> Result<Found, Error> {
    // Few rows are not worth the arrays of a group.
    if kernel.rows() < GROUP {
        each_of::<1>(kernel, reject, ask, out)
    } else {
        each_of::<GROUP>(kernel, reject, ask, out)
    }
}

fn each_of<const GROUP: usize>(
    kernel: &dyn Kernel,
    reject: bool,
    ask: &mut Ask,
    out: &mut Out,
) -> Result<Found, Error> {
    let (rows, columns) = (kernel.rows(), 0..kernel.columns());
    let mut found = Found::default();
    let mut start = 0;
    while start < rows {
        let len = GROUP.min(rows - start);
        let mut queries = [Query::NONE; GROUP];
        let mut indices = [0; GROUP];
        let mut keys = [0; GROUP];
        let mut hits = [Hits::default(); GROUP];
        let slots = queries.iter_mut().zip(&mut indices).zip(&mut keys).take(len);
        for (row, ((query, index), key)) in (start..).zip(slots) {
            ask(row, query);
            *index = row;
            *key = query.gold.key;
        }
        let (indices, keys) = (indices.get(..len), keys.get(..len));
        let (indices, keys) = (indices.unwrap_or(&[]), keys.unwrap_or(&[]));
        let nans = kernel.count(indices, columns.clone(), keys, &mut hits);
        if reject && nans > 0 {
            return Err(nan_score(kernel.first_nan()));
        }
        found.nan_cells += nans;
        for ((&row, query), hits) in indices.iter().zip(&queries).zip(&hits) {
            if query.index != usize::MAX {
                let mut count = Count::ZERO;
                count.add_row(kernel, row, columns.clone(), 0, &query.gold, hits);
                found.put(out, query.index, &query.gold, &count, columns.end);
            }
        }
        start += len;
    }
    Ok(found)
}
