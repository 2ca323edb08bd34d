//! A matrix in tiles: ranks from scores that are never all there at once.
//!
//! `job` does it for scores of any type, `walk` where rows alone are queries; `counts` are what anybody may add up;
//! `saved` puts golds and counts into bytes.

mod counts;
mod job;
mod saved;
mod walk;

pub use counts::Counts;
pub(crate) use job::{Job, Scratch, Sign};
pub use saved::{load, save, saved_size};

use crate::engine::{self, Block};
use crate::error::Error;
use crate::key::Score;
use crate::rank::{self, Found, Given, GoldSlot, Options, Out};
use crate::relevance::{Relevance, expect_length};
use crate::scores::Scores;
use crate::sides::Sides;
use crate::sweep::{Gold, Sight};
use crate::tally::Tally;

/// A part of a score matrix, and where it stands in the whole.
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
#[derive(Debug)]
pub struct TileScratch<'a, S: Score> {
    /// At least two links; [`both_size`](crate::both_size) of the tile's shape tells how
    /// many are best.
    pub links: &'a mut [u32],
    /// At least one block; as the links. Rows alone need no links and blocks, if
    /// their cells lie side by side.
    pub blocks: &'a mut [Block<S>],
    /// For [`Relevance::EveryGold`], as [`gold_tallies`](crate::gold_tallies) needs.
    pub slots: &'a mut [GoldSlot],
}

/// What is to be known of a matrix that comes in tiles.
///
/// Two sweeps over the tiles give it. In the first, [`gather`](Sweep::gather),
/// only the scores of golds are read; in the second, [`count`](Sweep::count), all
/// of them. Tiles may have any shape and strides and come in any order, and each
/// may be somebody else's work, be it a thread, a process or a machine: golds
/// [merge](merge_golds), and counts are [added up](Counts::merge). The results
/// have the same bits as those of a call on the whole matrix.
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
/// let sweep = Sweep::<f32>::new(2, 4, relevance, Options::default())?;
///
/// let (mut of_rows, mut of_columns) = ([Gold::NONE; 2], [Gold::NONE; 4]);
/// for row in 0..2 {
///     let golds = Sides { rows: &mut of_rows[..], columns: &mut of_columns[..] };
///     sweep.gather(&tile(row)?, golds)?;
/// }
///
/// let golds = Sides { rows: &of_rows[..], columns: &of_columns[..] };
/// let (mut counts, mut covered) = ([Count::ZERO; 6], [Coverage::NONE; 6]);
/// let mut counts = Counts::new(&mut counts, &mut covered, 2)?;
/// for row in 0..2 {
///     let (links, blocks) = (&mut [0; 5], &mut [Block::EMPTY]);
///     let scratch = TileScratch { links, blocks, slots: &mut [] };
///     sweep.count(&tile(row)?, golds, scratch, &mut counts)?;
/// }
///
/// let (mut rows, mut columns) = ([Tally::default(); 2], [Tally::default(); 4]);
/// let out = Sides { rows: &mut rows[..], columns: &mut columns[..] };
/// sweep.tallies(golds, &counts, out)?;
/// assert_eq!(rows.map(|tally| tally.ahead), [0, 0]);
/// assert_eq!(columns.map(|tally| tally.ahead), [0, 1, 0, 0]);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sweep<'a, S> {
    job: Job<'a>,
    options: Options,
    given: Option<Sides<&'a [S]>>,
}

impl<'a, S: Score> Sweep<'a, S> {
    /// A sweep over a matrix of this shape.
    ///
    /// # Errors
    /// What is wrong with the relevance; [`Error::BackendNotAvailable`].
    pub fn new(
        rows: usize,
        columns: usize,
        relevance: Relevance<'a>,
        options: Options,
    ) -> Result<Self, Error> {
        options.backend.set()?;
        let job = Job::new(Sides { rows, columns }, relevance, S::KIND, &options)?;
        Ok(Sweep { job, options, given: None })
    }

    /// With scores of the golds that come from elsewhere, and need not be found in
    /// the tiles: whatever a tile holds in a gold's own cell never counts.
    ///
    /// For a [map](Relevance::RowOfColumn) both sides have one score for each
    /// column (that of a distractor is not read); else each side has one for each
    /// item of its [`Golds`](crate::Golds).
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::NanScore`], the place being the gold's cell.
    pub fn with_gold_scores(self, scores: Sides<&'a [S]>) -> Result<Self, Error> {
        let given = Sweep { given: Some(scores), ..self };
        given.lend_given(|given| given.map_or(Ok(()), |given| self.job.check_given(given)))?;
        Ok(given)
    }

    /// How many golds, and as many counts and coverages, each side has: one for
    /// each row and each column of the matrix, or for each gold
    /// ([`Relevance::EveryGold`]), or none where rows alone are queries.
    pub fn entries(&self) -> Sides<usize> {
        self.job.entries()
    }

    /// How many results each side has: one for each query, or for each gold
    /// ([`Relevance::EveryGold`]).
    pub fn queries(&self) -> Sides<usize> {
        self.job.queries()
    }

    /// Takes in the golds whose scores are in the tile, or those whose scores were
    /// given, with any tile. Golds start as [`Gold::NONE`], and no cell may be
    /// gathered twice.
    ///
    /// NaN golds are passed over: under [`NanPolicy::Reject`](crate::NanPolicy::Reject)
    /// [`count`](Sweep::count) will meet them.
    ///
    /// # Errors
    /// [`Error::TileOutside`], [`Error::Length`], and [`Error::OtherGolds`] where
    /// golds were gathered from scores of another type or under another order.
    pub fn gather(&self, tile: &Tile<S>, golds: Sides<&mut [Gold]>) -> Result<(), Error> {
        rank::some_cells(&tile.scores)?;
        let mut counter = engine::of_scores(&tile.scores, &self.options, &mut [])?;
        let sight = Sight { counter: &mut counter, transposed: false };
        self.lend_given(|given| self.job.gather(&sight, tile.origin(), given, golds))
    }

    /// Counts every cell for its queries. Returns how many are NaN.
    /// Golds must have been gathered from all tiles.
    ///
    /// # Errors
    /// [`Error::TileOutside`], [`Error::ScratchTooSmall`], [`Error::Length`],
    /// [`Error::OtherGolds`], and [`Error::NanScore`] for the first NaN of the tile.
    /// After an error the counts are as they were.
    pub fn count(
        &self,
        tile: &Tile<S>,
        golds: Sides<&[Gold]>,
        scratch: TileScratch<S>,
        counts: &mut Counts,
    ) -> Result<u64, Error> {
        self.run(tile, golds, scratch, counts, Sign::Add)
    }

    /// Takes off what [`count`](Sweep::count) has added for a tile.
    ///
    /// # Errors
    /// As [`count`](Sweep::count).
    pub fn uncount(
        &self,
        tile: &Tile<S>,
        golds: Sides<&[Gold]>,
        scratch: TileScratch<S>,
        counts: &mut Counts,
    ) -> Result<u64, Error> {
        self.run(tile, golds, scratch, counts, Sign::TakeOff)
    }

    fn run(
        &self,
        tile: &Tile<S>,
        golds: Sides<&[Gold]>,
        scratch: TileScratch<S>,
        counts: &mut Counts,
        sign: Sign,
    ) -> Result<u64, Error> {
        let TileScratch { links, blocks, slots } = scratch;
        let transposed = self.job.goes_down(tile.scores.is_column_major());
        let turned = tile.scores.transposed();
        let scores = if transposed { &turned } else { &tile.scores };
        rank::some_cells(scores)?;
        let mut counter = engine::of_scores(scores, &self.options, blocks)?;
        let mut sight = Sight { counter: &mut counter, transposed };
        let scratch = Scratch { links, slots };
        self.lend_given(|given| {
            self.job.count(&mut sight, tile.origin(), given, golds, scratch, counts, sign)
        })
    }

    /// The tallies, shaped as those of [`tallies_both`](crate::tallies_both),
    /// [`best_tallies`](crate::best_tallies) or [`gold_tallies`](crate::gold_tallies).
    /// NaN cells are not told again.
    ///
    /// # Errors
    /// [`Error::RowNotCovered`] or [`Error::ColumnNotCovered`] where a query was not
    /// counted against every item once; [`Error::Length`], [`Error::OtherGolds`].
    pub fn tallies(
        &self,
        golds: Sides<&[Gold]>,
        counts: &Counts,
        out: Sides<&mut [Tally]>,
    ) -> Result<Found, Error> {
        self.finish(
            golds,
            counts,
            Sides { rows: Out::Tallies(out.rows), columns: Out::Tallies(out.columns) },
        )
    }

    /// The 0-based ranks; as [`tallies`](Sweep::tallies).
    ///
    /// # Errors
    /// As [`tallies`](Sweep::tallies).
    pub fn ranks(
        &self,
        golds: Sides<&[Gold]>,
        counts: &Counts,
        out: Sides<&mut [u32]>,
    ) -> Result<Found, Error> {
        self.finish(
            golds,
            counts,
            Sides { rows: Out::Ranks(out.rows), columns: Out::Ranks(out.columns) },
        )
    }

    fn finish(
        &self,
        golds: Sides<&[Gold]>,
        counts: &Counts,
        mut out: Sides<Out>,
    ) -> Result<Found, Error> {
        let Counts { counts, coverage } = counts;
        let counts = Sides { rows: &*counts.rows, columns: &*counts.columns };
        let coverage = Sides { rows: &*coverage.rows, columns: &*coverage.columns };
        self.job.finish(golds, counts, coverage, &mut out)
    }

    /// Lends the given scores as matrices of one row.
    fn lend_given<T>(
        &self,
        body: impl FnOnce(Option<&Given>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Some(Sides { rows, columns }) = self.given else { return body(None) };
        let line = |scores: &'a [S]| Scores::new(scores, 1, scores.len());
        let (rows, columns) = (line(rows)?, line(columns)?);
        let rows = engine::of_scores(&rows, &self.options, &mut [])?;
        let columns = engine::of_scores(&columns, &self.options, &mut [])?;
        body(Some(&Sides { rows: &rows, columns: &columns }))
    }
}

impl<S> Tile<'_, S> {
    fn origin(&self) -> Sides<usize> {
        Sides { rows: self.row, columns: self.column }
    }
}

/// Takes in golds that were gathered elsewhere for the same queries: of each query
/// the better key wins, and equal keys join.
///
/// # Errors
/// [`Error::Length`], and [`Error::OtherGolds`] where they are of scores of
/// another type or under another order; then nothing is taken in.
pub fn merge_golds(golds: &mut [Gold], others: &[Gold]) -> Result<(), Error> {
    expect_length(others, golds.len())?;
    let differ =
        |(gold, other): (&Gold, &Gold)| gold.tied > 0 && other.tied > 0 && gold.kind != other.kind;
    if golds.iter().zip(others).any(differ) {
        return Err(Error::OtherGolds);
    }
    golds.iter_mut().zip(others).for_each(|(gold, other)| gold.merge(other));
    Ok(())
}
