//! Both directions from one pass: gather the golds, sweep, finish.

use super::{Found, Out, distinct, first_nan, gather};
use crate::count::{Block, Kernel, blocks_for};
use crate::error::{Error, narrow};
use crate::key::Score;
use crate::relevance::{Along, Golds, NONE, check_map};
use crate::sweep::{Count, Gold, State};

/// Whose golds are whose, for both directions.
pub(crate) enum Pairs<'a> {
    /// The row of each column.
    Map(&'a [u32]),
    /// Golds of rows and golds of columns.
    Golds(&'a Golds<'a>, &'a Golds<'a>),
}

/// Both directions: gather the golds, sweep the matrix, finish.
pub(crate) fn both(
    kernel: &mut dyn Kernel,
    reject: bool,
    pairs: &Pairs,
    state: &mut State,
    row_out: &mut Out,
    column_out: &mut Out,
) -> Result<Found, Error> {
    let (rows, columns) = (kernel.rows(), kernel.columns());
    if rows == 0 || columns == 0 {
        return Err(Error::NoQueries);
    }
    match pairs {
        Pairs::Map(map) => {
            column_out.expect_length(check_map(map, rows, columns)?)?;
            row_out.expect_length(rows)?;
        }
        Pairs::Golds(of_rows, of_columns) => {
            of_rows.check(rows, columns, true, Along::Rows)?;
            of_columns.check(columns, rows, true, Along::Columns)?;
            row_out.expect_length(of_rows.queries())?;
            column_out.expect_length(of_columns.queries())?;
        }
    }
    state.row_golds.fill(Gold::NONE);
    state.column_golds.fill(Gold::NONE);
    state.row_counts.fill(Count::ZERO);
    state.column_counts.fill(Count::ZERO);
    gather_both(kernel, pairs, state);

    let nans = state.sweep(kernel, reject);
    if reject && nans > 0 {
        return Err(first_nan(kernel));
    }
    let mut found = Found { nan_cells: nans, without_gold: 0 };
    let mut put = |out: &mut Out, at, golds: &[Gold], counts: &[Count], k: usize, items| {
        if let (Some(gold), Some(count)) = (golds.get(k), counts.get(k)) {
            found.put(out, at, gold, count, items);
        }
    };
    let (row_golds, row_counts) = (&*state.row_golds, &*state.row_counts);
    let (column_golds, column_counts) = (&*state.column_golds, &*state.column_counts);
    match pairs {
        Pairs::Map(map) => {
            for row in 0..rows {
                put(row_out, row, row_golds, row_counts, row, columns);
            }
            let queries = map.iter().enumerate().filter(|(_, row)| **row != NONE);
            for (at, (column, _)) in queries.enumerate() {
                put(column_out, at, column_golds, column_counts, column, rows);
            }
        }
        Pairs::Golds(of_rows, of_columns) => {
            for q in 0..of_rows.queries() {
                put(row_out, q, row_golds, row_counts, of_rows.row(q), columns);
            }
            for q in 0..of_columns.queries() {
                put(column_out, q, column_golds, column_counts, of_columns.row(q), rows);
            }
        }
    }
    Ok(found)
}

/// NaN golds are passed over here: under `Reject` the sweep will meet them.
fn gather_both(kernel: &dyn Kernel, pairs: &Pairs, state: &mut State) {
    match pairs {
        Pairs::Map(map) => {
            for (column, &row) in map.iter().enumerate().filter(|(_, row)| **row != NONE) {
                let Some(key) = kernel.key(row as usize, column) else { continue };
                if let Some(gold) = state.row_golds.get_mut(row as usize) {
                    gold.join(key, narrow(column));
                }
                if let Some(gold) = state.column_golds.get_mut(column) {
                    gold.join(key, row);
                }
            }
        }
        Pairs::Golds(of_rows, of_columns) => {
            for q in 0..of_rows.queries() {
                if let Some(gold) = state.row_golds.get_mut(of_rows.row(q)) {
                    *gold = gather(kernel, of_rows.row(q), of_rows.of(q));
                }
            }
            for q in 0..of_columns.queries() {
                let column = of_columns.row(q);
                let Some(gold) = state.column_golds.get_mut(column) else { continue };
                for row in distinct(of_columns.of(q)) {
                    if let Some(key) = kernel.key(row as usize, column) {
                        gold.join(key, row);
                    }
                }
            }
        }
    }
}

/// Widest strip of columns that is counted at once: its counters should stay
/// in a second-level cache.
const STRIP: usize = 1 << 15;

/// How much working memory a call in both directions takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothSize {
    /// Golds, and as many counts: rows + columns.
    pub queries: usize,
    /// Links: rows + columns of a strip.
    pub links: usize,
    /// Blocks of one strip.
    pub blocks: usize,
}

/// Working memory for both directions over a matrix of this shape. It grows
/// with rows + columns, never with their product.
pub const fn both_size<S: Score>(rows: usize, columns: usize) -> BothSize {
    let strip = if columns < STRIP { columns } else { STRIP };
    BothSize {
        queries: rows.saturating_add(columns),
        links: rows.saturating_add(strip),
        blocks: blocks_for::<S>(strip),
    }
}

/// Caller-owned working memory for both directions; its contents do not matter.
/// [`both_size`] tells how much; fewer links and blocks mean narrower strips.
#[derive(Debug)]
pub struct BothScratch<'a, S: Score> {
    /// rows + columns golds.
    pub golds: &'a mut [Gold],
    /// rows + columns counts.
    pub counts: &'a mut [Count],
    /// More links than rows.
    pub links: &'a mut [u32],
    /// At least one block.
    pub blocks: &'a mut [Block<S>],
}

/// Cuts working memory into the two sides of the matrix.
pub(crate) fn state<'a>(
    rows: usize,
    columns: usize,
    golds: &'a mut [Gold],
    counts: &'a mut [Count],
    links: &'a mut [u32],
) -> Result<State<'a>, Error> {
    let small = |needed: usize| Error::ScratchTooSmall { needed: needed as u64 };
    let queries = rows.checked_add(columns).ok_or(Error::SizeOverflow)?;
    let golds = golds.get_mut(..queries).ok_or(small(queries))?;
    let counts = counts.get_mut(..queries).ok_or(small(queries))?;
    let (row_golds, column_golds) = golds.split_at_mut_checked(rows).ok_or(small(queries))?;
    let (row_counts, column_counts) = counts.split_at_mut_checked(rows).ok_or(small(queries))?;
    let (heads, links) = links.split_at_mut_checked(rows).ok_or(small(rows.saturating_add(1)))?;
    if links.is_empty() && columns > 0 {
        return Err(small(rows.saturating_add(1)));
    }
    Ok(State { row_golds, column_golds, row_counts, column_counts, heads, links })
}
