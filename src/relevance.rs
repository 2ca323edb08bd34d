//! Who is gold for whom.

use core::ops::Range;

use crate::error::{Error, narrow, place};
use crate::sides::Sides;

/// Marks a column that is an item for the rows but no query itself.
pub const NONE: u32 = u32::MAX;

/// Golds of many queries in compressed rows: the golds of query `q` are
/// `items[offsets[q]..offsets[q + 1]]`, ascending; a query may have none.
///
/// Query `q` is row `q` of the matrix, or row `queries[q]` where a list of
/// rows is given; then rows outside the list are no queries.
/// (For queries along the columns read "column" for "row".)
#[derive(Debug, Clone, Copy)]
pub struct Golds<'a> {
    offsets: &'a [u64],
    items: &'a [u32],
    queries: Option<&'a [u32]>,
}

impl<'a> Golds<'a> {
    /// Every row is a query: `offsets.len()` is the number of rows plus one.
    pub const fn new(offsets: &'a [u64], items: &'a [u32]) -> Self {
        Golds { offsets, items, queries: None }
    }

    /// Only the listed rows are queries; the list ascends strictly and
    /// `offsets.len() == queries.len() + 1`.
    pub const fn of_queries(offsets: &'a [u64], items: &'a [u32], queries: &'a [u32]) -> Self {
        Golds { offsets, items, queries: Some(queries) }
    }

    /// Number of queries.
    pub const fn queries(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// The row of query `q`.
    pub(crate) fn row(&self, q: usize) -> usize {
        match self.queries {
            None => q,
            Some(list) => list.get(q).map_or(usize::MAX, |&row| row as usize),
        }
    }

    /// The golds of query `q`, in the order given.
    pub(crate) fn of(&self, q: usize) -> &'a [u32] {
        span(self.offsets, q).and_then(|range| self.items.get(range)).unwrap_or(&[])
    }

    /// The queries whose rows are in a range.
    pub(crate) fn inside(&self, rows: &Range<usize>) -> Range<usize> {
        match self.queries {
            None => rows.start.min(self.queries())..rows.end.min(self.queries()),
            Some(list) => span_inside(list, rows),
        }
    }

    /// Where the golds of query `q` start among all.
    pub(crate) fn start(&self, q: usize) -> usize {
        span(self.offsets, q).map_or(0, |range| range.start)
    }

    /// The largest number of golds of one query: so many
    /// [`GoldSlot`](crate::GoldSlot)s its row may need.
    pub fn largest(&self) -> usize {
        (0..self.queries()).map(|q| self.of(q).len()).max().unwrap_or(0)
    }

    /// Offsets ascend and stay within the items.
    pub(crate) fn check_offsets(&self) -> Result<(), Error> {
        check_offsets(self.offsets, self.items.len())
    }

    /// Checks everything but the scores. `repeats`: may a gold be named twice?
    /// `along` says whether the queries are rows or columns, for the places.
    pub(crate) fn check(
        &self,
        queries: usize,
        items: usize,
        repeats: bool,
        along: Along,
    ) -> Result<(), Error> {
        self.check_offsets()?;
        if self.queries() == 0 {
            return Err(Error::NoQueries);
        }
        match self.queries {
            None if self.queries() != queries => {
                return Err(length(queries.saturating_add(1), self.offsets.len()));
            }
            Some(list) if self.queries() != list.len() => {
                return Err(length(list.len().saturating_add(1), self.offsets.len()));
            }
            Some(list) => check_queries(list, queries)?,
            None => {}
        }
        for q in 0..self.queries() {
            let mut last = None;
            for &gold in self.of(q) {
                let at = || along.place(self.row(q), gold as usize);
                if gold as usize >= items {
                    return Err(Error::GoldOutOfRange(at()));
                }
                if last.is_some_and(|last| gold < last) {
                    return Err(Error::GoldsNotAscending(at()));
                }
                if !repeats && last == Some(gold) {
                    return Err(Error::DuplicateGold(at()));
                }
                last = Some(gold);
            }
        }
        Ok(())
    }
}

/// Whose golds are whose, for both directions over a whole matrix.
#[derive(Debug, Clone, Copy)]
pub enum Relevance<'a> {
    /// The row that each column belongs to (the image of each text), or [`NONE`]
    /// for a distractor: an item for the rows that is no query. Every row is a
    /// query, and its golds are its columns.
    RowOfColumn(&'a [u32]),
    /// Several golds on both sides: the golds of rows are columns, and those of
    /// columns are rows.
    Golds(Golds<'a>, Golds<'a>),
}

impl Relevance<'_> {
    /// Checks all of it against a matrix of this shape, and returns how many
    /// queries there are on each side.
    pub(crate) fn check(&self, rows: usize, columns: usize) -> Result<Sides<usize>, Error> {
        match self {
            Relevance::RowOfColumn(map) => {
                Ok(Sides { rows, columns: check_map(map, rows, columns)? })
            }
            Relevance::Golds(of_rows, of_columns) => {
                of_rows.check(rows, columns, true, Along::Rows)?;
                of_columns.check(columns, rows, true, Along::Columns)?;
                Ok(Sides { rows: of_rows.queries(), columns: of_columns.queries() })
            }
        }
    }
}

/// Which side of the matrix the queries are on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Along {
    Rows,
    Columns,
}

impl Along {
    fn place(self, query: usize, item: usize) -> crate::Place {
        match self {
            Along::Rows => place(query, item),
            Along::Columns => place(item, query),
        }
    }
}

/// Which elements of an ascending list are in a range.
fn span_inside(list: &[u32], range: &Range<usize>) -> Range<usize> {
    let below = |end: usize| list.partition_point(|&item| (item as usize) < end);
    below(range.start)..below(range.end)
}

/// The elements of an ascending list that are in a range.
pub(crate) fn inside<'a>(list: &'a [u32], range: &Range<usize>) -> &'a [u32] {
    list.get(span_inside(list, range)).unwrap_or(&[])
}

fn length(needed: usize, found: usize) -> Error {
    Error::Length { needed: needed as u64, found: found as u64 }
}

/// A slice must have exactly so many elements.
pub(crate) fn expect_length<T>(slice: &[T], needed: usize) -> Result<(), Error> {
    if slice.len() == needed { Ok(()) } else { Err(length(needed, slice.len())) }
}

/// The range of entry `q` of compressed rows.
pub(crate) fn span(offsets: &[u64], q: usize) -> Option<Range<usize>> {
    let start = usize::try_from(*offsets.get(q)?).ok()?;
    let end = usize::try_from(*offsets.get(q.checked_add(1)?)?).ok()?;
    Some(start..end)
}

/// Offsets ascend and stay within `items` elements.
pub(crate) fn check_offsets(offsets: &[u64], items: usize) -> Result<(), Error> {
    let mut last = 0;
    for (at, &offset) in offsets.iter().enumerate() {
        if offset < last || offset > items as u64 {
            return Err(Error::BadOffsets { at: at as u64 });
        }
        last = offset;
    }
    Ok(())
}

fn check_queries(list: &[u32], queries: usize) -> Result<(), Error> {
    let mut last = None;
    for (at, &query) in list.iter().enumerate() {
        if query as usize >= queries {
            return Err(Error::QueryOutOfRange { at: at as u64 });
        }
        if last.is_some_and(|last| query <= last) {
            return Err(Error::QueriesNotAscending { at: at as u64 });
        }
        last = Some(query);
    }
    Ok(())
}

/// Checks a map from columns to their rows; returns the number of columns
/// that are queries.
fn check_map(map: &[u32], rows: usize, columns: usize) -> Result<usize, Error> {
    expect_length(map, columns)?;
    let mut queries = 0;
    for (column, &row) in map.iter().enumerate() {
        if row != NONE {
            if row as usize >= rows {
                return Err(Error::GoldOutOfRange(crate::Place { row, column: narrow(column) }));
            }
            queries += 1;
        }
    }
    if queries == 0 { Err(Error::NoQueries) } else { Ok(queries) }
}
