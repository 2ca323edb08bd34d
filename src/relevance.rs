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
    ignored: Option<(&'a [u64], &'a [u32])>,
}

impl<'a> Golds<'a> {
    /// Every row is a query: `offsets.len()` is the number of rows plus one.
    pub const fn new(offsets: &'a [u64], items: &'a [u32]) -> Self {
        Golds { offsets, items, queries: None, ignored: None }
    }

    /// Only the listed rows are queries; the list ascends strictly and
    /// `offsets.len() == queries.len() + 1`.
    pub const fn of_queries(offsets: &'a [u64], items: &'a [u32], queries: &'a [u32]) -> Self {
        Golds { offsets, items, queries: Some(queries), ignored: None }
    }

    /// With items that are no candidates at all (the query itself, junk, the same
    /// camera): query `q` ignores `items[offsets[q]..offsets[q + 1]]`, ascending,
    /// none of them a gold of its own. Its gallery is smaller by so many. Equal
    /// neighbours count once. Costs one read of a cell each, where every gold is asked for
    /// each of its query's golds.
    ///
    /// Under [`NanPolicy::Reject`](crate::NanPolicy::Reject) a NaN is an error
    /// wherever it is, and NaN cells are counted, ignored or not.
    pub const fn ignoring(self, offsets: &'a [u64], items: &'a [u32]) -> Self {
        Golds { ignored: Some((offsets, items)), ..self }
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

    /// The items that query `q` ignores, in the order given.
    pub(crate) fn ignored(&self, q: usize) -> &'a [u32] {
        let of = |(offsets, items): (_, &'a [u32])| items.get(span(offsets, q)?);
        self.ignored.and_then(of).unwrap_or(&[])
    }

    /// Whether any query may ignore items.
    pub(crate) fn ignores(&self) -> bool {
        self.ignored.is_some_and(|(_, items)| !items.is_empty())
    }

    /// How many of so many items are candidates for query `q`.
    pub(crate) fn candidates(&self, q: usize, items: usize) -> usize {
        items.saturating_sub(distinct(self.ignored(q)).count())
    }

    /// How many items there are, those of no query included.
    pub(crate) fn items(&self) -> usize {
        self.items.len()
    }

    /// Which golds are those of query `q`, from 0 for the first of all.
    pub(crate) fn entries(&self, q: usize) -> Range<usize> {
        let start = self.start(q).saturating_sub(self.start(0));
        start..start.saturating_add(self.of(q).len())
    }

    /// How many golds all queries have.
    pub(crate) fn count(&self) -> usize {
        self.entries(self.queries().saturating_sub(1)).end
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
        self.check_ignored(items, along)
    }

    fn check_ignored(&self, items: usize, along: Along) -> Result<(), Error> {
        let Some((offsets, ignored)) = self.ignored else { return Ok(()) };
        if offsets.len() != self.offsets.len() {
            return Err(length(self.offsets.len(), offsets.len()));
        }
        check_offsets(offsets, ignored.len())?;
        for q in 0..self.queries() {
            let mut golds = self.of(q).iter().peekable();
            let mut last = 0;
            for &item in self.ignored(q) {
                let at = || along.place(self.row(q), item as usize);
                if item as usize >= items {
                    return Err(Error::IgnoredOutOfRange(at()));
                }
                if item < last {
                    return Err(Error::IgnoredNotAscending(at()));
                }
                last = item;
                while golds.next_if(|gold| **gold < item).is_some() {}
                if golds.peek().is_some_and(|gold| **gold == item) {
                    return Err(Error::IgnoredGold(at()));
                }
            }
        }
        Ok(())
    }
}

/// Who is a query, and whose golds are whose, over a whole matrix.
#[derive(Debug, Clone, Copy)]
pub enum Relevance<'a> {
    /// The row that each column belongs to (the image of each text), or [`NONE`]
    /// for a distractor: an item for the rows that is no query. Every row is a
    /// query, and its golds are its columns.
    RowOfColumn(&'a [u32]),
    /// Several golds on both sides: the golds of rows are columns, and those of
    /// columns are rows.
    Golds(Golds<'a>, Golds<'a>),
    /// Rows alone are queries, each for the best of its golds.
    Rows(Golds<'a>),
    /// Rows alone are queries, and each gold has a result of its own, in the full
    /// order, where golds count for each other.
    EveryGold(Golds<'a>),
}

impl Relevance<'_> {
    /// Whether any query may ignore items.
    pub(crate) fn ignores(&self) -> bool {
        match self {
            Relevance::RowOfColumn(_) => false,
            Relevance::Golds(of_rows, of_columns) => of_rows.ignores() || of_columns.ignores(),
            Relevance::Rows(golds) | Relevance::EveryGold(golds) => golds.ignores(),
        }
    }

    /// Checks all of it against a matrix of this shape, and returns how many
    /// results there are on each side.
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
            Relevance::Rows(golds) => {
                golds.check(rows, columns, true, Along::Rows)?;
                Ok(Sides { rows: golds.queries(), columns: 0 })
            }
            Relevance::EveryGold(golds) => {
                golds.check(rows, columns, false, Along::Rows)?;
                Ok(Sides { rows: golds.count(), columns: 0 })
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
    Error::Length { needed, found }
}

/// The items without equal neighbours.
pub(crate) fn distinct(items: &[u32]) -> impl Iterator<Item = u32> {
    let mut last = None;
    items.iter().copied().filter(move |&item| last.replace(item) != Some(item))
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
            return Err(Error::BadOffsets { at });
        }
        last = offset;
    }
    Ok(())
}

fn check_queries(list: &[u32], queries: usize) -> Result<(), Error> {
    let mut last = None;
    for (at, &query) in list.iter().enumerate() {
        if query as usize >= queries {
            return Err(Error::QueryOutOfRange { at });
        }
        if last.is_some_and(|last| query <= last) {
            return Err(Error::QueriesNotAscending { at });
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
