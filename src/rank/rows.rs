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
    expect_length(gold, kernel.rows())?;
    out.expect_length(kernel.rows())?;
    for (row, &item) in gold.iter().enumerate() {
        if item as usize >= kernel.columns() {
            return Err(Error::GoldOutOfRange(place(row, item as usize)));
        }
    }
    let mut query = |row: usize| {
        let item = gold.get(row)?;
        Some((row, gather(kernel, row, core::slice::from_ref(item))))
    };
    rows(kernel, reject, &mut query, out)
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
    let mut query = |row: usize| {
        if next >= golds.queries() || golds.row(next) != row {
            return None;
        }
        let query = next;
        next += 1;
        Some((query, gather(kernel, row, golds.of(query))))
    };
    rows(kernel, reject, &mut query, out)
}

/// Counts every row; `query` tells which query a row is, rows asked in order.
fn rows(
    kernel: &dyn Kernel,
    reject: bool,
    query: &mut dyn FnMut(usize) -> Option<(usize, Gold)>,
    out: &mut Out,
) -> Result<Found, Error> {
    // Few rows are not worth the arrays of a group.
    if kernel.rows() < GROUP {
        rows_by::<1>(kernel, reject, query, out)
    } else {
        rows_by::<GROUP>(kernel, reject, query, out)
    }
}

fn rows_by<const GROUP: usize>(
    kernel: &dyn Kernel,
    reject: bool,
    query: &mut dyn FnMut(usize) -> Option<(usize, Gold)>,
    out: &mut Out,
) -> Result<Found, Error> {
    let columns = 0..kernel.columns();
    let mut found = Found::default();
    let mut start = 0;
    while start < kernel.rows() {
        let len = GROUP.min(kernel.rows() - start);
        let mut queries = [None; GROUP];
        let mut indices = [0; GROUP];
        let mut keys = [0; GROUP];
        let mut hits = [Hits::default(); GROUP];
        let slots = queries.iter_mut().zip(&mut indices).zip(&mut keys).take(len);
        for (row, ((slot, index), key)) in (start..).zip(slots) {
            *slot = query(row);
            *index = row;
            *key = slot.map_or(i64::MAX, |(_, gold)| gold.key);
        }
        let (indices, keys) = (indices.get(..len), keys.get(..len));
        let (indices, keys) = (indices.unwrap_or(&[]), keys.unwrap_or(&[]));
        let nans = kernel.count(indices, columns.clone(), keys, &mut hits);
        if reject && nans > 0 {
            return Err(nan_score(kernel.first_nan()));
        }
        found.nan_cells += nans;
        for ((&row, slot), hits) in indices.iter().zip(queries).zip(hits) {
            if let Some((query, gold)) = slot {
                let mut count = Count::ZERO;
                count.add_row(kernel, row, columns.clone(), 0, &gold, hits);
                found.put(out, query, &gold, &count, columns.end);
            }
        }
        start += len;
    }
    Ok(found)
}
