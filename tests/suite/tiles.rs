//! Any partition of a matrix into tiles, in any order, counted by anybody, gives
//! what the oracle says of the whole.

use std::ops::Range;

use crate::both::{Side, Wanted, cut_map, side, side_of, wanted};
use crate::common::{Grid, Shape, Value, for_each_score, run, shapes};
use crate::oracle;
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    Block, Count, Counts, Coverage, Error, Found, Gold, GoldSlot, NONE, NanPolicy, Place,
    Relevance, Score, Sides, Sweep, Tally, Tile, TileScratch, both_size, load, merge_golds, save,
    saved_size,
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
    /// Scores of golds come from elsewhere.
    given: bool,
}

fn plans() -> impl Strategy<Value = Plan> {
    let cuts = || vec(any::<usize>(), 0..5);
    (cuts(), cuts(), any::<u64>(), 1..4usize, any::<bool>(), any::<bool>()).prop_map(
        |(row_cuts, column_cuts, order, workers, narrow, given)| Plan {
            row_cuts,
            column_cuts,
            order,
            workers,
            narrow,
            given,
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
pub(crate) struct State {
    pub(crate) golds: Sides<Vec<Gold>>,
    pub(crate) counts: Vec<Count>,
    pub(crate) coverage: Vec<Coverage>,
}

impl State {
    pub(crate) fn new(Sides { rows, columns }: Sides<usize>) -> Self {
        State {
            golds: Sides { rows: vec![Gold::NONE; rows], columns: vec![Gold::NONE; columns] },
            counts: vec![Count::ZERO; rows + columns],
            coverage: vec![Coverage::NONE; rows + columns],
        }
    }

    pub(crate) fn golds(&self) -> Sides<&[Gold]> {
        Sides { rows: &self.golds.rows, columns: &self.golds.columns }
    }

    pub(crate) fn lend_golds(&mut self) -> Sides<&mut [Gold]> {
        Sides { rows: &mut self.golds.rows, columns: &mut self.golds.columns }
    }

    pub(crate) fn counts(&mut self) -> Counts<'_> {
        let rows = self.golds.rows.len();
        Counts::new(&mut self.counts, &mut self.coverage, rows).unwrap()
    }

    pub(crate) fn count<S: Score>(
        &mut self,
        sweep: &Sweep<S>,
        tile: &Tile<S>,
        golds: Sides<&[Gold]>,
        memory: Memory,
    ) -> Result<u64, Error> {
        let (rows, columns) = (tile.scores.rows(), tile.scores.columns());
        let size = both_size::<S>(rows, columns);
        let (mut links, mut blocks) = match memory.narrow {
            true => (vec![7; 2], vec![Block::EMPTY; 1]),
            false => (vec![7; size.links], vec![Block::EMPTY; size.blocks]),
        };
        let mut slots = vec![GoldSlot::default(); 40];
        let (links, blocks) = (&mut links[..], &mut blocks[..]);
        let scratch = TileScratch { links, blocks, slots: &mut slots };
        let counts = &mut self.counts();
        match memory.take_off {
            true => sweep.uncount(tile, golds, scratch, counts),
            false => sweep.count(tile, golds, scratch, counts),
        }
    }

    /// To bytes and back.
    fn save_and_load(&mut self) {
        let golds = [&self.golds.rows[..], &self.golds.columns[..]].concat();
        let mut bytes = vec![0; saved_size(golds.len(), self.counts.len()).unwrap()];
        save(&golds, &self.counts, &self.coverage, &mut bytes).unwrap();
        let mut loaded =
            State::new(Sides { rows: self.golds.rows.len(), columns: self.golds.columns.len() });
        let mut all = vec![Gold::NONE; golds.len()];
        load(&bytes, &mut all, &mut loaded.counts, &mut loaded.coverage).unwrap();
        loaded.golds.columns = all.split_off(self.golds.rows.len());
        loaded.golds.rows = all;
        assert!(loaded == *self, "saved and loaded");
        *self = loaded;
    }

    pub(crate) fn finish<S: Score>(
        &mut self,
        sweep: &Sweep<S>,
        queries: (usize, usize),
    ) -> Result<(Vec<Tally>, Vec<Tally>, Found), Error> {
        let (mut rows, mut columns) =
            (vec![Tally::default(); queries.0], vec![Tally::default(); queries.1]);
        let golds = self.golds.clone();
        let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
        let out = Sides { rows: &mut rows[..], columns: &mut columns[..] };
        let found = sweep.tallies(golds, &self.counts(), out)?;
        let (mut row_ranks, mut column_ranks) = (vec![0; rows.len()], vec![0; columns.len()]);
        let out = Sides { rows: &mut row_ranks[..], columns: &mut column_ranks[..] };
        assert_eq!(sweep.ranks(golds, &self.counts(), out), Ok(found));
        assert_eq!(row_ranks, oracle::default_ranks(&rows));
        assert_eq!(column_ranks, oracle::default_ranks(&columns));
        Ok((rows, columns, found))
    }
}

/// How a tile is counted: in strips as narrow as can be, or taken off.
#[derive(Clone, Copy, Default)]
pub(crate) struct Memory {
    narrow: bool,
    take_off: bool,
}

/// What is asked of a matrix, and what the oracle says.
struct Case<'a> {
    relevance: Relevance<'a>,
    wanted: Wanted,
    queries: (usize, usize),
    /// Cells of the golds of each side, in the order of their scores.
    golds: Sides<Vec<Option<(usize, usize)>>>,
}

/// The cells of a sweep: in some the golds hold other numbers than those given.
fn tiles_of<'g, S: Value>(grid: &'g Grid<S>, shape: &Shape, plan: &Plan) -> Vec<Tile<'g, S>> {
    let tile = |(rows, columns): (Range<usize>, Range<usize>)| {
        let (row, column) = (rows.start, columns.start);
        Tile { scores: grid.part(rows, columns), row, column }
    };
    plan.tiles(shape.rows, shape.columns).into_iter().map(tile).collect()
}

fn check<S: Value>(shape: &Shape, case: &Case, plan: &Plan) -> Result<(), TestCaseError> {
    let mut grid = Grid::<S>::new(shape);
    let (rows, columns, options) = (shape.rows, shape.columns, &shape.options);
    let sweep = Sweep::<S>::new(rows, columns, case.relevance, *options);
    if let Err(Error::NoQueries) = case.wanted {
        prop_assert_eq!(sweep.map(|_| ()), Err(Error::NoQueries));
        return Ok(());
    }
    let mut sweep = sweep.unwrap();
    let wanted = &case.wanted;

    // Scores of golds may come from elsewhere, and their cells hold anything.
    let own =
        |cell: &Option<(usize, usize)>| cell.map_or(S::GARBAGE, |(q, item)| grid.cell(q, item));
    let turned = |cell: &Option<(usize, usize)>| own(&cell.map(|(q, item)| (item, q)));
    let of_rows: Vec<S> = case.golds.rows.iter().map(own).collect();
    let of_columns: Vec<S> = case.golds.columns.iter().map(turned).collect();
    let given = plan.given && grid.has_own_cells() && wanted.is_ok();
    if given {
        sweep = sweep.with_gold_scores(Sides { rows: &of_rows, columns: &of_columns }).unwrap();
        let of_rows = case.golds.rows.iter().flatten().copied();
        let of_columns = case.golds.columns.iter().flatten().map(|&(column, row)| (row, column));
        let cells: Vec<_> = of_rows.chain(of_columns).collect();
        for (k, (row, column)) in cells.into_iter().enumerate() {
            let other = grid.cell(k % rows, (k * 7) % columns);
            // Golds count for each other by what their cells hold.
            let alone = !matches!(case.relevance, Relevance::EveryGold(_))
                || case.golds.rows.iter().flatten().filter(|gold| gold.0 == row).count() == 1;
            // A gold of one side alone is a candidate for the other.
            let of_both = !matches!(case.relevance, Relevance::Golds(..))
                || case.golds.rows.contains(&Some((row, column)))
                    && case.golds.columns.contains(&Some((column, row)));
            let number = options.nan == NanPolicy::Worst || !other.number().is_nan();
            if alone && of_both && number {
                grid.set(row, column, other);
            }
        }
    }
    let whole = grid.matrix();
    let tiles = tiles_of(&grid, shape, plan);
    let mut workers = vec![State::new(sweep.entries()); plan.workers];
    for (k, tile) in tiles.iter().enumerate() {
        let worker = &mut workers[k % plan.workers];
        if !given || k == 0 {
            prop_assert_eq!(sweep.gather(tile, worker.lend_golds()), Ok(()));
        }
    }
    let mut golds = State::new(sweep.entries());
    for worker in &workers {
        prop_assert_eq!(merge_golds(&mut golds.golds.rows, &worker.golds.rows), Ok(()));
        prop_assert_eq!(merge_golds(&mut golds.golds.columns, &worker.golds.columns), Ok(()));
    }

    // Under `Reject` each tile tells its own first NaN, and is as if it had not come.
    let memory = Memory { narrow: plan.narrow, take_off: false };
    let mut nans = 0;
    let mut refused = false;
    for (k, tile) in tiles.iter().enumerate() {
        let worker = &mut workers[k % plan.workers];
        let before = worker.clone();
        match worker.count(&sweep, tile, golds.golds(), memory) {
            Ok(more) => {
                nans += more;
                // Once too often, and taken off.
                if k % 3 == 0 {
                    let once = worker.clone();
                    let off = Memory { take_off: true, ..memory };
                    prop_assert_eq!(worker.count(&sweep, tile, golds.golds(), off), Ok(more));
                    prop_assert!(*worker == before, "something was left behind");
                    *worker = once;
                }
            }
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
        if k == tiles.len() / 2 {
            worker.save_and_load();
        }
    }
    let mut all = State { golds: golds.golds, ..State::new(sweep.entries()) };
    for worker in &mut workers {
        prop_assert_eq!(all.counts().merge(&worker.counts()), Ok(()));
    }
    let finished = all.finish(&sweep, case.queries);
    match wanted {
        Ok((of_rows, of_columns, found)) => {
            prop_assert!(!refused);
            prop_assert_eq!(nans, whole.nans(options.nan).unwrap());
            let found = Found { nan_cells: 0, ..*found };
            prop_assert_eq!(finished, Ok((of_rows.clone(), of_columns.clone(), found)));
        }
        Err(_) => {
            prop_assert!(refused);
            let told = matches!(
                finished,
                Err(Error::RowNotCovered { .. } | Error::ColumnNotCovered { .. })
            );
            // A row without golds has no entry where each gold has one.
            let every = matches!(case.relevance, Relevance::EveryGold(_));
            prop_assert!(told || every, "{:?}", finished);
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
    let cells = map
        .iter()
        .enumerate()
        .map(|(column, &row)| (row != NONE).then_some((row as usize, column)));
    let cells: Vec<_> = cells.collect();
    let turned = cells.iter().map(|cell| cell.map(|(row, column)| (column, row))).collect();
    let case = Case {
        relevance: Relevance::RowOfColumn(&map),
        wanted,
        queries: (rows.len(), columns.len()),
        golds: Sides { rows: cells, columns: turned },
    };
    check::<S>(shape, &case, plan)
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
    let case = Case {
        relevance: Relevance::Golds(rows.golds(), columns.golds()),
        wanted,
        queries: (rows.queries.len(), columns.queries.len()),
        golds: Sides { rows: rows.cells(), columns: columns.cells() },
    };
    check::<S>(shape, &case, plan)
}

/// Rows alone: the best of their golds, or each.
fn check_rows<S: Value>(
    shape: &Shape,
    rows: &Side,
    plan: &Plan,
    every: bool,
) -> Result<(), TestCaseError> {
    let cut = rows.cut_to(shape.rows, shape.columns, every);
    let matrix = Grid::<S>::new(shape).matrix();
    let order = shape.options.order;
    let tallies: Vec<Tally> = match every {
        false => matrix.best_of_rows(&cut.queries, order),
        true => cut.queries.iter().flat_map(|q| q.every(&matrix.row(q.of), order)).collect(),
    };
    let empty = cut.queries.iter().filter(|query| every && query.golds.is_empty()).count();
    let queries = (tallies.len(), 0);
    let wanted = match cut.queries.is_empty() {
        true => Err(Error::NoQueries),
        false => matrix.nans(shape.options.nan).map(|nans| {
            let found = oracle::found(nans, &tallies, empty);
            (tallies, vec![], found)
        }),
    };
    let relevance = match every {
        false => Relevance::Rows(cut.golds()),
        true => Relevance::EveryGold(cut.golds()),
    };
    let golds = Sides { rows: cut.cells(), columns: vec![] };
    check::<S>(shape, &Case { relevance, wanted, queries, golds }, plan)
}

fn a_map<S: Value>() {
    let map = vec(any::<u32>(), COLUMNS);
    run(600, (shapes(ROWS, COLUMNS), map, plans()), |(shape, map, plan)| {
        check_map::<S>(&shape, &map, &plan)
    });
}

fn golds_on_both_sides<S: Value>() {
    run(200, (shapes(ROWS, COLUMNS), side(), side(), plans()), |(shape, rows, columns, plan)| {
        check_csr::<S>(&shape, &rows, &columns, &plan)
    });
}

fn rows_alone<S: Value>() {
    let few = side_of(vec(any::<u32>(), 0..6));
    // Some rows have more golds than are counted one by one.
    let many = side_of(prop_oneof![vec(any::<u32>(), 0..6), vec(any::<u32>(), 8..40)]);
    run(300, (shapes(ROWS, COLUMNS), few, many, plans()), |(shape, few, many, plan)| {
        check_rows::<S>(&shape, &few, &plan, false)?;
        check_rows::<S>(&shape, &many, &plan, true)
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

mod rows {
    use super::*;
    for_each_score!(rows_alone);
}
