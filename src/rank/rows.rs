//! Row queries: one gold, or the best of several.

use super::{Found, Results, best_of};
use crate::engine;
use crate::error::{Error, place};
use crate::relevance::{Along, Golds, expect_length};
use crate::sweep::{Count, Gold, Sight, exclude};

/// One gold per row.
pub(crate) fn one<R: Results + ?Sized>(
    mut sight: Sight,
    reject: bool,
    gold: &[u32],
    out: &mut R,
    found: &mut Found,
) -> Result<(), Error> {
    let (rows, columns) = (sight.rows(), sight.columns());
    expect_length(gold, rows)?;
    out.expect_length(rows)?;
    for (row, &item) in gold.iter().enumerate() {
        if item as usize >= columns {
            return Err(Error::GoldOutOfRange(place(row, item as usize)));
        }
    }
    out.one_per_row(&mut sight, reject, gold, found)
}

/// The best of several golds.
pub(crate) fn best<R: Results + ?Sized>(
    mut sight: Sight,
    reject: bool,
    golds: &Golds,
    out: &mut R,
    found: &mut Found,
) -> Result<(), Error> {
    golds.check(sight.rows(), sight.columns(), true, Along::Rows)?;
    out.expect_length(golds.queries())?;
    let asked = Best { golds, next: 0 };
    engine::each_row(Run { asked, out, found }, &mut sight, reject)
}

/// The query that a row is.
#[derive(Clone, Copy)]
pub(crate) struct Query {
    /// Where its result goes; nowhere if the row is no query.
    pub(crate) index: usize,
    pub(crate) gold: Gold,
}

impl Query {
    pub(crate) const NONE: Self = Query { index: usize::MAX, gold: Gold::NONE };

    pub(crate) fn is_one(&self) -> bool {
        self.index != usize::MAX
    }
}

/// Whose golds are asked for. Apart, and not cases of one type, so that a program
/// that asks for one kind does not hold the code of the other.
pub(crate) trait Asked {
    /// Fills in the query that a row is, if it is one; rows come in order.
    fn ask(&mut self, sight: &Sight, row: usize, query: &mut Query);

    /// Golds of queries that ignore items.
    fn ignoring(&self) -> Option<&Golds<'_>>;
}

/// One gold for each row.
pub(crate) struct One<'a>(&'a [u32]);

impl Asked for One<'_> {
    fn ask(&mut self, sight: &Sight, row: usize, query: &mut Query) {
        if let Some(&item) = self.0.get(row) {
            query.index = row;
            if let Some(key) = sight.key(row, item as usize) {
                query.gold = Gold::of(key, item);
            }
        }
    }

    fn ignoring(&self) -> Option<&Golds<'_>> {
        None
    }
}

struct Best<'a> {
    golds: &'a Golds<'a>,
    /// The first query that has not been met.
    next: usize,
}

impl Asked for Best<'_> {
    fn ask(&mut self, sight: &Sight, row: usize, query: &mut Query) {
        if self.next < self.golds.queries() && self.golds.row(self.next) == row {
            query.index = self.next;
            query.gold = best_of(self.golds.of(self.next), |item| sight.key(row, item));
            self.next += 1;
        }
    }

    fn ignoring(&self) -> Option<&Golds<'_>> {
        Some(self.golds).filter(|golds| golds.ignores())
    }
}

/// A walk over the rows, and what came of it.
pub(crate) struct Run<'o, A, R: ?Sized> {
    asked: A,
    out: &'o mut R,
    pub(crate) found: &'o mut Found,
}

impl<'o, R: Results + ?Sized> Run<'o, One<'o>, R> {
    /// One gold per row.
    pub(crate) fn one(gold: &'o [u32], out: &'o mut R, found: &'o mut Found) -> Self {
        Run { asked: One(gold), out, found }
    }
}

impl<A: Asked, R: Results + ?Sized> Run<'_, A, R> {
    /// Whether ranks are all that is wanted.
    pub(crate) fn wants_ranks(&self) -> bool {
        self.out.are_ranks() && self.asked.ignoring().is_none()
    }

    /// Fills in the query that a row is, if it is one; rows come in order.
    pub(crate) fn ask(&mut self, sight: &Sight, row: usize, query: &mut Query) {
        self.asked.ask(sight, row, query);
    }

    /// What has been counted for a row becomes its query's result.
    #[inline]
    pub(crate) fn put(&mut self, sight: &Sight, row: usize, query: &Query, count: &mut Count) {
        let mut items = sight.columns();
        if let Some(golds) = self.asked.ignoring() {
            exclude(count, &query.gold, golds.ignored(query.index), |item| sight.key(row, item));
            items = golds.candidates(query.index, items);
        }
        self.found.put(self.out, query.index, &query.gold, count, items);
    }
}
