//! Row queries: one gold, or the best of several.

use core::ops::Range;

use super::{Found, Out, best_of, down, nan_score};
use crate::count::{GROUP, Hits, VECTORS};
use crate::error::{Error, place};
use crate::relevance::{Along, Golds, expect_length};
use crate::sweep::{Count, Gold, RowPart, Sight, exclude};

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
    Run::new(Asked::One(gold), out).each(&mut sight, reject)
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
    Run::new(Asked::Best(golds), out).each(&mut sight, reject)
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
}

/// Whose golds are asked for.
enum Asked<'a> {
    /// One for each row.
    One(&'a [u32]),
    Best(&'a Golds<'a>),
}

/// A walk over the rows, and what came of it.
pub(super) struct Run<'a, 'o> {
    asked: Asked<'a>,
    /// The first query that has not been met.
    next: usize,
    out: &'a mut Out<'o>,
    pub(super) found: Found,
}

impl<'a, 'o> Run<'a, 'o> {
    fn new(asked: Asked<'a>, out: &'a mut Out<'o>) -> Self {
        Run { asked, next: 0, out, found: Found::default() }
    }

    pub(super) fn wants_ranks(&self) -> bool {
        matches!(self.out, Out::Ranks(_))
            && !matches!(self.asked, Asked::Best(golds) if golds.ignores())
    }

    /// Fills in the query that a row is, if it is one; rows come in order.
    pub(super) fn ask(&mut self, sight: &Sight, row: usize, query: &mut Query) {
        match self.asked {
            Asked::One(gold) => {
                if let Some(&item) = gold.get(row) {
                    query.index = row;
                    if let Some(key) = sight.key(row, item as usize) {
                        query.gold = Gold::of(key, item);
                    }
                }
            }
            Asked::Best(golds) => {
                if self.next < golds.queries() && golds.row(self.next) == row {
                    query.index = self.next;
                    query.gold = best_of(golds.of(self.next), |item| sight.key(row, item));
                    self.next += 1;
                }
            }
        }
    }

    /// What has been counted for a row becomes its query's result.
    #[inline]
    pub(super) fn put(&mut self, sight: &Sight, row: usize, query: &Query, count: &mut Count) {
        let mut items = sight.columns();
        if let Asked::Best(golds) = self.asked
            && golds.ignores()
        {
            exclude(count, &query.gold, golds.ignored(query.index), |item| sight.key(row, item));
            items = golds.candidates(query.index, items);
        }
        self.found.put(self.out, query.index, &query.gold, count, items);
    }

    /// Counts every row.
    fn each(mut self, sight: &mut Sight, reject: bool) -> Result<Found, Error> {
        if VECTORS && sight.transposed {
            return down::each(self, sight, reject);
        }
        let rows = sight.rows();
        let mut start = 0;
        while start < rows {
            let len = GROUP.min(rows - start);
            // Few rows are not worth the arrays of a group.
            let nans = if len < GROUP {
                self.one_by_one(sight, start..rows)
            } else {
                self.group(sight, start)
            };
            if reject && nans > 0 {
                return Err(nan_score(sight.first_nan()));
            }
            self.found.nan_cells += nans;
            start += len;
        }
        Ok(self.found)
    }

    fn one_by_one(&mut self, sight: &Sight, rows: Range<usize>) -> u64 {
        let mut nans = 0;
        for row in rows {
            let mut query = Query::NONE;
            let mut hits = Hits::default();
            self.ask(sight, row, &mut query);
            nans += sight.kernel.count_row(row, 0..sight.columns(), query.gold.key, &mut hits);
            self.counted(sight, row, &query, &hits);
        }
        nans
    }

    fn group(&mut self, sight: &Sight, start: usize) -> u64 {
        let mut queries = [Query::NONE; GROUP];
        let mut rows = [0; GROUP];
        let mut keys = [0; GROUP];
        let mut hits = [Hits::default(); GROUP];
        let slots = queries.iter_mut().zip(&mut rows).zip(&mut keys);
        for (row, ((query, slot), key)) in (start..).zip(slots) {
            self.ask(sight, row, query);
            *slot = row;
            *key = query.gold.key;
        }
        let nans = sight.kernel.count(&rows, 0..sight.columns(), &keys, &mut hits);
        for ((row, query), hits) in rows.into_iter().zip(&queries).zip(&hits) {
            self.counted(sight, row, query, hits);
        }
        nans
    }

    fn counted(&mut self, sight: &Sight, row: usize, query: &Query, hits: &Hits) {
        if query.index != usize::MAX {
            let mut count = Count::ZERO;
            let (kernel, columns) = (&*sight.kernel, 0..sight.columns());
            let part = RowPart { kernel, row, columns, origin: 0 };
            count.add_row(&part, &query.gold, hits, true);
            self.put(sight, row, query, &mut count);
        }
    }
}
