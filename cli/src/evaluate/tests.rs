//! Many threads and blocks give what one gives.

use recallk::{NONE, NanPolicy, Order, Place};

use super::*;
use crate::threads::Grain;

/// Every eight rows are a block, and every block is worth a thread.
const FINE: Grain = Grain { thread: 1, block: 1, rows: 1 };

const ROWS: usize = 50;
const COLUMNS: usize = 90;

fn evaluator(threads: usize, grain: Grain, options: Options) -> Evaluator {
    Evaluator {
        direction: Direction::Both,
        options,
        threads: Threads::start(threads, usize::MAX, grain).unwrap(),
        progress: Progress::of(0),
    }
}

/// One matrix as it lies by rows and by columns.
struct Orders {
    by_rows: Vec<f32>,
    by_columns: Vec<f32>,
}

impl Orders {
    fn of(by_rows: Vec<f32>) -> Self {
        let column = |j| (0..ROWS).map(move |i| i * COLUMNS + j);
        let by_columns = (0..COLUMNS).flat_map(column).map(|at| by_rows[at]).collect();
        Orders { by_rows, by_columns }
    }

    /// Few values, so that most scores are tied.
    fn tied() -> Vec<f32> {
        (0..ROWS * COLUMNS).map(|at| ((at * at + at / 7) % 11) as f32 - 5.0).collect()
    }

    fn views(&self) -> [View<'_, f32>; 2] {
        let turned = View::dense(&self.by_columns, COLUMNS, ROWS);
        [View::dense(&self.by_rows, ROWS, COLUMNS), turned.transposed()]
    }
}

/// With distractors; one gold a row; listed queries, of which rows 8 to 23 are none.
fn relations() -> [Relation; 3] {
    let row_of = |column| if column % 5 == 3 { NONE } else { column * 7 % ROWS as u32 };
    let map = Relation::of_map((0..COLUMNS as u32).map(row_of).collect(), ROWS);
    let each = Csr::one_each((0..ROWS as u32).map(|row| row * 3 % COLUMNS as u32).collect());
    let golds =
        |query| (0..query % 4 * 9).map(|gold| (gold * 5 + query) % COLUMNS as u32).collect();
    let queries = (0..ROWS as u32).filter(|query| query % 3 < 2 && !(8..24).contains(query));
    let listed = Csr::of_queries(queries.map(|query| (query, golds(query))).collect());
    [map, Relation::of_golds(each, COLUMNS), Relation::of_golds(listed, COLUMNS)]
}

#[test]
fn results_do_not_depend_on_threads_or_blocks() {
    let mut with_nan = Orders::tied();
    (0..with_nan.len()).step_by(37).for_each(|at| with_nan[at] = f32::NAN);
    let matrices = [Orders::of(Orders::tied()), Orders::of(with_nan)];
    for order in [Order::HigherFirst, Order::LowerFirst] {
        let options = Options { order, nan: NanPolicy::Worst, ..Options::default() };
        let mut alone = evaluator(1, Grain::default(), options);
        let mut many = [1, 2, 3, 8, 60].map(|threads| evaluator(threads, FINE, options));
        for direction in [Direction::Rows, Direction::Columns, Direction::Both] {
            alone.direction = direction;
            many.iter_mut().for_each(|many| many.direction = direction);
            for (matrix, relation) in matrices.iter().flat_map(|m| relations().map(|r| (m, r))) {
                let [by_rows, by_columns] = matrix.views();
                let expected = alone.tallies(&by_rows, &relation).unwrap();
                assert_eq!(alone.tallies(&by_columns, &relation).unwrap(), expected);
                for many in &many {
                    assert_eq!(many.tallies(&by_rows, &relation).unwrap(), expected);
                    assert_eq!(many.tallies(&by_columns, &relation).unwrap(), expected);
                }
            }
        }
    }
}

#[test]
fn the_first_nan_is_told_whoever_meets_it() {
    let mut evaluators = [1, 2, 3, 8].map(|threads| evaluator(threads, FINE, Options::default()));
    let [_, _, relation] = relations();
    // In each pair the first by rows comes first; by columns it does not always.
    let pairs = [[(0, 89), (49, 0)], [(7, 40), (8, 3)], [(17, 2), (17, 88)], [(49, 0), (49, 89)]];
    for pair in pairs {
        let mut cells = Orders::tied();
        pair.iter().for_each(|(row, column)| cells[row * COLUMNS + column] = f32::NAN);
        let [(row, column), _] = pair.map(|(row, column)| (row as u32, column as u32));
        let matrix = Orders::of(cells);
        for evaluator in &mut evaluators {
            for direction in [Direction::Rows, Direction::Columns, Direction::Both] {
                evaluator.direction = direction;
                for view in matrix.views() {
                    let error = evaluator.tallies(&view, &relation).unwrap_err();
                    assert_eq!(error, Error::NanScore(Place { row, column }));
                }
            }
        }
    }
}
