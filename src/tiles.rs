//! A matrix in tiles: ranks from scores that are never all there at once.

use core::ops::Range;

use crate::count::Block;
use crate::error::{Error, place};
use crate::key::Score;
use crate::rank::{self, Found, Options, Out};
use crate::relevance::{Relevance, expect_length};
use crate::scores::Scores;
use crate::sides::Sides;
use crate::sweep::{Count, Coverage, Gold, Pass, Sight};
use crate::tally::Tally;

/// A part of a score matrix, and where it stands in the whole.
///
/// Two sweeps over the tiles give the ranks of both directions. In the first,
/// [`gather`](Tile::gather), only the scores of golds are read; in the second,
/// [`count`](Tile::count), all of them. Tiles may have any shape and come in any
/// order, and each may be somebody else's work, be it a thread, a process or a
/// machine: golds of equal queries [merge](Gold::merge), and counts are [added
/// up](Counts::merge). The results have the same bits as those of
/// [`tallies_both`](crate::tallies_both) on the whole matrix.
///
/// ```
/// use recallk::*;
/// # fn main() -> Result<(), Error> {
/// // Two images by four texts, in two tiles of one row.
/// let data = [0.9f32, 0.2, 0.5, 0.1, 0.3, 0.4, 0.8, 0.7];
/// let tile = |row| -> Result<_, Error> {
///     Ok(Tile { scores: Scores::new(&data[4 * row..][..4], 1, 4)?, row, column: 0 })
/// };
/// let relevance = Relevance::RowOfColumn(&[0, 0, 1, 1]);
/// let options = Options::default();
///
/// let (mut of_rows, mut of_columns) = ([Gold::NONE; 2], [Gold::NONE; 4]);
/// for row in 0..2 {
///     let golds = Sides { rows: &mut of_rows[..], columns: &mut of_columns[..] };
///     tile(row)?.gather(&relevance, &options, golds)?;
/// }
///
/// let golds = Sides { rows: &of_rows[..], columns: &of_columns[..] };
/// let (mut counts, mut covered) = ([Count::ZERO; 6], [Coverage::NONE; 6]);
/// let mut counts = Counts::new(&mut counts, &mut covered, 2)?;
/// for row in 0..2 {
///     let scratch = TileScratch { links: &mut [0; 5], blocks: &mut [Block::EMPTY] };
///     tile(row)?.count(golds, &options, scratch, &mut counts)?;
/// }
///
/// let (mut rows, mut columns) = ([Tally::default(); 2], [Tally::default(); 4]);
/// let out = Sides { rows: &mut rows[..], columns: &mut columns[..] };
/// counts.tallies(&relevance, golds, out)?;
/// assert_eq!(rows.map(|tally| tally.ahead), [0, 0]);
/// assert_eq!(columns.map(|tally| tally.ahead), [0, 1, 0, 0]);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Tile<'a, S> {
    /// The scores.
    pub scores: Scores<'a, S>,
    /// The row of the matrix that the first row of `scores` is.
    pub row: usize,
    /// The column of the matrix that the first column of `scores` is.
    pub column: usize,
}

/// Caller-owned working memory for counting a tile; its contents do not matter.
/// [`both_size`](crate::both_size) of the tile's shape tells how much; fewer
/// links and blocks mean narrower strips.
#[derive(Debug)]
pub struct TileScratch<'a, S: Score> {
    /// At least two links.
    pub links: &'a mut [u32],
    /// At least one block.
    pub blocks: &'a mut [Block<S>],
}

impl<S: Score> Tile<'_, S> {
    /// Takes in the golds whose scores are in the tile. Golds of the whole matrix
    /// start as [`Gold::NONE`], and no cell may be gathered twice.
    ///
    /// NaN golds are passed over: under [`NanPolicy::Reject`](crate::NanPolicy::Reject)
    /// [`count`](Tile::count) will meet them.
    ///
    /// # Errors
    /// [`Error::TileOutside`], and what is wrong with the relevance. Its golds are
    /// checked each time, which costs O(golds).
    pub fn gather(
        &self,
        relevance: &Relevance,
        options: &Options,
        mut golds: Sides<&mut [Gold]>,
    ) -> Result<(), Error> {
        self.check(golds.rows.len(), golds.columns.len())?;
        relevance.check(golds.rows.len(), golds.columns.len())?;
        let mut kernel = rank::kernel(&self.scores, options, &mut [])?;
        let sight = Sight { kernel: &mut kernel, transposed: false };
        rank::gather_both(&sight, self.origin(), relevance, &mut golds);
        Ok(())
    }

    /// Counts every cell for its row and its column. Returns how many are NaN.
    /// Golds must have been gathered from these very scores.
    ///
    /// # Errors
    /// [`Error::TileOutside`], [`Error::ScratchTooSmall`], [`Error::Length`] where
    /// golds and counts are not of one matrix, and [`Error::NanScore`] for the
    /// first NaN of the tile. After an error the counts are as they were.
    pub fn count(
        &self,
        golds: Sides<&[Gold]>,
        options: &Options,
        scratch: TileScratch<S>,
        counts: &mut Counts,
    ) -> Result<u64, Error> {
        let Sides { rows, columns } = counts.shape();
        expect_length(golds.rows, rows)?;
        expect_length(golds.columns, columns)?;
        self.check(rows, columns)?;
        let TileScratch { links, blocks } = scratch;
        if blocks.is_empty() {
            return Err(Error::ScratchTooSmall { needed: 1 });
        }
        rank::expect_links(links)?;
        let transposed = self.scores.is_column_major();
        let turned = self.scores.transposed();
        let scores = if transposed { &turned } else { &self.scores };
        let mut kernel = rank::kernel(scores, options, blocks)?;
        let mut sight = Sight { kernel: &mut kernel, transposed };

        let rows = self.row..self.row.saturating_add(self.scores.rows());
        let columns = self.column..self.column.saturating_add(self.scores.columns());
        let part = Sides {
            rows: counts.counts.rows.get_mut(rows.clone()).unwrap_or(&mut []),
            columns: counts.counts.columns.get_mut(columns.clone()).unwrap_or(&mut []),
        };
        let golds = Sides {
            rows: golds.rows.get(rows.clone()).unwrap_or(&[]),
            columns: golds.columns.get(columns.clone()).unwrap_or(&[]),
        };
        let mut pass =
            Pass { golds, counts: part, origin: self.origin(), ranks_only: false, links };
        let nans = sight.pass(&mut pass, options.rejects());
        if nans > 0 && options.rejects() {
            // The same again with the opposite sign: what was counted is taken off.
            pass.negate();
            sight.pass(&mut pass, true);
            pass.negate();
            return Err(self.first_nan(&sight));
        }
        counts.cover(rows, columns);
        Ok(nans)
    }

    fn origin(&self) -> Sides<usize> {
        Sides { rows: self.row, columns: self.column }
    }

    /// The tile has cells, and they are in a matrix of this shape.
    fn check(&self, rows: usize, columns: usize) -> Result<(), Error> {
        let inside = |start: usize, len: usize, whole: usize| {
            start.checked_add(len).is_some_and(|end| end <= whole)
        };
        if inside(self.row, self.scores.rows(), rows)
            && inside(self.column, self.scores.columns(), columns)
        {
            Ok(())
        } else {
            Err(Error::TileOutside(place(self.row, self.column)))
        }
    }

    fn first_nan(&self, sight: &Sight) -> Error {
        let (row, column) = sight.first_nan();
        Error::NanScore(place(self.row + row, self.column + column))
    }
}

/// What has been counted for the rows and columns of a matrix, tile by tile.
///
/// Behind it are two arrays of [`u32`] counters; adding those of two counts up,
/// element by element and modulo 2^32, merges them.
#[derive(Debug)]
pub struct Counts<'a> {
    counts: Sides<&'a mut [Count]>,
    coverage: Sides<&'a mut [Coverage]>,
}

impl<'a> Counts<'a> {
    /// Counts of a matrix with so many rows, the columns behind them. They start
    /// as [`Count::ZERO`] and [`Coverage::NONE`].
    ///
    /// # Errors
    /// [`Error::Length`] where the arrays are not equally long, or shorter than
    /// `rows`.
    pub fn new(
        counts: &'a mut [Count],
        coverage: &'a mut [Coverage],
        rows: usize,
    ) -> Result<Self, Error> {
        expect_length(coverage, counts.len())?;
        let short = Error::Length { needed: rows as u64, found: counts.len() as u64 };
        let counts = counts.split_at_mut_checked(rows).ok_or(short)?;
        let coverage = coverage.split_at_mut_checked(rows).ok_or(short)?;
        Ok(Counts { counts: counts.into(), coverage: coverage.into() })
    }

    /// Adds what was counted elsewhere for the same matrix and golds.
    ///
    /// # Errors
    /// [`Error::Length`] where the shapes differ.
    pub fn merge(&mut self, other: &Counts) -> Result<(), Error> {
        let Sides { rows, columns } = self.shape();
        expect_length(other.counts.rows, rows)?;
        expect_length(other.counts.columns, columns)?;
        merge(self.counts.rows, other.counts.rows, Count::merge);
        merge(self.counts.columns, other.counts.columns, Count::merge);
        merge(self.coverage.rows, other.coverage.rows, Coverage::merge);
        merge(self.coverage.columns, other.coverage.columns, Coverage::merge);
        Ok(())
    }

    /// The tallies of both directions, shaped as those of
    /// [`tallies_both`](crate::tallies_both). NaN cells are not told again.
    ///
    /// # Errors
    /// [`Error::RowNotCovered`] or [`Error::ColumnNotCovered`] where a query was not
    /// counted against every item once, [`Error::Length`], and what is wrong with
    /// the relevance.
    pub fn tallies(
        &self,
        relevance: &Relevance,
        golds: Sides<&[Gold]>,
        out: Sides<&mut [Tally]>,
    ) -> Result<Found, Error> {
        let out = Sides { rows: Out::Tallies(out.rows), columns: Out::Tallies(out.columns) };
        self.finish(relevance, golds, out)
    }

    /// The 0-based ranks of both directions; as [`tallies`](Counts::tallies).
    ///
    /// # Errors
    /// As [`tallies`](Counts::tallies).
    pub fn ranks(
        &self,
        relevance: &Relevance,
        golds: Sides<&[Gold]>,
        out: Sides<&mut [u32]>,
    ) -> Result<Found, Error> {
        let out = Sides { rows: Out::Ranks(out.rows), columns: Out::Ranks(out.columns) };
        self.finish(relevance, golds, out)
    }

    fn finish(
        &self,
        relevance: &Relevance,
        golds: Sides<&[Gold]>,
        mut out: Sides<Out>,
    ) -> Result<Found, Error> {
        let Sides { rows, columns } = self.shape();
        expect_length(golds.rows, rows)?;
        expect_length(golds.columns, columns)?;
        let queries = relevance.check(rows, columns)?;
        out.rows.expect_length(queries.rows)?;
        out.columns.expect_length(queries.columns)?;
        let (all_rows, all_columns) = (Coverage::of(0..rows), Coverage::of(0..columns));
        if let Some(row) = self.coverage.rows.iter().position(|seen| *seen != all_columns) {
            return Err(Error::RowNotCovered { row: row as u64 });
        }
        if let Some(column) = self.coverage.columns.iter().position(|seen| *seen != all_rows) {
            return Err(Error::ColumnNotCovered { column: column as u64 });
        }
        let counts = Sides { rows: &*self.counts.rows, columns: &*self.counts.columns };
        Ok(rank::finish(relevance, golds, counts, &mut out))
    }

    fn shape(&self) -> Sides<usize> {
        Sides { rows: self.counts.rows.len(), columns: self.counts.columns.len() }
    }

    /// Notes that the cells of a tile have been counted.
    fn cover(&mut self, rows: Range<usize>, columns: Range<usize>) {
        let (of_rows, of_columns) = (Coverage::of(rows.clone()), Coverage::of(columns.clone()));
        for coverage in self.coverage.rows.get_mut(rows).unwrap_or(&mut []) {
            coverage.merge(&of_columns);
        }
        for coverage in self.coverage.columns.get_mut(columns).unwrap_or(&mut []) {
            coverage.merge(&of_rows);
        }
    }
}

fn merge<T>(into: &mut [T], from: &[T], merge: fn(&mut T, &T)) {
    into.iter_mut().zip(from).for_each(|(into, from)| merge(into, from));
}
