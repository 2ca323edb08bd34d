//! Golds of a relevance: taken in from a matrix or tile, and turned to results.

use core::ops::Range;

use super::{Found, Out};
use crate::engine::Counter;
use crate::error::{Error, Place, narrow, place};
use crate::relevance::{Golds, NONE, Relevance, inside};
use crate::sides::Sides;
use crate::sweep::{Count, Gold, Sight, exclude};

/// A matrix, or a tile of one that begins at `origin` of the whole.
pub(crate) struct View<'a, 'k> {
    pub(crate) sight: &'a Sight<'k>,
    pub(crate) origin: Sides<usize>,
}

impl View<'_, '_> {
    pub(crate) fn rows(&self) -> Range<usize> {
        self.origin.rows..self.origin.rows.saturating_add(self.sight.rows())
    }

    pub(crate) fn columns(&self) -> Range<usize> {
        self.origin.columns..self.origin.columns.saturating_add(self.sight.columns())
    }

    /// The key of a cell of the whole matrix that is in sight, if it is a number.
    pub(crate) fn key(&self, row: usize, column: usize) -> Option<i64> {
        let Sides { rows, columns } = self.origin;
        self.sight.key(row.wrapping_sub(rows), column.wrapping_sub(columns))
    }
}

/// The cell of a gold.
struct GoldCell {
    /// Whether it is a gold of a row, or of a column.
    of_row: bool,
    /// Whose gold it is, among those of its side.
    entry: usize,
    row: usize,
    column: usize,
    /// Where its score is among those that are given for its side.
    given: usize,
}

impl GoldCell {
    fn item(&self) -> u32 {
        narrow(if self.of_row { self.column } else { self.row })
    }

    fn of<'a, T>(&self, sides: &'a mut Sides<&mut [T]>) -> Option<&'a mut T> {
        let side = if self.of_row { &mut sides.rows } else { &mut sides.columns };
        side.get_mut(self.entry)
    }

    fn given(&self, given: &Given) -> Option<i64> {
        let side = if self.of_row { given.rows } else { given.columns };
        side.key(0, self.given)
    }
}

/// Shows each gold whose cell is in some rows and columns, once.
fn visit(
    relevance: &Relevance,
    rows: Range<usize>,
    columns: Range<usize>,
    see: &mut dyn FnMut(GoldCell),
) {
    match relevance {
        Relevance::RowOfColumn(map) => {
            for (column, &row) in columns.clone().zip(map.get(columns).unwrap_or(&[])) {
                let row = row as usize;
                if rows.contains(&row) {
                    see(GoldCell { of_row: true, entry: row, row, column, given: column });
                    see(GoldCell { of_row: false, entry: column, row, column, given: column });
                }
            }
        }
        Relevance::Golds(of_rows, of_columns) => {
            visit_side(of_rows, &rows, &columns, &mut |entry, column, given| {
                see(GoldCell { of_row: true, entry, row: entry, column, given });
            });
            visit_side(of_columns, &columns, &rows, &mut |entry, row, given| {
                see(GoldCell { of_row: false, entry, row, column: entry, given });
            });
        }
        Relevance::Rows(of_rows) => {
            visit_side(of_rows, &rows, &columns, &mut |entry, column, given| {
                see(GoldCell { of_row: true, entry, row: entry, column, given });
            });
        }
        Relevance::EveryGold(of_rows) => {
            for q in of_rows.inside(&rows) {
                let golds = of_rows.entries(q).zip(of_rows.start(q)..).zip(of_rows.of(q));
                for ((entry, given), &column) in golds {
                    let (row, column) = (of_rows.row(q), column as usize);
                    if columns.contains(&column) {
                        see(GoldCell { of_row: true, entry, row, column, given });
                    }
                }
            }
        }
    }
}

/// Shows query, item and place of each gold of one side.
fn visit_side(
    of: &Golds,
    queries: &Range<usize>,
    items: &Range<usize>,
    see: &mut dyn FnMut(usize, usize, usize),
) {
    for q in of.inside(queries) {
        let mut last = None;
        for (given, &item) in (of.start(q)..).zip(of.of(q)) {
            if last.replace(item) != Some(item) && items.contains(&(item as usize)) {
                see(of.row(q), item as usize, given);
            }
        }
    }
}

/// Takes in the golds whose cells are in sight. NaN golds are passed over: under
/// `Reject` the pass will meet them.
pub(crate) fn gather(view: &View, relevance: &Relevance, golds: &mut Sides<&mut [Gold]>) {
    if let Relevance::RowOfColumn(map) = relevance {
        return gather_map(view, map, golds);
    }
    visit(relevance, view.rows(), view.columns(), &mut |cell| {
        if let Some(key) = view.key(cell.row, cell.column)
            && let Some(gold) = cell.of(golds)
        {
            gold.merge(&Gold::of(key, cell.item()));
        }
    });
}

/// A cell of a map is one read for both sides.
fn gather_map(view: &View, map: &[u32], golds: &mut Sides<&mut [Gold]>) {
    let (rows, columns) = (view.rows(), view.columns());
    for (column, &row) in columns.clone().zip(map.get(columns).unwrap_or(&[])) {
        if !rows.contains(&(row as usize)) {
            continue;
        }
        let Some(key) = view.key(row as usize, column) else { continue };
        if let Some(gold) = golds.rows.get_mut(row as usize) {
            gold.merge(&Gold::of(key, narrow(column)));
        }
        if let Some(gold) = golds.columns.get_mut(column) {
            gold.merge(&Gold::of(key, row));
        }
    }
}

/// Scores of golds that come from elsewhere, as matrices of one row.
pub(crate) type Given<'g> = Sides<&'g Counter<'g>>;

/// How many scores of golds each side is given.
pub(crate) fn given_sizes(relevance: &Relevance) -> Sides<usize> {
    let (rows, columns) = match relevance {
        Relevance::RowOfColumn(map) => (map.len(), map.len()),
        Relevance::Golds(of_rows, of_columns) => (of_rows.items(), of_columns.items()),
        Relevance::Rows(golds) | Relevance::EveryGold(golds) => (golds.items(), 0),
    };
    Sides { rows, columns }
}

/// There is a score for each gold.
pub(crate) fn expect_given(relevance: &Relevance, given: &Given) -> Result<(), Error> {
    let expect = |counter: &Counter, needed: usize| {
        let found = counter.columns();
        let wrong = Error::Length { needed, found };
        if found == needed { Ok(()) } else { Err(wrong) }
    };
    let Sides { rows, columns } = given_sizes(relevance);
    expect(given.rows, rows)?;
    expect(given.columns, columns)
}

/// The first gold whose given score is no number.
pub(crate) fn nan_given(
    relevance: &Relevance,
    shape: Sides<usize>,
    given: &Given,
) -> Option<Place> {
    let mut nan = None;
    visit(relevance, 0..shape.rows, 0..shape.columns, &mut |cell| {
        if nan.is_none() && cell.given(given).is_none() {
            nan = Some(place(cell.row, cell.column));
        }
    });
    nan
}

/// Takes in the golds whose scores are given.
pub(crate) fn gather_given(
    relevance: &Relevance,
    shape: Sides<usize>,
    given: &Given,
    golds: &mut Sides<&mut [Gold]>,
) {
    visit(relevance, 0..shape.rows, 0..shape.columns, &mut |cell| {
        if let Some(key) = cell.given(given)
            && let Some(gold) = cell.of(golds)
        {
            gold.merge(&Gold::of(key, cell.item()));
        }
    });
}

/// Has the cells of golds in sight count as if they held the given scores.
pub(crate) fn exclude_golds(
    view: &View,
    relevance: &Relevance,
    given: &Given,
    golds: Sides<&[Gold]>,
    counts: &mut Sides<&mut [Count]>,
) {
    visit(relevance, view.rows(), view.columns(), &mut |cell| {
        let side = if cell.of_row { golds.rows } else { golds.columns };
        if let (Some(gold), Some(count)) = (side.get(cell.entry), cell.of(counts)) {
            let found = view.key(cell.row, cell.column);
            count.merge(&Count::of_cell(found, cell.item(), gold).negated());
            count.merge(&Count::of_cell(cell.given(given), cell.item(), gold));
        }
    });
}

/// Takes off what ignored cells in sight have added.
pub(crate) fn exclude_ignored(
    view: &View,
    relevance: &Relevance,
    golds: Sides<&[Gold]>,
    counts: &mut Sides<&mut [Count]>,
) {
    let (rows, columns) = (view.rows(), view.columns());
    let of_row = |row: usize, column: usize| view.key(row, column);
    match relevance {
        Relevance::RowOfColumn(_) => {}
        Relevance::Golds(of_rows, of_columns) => {
            exclude_side(of_rows, &rows, &columns, golds.rows, counts.rows, of_row);
            let of_column = |column: usize, row: usize| view.key(row, column);
            exclude_side(of_columns, &columns, &rows, golds.columns, counts.columns, of_column);
        }
        Relevance::Rows(of_rows) => {
            exclude_side(of_rows, &rows, &columns, golds.rows, counts.rows, of_row);
        }
        Relevance::EveryGold(of_rows) => {
            for q in of_rows.inside(&rows) {
                let (row, items) = (of_rows.row(q), inside(of_rows.ignored(q), &columns));
                for entry in of_rows.entries(q) {
                    if let (Some(gold), Some(count)) =
                        (golds.rows.get(entry), counts.rows.get_mut(entry))
                    {
                        exclude(count, gold, items, |item| of_row(row, item));
                    }
                }
            }
        }
    }
}

fn exclude_side(
    of: &Golds,
    queries: &Range<usize>,
    items: &Range<usize>,
    golds: &[Gold],
    counts: &mut [Count],
    key: impl Fn(usize, usize) -> Option<i64>,
) {
    if !of.ignores() {
        return;
    }
    for q in of.inside(queries) {
        let query = of.row(q);
        if let (Some(gold), Some(count)) = (golds.get(query), counts.get_mut(query)) {
            exclude(count, gold, inside(of.ignored(q), items), |item| key(query, item));
        }
    }
}

/// From golds and counts of the whole matrix to results, one for each query (or
/// gold).
pub(crate) fn finish(
    relevance: &Relevance,
    shape: Sides<usize>,
    golds: Sides<&[Gold]>,
    counts: Sides<&[Count]>,
    out: &mut Sides<Out>,
) -> Found {
    let mut found = Found::default();
    let mut rows = Side { golds: golds.rows, counts: counts.rows, out: &mut out.rows };
    let mut columns = Side { golds: golds.columns, counts: counts.columns, out: &mut out.columns };
    match relevance {
        Relevance::RowOfColumn(map) => {
            (0..shape.rows).for_each(|row| rows.put(row, row, shape.columns, &mut found));
            let queries = map.iter().enumerate().filter(|(_, row)| **row != NONE);
            for (at, (column, _)) in queries.enumerate() {
                columns.put(at, column, shape.rows, &mut found);
            }
        }
        Relevance::Golds(of_rows, of_columns) => {
            rows.put_best(of_rows, shape.columns, &mut found);
            columns.put_best(of_columns, shape.rows, &mut found);
        }
        Relevance::Rows(of_rows) => rows.put_best(of_rows, shape.columns, &mut found),
        Relevance::EveryGold(of_rows) => {
            for q in 0..of_rows.queries() {
                let items = of_rows.candidates(q, shape.columns);
                of_rows.entries(q).for_each(|entry| rows.put(entry, entry, items, &mut found));
                found.without_gold += u64::from(of_rows.of(q).is_empty());
            }
        }
    }
    found
}

/// What one side has counted, and where its results go.
struct Side<'a, 'o> {
    golds: &'a [Gold],
    counts: &'a [Count],
    out: &'a mut Out<'o>,
}

impl Side<'_, '_> {
    fn put(&mut self, at: usize, entry: usize, items: usize, found: &mut Found) {
        if let (Some(gold), Some(count)) = (self.golds.get(entry), self.counts.get(entry)) {
            found.put(self.out, at, gold, count, items);
        }
    }

    fn put_best(&mut self, of: &Golds, items: usize, found: &mut Found) {
        for q in 0..of.queries() {
            self.put(q, of.row(q), of.candidates(q, items), found);
        }
    }
}
