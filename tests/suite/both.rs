//! Both directions from one pass against the oracle: every score type, any
//! layout, distractors, query lists on either side, working memory of any size.

use crate::common::{Csr, Grid, Scratch, Shape, Value, for_each_score, run, shapes};
use crate::oracle;
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    BothScratch, Error, Found, Golds, NONE, Tally, both_size, ranks_both, ranks_both_csr,
    tallies_both, tallies_both_csr,
};

const ROWS: usize = 20;
const COLUMNS: usize = 150;

/// How much working memory beyond the least: a share of 0 to 4 fourths.
#[derive(Debug, Clone, Copy)]
struct Memory {
    links: usize,
    blocks: usize,
}

fn memory() -> impl Strategy<Value = Memory> {
    (0..=4usize, 0..=4usize).prop_map(|(links, blocks)| Memory { links, blocks })
}

impl Memory {
    fn scratch<S: Value>(self, shape: &Shape) -> Scratch<S> {
        let size = both_size::<S>(shape.rows, shape.columns);
        let share =
            |least: usize, most: usize, share| least + most.saturating_sub(least) * share / 4;
        let links = share(2, size.links, self.links);
        Scratch::sized(size.queries, links, share(1, size.blocks, self.blocks))
    }
}

pub(crate) type Wanted = Result<(Vec<Tally>, Vec<Tally>, Found), Error>;

pub(crate) fn wanted<S: Value>(
    shape: &Shape,
    grid: &Grid<S>,
    rows: &oracle::Queries,
    columns: &oracle::Queries,
) -> Wanted {
    let matrix = grid.matrix();
    let of_rows = matrix.best_of_rows(rows, shape.options.order);
    let of_columns = matrix.best_of_columns(columns, shape.options.order);
    let nans = matrix.nans(shape.options.nan)?;
    let both = [&of_rows[..], &of_columns[..]].concat();
    Ok((of_rows, of_columns, oracle::found(nans, &both, 0)))
}

/// The same call for tallies, for ranks, and once more with the memory dirty.
fn check_calls<S: Value>(
    wanted: &Wanted,
    (rows, columns): (usize, usize),
    mut scratch: Scratch<S>,
    tallies: impl Fn(BothScratch<S>, &mut [Tally], &mut [Tally]) -> Result<Found, Error>,
    ranks: impl Fn(BothScratch<S>, &mut [u32], &mut [u32]) -> Result<Found, Error>,
) -> Result<(), TestCaseError> {
    for _ in 0..2 {
        let (mut of_rows, mut of_columns) =
            (vec![Tally::default(); rows], vec![Tally::default(); columns]);
        let (mut row_ranks, mut column_ranks) = (vec![0; rows], vec![0; columns]);
        let found = tallies(scratch.lend(), &mut of_rows, &mut of_columns);
        let by_ranks = ranks(scratch.lend(), &mut row_ranks, &mut column_ranks);
        match wanted {
            Err(error) => {
                prop_assert_eq!(found, Err(*error));
                prop_assert_eq!(by_ranks, Err(*error));
            }
            Ok((wanted_rows, wanted_columns, wanted_found)) => {
                prop_assert_eq!(&of_rows, wanted_rows, "rows");
                prop_assert_eq!(&of_columns, wanted_columns, "columns");
                prop_assert_eq!(found, Ok(*wanted_found));
                prop_assert_eq!(by_ranks, Ok(*wanted_found));
                prop_assert_eq!(row_ranks, oracle::default_ranks(wanted_rows));
                prop_assert_eq!(column_ranks, oracle::default_ranks(wanted_columns));
            }
        }
    }
    Ok(())
}

/// A map for a shape, distractors among its columns.
pub(crate) fn cut_map(map: &[u32], shape: &Shape) -> Vec<u32> {
    let to_row = |column: usize| match map[column % map.len()] as usize % (shape.rows + 1) {
        row if row == shape.rows => NONE,
        row => row as u32,
    };
    (0..shape.columns).map(to_row).collect()
}

fn check_map<S: Value>(shape: &Shape, map: &[u32], memory: Memory) -> Result<(), TestCaseError> {
    let grid = Grid::<S>::new(shape);
    let (scores, options) = (grid.view(), &shape.options);
    let map = cut_map(map, shape);
    let (rows, columns) = oracle::sides(&map, shape.rows);
    let wanted = match columns.is_empty() {
        true => Err(Error::NoQueries),
        false => wanted(shape, &grid, &rows, &columns),
    };
    check_calls(
        &wanted,
        (rows.len(), columns.len()),
        memory.scratch::<S>(shape),
        |scratch, rows, columns| tallies_both(&scores, &map, options, scratch, rows, columns),
        |scratch, rows, columns| ranks_both(&scores, &map, options, scratch, rows, columns),
    )
}

/// Golds of one side before they are cut to a shape.
#[derive(Debug, Clone)]
pub(crate) struct Side {
    sets: Vec<Vec<u32>>,
    ignored: Vec<Vec<u32>>,
    listed: Option<Vec<bool>>,
    before: usize,
}

pub(crate) fn side() -> impl Strategy<Value = Side> {
    side_of(vec(any::<u32>(), 0..6))
}

/// Golds of one side, from a set for each query, and items that are ignored.
pub(crate) fn side_of(set: impl Strategy<Value = Vec<u32>>) -> impl Strategy<Value = Side> {
    let sets = vec(set, COLUMNS);
    let ignored = prop_oneof![
        1 => Just(vec![vec![]]),
        1 => vec(vec(any::<u32>(), 0..6), COLUMNS),
    ];
    let listed = proptest::option::of(vec(any::<bool>(), COLUMNS));
    (sets, ignored, listed, 0..3usize).prop_map(|(sets, ignored, listed, before)| Side {
        sets,
        ignored,
        listed,
        before,
    })
}

/// One side of a matrix: its queries, as compressed rows and for the oracle.
pub(crate) struct Cut {
    pub(crate) queries: Vec<oracle::Query>,
    csr: Csr,
    ignored: Option<Csr>,
    list: Option<Vec<u32>>,
}

impl Side {
    pub(crate) fn cut(&self, queries: usize, items: usize) -> Cut {
        self.cut_to(queries, items, false)
    }

    /// Cut to a shape; `distinct` without repeated golds.
    pub(crate) fn cut_to(&self, queries: usize, items: usize, distinct: bool) -> Cut {
        let golds = |query: usize| {
            let mut golds: Vec<u32> =
                self.sets[query % self.sets.len()].iter().map(|gold| gold % items as u32).collect();
            golds.sort();
            if distinct {
                golds.dedup();
            }
            golds
        };
        // Repeats stay.
        let ignored = |query: usize, golds: &[u32]| {
            let set = &self.ignored[query % self.ignored.len()];
            let mut ignored: Vec<u32> = set.iter().map(|item| item % items as u32).collect();
            ignored.retain(|item| !golds.contains(item));
            ignored.sort();
            ignored
        };
        let is_query =
            |query: &usize| self.listed.as_ref().is_none_or(|listed| listed[*query % listed.len()]);
        let query = |query: usize| {
            let golds = golds(query);
            let ignored = ignored(query, &golds);
            oracle::Query { of: query, golds, ignored }
        };
        let queries: Vec<_> = (0..queries).filter(is_query).map(query).collect();
        let csr = Csr::new(queries.iter().map(|query| &query.golds), self.before);
        let some = queries.iter().any(|query| !query.ignored.is_empty());
        let ignored = || Csr::new(queries.iter().map(|query| &query.ignored), self.before);
        let ignored = some.then(ignored);
        let list = queries.iter().map(|query| query.of as u32).collect();
        Cut { queries, csr, ignored, list: self.listed.is_some().then_some(list) }
    }
}

impl Cut {
    pub(crate) fn golds(&self) -> Golds<'_> {
        let golds = match &self.list {
            None => Golds::new(&self.csr.offsets, &self.csr.items),
            Some(list) => Golds::of_queries(&self.csr.offsets, &self.csr.items, list),
        };
        match &self.ignored {
            None => golds,
            Some(ignored) => golds.ignoring(&ignored.offsets, &ignored.items),
        }
    }

    /// The places of the golds in the items: query and gold of each, in their order.
    pub(crate) fn cells(&self) -> Vec<Option<(usize, usize)>> {
        let before =
            self.csr.items.len() - self.queries.iter().map(|q| q.golds.len()).sum::<usize>();
        let golds = self
            .queries
            .iter()
            .flat_map(|query| query.golds.iter().map(|gold| Some((query.of, *gold as usize))));
        std::iter::repeat_n(None, before).chain(golds).collect()
    }
}

fn check_csr<S: Value>(
    shape: &Shape,
    rows: &Side,
    columns: &Side,
    memory: Memory,
) -> Result<(), TestCaseError> {
    let grid = Grid::<S>::new(shape);
    let (scores, options) = (grid.view(), &shape.options);
    let rows = rows.cut(shape.rows, shape.columns);
    let columns = columns.cut(shape.columns, shape.rows);
    let wanted = match rows.queries.is_empty() || columns.queries.is_empty() {
        true => Err(Error::NoQueries),
        false => wanted(shape, &grid, &rows.queries, &columns.queries),
    };
    let (of_rows, of_columns) = (rows.golds(), columns.golds());
    check_calls(
        &wanted,
        (rows.queries.len(), columns.queries.len()),
        memory.scratch::<S>(shape),
        |scratch, rows, columns| {
            tallies_both_csr(&scores, &of_rows, &of_columns, options, scratch, rows, columns)
        },
        |scratch, rows, columns| {
            ranks_both_csr(&scores, &of_rows, &of_columns, options, scratch, rows, columns)
        },
    )
}

fn a_map<S: Value>() {
    let map = prop_oneof![
        3 => vec(any::<u32>(), COLUMNS),
        // As grouped as papers have it.
        1 => (1..6u32).prop_map(|each| (0..COLUMNS as u32).map(|column| column / each).collect()),
    ];
    run(2500, (shapes(ROWS, COLUMNS), map, memory()), |(shape, map, memory)| {
        check_map::<S>(&shape, &map, memory)
    });
}

fn golds_on_both_sides<S: Value>() {
    run(
        400,
        (shapes(ROWS, COLUMNS), side(), side(), memory()),
        |(shape, rows, columns, memory)| check_csr::<S>(&shape, &rows, &columns, memory),
    );
}

mod map {
    use super::*;
    for_each_score!(a_map);
}

mod csr {
    use super::*;
    for_each_score!(golds_on_both_sides);
}

/// Each part of the working memory one element short is told, with what is needed.
#[test]
fn memory_too_small() {
    let data = [1.0f32; 3 * 40];
    let scores = recallk::Scores::new(&data, 3, 40).unwrap();
    let call = |mut scratch: Scratch<f32>| {
        let (mut rows, mut columns) = ([9; 3], [9; 40]);
        let lent = scratch.lend();
        let found =
            ranks_both(&scores, &[0; 40], &Default::default(), lent, &mut rows, &mut columns);
        if found.is_err() {
            assert!(rows.iter().chain(&columns).all(|&rank| rank == 9), "written on an error");
        }
        found.map(|_| ())
    };
    let small = |needed| Err(Error::ScratchTooSmall { needed });
    assert_eq!(call(Scratch::sized(43, 2, 1)), Ok(()));
    assert_eq!(call(Scratch::sized(42, 2, 1)), small(43));
    // Without vectors there are no strips, and nothing is needed for them.
    if both_size::<f32>(3, 40).blocks > 0 {
        assert_eq!(call(Scratch::sized(43, 1, 1)), small(2));
        assert_eq!(call(Scratch::sized(43, 0, 1)), small(2));
        assert_eq!(call(Scratch::sized(43, 2, 0)), small(1));
    }
    let mut uneven = Scratch::sized(43, 2, 1);
    uneven.counts.pop();
    assert_eq!(call(uneven), small(43));
}

/// A refused call leaves counts behind in the memory; the next one starts anew.
#[test]
fn memory_dirty_after_an_error() {
    let (rows, columns) = (9, 40);
    let mut cells: Vec<f32> = (0..rows * columns).map(|k| (k * 7 % 5) as f32).collect();
    let map: Vec<u32> = (0..columns as u32).map(|column| column % rows as u32).collect();
    let mut scratch = Scratch::full(rows, columns);
    let mut call = |cells: &[f32]| {
        let scores = recallk::Scores::new(cells, rows, columns).unwrap();
        let (mut of_rows, mut of_columns) =
            (vec![Tally::default(); rows], vec![Tally::default(); columns]);
        let lent = scratch.lend();
        let options = Default::default();
        let found = tallies_both(&scores, &map, &options, lent, &mut of_rows, &mut of_columns);
        (found, of_rows, of_columns)
    };
    let fresh = call(&cells);
    assert_eq!(fresh.0, Ok(Found::default()));
    let last = std::mem::replace(&mut cells[rows * columns - 1], f32::NAN);
    let place = recallk::Place { row: rows as u32 - 1, column: columns as u32 - 1 };
    assert_eq!(call(&cells).0, Err(Error::NanScore(place)));
    cells[rows * columns - 1] = last;
    assert_eq!(call(&cells), fresh);
}
