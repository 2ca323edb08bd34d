//! Lengths around every vector width, golds in every lane, and nothing read
//! behind the last score: it stands right before a page that cannot be read.

use recallk::{
    NONE, NanPolicy, Options, Order, Scores, Sides, Tally, ranks_both, tallies, tallies_both,
};

use crate::common::{Scratch, Value, backends, for_each_score};
use crate::oracle::{self, Matrix};

/// Memory that ends where a page without access begins.
struct Guarded {
    memory: region::Allocation,
    bytes: usize,
}

impl Guarded {
    fn new(bytes: usize) -> Self {
        let page = region::page::size();
        let usable = bytes.next_multiple_of(page);
        let mut memory = region::alloc(usable + page, region::Protection::READ_WRITE).unwrap();
        let guard = memory.as_mut_ptr::<u8>().wrapping_add(usable);
        // SAFETY: the page is ours, and nothing refers into it.
        unsafe { region::protect(guard, page, region::Protection::NONE).unwrap() };
        Guarded { memory, bytes: usable }
    }

    /// The last `cells.len()` places before the guard, filled with the cells.
    fn fill<S: Value>(&mut self, cells: &[S]) -> &[S] {
        let start = self.bytes - size_of_val(cells);
        let place = self.memory.as_mut_ptr::<u8>().wrapping_add(start).cast::<S>();
        // SAFETY: inside the readable part, aligned since pages and scores are
        // powers of two long, and written before it is read.
        unsafe {
            place.copy_from(cells.as_ptr(), cells.len());
            core::slice::from_raw_parts(place, cells.len())
        }
    }
}

/// Few different values, with every special one that is a number.
fn cells<S: Value>(count: usize) -> Vec<S> {
    let numbers: Vec<S> = S::SPECIAL.iter().copied().filter(|s| !s.number().is_nan()).collect();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        numbers[(state >> 33) as usize % numbers.len()]
    };
    (0..count).map(|_| next()).collect()
}

/// Up to three vectors of 64 bytes, one less and one more.
fn lengths<S>() -> Vec<usize> {
    let lanes = 64 / size_of::<S>();
    let near = |count: usize| (count - 1)..=(count + 1);
    let mut lengths: Vec<usize> =
        (1..=lanes + 1).chain(near(2 * lanes)).chain(near(3 * lanes)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

const ROWS: usize = 11;

/// Rows whose golds wander through all columns.
fn rows<S: Value>() {
    for columns in lengths::<S>() {
        let cells = cells::<S>(ROWS * columns);
        let mut guarded = Guarded::new(size_of_val(&cells[..]));
        let scores = Scores::new(guarded.fill(&cells), ROWS, columns).unwrap();
        let matrix = Matrix::new(&cells, ROWS, columns);
        for order in [Order::HigherFirst, Order::LowerFirst] {
            // For each row the tally of each column as its gold.
            let wanted: Vec<Vec<Tally>> = (0..ROWS)
                .map(|row| {
                    let all: Vec<u32> = (0..columns as u32).collect();
                    oracle::every_gold(&matrix.row(row), &all, order)
                })
                .collect();
            for shift in 0..columns {
                let gold: Vec<u32> =
                    (0..ROWS).map(|row| ((row * 7 + shift) % columns) as u32).collect();
                let wanted: Vec<Tally> =
                    (0..ROWS).map(|row| wanted[row][gold[row] as usize]).collect();
                for backend in backends() {
                    for nan in [NanPolicy::Reject, NanPolicy::Worst] {
                        let options = Options { order, nan, backend };
                        let mut found = vec![Tally::default(); ROWS];
                        tallies(&scores, &gold, &options, &mut found).unwrap();
                        assert_eq!(found, wanted, "{columns} columns, {options:?}");
                    }
                }
            }
        }
    }
}

/// Both directions, each group of rows whole and with rows left over.
fn both<S: Value>() {
    for columns in lengths::<S>() {
        for rows in [1, 4, 7, 8, 9, 17] {
            let cells = cells::<S>(rows * columns);
            let mut guarded = Guarded::new(size_of_val(&cells[..]));
            let scores = Scores::new(guarded.fill(&cells), rows, columns).unwrap();
            let matrix = Matrix::new(&cells, rows, columns);
            let map: Vec<u32> = (0..columns)
                .map(|column| if column % 9 == 8 { NONE } else { (column * 5 % rows) as u32 })
                .collect();
            let (of_rows, of_columns) = oracle::sides(&map, rows);
            for order in [Order::HigherFirst, Order::LowerFirst] {
                let wanted = Sides {
                    rows: matrix.best_of_rows(&of_rows, order),
                    columns: matrix.best_of_columns(&of_columns, order),
                };
                for backend in backends() {
                    let options = Options { backend, order, ..Options::default() };
                    let place = format!("{rows} x {columns}, {options:?}");
                    both_by_backend(&scores, &map, &options, &wanted, &place);
                }
            }
        }
    }
}

/// Tallies, and ranks, which have loops of their own.
fn both_by_backend<S: Value>(
    scores: &Scores<S>,
    map: &[u32],
    options: &Options,
    wanted: &Sides<Vec<Tally>>,
    place: &str,
) {
    let mut scratch = Scratch::full(scores.rows(), scores.columns());
    let (rows, columns) = (wanted.rows.len(), wanted.columns.len());
    let mut of_rows = vec![Tally::default(); rows];
    let mut of_columns = vec![Tally::default(); columns];
    tallies_both(scores, map, options, scratch.lend(), &mut of_rows, &mut of_columns).unwrap();
    assert_eq!((&of_rows, &of_columns), (&wanted.rows, &wanted.columns), "{place}");
    let (mut of_rows, mut of_columns) = (vec![0; rows], vec![0; columns]);
    ranks_both(scores, map, options, scratch.lend(), &mut of_rows, &mut of_columns).unwrap();
    assert_eq!(of_rows, oracle::default_ranks(&wanted.rows), "{place}");
    assert_eq!(of_columns, oracle::default_ranks(&wanted.columns), "{place}");
}

mod rows_of {
    use super::*;
    for_each_score!(rows);
}

mod both_of {
    use super::*;
    for_each_score!(both);
}
