//! A sweep over tiles, the type of their scores erased.

use core::ops::Range;

use super::Counts;
use super::walk::Walk;
use crate::engine::TURNS;
use crate::error::{Error, place};
use crate::key::{NanPolicy, Order};
use crate::rank::{self, Found, Given, GoldSlot, Options, Out, Results, View};
use crate::relevance::{Relevance, expect_length};
use crate::sides::Sides;
use crate::sweep::{Count, Coverage, Gold, Pass, Sight};

/// What is to be known of a matrix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Job<'a> {
    shape: Sides<usize>,
    relevance: Relevance<'a>,
    /// Results of each side.
    queries: Sides<usize>,
    /// Of which type and order the keys of golds are; never 0.
    kind: u32,
    reject: bool,
}

/// Working memory beside the blocks.
pub(crate) struct Scratch<'a> {
    pub(crate) links: &'a mut [u32],
    pub(crate) slots: &'a mut [GoldSlot],
}

/// Whether a tile comes or goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Add,
    TakeOff,
}

impl<'a> Job<'a> {
    pub(crate) fn new(
        shape: Sides<usize>,
        relevance: Relevance<'a>,
        kind: u32,
        options: &Options,
    ) -> Result<Self, Error> {
        if shape.rows == 0 || shape.columns == 0 {
            return Err(Error::NoQueries);
        }
        let queries = relevance.check(shape.rows, shape.columns)?;
        let lower = u32::from(options.order == Order::LowerFirst);
        let reject = options.nan == NanPolicy::Reject;
        Ok(Job { shape, relevance, queries, kind: kind << 1 | lower, reject })
    }

    #[cfg(feature = "capi")]
    pub(crate) fn relevance(&self) -> &Relevance<'a> {
        &self.relevance
    }

    pub(crate) fn queries(&self) -> Sides<usize> {
        self.queries
    }

    pub(crate) fn entries(&self) -> Sides<usize> {
        match self.relevance {
            Relevance::RowOfColumn(_) | Relevance::Golds(..) => self.shape,
            Relevance::Rows(_) => Sides { columns: 0, ..self.shape },
            Relevance::EveryGold(golds) => Sides { rows: golds.count(), columns: 0 },
        }
    }

    /// Whether a tile is counted as its transposed matrix.
    pub(crate) fn goes_down(&self, is_column_major: bool) -> bool {
        TURNS && is_column_major && !matches!(self.relevance, Relevance::EveryGold(_))
    }

    pub(crate) fn check_given(&self, given: &Given) -> Result<(), Error> {
        rank::expect_given(&self.relevance, given)?;
        let nan = rank::nan_given(&self.relevance, self.shape, given).filter(|_| self.reject);
        nan.map_or(Ok(()), |place| Err(Error::NanScore(place)))
    }

    /// Takes in the golds that are in sight, or those that are given.
    pub(crate) fn gather(
        &self,
        sight: &Sight,
        origin: Sides<usize>,
        given: Option<&Given>,
        mut golds: Sides<&mut [Gold]>,
    ) -> Result<(), Error> {
        self.check_tile(sight, origin)?;
        let view = View { sight, origin };
        let part = match given {
            Some(_) => Sides { rows: 0..golds.rows.len(), columns: 0..golds.columns.len() },
            None => self.part(&view.rows(), &view.columns()),
        };
        self.check_golds(Sides { rows: &*golds.rows, columns: &*golds.columns }, &part)?;
        match given {
            Some(given) => rank::gather_given(&self.relevance, self.shape, given, &mut golds),
            None => rank::gather_golds(&view, &self.relevance, &mut golds),
        }
        let rows = golds.rows.get_mut(part.rows).unwrap_or(&mut []);
        let columns = golds.columns.get_mut(part.columns).unwrap_or(&mut []);
        let golds = rows.iter_mut().chain(columns);
        golds.filter(|gold| gold.tied > 0).for_each(|gold| gold.kind = self.kind);
        Ok(())
    }

    #[expect(clippy::too_many_arguments)]
    pub(crate) fn count(
        &self,
        sight: &mut Sight,
        origin: Sides<usize>,
        given: Option<&Given>,
        golds: Sides<&[Gold]>,
        mut scratch: Scratch,
        counts: &mut Counts,
        sign: Sign,
    ) -> Result<u64, Error> {
        let entries = self.entries();
        expect_length(counts.counts.rows, entries.rows)?;
        expect_length(counts.counts.columns, entries.columns)?;
        self.check_tile(sight, origin)?;
        self.check_scratch(sight, &scratch)?;
        given.map_or(Ok(()), |given| rank::expect_given(&self.relevance, given))?;
        let view = View { sight, origin };
        let (rows, columns) = (view.rows(), view.columns());
        let part = self.part(&rows, &columns);
        // Gathering and merging see to it that all are of one kind: so a few tell, and in
        // the end all are looked at.
        let some = |part: &Range<usize>| part.start..part.end.min(part.start.saturating_add(16));
        self.check_golds(golds, &Sides { rows: some(&part.rows), columns: some(&part.columns) })?;
        let seen = Sides { rows: Coverage::of(columns), columns: Coverage::of(rows) };

        if sign == Sign::TakeOff {
            counts.negate(&part);
        }
        let in_place = given.is_none();
        let mut walk = |counts: &mut Counts, sight: &mut Sight| {
            self.run(sight, origin, &part, golds, in_place, &mut scratch, counts)
        };
        let mut nans = walk(counts, sight);
        if nans > 0 && self.reject {
            // The same again with the opposite sign: what was counted is taken off.
            counts.negate(&part);
            nans = walk(counts, sight);
            counts.negate(&part);
        } else {
            let view = View { sight, origin };
            rank::exclude_ignored(&view, &self.relevance, golds, &mut counts.all());
            if let Some(given) = given {
                rank::exclude_golds(&view, &self.relevance, given, golds, &mut counts.all());
            }
        }
        if sign == Sign::TakeOff {
            counts.negate(&part);
        }
        if nans > 0 && self.reject {
            let (row, column) = sight.first_nan();
            return Err(Error::NanScore(place(origin.rows + row, origin.columns + column)));
        }
        let seen = match sign {
            Sign::Add => seen,
            Sign::TakeOff => Sides { rows: seen.rows.negated(), columns: seen.columns.negated() },
        };
        counts.cover(&part, &seen);
        Ok(nans)
    }

    /// Counts the cells in sight, all or up to the first rows with a NaN that is
    /// rejected.
    #[expect(clippy::too_many_arguments)]
    fn run(
        &self,
        sight: &mut Sight,
        origin: Sides<usize>,
        part: &Sides<Range<usize>>,
        golds: Sides<&[Gold]>,
        in_place: bool,
        scratch: &mut Scratch,
        counts: &mut Counts,
    ) -> u64 {
        let golds = Sides {
            rows: golds.rows.get(part.rows.clone()).unwrap_or(&[]),
            columns: golds.columns.get(part.columns.clone()).unwrap_or(&[]),
        };
        let counts = counts.part(part);
        match &self.relevance {
            Relevance::EveryGold(of) => {
                let walk = Walk { counter: &*sight.counter, origin, in_place, stop: self.reject };
                walk.every(of, golds.rows, scratch.slots, counts.rows)
            }
            Relevance::Rows(_) if !sight.transposed() => {
                let walk = Walk { counter: &*sight.counter, origin, in_place, stop: self.reject };
                walk.rows(golds.rows, counts.rows)
            }
            _ => {
                let links = &mut *scratch.links;
                let mut pass = Pass { golds, counts, origin, ranks_only: false, in_place, links };
                sight.pass(&mut pass, self.reject)
            }
        }
    }

    /// From golds and counts of the whole matrix to results.
    pub(crate) fn finish(
        &self,
        golds: Sides<&[Gold]>,
        counts: Sides<&[Count]>,
        coverage: Sides<&[Coverage]>,
        out: &mut Sides<Out>,
    ) -> Result<Found, Error> {
        let entries = self.entries();
        let whole = Sides { rows: 0..entries.rows, columns: 0..entries.columns };
        self.check_golds(golds, &whole)?;
        expect_length(counts.rows, entries.rows)?;
        expect_length(counts.columns, entries.columns)?;
        out.rows.expect_length(self.queries.rows)?;
        out.columns.expect_length(self.queries.columns)?;
        let all = Sides {
            rows: Coverage::of(0..self.shape.columns),
            columns: Coverage::of(0..self.shape.rows),
        };
        if let Some(entry) = coverage.rows.iter().position(|seen| *seen != all.rows) {
            return Err(Error::RowNotCovered { row: self.row_of(entry) });
        }
        if let Some(column) = coverage.columns.iter().position(|seen| *seen != all.columns) {
            return Err(Error::ColumnNotCovered { column });
        }
        Ok(rank::finish(&self.relevance, self.shape, golds, counts, out))
    }

    /// The row that an entry is of.
    fn row_of(&self, entry: usize) -> usize {
        match self.relevance {
            Relevance::EveryGold(of) => {
                let query = (0..of.queries()).find(|q| of.entries(*q).contains(&entry));
                query.map_or(0, |q| of.row(q))
            }
            _ => entry,
        }
    }

    /// The entries of a tile's rows and columns.
    fn part(&self, rows: &Range<usize>, columns: &Range<usize>) -> Sides<Range<usize>> {
        match self.relevance {
            Relevance::EveryGold(of) => {
                let queries = of.inside(rows);
                let start = of.entries(queries.start).start;
                let last = queries.end.checked_sub(1).filter(|last| *last >= queries.start);
                let end = last.map_or(start, |last| of.entries(last).end);
                Sides { rows: start..end, columns: 0..0 }
            }
            Relevance::Rows(_) => Sides { rows: rows.clone(), columns: 0..0 },
            _ => Sides { rows: rows.clone(), columns: columns.clone() },
        }
    }

    /// The tile is in the matrix.
    fn check_tile(&self, sight: &Sight, origin: Sides<usize>) -> Result<(), Error> {
        let inside = |start: usize, len: usize, whole: usize| {
            start.checked_add(len).is_some_and(|end| end <= whole)
        };
        if inside(origin.rows, sight.rows(), self.shape.rows)
            && inside(origin.columns, sight.columns(), self.shape.columns)
        {
            Ok(())
        } else {
            Err(Error::TileOutside(place(origin.rows, origin.columns)))
        }
    }

    /// There are as many golds as there should be, those of a part of this type and order.
    fn check_golds(&self, golds: Sides<&[Gold]>, part: &Sides<Range<usize>>) -> Result<(), Error> {
        let entries = self.entries();
        expect_length(golds.rows, entries.rows)?;
        expect_length(golds.columns, entries.columns)?;
        let rows = golds.rows.get(part.rows.clone()).unwrap_or(&[]);
        let columns = golds.columns.get(part.columns.clone()).unwrap_or(&[]);
        if rows.iter().chain(columns).any(|gold| gold.tied > 0 && gold.kind != self.kind) {
            return Err(Error::OtherGolds);
        }
        Ok(())
    }

    fn check_scratch(&self, sight: &Sight, scratch: &Scratch) -> Result<(), Error> {
        match &self.relevance {
            Relevance::EveryGold(golds) => rank::expect_slots(scratch.slots, golds),
            Relevance::Rows(_) if !sight.transposed() => Ok(()),
            _ if sight.counter.strip() == 0 => Err(Error::ScratchTooSmall { needed: 1 }),
            _ => rank::expect_links(scratch.links),
        }
    }
}
