//! Any partition of a matrix into tiles, in any order, counted by anybody, gives
//! what the oracle says of the whole.

use std::ops::Range;

use crate::both::{Side, Wanted, cut_map, side, wanted};
use crate::common::{Grid, Shape, Value, for_each_score, run, shapes};
use crate::oracle;
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    Block, Count, Counts, Coverage, Error, Found, Gold, Options, Place, Relevance, Score, Scores,
    Sides, Tally, Tile, TileScratch, both_size,
};

const ROWS: usize = 20;
const COLUMNS: usize = 150;

/// How a matrix is cut, in which order its tiles come, and whose work each is.
#[derive(Debug, Clone)]
struct Plan {
    row_cuts: Vec<usize>,
    column_cuts: Vec<usize>,
    order: u64,
    workers: usize,
    narrow: bool,
}

fn plans() -> impl Strategy<Value = Plan> {
    let cuts = || vec(any::<usize>(), 0..5);
    (cuts(), cuts(), any::<u64>(), 1..4usize, any::<bool>()).prop_map(
        |(row_cuts, column_cuts, order, workers, narrow)| Plan {
            row_cuts,
            column_cuts,
            order,
            workers,
            narrow,
        },
    )
}

impl Plan {
    fn tiles(&self, rows: usize, columns: usize) -> Vec<(Range<usize>, Range<usize>)> {
        let ranges = |cuts: &[usize], len: usize| {
            let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % len).collect();
            cuts.extend([0, len]);
            cuts.sort();
            cuts.dedup();
            cuts.windows(2).map(|pair| pair[0]..pair[1]).collect::<Vec<_>>()
        };
        let columns = ranges(&self.column_cuts, columns);
        let mut tiles: Vec<_> = ranges(&self.row_cuts, rows)
            .into_iter()
            .flat_map(|rows| columns.iter().map(move |columns| (rows.clone(), columns.clone())))
            .collect();
        let mut state = self.order;
        for last in (1..tiles.len()).rev() {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            tiles.swap(last, (state >> 33) as usize % (last + 1));
        }
        tiles
    }
}

/// What one worker keeps.
#[derive(Clone, PartialEq, Debug)]
struct State {
    golds: Sides<Vec<Gold>>,
    counts: Vec<Count>,
    coverage: Vec<Coverage>,
}

impl State {
    fn new(rows: usize, columns: usize) -> Self {
        State {
            golds: Sides { rows: vec![Gold::NONE; rows], columns: vec![Gold::NONE; columns] },
            counts: vec![Count::ZERO; rows + columns],
            coverage: vec![Coverage::NONE; rows + columns],
        }
    }

    fn golds(&self) -> Sides<&[Gold]> {
        Sides { rows: &self.golds.rows, columns: &self.golds.columns }
    }

    fn lend_golds(&mut self) -> Sides<&mut [Gold]> {
        Sides { rows: &mut self.golds.rows, columns: &mut self.golds.columns }
    }

    fn counts(&mut self) -> Counts<'_> {
        let rows = self.golds.rows.len();
        Counts::new(&mut self.counts, &mut self.coverage, rows).unwrap()
    }

    fn count<S: Score>(
        &mut self,
        tile: &Tile<S>,
        golds: Sides<&[Gold]>,
        options: &Options,
        narrow: bool,
    ) -> Result<u64, Error> {
        let (rows, columns) = (tile.scores.rows(), tile.scores.columns());
        let size = both_size::<S>(rows, columns);
        let (mut links, mut blocks) = match narrow {
            true => (vec![7; 2], vec![Block::EMPTY; 1]),
            false => (vec![7; size.links], vec![Block::EMPTY; size.blocks]),
        };
        let scratch = TileScratch { links: &mut links, blocks: &mut blocks };
        tile.count(golds, options, scratch, &mut self.counts())
    }

    fn finish(
        &mut self,
        relevance: &Relevance,
        queries: (usize, usize),
    ) -> Result<(Vec<Tally>, Vec<Tally>, Found), Error> {
        let (mut rows, mut columns) =
            (vec![Tally::default(); queries.0], vec![Tally::default(); queries.1]);
        let golds = self.golds.clone();
        let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
        let out = Sides { rows: &mut rows[..], columns: &mut columns[..] };
        let found = self.counts().tallies(relevance, golds, out)?;
        let (mut row_ranks, mut column_ranks) = (vec![0; rows.len()], vec![0; columns.len()]);
        let out = Sides { rows: &mut row_ranks[..], columns: &mut column_ranks[..] };
        assert_eq!(self.counts().ranks(relevance, golds, out), Ok(found));
        assert_eq!(row_ranks, oracle::default_ranks(&rows));
        assert_eq!(column_ranks, oracle::default_ranks(&columns));
        Ok((rows, columns, found))
    }
}

fn check<S: Value>(
    shape: &Shape,
    relevance: &Relevance,
    wanted: &Wanted,
    queries: (usize, usize),
    plan: &Plan,
) -> Result<(), TestCaseError> {
    let grid = Grid::<S>::new(shape);
    let (rows, columns, options) = (shape.rows, shape.columns, &shape.options);
    let tiles: Vec<Tile<S>> = plan
        .tiles(rows, columns)
        .into_iter()
        .map(|(rows, columns)| {
            let (row, column) = (rows.start, columns.start);
            Tile { scores: grid.part(rows, columns), row, column }
        })
        .collect();
    let mut workers = vec![State::new(rows, columns); plan.workers];
    if let Err(Error::NoQueries) = wanted {
        let gathered = tiles[0].gather(relevance, options, workers[0].lend_golds());
        prop_assert_eq!(gathered, Err(Error::NoQueries));
        return Ok(());
    }

    for (k, tile) in tiles.iter().enumerate() {
        let worker = &mut workers[k % plan.workers];
        prop_assert_eq!(tile.gather(relevance, options, worker.lend_golds()), Ok(()));
    }
    let mut golds = State::new(rows, columns);
    for worker in &workers {
        let merge = |all: &mut [Gold], more: &[Gold]| {
            all.iter_mut().zip(more).for_each(|(gold, more)| gold.merge(more));
        };
        merge(&mut golds.golds.rows, &worker.golds.rows);
        merge(&mut golds.golds.columns, &worker.golds.columns);
    }

    // Under `Reject` each tile tells its own first NaN, and is as if it had not come.
    let mut nans = 0;
    let whole = grid.matrix();
    let mut refused = false;
    for (k, tile) in tiles.iter().enumerate() {
        let worker = &mut workers[k % plan.workers];
        let before = worker.clone();
        match worker.count(tile, golds.golds(), options, plan.narrow) {
            Ok(more) => nans += more,
            Err(error) => {
                let cells = (0..tile.scores.rows())
                    .flat_map(|row| (0..tile.scores.columns()).map(move |column| (row, column)))
                    .map(|(row, column)| (tile.row + row, tile.column + column));
                let first = cells
                    .clone()
                    .find(|(row, column)| whole.cells[row * columns + column].is_nan());
                let (row, column) = first.unwrap();
                let place = Place { row: row as u32, column: column as u32 };
                prop_assert_eq!(error, Error::NanScore(place));
                prop_assert!(*worker == before, "a refused tile left something behind");
                refused = true;
            }
        }
    }
    let mut all = State { golds: golds.golds, ..State::new(rows, columns) };
    for worker in &mut workers {
        prop_assert_eq!(all.counts().merge(&worker.counts()), Ok(()));
    }
    let finished = all.finish(relevance, queries);
    match wanted {
        Ok((of_rows, of_columns, found)) => {
            prop_assert!(!refused);
            prop_assert_eq!(nans, found.nan_cells);
            let found = Found { nan_cells: 0, ..*found };
            prop_assert_eq!(finished, Ok((of_rows.clone(), of_columns.clone(), found)));
        }
        Err(_) => {
            prop_assert!(refused);
            let told = matches!(
                finished,
                Err(Error::RowNotCovered { .. } | Error::ColumnNotCovered { .. })
            );
            prop_assert!(told, "{:?}", finished);
        }
    }
    Ok(())
}

fn check_map<S: Value>(shape: &Shape, map: &[u32], plan: &Plan) -> Result<(), TestCaseError> {
    let map = cut_map(map, shape);
    let (rows, columns) = oracle::sides(&map, shape.rows);
    let wanted = match columns.is_empty() {
        true => Err(Error::NoQueries),
        false => wanted(shape, &Grid::<S>::new(shape), &rows, &columns),
    };
    let queries = (rows.len(), columns.len());
    check::<S>(shape, &Relevance::RowOfColumn(&map), &wanted, queries, plan)
}

fn check_csr<S: Value>(
    shape: &Shape,
    rows: &Side,
    columns: &Side,
    plan: &Plan,
) -> Result<(), TestCaseError> {
    let rows = rows.cut(shape.rows, shape.columns);
    let columns = columns.cut(shape.columns, shape.rows);
    let wanted = match rows.queries.is_empty() || columns.queries.is_empty() {
        true => Err(Error::NoQueries),
        false => wanted(shape, &Grid::<S>::new(shape), &rows.queries, &columns.queries),
    };
    let queries = (rows.queries.len(), columns.queries.len());
    check::<S>(shape, &Relevance::Golds(rows.golds(), columns.golds()), &wanted, queries, plan)
}

fn a_map<S: Value>() {
    let map = vec(any::<u32>(), COLUMNS);
    run(800, (shapes(ROWS, COLUMNS), map, plans()), |(shape, map, plan)| {
        check_map::<S>(&shape, &map, &plan)
    });
}

fn golds_on_both_sides<S: Value>() {
    run(200, (shapes(ROWS, COLUMNS), side(), side(), plans()), |(shape, rows, columns, plan)| {
        check_csr::<S>(&shape, &rows, &columns, &plan)
    });
}

mod map {
    use super::*;
    for_each_score!(a_map);
}

mod csr {
    use super::*;
    for_each_score!(golds_on_both_sides);
}

/// Six rows by four columns, in tiles of two rows by two columns.
fn small() -> (Vec<f32>, [u32; 4], State) {
    let data: Vec<f32> = (0..24).map(|k| (k * 7 % 5) as f32).collect();
    (data, [0, 3, 5, 5], State::new(6, 4))
}

fn tile(data: &[f32], row: usize, column: usize) -> Tile<'_, f32> {
    let scores = Scores::strided(data, row * 4 + column, 2, 2, 4, 1).unwrap();
    Tile { scores, row, column }
}

const TILES: [(usize, usize); 6] = [(0, 0), (0, 2), (2, 0), (2, 2), (4, 0), (4, 2)];

/// Each tile missing, pushed twice, or pushed in place of each other tile.
#[test]
fn coverage() {
    let (data, map, mut state) = small();
    let options = Options::default();
    let relevance = Relevance::RowOfColumn(&map);
    for (row, column) in TILES {
        tile(&data, row, column).gather(&relevance, &options, state.lend_golds()).unwrap();
    }
    let finish = |pushed: &[(usize, usize)]| {
        let mut state = state.clone();
        for &(row, column) in pushed {
            let golds = state.golds.clone();
            let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
            assert_eq!(state.count(&tile(&data, row, column), golds, &options, false), Ok(0));
        }
        state.finish(&relevance, (6, 4)).map(|_| ())
    };
    let row_error = |row: usize| Err(Error::RowNotCovered { row: row as u64 });
    assert_eq!(finish(&TILES), Ok(()));
    for k in 0..TILES.len() {
        let mut missing = TILES.to_vec();
        missing.remove(k);
        assert_eq!(finish(&missing), row_error(TILES[k].0));
        let mut twice = TILES.to_vec();
        twice.push(TILES[k]);
        assert_eq!(finish(&twice), row_error(TILES[k].0));
        for other in (0..TILES.len()).filter(|&other| other != k) {
            let mut swapped = TILES.to_vec();
            swapped[k] = TILES[other];
            assert!(finish(&swapped).is_err(), "{swapped:?}");
        }
    }
    // All columns of all rows, but two rows of one column stand in for another's.
    let odd = Tile { scores: tile(&data, 0, 0).scores, row: 2, column: 0 };
    let mut state = state.clone();
    let golds = state.golds.clone();
    let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
    for (row, column) in TILES.into_iter().filter(|&at| at != (0, 0)) {
        state.count(&tile(&data, row, column), golds, &options, false).unwrap();
    }
    state.count(&odd, golds, &options, false).unwrap();
    assert_eq!(state.finish(&relevance, (6, 4)), Err(Error::RowNotCovered { row: 0 }));
}

/// A tile that reaches outside, and memory that does not fit, change nothing.
#[test]
fn refused() {
    let (data, map, mut state) = small();
    let options = Options::default();
    let relevance = Relevance::RowOfColumn(&map);
    let fresh = state.clone();
    let none = [Gold::NONE; 6];
    let golds = Sides { rows: &none[..], columns: &none[..4] };
    for (row, column) in [(5, 0), (0, 3), (6, 0), (usize::MAX, 0), (0, usize::MAX)] {
        let outside = Tile { row, column, ..tile(&data, 0, 0) };
        let narrow = |at| u32::try_from(at).unwrap_or(u32::MAX);
        let error = Error::TileOutside(Place { row: narrow(row), column: narrow(column) });
        assert_eq!(outside.gather(&relevance, &options, state.lend_golds()), Err(error));
        assert_eq!(state.count(&outside, golds, &options, false), Err(error));
    }
    let inside = tile(&data, 0, 0);
    let few = Sides { rows: &none[..5], columns: &none[..4] };
    assert_eq!(
        state.count(&inside, few, &options, false),
        Err(Error::Length { needed: 6, found: 5 })
    );
    let mut count = |links: &mut [u32], blocks: &mut [Block<f32>]| {
        let scratch = TileScratch { links, blocks };
        inside.count(golds, &options, scratch, &mut state.counts())
    };
    let small = |needed| Err(Error::ScratchTooSmall { needed });
    assert_eq!(count(&mut [0; 1], &mut [Block::EMPTY]), small(2));
    assert_eq!(count(&mut [0; 3], &mut []), small(1));
    let wrong = Relevance::RowOfColumn(&[0, 6, 0, 0]);
    let error = Error::GoldOutOfRange(Place { row: 6, column: 1 });
    assert_eq!(inside.gather(&wrong, &options, state.lend_golds()), Err(error));
    assert_eq!(
        state.counts().merge(&State::new(5, 5).counts()),
        Err(Error::Length { needed: 6, found: 5 })
    );
    assert_eq!(state, fresh);
    assert_eq!(
        Counts::new(&mut [Count::ZERO; 4], &mut [Coverage::NONE; 3], 2).map(|_| ()),
        Err(Error::Length { needed: 4, found: 3 })
    );
    assert_eq!(
        Counts::new(&mut [Count::ZERO; 4], &mut [Coverage::NONE; 4], 5).map(|_| ()),
        Err(Error::Length { needed: 5, found: 4 })
    );
}
