//! Both directions from one pass: gather the golds, sweep, finish.

use super::{Found, Out, best_of, first_nan};
use crate::count::{Block, Kernel, blocks_for};
use crate::error::{Error, narrow, place};
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

/// The matrix as it is counted. A sweep runs along the kernel's rows; where the
/// columns of a matrix lie side by side, its kernel is the transposed one.
pub(crate) struct Sight<'k> {
    pub(crate) kernel: &'k mut dyn Kernel,
    pub(crate) transposed: bool,
}

impl Sight<'_> {
    fn rows(&self) -> usize {
        if self.transposed { self.kernel.columns() } else { self.kernel.rows() }
    }

    fn columns(&self) -> usize {
        if self.transposed { self.kernel.rows() } else { self.kernel.columns() }
    }

    fn key(&self, row: usize, column: usize) -> Option<i64> {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        self.kernel.key(row, column)
    }

    /// Counts every cell for its row and its column.
    fn sweep(&mut self, state: &mut State, stop: bool) -> u64 {
        if self.transposed {
            state.turned().sweep(self.kernel, stop)
        } else {
            state.sweep(self.kernel, stop)
        }
    }

    fn first_nan(&self) -> Error {
        if !self.transposed {
            return first_nan(self.kernel);
        }
        let cells = (0..self.rows()).flat_map(|row| (0..self.columns()).map(move |at| (row, at)));
        let mut nans = cells.filter(|&(row, column)| self.key(row, column).is_none());
        let (row, column) = nans.next().unwrap_or((0, 0));
        Error::NanScore(place(row, column))
    }
}

/// Both directions: gather the golds, sweep the matrix, finish.
pub(crate) fn both(
    mut sight: Sight,
    reject: bool,
    pairs: &Pairs,
    state: &mut State,
    row_out: &mut Out,
    column_out: &mut Out,
) -> Result<Found, Error> {
    let (rows, columns) = (sight.rows(), sight.columns());
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
    gather_both(&sight, pairs, state);

    let nans = sight.sweep(state, reject);
    if reject && nans > 0 {
        return Err(sight.first_nan());
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
fn gather_both(sight: &Sight, pairs: &Pairs, state: &mut State) {
    match pairs {
        Pairs::Map(map) => {
            for (column, &row) in map.iter().enumerate().filter(|(_, row)| **row != NONE) {
                let Some(key) = sight.key(row as usize, column) else { continue };
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
                let row = of_rows.row(q);
                if let Some(gold) = state.row_golds.get_mut(row) {
                    *gold = best_of(of_rows.of(q), |column| sight.key(row, column));
                }
            }
            for q in 0..of_columns.queries() {
                let column = of_columns.row(q);
                if let Some(gold) = state.column_golds.get_mut(column) {
                    *gold = best_of(of_columns.of(q), |row| sight.key(row, column));
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
    /// Links: rows + columns.
    pub links: usize,
    /// Blocks of one strip.
    pub blocks: usize,
}

/// Working memory for both directions over a matrix of this shape. It grows
/// with rows + columns, never with their product.
pub const fn both_size<S: Score>(rows: usize, columns: usize) -> BothSize {
    // The strip is one of columns or, where these lie side by side, of rows.
    sized::<S>(rows, columns, if rows < columns { columns } else { rows })
}

/// As [`both_size`], for strips along one side, which has so many queries.
pub(crate) const fn sized<S: Score>(rows: usize, columns: usize, side: usize) -> BothSize {
    let queries = rows.saturating_add(columns);
    let blocks = blocks_for::<S>(if side < STRIP { side } else { STRIP });
    BothSize { queries, links: queries, blocks }
}

/// Caller-owned working memory for both directions; its contents do not matter.
/// [`both_size`] tells how much; fewer links and blocks mean narrower strips.
#[derive(Debug)]
pub struct BothScratch<'a, S: Score> {
    /// rows + columns golds.
    pub golds: &'a mut [Gold],
    /// rows + columns counts.
    pub counts: &'a mut [Count],
    /// More links than rows; for a matrix whose columns lie side by side more
    /// than columns, else it is read across, which is slow.
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
    if links.len() <= rows {
        return Err(small(rows.saturating_add(1)));
    }
    Ok(State { row_golds, column_golds, row_counts, column_counts, links })
}
