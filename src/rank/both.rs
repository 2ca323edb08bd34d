//! Both directions from one pass: gather the golds, count, finish.

use super::relevant::{View, exclude_ignored, finish, gather};
use super::{Found, Out, Results, nan_score};
use crate::engine::{Block, blocks_for, links_for};
use crate::error::Error;
use crate::key::Score;
use crate::relevance::Relevance;
use crate::sides::Sides;
use crate::sweep::{Count, Gold, Pass, Sight};

/// Golds, counts and links of both sides of a whole matrix.
pub(crate) struct State<'a> {
    pub(crate) golds: Sides<&'a mut [Gold]>,
    pub(crate) counts: Sides<&'a mut [Count]>,
    pub(crate) links: &'a mut [u32],
}

/// Both directions: gather the golds, pass over the matrix, finish.
pub(crate) fn both(
    mut sight: Sight,
    reject: bool,
    relevance: &Relevance,
    state: &mut State,
    out: &mut Sides<Out>,
) -> Result<Found, Error> {
    let (rows, columns) = (sight.rows(), sight.columns());
    if rows == 0 || columns == 0 {
        return Err(Error::NoQueries);
    }
    let queries = relevance.check(rows, columns)?;
    out.columns.expect_length(queries.columns)?;
    out.rows.expect_length(queries.rows)?;

    let State { golds, counts, links } = state;
    golds.rows.fill(Gold::NONE);
    golds.columns.fill(Gold::NONE);
    counts.rows.fill(Count::ZERO);
    counts.columns.fill(Count::ZERO);
    let origin = Sides { rows: 0, columns: 0 };
    gather(&View { sight: &sight, origin }, relevance, golds);

    let golds = Sides { rows: &*golds.rows, columns: &*golds.columns };
    let counts = Sides { rows: &mut *counts.rows, columns: &mut *counts.columns };
    let ranks_only =
        matches!((&out.rows, &out.columns), (Out::Ranks(_), Out::Ranks(_))) && !relevance.ignores();
    let mut pass = Pass { golds, counts, origin, ranks_only, in_place: true, links };
    let nans = sight.pass(&mut pass, reject);
    if reject && nans > 0 {
        return Err(nan_score(sight.first_nan()));
    }
    exclude_ignored(&View { sight: &sight, origin }, relevance, golds, &mut pass.counts);
    let counts = Sides { rows: &*pass.counts.rows, columns: &*pass.counts.columns };
    let found = finish(relevance, Sides { rows, columns }, golds, counts, out);
    Ok(Found { nan_cells: nans, ..found })
}

/// Widest strip of columns that is counted at once: its counters should stay
/// in a second-level cache.
const STRIP: usize = 1 << 15;

/// How much working memory a call in both directions takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothSize {
    /// Golds, and as many counts: rows + columns.
    pub queries: usize,
    /// Links: one strip, and one for every eight rows and columns.
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
    let strip = if side < STRIP { side } else { STRIP };
    BothSize { queries, links: links_for(queries, strip), blocks: blocks_for::<S>(strip) }
}

/// Caller-owned working memory for both directions; its contents do not matter.
/// [`both_size`] tells how much; fewer links and blocks mean narrower strips. On
/// targets without vectors neither is needed.
#[derive(Debug)]
pub struct BothScratch<'a, S: Score> {
    /// rows + columns golds.
    pub golds: &'a mut [Gold],
    /// rows + columns counts.
    pub counts: &'a mut [Count],
    /// At least two links.
    pub links: &'a mut [u32],
    /// At least one block.
    pub blocks: &'a mut [Block<S>],
}

/// Links enough for a pass.
pub(crate) fn expect_links(links: &[u32]) -> Result<(), Error> {
    let needed = links_for(1, 1).min(2);
    let small = Error::ScratchTooSmall { needed };
    if links.len() < needed { Err(small) } else { Ok(()) }
}

/// Cuts working memory into the two sides of the matrix.
pub(crate) fn state<'a>(
    rows: usize,
    columns: usize,
    golds: &'a mut [Gold],
    counts: &'a mut [Count],
    links: &'a mut [u32],
) -> Result<State<'a>, Error> {
    let small = |needed: usize| Error::ScratchTooSmall { needed };
    let queries = rows.checked_add(columns).ok_or(Error::SizeOverflow)?;
    let golds = golds.get_mut(..queries).ok_or(small(queries))?;
    let counts = counts.get_mut(..queries).ok_or(small(queries))?;
    let golds = golds.split_at_mut_checked(rows).ok_or(small(queries))?;
    let counts = counts.split_at_mut_checked(rows).ok_or(small(queries))?;
    expect_links(links)?;
    Ok(State { golds: golds.into(), counts: counts.into(), links })
}
