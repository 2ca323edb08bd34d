//! Every small matrix of awkward cells, not a sample.
//!
//! Cells are -inf, -1, -0, +0, the smallest subnormal, 1, +inf and NaN.
//!
//! * Rows: all 4096 rows of 4 cells, with every single gold, every set of golds
//!   for any-hit and every set for every-gold, both orders, both NaN policies,
//!   every tie rule, all four float types. In emulation every seventh row.
//! * Both directions, 2 x 3: all 262,144 matrices with all 26 maps of their
//!   columns to {row 0, row 1, nothing}, both orders, both policies. In emulation each
//!   matrix meets one map, chosen by a hash.
//! * Both directions, 2 x 4: all 16,777,216 matrices with all 80 maps, higher
//!   first, under `Worst`. Under `Reject`, and lower first, each matrix meets one
//!   map, chosen by a hash. Only in builds without debug assertions, or with the
//!   environment variable RECALLK_EXHAUSTIVE set.
//!
//! What the oracle wants of a row or column of two to four cells is looked up:
//! a matrix is made of lines, and there are few different lines.

use std::ops::Range;

use crate::common::{Scratch, Value, backends, emulated};
use crate::oracle;
use crate::oracle::{Decode, Number};
use recallk::{
    Error, Found, Golds, NONE, NanPolicy, Options, Order, Place, Scores, Tally, TieRule,
    best_tallies, gold_tallies, tallies, tallies_both,
};

/// The cells, as indices into the awkward values of every float type.
const CELLS: [usize; 8] = [14, 9, 1, 0, 2, 7, 13, 17];

const RULES: [TieRule; 5] = [
    TieRule::LowerIndex,
    TieRule::Optimistic,
    TieRule::Pessimistic,
    TieRule::HigherIndex,
    TieRule::Realistic,
];

const ORDERS: [Order; 2] = [Order::HigherFirst, Order::LowerFirst];

/// The cells of a number in base 8, the first cell first.
fn line<S: Value>(number: usize, len: usize) -> Vec<S> {
    (0..len).map(|at| S::SPECIAL[CELLS[number >> (3 * at) & 7]]).collect()
}

/// The golds of a bit mask.
fn golds(mask: usize, len: usize) -> Vec<u32> {
    (0..len as u32).filter(|item| mask >> item & 1 == 1).collect()
}

/// The values are what the headline says.
#[test]
fn the_cells() {
    let tiny = f32::from_bits(1);
    let wanted = [f32::NEG_INFINITY, -1.0, -0.0, 0.0, tiny, 1.0, f32::INFINITY];
    assert_eq!(line::<f32>(0o6543210, 7).map_bits(), wanted.to_vec().map_bits());
    assert!(f32::SPECIAL[CELLS[7]].is_nan());
    assert_eq!(line::<recallk::F16>(0o5, 1), [recallk::F16(0x3c00)]);
}

trait MapBits {
    fn map_bits(&self) -> Vec<u32>;
}

impl MapBits for Vec<f32> {
    fn map_bits(&self) -> Vec<u32> {
        self.iter().map(|x| x.to_bits()).collect()
    }
}

/// What a row wants of a call: the tallies, or the error of its first NaN.
fn wanted(
    numbers: &[Number],
    tallies: Vec<Tally>,
    empty: usize,
    nan: NanPolicy,
) -> Result<(Vec<Tally>, Found), Error> {
    let matrix = oracle::Matrix { rows: 1, columns: numbers.len(), cells: numbers.to_vec() };
    let nans = matrix.nans(nan)?;
    let found = oracle::found(nans, &tallies, empty);
    Ok((tallies, found))
}

fn every_row<S: Value>(backend: recallk::Backend) {
    let mut out = [Tally::default(); 4];
    for number in (0..4096).step_by(if emulated() { 7 } else { 1 }) {
        let cells = line::<S>(number, 4);
        let scores = Scores::new(&cells, 1, 4).unwrap();
        let numbers: Vec<Number> = cells.iter().map(|cell| cell.number()).collect();
        for order in ORDERS {
            for mask in 0..16 {
                let items = golds(mask, 4);
                let offsets = [0, items.len() as u64];
                let csr = Golds::new(&offsets, &items);
                let best = oracle::any_hit(&numbers, &items, order);
                let every = oracle::every_gold(&numbers, &items, order);
                for rule in RULES {
                    let rank = oracle::doubled_rank(&numbers, &items, order, rule);
                    assert_eq!(best.doubled_rank(rule), rank, "{cells:?} {items:?} {rule:?}");
                }
                for nan in [NanPolicy::Reject, NanPolicy::Worst] {
                    let options = Options { order, nan, backend };
                    let message = || format!("{cells:?} {items:?} {options:?}");
                    let found = best_tallies(&scores, &csr, &options, &mut out[..1]);
                    let got = found.map(|found| (out[..1].to_vec(), found));
                    assert_eq!(got, wanted(&numbers, vec![best], 0, nan), "any {}", message());
                    if let [gold] = items[..] {
                        let found = tallies(&scores, &[gold], &options, &mut out[..1]);
                        let got = found.map(|found| (out[..1].to_vec(), found));
                        assert_eq!(got, wanted(&numbers, vec![best], 0, nan), "one {}", message());
                    }
                    let out = &mut out[..items.len()];
                    let found = gold_tallies(&scores, &csr, &options, &mut [], out);
                    let got = found.map(|found| (out.to_vec(), found));
                    let empty = usize::from(items.is_empty());
                    let want = wanted(&numbers, every.clone(), empty, nan);
                    assert_eq!(got, want, "every {}", message());
                }
            }
        }
    }
}

#[test]
fn rows_of_four() {
    for backend in backends() {
        every_row::<f32>(backend);
        every_row::<f64>(backend);
        every_row::<recallk::F16>(backend);
        every_row::<recallk::Bf16>(backend);
    }
}

/// The tallies of every line of so many cells with every set of golds.
struct Table(Vec<Tally>, usize);

impl Table {
    fn new(len: usize, order: Order) -> Self {
        let mut tallies = Vec::new();
        for number in 0..1 << (3 * len) {
            let numbers: Vec<Number> =
                line::<f32>(number, len).iter().map(|cell| cell.number()).collect();
            let tally = |mask| oracle::any_hit(&numbers, &golds(mask, len), order);
            tallies.extend((0..1 << len).map(tally));
        }
        Table(tallies, len)
    }

    fn tally(&self, number: usize, mask: usize) -> Tally {
        self.0[number << self.1 | mask]
    }
}

/// Every map of columns to row 0, row 1 or nothing, but the one to nothing only.
fn maps(columns: usize) -> Vec<Vec<u32>> {
    let map = |number: usize| {
        (0..columns as u32).map(|column| [0, 1, NONE][number / 3usize.pow(column) % 3]).collect()
    };
    (0..3usize.pow(columns as u32) - 1).map(map).collect()
}

/// A map, and what it makes of the golds.
struct Map {
    rows: Vec<u32>,
    /// The golds of both rows as bit masks.
    masks: [usize; 2],
    /// Columns that are queries, and their row.
    queries: Vec<(usize, u32)>,
}

impl Map {
    fn new(rows: Vec<u32>) -> Self {
        let queries = (0..).zip(rows.clone()).filter(|(_, row)| *row != NONE).collect();
        let mask = |row| (0..rows.len()).map(|k| usize::from(rows[k] == row) << k).sum();
        Map { masks: [mask(0), mask(1)], queries, rows }
    }
}

/// Matrices of two rows and `N` columns, numbered in base 8, row 0 first.
struct Matrices<const N: usize> {
    maps: Vec<Map>,
    rows: [Table; 2],
    columns: [Table; 2],
    scratch: Scratch<f32>,
    backend: recallk::Backend,
}

impl<const N: usize> Matrices<N> {
    fn new(backend: recallk::Backend) -> Self {
        Matrices {
            maps: maps(N).into_iter().map(Map::new).collect(),
            rows: ORDERS.map(|order| Table::new(N, order)),
            columns: ORDERS.map(|order| Table::new(2, order)),
            scratch: Scratch::full(2, N),
            backend,
        }
    }

    /// One matrix with some of the maps.
    fn check(
        &mut self,
        number: usize,
        maps: impl Iterator<Item = usize>,
        order: usize,
        nan: NanPolicy,
    ) {
        let digits: [[usize; N]; 2] =
            [0, 1].map(|row| std::array::from_fn(|k| number >> (3 * (row * N + k)) & 7));
        let cells = digits.map(|row| row.map(|digit| f32::SPECIAL[CELLS[digit]]));
        let scores = Scores::new(cells.as_flattened(), 2, N).unwrap();
        let options = Options { order: ORDERS[order], nan, backend: self.backend };
        let nans = || (0..2 * N).filter(|at| digits[at / N][at % N] == 7);
        let place = |at| Place { row: (at / N) as u32, column: (at % N) as u32 };
        let error = nans().next().filter(|_| nan == NanPolicy::Reject).map(place);
        let nan_cells = nans().count() as u64;
        for map in maps {
            let map = &self.maps[map];
            let context = || format!("{cells:?} {:?} {options:?}", map.rows);
            let (mut rows, mut columns) = ([Tally::default(); 2], [Tally::default(); N]);
            let out = &mut columns[..map.queries.len()];
            let scratch = self.scratch.lend();
            let found = tallies_both(&scores, &map.rows, &options, scratch, &mut rows, out);
            if let Some(place) = error {
                assert_eq!(found, Err(Error::NanScore(place)), "{}", context());
                continue;
            }
            let mut misses = 0;
            for (row, (got, mask)) in rows.iter().zip(map.masks).enumerate() {
                let line = number >> (3 * N * row) & ((1 << (3 * N)) - 1);
                let wanted = self.rows[order].tally(line, mask);
                assert!(*got == wanted, "row {row}: {got:?}, not {wanted:?}, {}", context());
                misses += u64::from(wanted.is_miss());
            }
            for (got, &(column, row)) in columns.iter().zip(&map.queries) {
                let line = digits[0][column] | digits[1][column] << 3;
                let wanted = self.columns[order].tally(line, 1 << row);
                assert!(*got == wanted, "column {column}: {got:?}, not {wanted:?}, {}", context());
                misses += u64::from(wanted.is_miss());
            }
            assert!(found == Ok(Found { nan_cells, without_gold: misses }), "{}", context());
        }
    }
}

/// Of the number of a matrix, since a map must meet every last cell, not every eighth.
fn hash(number: usize) -> usize {
    ((number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

/// Runs a share of the numbers below `count` on each processor core.
fn share(count: usize, check: impl Fn(Range<usize>) + Sync) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = count.div_ceil(cores);
    std::thread::scope(|scope| {
        for start in (0..count).step_by(share) {
            let check = &check;
            scope.spawn(move || check(start..count.min(start + share)));
        }
    });
}

#[test]
fn both_directions_of_two_by_three() {
    share(1 << 18, |numbers| {
        for backend in backends() {
            let mut matrices = Matrices::<3>::new(backend);
            assert_eq!(matrices.maps.len(), 26);
            for number in numbers.clone() {
                let one = hash(number) % 26;
                let maps = if emulated() { one..one + 1 } else { 0..26 };
                for order in 0..2 {
                    matrices.check(number, maps.clone(), order, NanPolicy::Worst);
                    matrices.check(number, maps.clone(), order, NanPolicy::Reject);
                }
            }
        }
    });
}

#[test]
fn both_directions_of_two_by_four() {
    if cfg!(debug_assertions) && std::env::var_os("RECALLK_EXHAUSTIVE").is_none() {
        return;
    }
    share(1 << 24, |numbers| {
        let mut matrices = Matrices::<4>::new(recallk::Backend::Automatic);
        assert_eq!(matrices.maps.len(), 80);
        for number in numbers {
            matrices.check(number, 0..80, 0, NanPolicy::Worst);
            let map = hash(number) % 80;
            matrices.check(number, map..map + 1, 0, NanPolicy::Reject);
            matrices.check(number, map..map + 1, 1, NanPolicy::Worst);
        }
    });
}
