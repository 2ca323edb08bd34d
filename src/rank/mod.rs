//! From a score matrix to tallies and ranks.
//!
//! Each call comes in two forms: `..tallies` gives the five-field [`Tally`],
//! `..ranks` the 0-based rank under the default tie rule, in both directions of
//! floats by loops of their own that need not tell ties apart. One score is read
//! once (a few rows with ties a second time, from cache), whatever is asked.
//!
//! Cells are read where they are if those of a row lie side by side. So they are if
//! those of a column do, but where every gold is asked for; 64 rows and more then
//! take some 30 KB of stack (without vectors none). With other strides cells are copied together, 64 bytes
//! at a time, which takes some ten times longer.
//!
//! With [`NanPolicy::Reject`] the whole matrix is checked, rows that are no
//! queries included. A NaN that is found midway leaves the outputs partly
//! written: after an error they hold no result.

mod both;
mod every;
mod relevant;
mod rows;

#[cfg(feature = "capi")]
pub(crate) use both::State;
#[cfg(feature = "capi")]
pub(crate) use both::sized;
pub use both::{BothScratch, BothSize, both_size};
pub(crate) use both::{both, expect_links, state};
pub use every::{GOLDS_WITHOUT_SCRATCH, GoldSlot};
pub(crate) use every::{OfRow, every, expect_slots};
#[cfg(feature = "capi")]
pub(crate) use relevant::given_sizes;
pub(crate) use relevant::{
    Given, View, exclude_golds, exclude_ignored, expect_given, finish, gather as gather_golds,
    gather_given, nan_given,
};
pub(crate) use rows::{Asked, Query, Run, best, one};

use crate::backend::Backend;
use crate::engine::{self, TURNS, blocks_for, goes_down, with_blocks};
use crate::error::{Error, place};
use crate::key::{NanPolicy, Order, Score};
use crate::relevance::{Golds, Relevance, distinct, expect_length};
use crate::scores::Scores;
use crate::sides::Sides;
use crate::sweep::{Count, Gold, Sight};
use crate::tally::{Tally, TieRule};

/// How scores are to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Which score is better.
    pub order: Order,
    /// What a NaN means.
    pub nan: NanPolicy,
    /// Which machine code counts; the results are the same.
    pub backend: Backend,
}

/// What a call found beside the ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Found {
    /// Cells that are NaN, each counted once ([`NanPolicy::Worst`] only).
    pub nan_cells: u64,
    /// Queries that are misses: without gold, or with NaN golds only.
    pub without_gold: u64,
}

/// Where results go.
pub(crate) enum Out<'a> {
    Tallies(&'a mut [Tally]),
    Ranks(&'a mut [u32]),
}

impl Options {
    pub(crate) fn rejects(&self) -> bool {
        self.nan == NanPolicy::Reject
    }
}

/// Where results go, of which kind they may be.
pub(crate) trait Results {
    fn expect_length(&self, needed: usize) -> Result<(), Error>;
    /// Whether ranks are all that is wanted.
    fn are_ranks(&self) -> bool;
    fn put(&mut self, at: usize, tally: Tally);

    /// Counts each row for its gold.
    fn one_per_row(
        &mut self,
        sight: &mut Sight,
        reject: bool,
        gold: &[u32],
        found: &mut Found,
    ) -> Result<(), Error> {
        engine::each_row(Run::one(gold, self, found), sight, reject)
    }
}

impl Results for [Tally] {
    fn expect_length(&self, needed: usize) -> Result<(), Error> {
        expect_length(self, needed)
    }

    fn are_ranks(&self) -> bool {
        false
    }

    fn put(&mut self, at: usize, tally: Tally) {
        if let Some(slot) = self.get_mut(at) {
            *slot = tally;
        }
    }
}

impl Results for [u32] {
    fn expect_length(&self, needed: usize) -> Result<(), Error> {
        expect_length(self, needed)
    }

    fn are_ranks(&self) -> bool {
        true
    }

    fn one_per_row(
        &mut self,
        sight: &mut Sight,
        reject: bool,
        gold: &[u32],
        found: &mut Found,
    ) -> Result<(), Error> {
        engine::each_rank(sight, reject, gold, self, found)
    }

    fn put(&mut self, at: usize, tally: Tally) {
        if let (Some(slot), Some(rank)) = (self.get_mut(at), tally.rank(TieRule::LowerIndex)) {
            *slot = rank;
        }
    }
}

impl Results for Out<'_> {
    fn expect_length(&self, needed: usize) -> Result<(), Error> {
        match self {
            Out::Tallies(out) => expect_length(out, needed),
            Out::Ranks(out) => expect_length(out, needed),
        }
    }

    fn are_ranks(&self) -> bool {
        matches!(self, Out::Ranks(_))
    }

    fn put(&mut self, at: usize, tally: Tally) {
        match self {
            Out::Tallies(out) => out.put(at, tally),
            Out::Ranks(out) => out.put(at, tally),
        }
    }
}

impl Found {
    fn put<R: Results + ?Sized>(
        &mut self,
        out: &mut R,
        at: usize,
        gold: &Gold,
        count: &Count,
        items: usize,
    ) {
        self.without_gold += u64::from(gold.tied == 0);
        out.put(at, gold.tally(count, items));
    }
}

/// The best gold by the keys of those that have a number; equal neighbours count
/// once.
fn best_of(items: &[u32], key: impl Fn(usize) -> Option<i64>) -> Gold {
    let mut gold = Gold::NONE;
    for item in distinct(items) {
        if let Some(key) = key(item as usize) {
            gold.merge(&Gold::of(key, item));
        }
    }
    gold
}

pub(crate) fn nan_score((row, column): (usize, usize)) -> Error {
    Error::NanScore(place(row, column))
}

/// The tally of one gold per row: `gold[i]` is the gold of row `i`, and
/// `out[i]` its tally.
///
/// # Errors
/// [`Error::NoQueries`], [`Error::Length`], [`Error::GoldOutOfRange`], [`Error::NanScore`].
pub fn tallies<S: Score>(
    scores: &Scores<S>,
    gold: &[u32],
    options: &Options,
    out: &mut [Tally],
) -> Result<Found, Error> {
    run_rows(scores, options, &mut |sight, found| one(sight, options.rejects(), gold, out, found))
}

/// The 0-based rank of one gold per row; as [`tallies`].
pub fn ranks<S: Score>(
    scores: &Scores<S>,
    gold: &[u32],
    options: &Options,
    out: &mut [u32],
) -> Result<Found, Error> {
    run_rows(scores, options, &mut |sight, found| one(sight, options.rejects(), gold, out, found))
}

/// The tally of the best gold of each row query ("any-hit", what image-text
/// papers call R@K). Other golds never count against it.
/// `out` has one element for each query of `golds`.
///
/// # Errors
/// As [`tallies`], and what is wrong with the golds: [`Error::BadOffsets`],
/// [`Error::GoldsNotAscending`], [`Error::QueriesNotAscending`], [`Error::QueryOutOfRange`].
pub fn best_tallies<S: Score>(
    scores: &Scores<S>,
    golds: &Golds,
    options: &Options,
    out: &mut [Tally],
) -> Result<Found, Error> {
    run_rows(scores, options, &mut |sight, found| best(sight, options.rejects(), golds, out, found))
}

/// The 0-based rank of the best gold of each row query; as [`best_tallies`].
pub fn best_ranks<S: Score>(
    scores: &Scores<S>,
    golds: &Golds,
    options: &Options,
    out: &mut [u32],
) -> Result<Found, Error> {
    run_rows(scores, options, &mut |sight, found| best(sight, options.rejects(), golds, out, found))
}

/// The tally of every gold in the full order, where golds count for each
/// other. `out` has one element for each gold, in the order of the golds.
///
/// Rows with more than [`GOLDS_WITHOUT_SCRATCH`] golds need as many `slots` as
/// the largest of them has golds, and cost O(columns * log golds).
///
/// # Errors
/// As [`best_tallies`], and [`Error::DuplicateGold`], [`Error::ScratchTooSmall`].
pub fn gold_tallies<S: Score>(
    scores: &Scores<S>,
    golds: &Golds,
    options: &Options,
    slots: &mut [GoldSlot],
    out: &mut [Tally],
) -> Result<Found, Error> {
    some_cells(scores)?;
    let counter = engine::of_scores(scores, options, &mut [])?;
    every(&counter, options.rejects(), golds, slots, &mut Out::Tallies(out))
}

/// The 0-based rank of every gold; as [`gold_tallies`].
pub fn gold_ranks<S: Score>(
    scores: &Scores<S>,
    golds: &Golds,
    options: &Options,
    slots: &mut [GoldSlot],
    out: &mut [u32],
) -> Result<Found, Error> {
    some_cells(scores)?;
    let counter = engine::of_scores(scores, options, &mut [])?;
    every(&counter, options.rejects(), golds, slots, &mut Out::Ranks(out))
}

/// Any-hit tallies of both directions from one pass over the matrix.
///
/// `row_of_column[j]` is the row that column `j` belongs to (the image of each
/// text), or [`NONE`](crate::NONE) for a distractor: an item for the rows that
/// is no query. Every row is a query and its golds are its columns; a row
/// without columns is a miss.
///
/// `row_out` has one element for each row, `column_out` one for each column
/// that is no distractor, in the order of the columns.
///
/// # Errors
/// As [`tallies`], and [`Error::ScratchTooSmall`].
pub fn tallies_both<S: Score>(
    scores: &Scores<S>,
    row_of_column: &[u32],
    options: &Options,
    scratch: BothScratch<S>,
    row_out: &mut [Tally],
    column_out: &mut [Tally],
) -> Result<Found, Error> {
    let relevance = Relevance::RowOfColumn(row_of_column);
    let out = (Out::Tallies(row_out), Out::Tallies(column_out));
    run_both(scores, relevance, options, scratch, out.into())
}

/// The 0-based ranks of both directions; as [`tallies_both`].
pub fn ranks_both<S: Score>(
    scores: &Scores<S>,
    row_of_column: &[u32],
    options: &Options,
    scratch: BothScratch<S>,
    row_out: &mut [u32],
    column_out: &mut [u32],
) -> Result<Found, Error> {
    let relevance = Relevance::RowOfColumn(row_of_column);
    let out = (Out::Ranks(row_out), Out::Ranks(column_out));
    run_both(scores, relevance, options, scratch, out.into())
}

/// Any-hit tallies of both directions with several golds on both sides:
/// `row_golds` are columns, `column_golds` are rows. The outputs have one
/// element for each query.
///
/// # Errors
/// As [`best_tallies`], and [`Error::ScratchTooSmall`].
pub fn tallies_both_csr<S: Score>(
    scores: &Scores<S>,
    row_golds: &Golds,
    column_golds: &Golds,
    options: &Options,
    scratch: BothScratch<S>,
    row_out: &mut [Tally],
    column_out: &mut [Tally],
) -> Result<Found, Error> {
    let relevance = Relevance::Golds(*row_golds, *column_golds);
    let out = (Out::Tallies(row_out), Out::Tallies(column_out));
    run_both(scores, relevance, options, scratch, out.into())
}

/// The 0-based ranks of both directions; as [`tallies_both_csr`].
pub fn ranks_both_csr<S: Score>(
    scores: &Scores<S>,
    row_golds: &Golds,
    column_golds: &Golds,
    options: &Options,
    scratch: BothScratch<S>,
    row_out: &mut [u32],
    column_out: &mut [u32],
) -> Result<Found, Error> {
    let relevance = Relevance::Golds(*row_golds, *column_golds);
    let out = (Out::Ranks(row_out), Out::Ranks(column_out));
    run_both(scores, relevance, options, scratch, out.into())
}

/// Runs a call on rows, the way that its cells lie.
fn run_rows<S: Score>(
    scores: &Scores<S>,
    options: &Options,
    call: &mut dyn FnMut(Sight, &mut Found) -> Result<(), Error>,
) -> Result<Found, Error> {
    some_cells(scores)?;
    let mut found = Found::default();
    if goes_down(scores.is_column_major(), scores.rows()) {
        let turned = scores.transposed();
        with_blocks(&mut |blocks| {
            let mut counter = engine::of_scores(&turned, options, blocks)?;
            call(Sight { counter: &mut counter, transposed: true }, &mut found)
        })?;
    } else {
        let mut counter = engine::of_scores(scores, options, &mut [])?;
        call(Sight { counter: &mut counter, transposed: false }, &mut found)?;
    }
    Ok(found)
}

fn run_both<S: Score>(
    scores: &Scores<S>,
    relevance: Relevance,
    options: &Options,
    scratch: BothScratch<S>,
    mut out: Sides<Out>,
) -> Result<Found, Error> {
    some_cells(scores)?;
    let BothScratch { golds, counts, links, blocks } = scratch;
    if blocks.len() < blocks_for::<S>(1) {
        return Err(Error::ScratchTooSmall { needed: 1 });
    }
    let mut state = state(scores.rows(), scores.columns(), golds, counts, links)?;
    let transposed = TURNS && scores.is_column_major();
    let turned = scores.transposed();
    let scores = if transposed { &turned } else { scores };
    let mut counter = engine::of_scores(scores, options, blocks)?;
    let sight = Sight { counter: &mut counter, transposed };
    both(sight, options.rejects(), &relevance, &mut state, &mut out)
}

pub(crate) fn some_cells<S: Score>(scores: &Scores<S>) -> Result<(), Error> {
    if scores.rows() == 0 || scores.columns() == 0 { Err(Error::NoQueries) } else { Ok(()) }
}
