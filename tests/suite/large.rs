//! Shapes at which narrow counters overflow unless they are emptied in time.
//!
//! A counter of the kernel is as wide as a score: 255 is all that an 8-bit lane
//! holds, 65535 a 16-bit one. Rows use 64 bytes of lanes side by side, columns
//! one lane each.
//!
//! In emulation higher scores are always the better ones: both orders count in the
//! same lanes.

use crate::common::{Scratch, Value, backends, emulated};
use crate::oracle;
use crate::oracle::Matrix;
use recallk::{
    F16, Golds, NONE, NanPolicy, Options, Order, Scores, Tally, gold_tallies, tallies, tallies_both,
};

/// A small generator, so that every run sees the same matrix.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // Knuth's MMIX constants; the high bits are the good ones.
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn cells<S: Value>(&mut self, count: usize, palette: &[S]) -> Vec<S> {
        (0..count).map(|_| palette[self.below(palette.len())]).collect()
    }
}

/// Ranks of a matrix in both directions, and of the rows alone.
fn check<S: Value>(
    cells: &[S],
    rows: usize,
    columns: usize,
    nan: NanPolicy,
    blocks: Option<usize>,
) {
    let mut random = Random(rows as u64 * 31 + columns as u64);
    // A few columns of each row, one of every seven a distractor.
    let map: Vec<u32> = (0..columns)
        .map(|column| match column % 7 {
            6 => NONE,
            _ => random.below(rows) as u32,
        })
        .collect();
    let matrix = Matrix::new(cells, rows, columns);
    // The last of every third row, so that nearly all items are ahead.
    let worst = |row: usize| oracle::by_index(&matrix.row(row), Order::HigherFirst)[columns - 1];
    let gold = |row| if row % 3 == 0 && rows < 100 { worst(row) } else { random.below(columns) };
    let gold: Vec<u32> = (0..rows).map(gold).map(|item| item as u32).collect();
    let scores = Scores::new(cells, rows, columns).unwrap();
    let across = |at: usize| cells[at % rows * columns + at / rows];
    let turned: Vec<S> = (0..cells.len()).map(across).collect();
    let turned = Scores::strided(&turned, 0, rows, columns, 1, rows as isize).unwrap();
    let (of_rows, of_columns) = oracle::sides(&map, rows);
    let query = |(row, &gold): (usize, &u32)| oracle::Query::new(row, vec![gold]);
    let one: Vec<_> = gold.iter().enumerate().map(query).collect();

    let orders = [Order::HigherFirst, Order::LowerFirst];
    for &order in if emulated() { &orders[..1] } else { &orders } {
        let wanted = matrix.best_of_rows(&one, order);
        let wanted_rows = matrix.best_of_rows(&of_rows, order);
        let wanted_columns = matrix.best_of_columns(&of_columns, order);
        let nans = matrix.nans(nan).unwrap();
        for backend in backends() {
            let options = Options { order, nan, backend };
            let mut out = vec![Tally::default(); rows];
            let found = tallies(&scores, &gold, &options, &mut out).unwrap();
            assert!(out == wanted, "rows, {options:?}");
            assert_eq!(found, oracle::found(nans, &wanted, 0));
            let mut out = vec![Tally::default(); rows];
            let found = tallies(&turned, &gold, &options, &mut out).unwrap();
            assert!(out == wanted, "rows of column-major, {options:?}");
            assert_eq!(found, oracle::found(nans, &wanted, 0));

            let mut scratch = Scratch::<S>::full(rows, columns);
            if let Some(blocks) = blocks {
                scratch = Scratch::sized(rows + columns, rows + columns, blocks);
            }
            let mut row_out = vec![Tally::default(); rows];
            let mut column_out = vec![Tally::default(); of_columns.len()];
            let found = tallies_both(
                &scores,
                &map,
                &options,
                scratch.lend(),
                &mut row_out,
                &mut column_out,
            );
            assert!(row_out == wanted_rows, "rows of both, {options:?}");
            assert!(column_out == wanted_columns, "columns of both, {options:?}");
            let both = [&wanted_rows[..], &wanted_columns[..]].concat();
            assert_eq!(found, Ok(oracle::found(nans, &both, 0)));
        }
    }
}

/// Mostly the first value, so that its lanes fill up; now and then another.
fn skewed<S: Value>(most: S, rest: &[S]) -> Vec<S> {
    let mut palette = vec![most; 30];
    palette.extend(rest);
    palette
}

fn check_random<S: Value>(rows: usize, columns: usize, palette: &[S], blocks: Option<usize>) {
    let cells = Random(palette.len() as u64).cells(rows * columns, palette);
    check(&cells, rows, columns, NanPolicy::Worst, blocks);
}

#[test]
fn columns_of_8_bits() {
    check_random::<u8>(600, 300, &[3, 4, 200], None);
    check_random::<u8>(600, 300, &skewed(9, &[3, 200]), None);
    check_random::<i8>(600, 130, &skewed(-9, &[3, -100]), Some(1));
    check_random::<i8>(256, 70, &[-5], None);
    check_random::<u8>(1021, 65, &[0, 255], Some(2));
}

#[test]
fn rows_of_8_bits() {
    for rows in [1, 5] {
        check_random::<i8>(rows, 20_000, &skewed(9, &[-7, 100]), None);
        check_random::<u8>(rows, 20_000, &skewed(9, &[7, 200]), None);
        check_random::<i8>(rows, 20_000, &[-7], None);
    }
}

#[test]
fn columns_of_16_bits() {
    check_random::<u16>(70_000, 3, &skewed(9, &[3, 60_000]), None);
    check_random::<i16>(65_540, 2, &[7], None);
    check_random::<F16>(70_000, 2, &skewed(F16(0x3c00), &[F16(0xbc00), F16(0x7e00)]), None);
}

#[test]
fn rows_of_16_bits() {
    let blocks = |columns| Some(recallk::blocks_for::<i16>(columns));
    check_random::<i16>(1, 2_200_000, &skewed(9, &[3, 100]), None);
    check_random::<i16>(1, 1_100_000, &skewed(9, &[3]), blocks(1_100_000));
}

/// Strips of queries whose golds are too many to be told apart by groups.
#[test]
fn many_columns_side_by_side() {
    check_random::<F16>(600, 2500, &skewed(F16(0x3c00), &[F16(0xbc00), F16(0x7e00)]), Some(1));
    check_random::<f32>(70, 9000, &[0.0, 1.0, -1.0, f32::NAN], None);
}

/// NaN cells of several rows are counted in the same lanes.
#[test]
fn nan_cells_of_16_bits() {
    let palette = skewed(F16(0x7e00), &[F16(0x3c00), F16(0)]);
    check_random(4, 600_000, &palette, Some(recallk::blocks_for::<F16>(600_000)));
    check_random(4, 20_000, &palette, None);
    check_random(66_000, 4, &palette, None);
}

/// More columns than one strip of the full working memory.
#[test]
fn two_strips() {
    check_random::<f32>(5, 40_000, &[0.0, 1.0, -1.0, f32::NAN], None);
    check_random::<i64>(5, 33_000, &[0, 1, -1], None);
}

/// Every gold of a long row, below and above the scratch limit.
#[test]
fn every_gold_of_a_long_row() {
    let mut random = Random(5);
    let cells = random.cells::<u8>(20_000, &skewed(9, &[3, 4, 5, 200]));
    let scores = Scores::new(&cells, 1, 20_000).unwrap();
    let numbers = Matrix::new(&cells, 1, 20_000).row(0);
    for count in [1, 4, 7, 8, 9, 64, 300] {
        let mut golds: Vec<u32> = (0..count).map(|_| random.below(20_000) as u32).collect();
        golds.sort();
        golds.dedup();
        for order in [Order::HigherFirst, Order::LowerFirst] {
            let mut slots = vec![Default::default(); golds.len()];
            let mut out = vec![Tally::default(); golds.len()];
            let offsets = [0, golds.len() as u64];
            let options = Options { order, ..Options::default() };
            gold_tallies(&scores, &Golds::new(&offsets, &golds), &options, &mut slots, &mut out)
                .unwrap();
            assert_eq!(out, oracle::every_gold(&numbers, &golds, order));
        }
    }
}
