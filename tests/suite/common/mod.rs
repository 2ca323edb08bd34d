//! Score matrices for the tests: every type, awkward values, any layout.

// Each test file uses a part of it.

mod value;

use std::fmt::Debug;
use std::ops::{Range, RangeInclusive};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use recallk::{
    Backend, Block, BothScratch, Count, Gold, NanPolicy, Options, Order, Score, Scores, both_size,
};
pub(crate) use value::Value;

use crate::oracle::Matrix;

/// Every backend must give the same; add new ones here. Those that this
/// processor lacks are left out; in emulation also the automatic choice, which
/// is one of the others and the one of all tests that name none.
pub(crate) fn backends() -> Vec<Backend> {
    let all = [
        Backend::Automatic,
        Backend::Portable,
        Backend::Sse2,
        Backend::Avx2,
        Backend::Avx512,
        Backend::Neon,
    ];
    let twice = |backend| backend == Backend::Automatic && emulated();
    all.into_iter().filter(|backend| backend.is_available() && !twice(*backend)).collect()
}

/// Whether another processor is emulated, which takes some twenty times as long: so
/// `scripts/cross` says. The tests of most cases then take a stated part of them.
pub(crate) fn emulated() -> bool {
    std::env::var_os("RECALLK_EMULATED").is_some()
}

/// One test for each score type.
macro_rules! for_each_score {
    ($check:ident) => {
        for_each_score!($check: f32 f64 i8 u8 i16 u16 i32 u32 i64 u64);
        #[test]
        fn f16() { $check::<recallk::F16>() }
        #[test]
        fn bf16() { $check::<recallk::Bf16>() }
    };
    ($check:ident: $($score:ident)*) => { $(
        #[test]
        fn $score() { $check::<$score>() }
    )* };
}
pub(crate) use for_each_score;

/// Runs a property, in emulation with a tenth of the cases. A failure prints its
/// smallest case; nothing is written to disk.
pub(crate) fn run<T: Debug>(
    cases: u32,
    strategy: impl Strategy<Value = T>,
    check: impl Fn(T) -> Result<(), TestCaseError>,
) {
    let cases = if emulated() { cases.div_ceil(10) } else { cases };
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    if let Err(failure) = TestRunner::new(config).run(&strategy, check) {
        panic!("{failure}");
    }
}

/// How a matrix lies in memory.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    column_major: bool,
    /// Walk rows or columns backwards.
    reversed: (bool, bool),
    /// All rows, or all columns, are the same memory.
    broadcast: (bool, bool),
    /// Distance of neighbours, and elements between lines.
    gap: usize,
    padding: usize,
    /// Build the other way round, then call `transposed`.
    transposed: bool,
}

/// A matrix by its indices into a palette of few values, so that ties abound.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    palette: Vec<(bool, u64)>,
    cells: Vec<usize>,
    nans: Nans,
    layout: Layout,
    pub(crate) options: Options,
}

/// How many cells are NaN. One alone must not get lost among its neighbours.
#[derive(Debug, Clone, Copy)]
enum Nans {
    None,
    One(usize),
    Many,
}

pub(crate) fn shapes(rows: usize, columns: usize) -> impl Strategy<Value = Shape> {
    shapes_of(1..=rows, 1..=columns)
}

/// Shapes of many rows whose columns lie side by side.
pub(crate) fn tall_shapes(
    rows: RangeInclusive<usize>,
    columns: usize,
) -> impl Strategy<Value = Shape> {
    shapes_of(rows, 1..=columns).prop_map(|mut shape| {
        let layout = &mut shape.layout;
        (layout.column_major, layout.gap) = (true, 1);
        (layout.reversed.0, layout.broadcast.0) = (false, false);
        shape
    })
}

fn shapes_of(
    rows: RangeInclusive<usize>,
    columns: RangeInclusive<usize>,
) -> impl Strategy<Value = Shape> {
    (rows, columns).prop_flat_map(|(rows, columns)| {
        // Cells side by side are the fast path: not too seldom.
        let often = |share| prop::bool::weighted(share);
        let gap = prop_oneof![3 => Just(1usize), 1 => 2..4usize];
        let reversed = (often(0.5), often(0.25));
        let broadcast = (often(0.06), often(0.06));
        let layout = (often(0.3), reversed, broadcast, gap, 0..5usize, any::<bool>()).prop_map(
            |(column_major, reversed, broadcast, gap, padding, transposed)| Layout {
                column_major,
                reversed,
                broadcast,
                gap,
                padding,
                transposed,
            },
        );
        let value = (prop::bool::weighted(0.75), any::<u64>());
        let options = (any::<bool>(), any::<bool>(), 0..backends().len());
        let cells = vec(0..usize::MAX, rows * columns);
        let nans = prop_oneof![
            2 => Just(Nans::None),
            1 => (0..rows * columns).prop_map(Nans::One),
            2 => Just(Nans::Many),
        ];
        // Few values tie everywhere, many hardly anywhere.
        let palette = prop_oneof![3 => vec(value, 1..7), 1 => vec(value, 50..200)];
        (palette, cells, nans, layout, options).prop_map(
            move |(palette, cells, nans, layout, (lower, worst, backend))| {
                let order = if lower { Order::LowerFirst } else { Order::HigherFirst };
                let nan = if worst { NanPolicy::Worst } else { NanPolicy::Reject };
                let options = Options { order, nan, backend: backends()[backend] };
                Shape { rows, columns, palette, cells, nans, layout, options }
            },
        )
    })
}

/// A matrix in memory.
pub(crate) struct Grid<S> {
    data: Vec<S>,
    origin: usize,
    rows: usize,
    columns: usize,
    strides: (isize, isize),
    transposed: bool,
}

impl<S: Value> Grid<S> {
    pub(crate) fn new(shape: &Shape) -> Self {
        let Shape { rows, columns, ref layout, .. } = *shape;
        let (inner, outer) = if layout.column_major { (rows, columns) } else { (columns, rows) };
        let line = inner * layout.gap + layout.padding;
        let steps = if layout.column_major { (layout.gap, line) } else { (line, layout.gap) };
        let signed = |step: usize, reversed: bool, broadcast: bool| match (broadcast, reversed) {
            (true, _) => 0,
            (false, true) => -(step as isize),
            (false, false) => step as isize,
        };
        let strides = (
            signed(steps.0, layout.reversed.0, layout.broadcast.0),
            signed(steps.1, layout.reversed.1, layout.broadcast.1),
        );
        let back = |count: usize, stride: isize| (count - 1) * stride.min(0).unsigned_abs();
        let origin = layout.padding + back(rows, strides.0) + back(columns, strides.1);
        let data = vec![S::GARBAGE; outer * line + 2 * layout.padding];
        let transposed = layout.transposed;
        let mut grid = Grid { data, origin, rows, columns, strides, transposed };
        for (at, pick) in shape.cells.iter().enumerate() {
            let place = grid.at(at / columns, at % columns);
            grid.data[place] = shape.value(shape.palette[pick % shape.palette.len()]);
        }
        if let Nans::One(at) = shape.nans {
            let place = grid.at(at / columns, at % columns);
            grid.data[place] = S::GARBAGE;
        }
        grid
    }

    fn at(&self, row: usize, column: usize) -> usize {
        let offset = row as isize * self.strides.0 + column as isize * self.strides.1;
        (self.origin as isize + offset) as usize
    }

    /// Whether each cell is memory of its own.
    pub(crate) fn has_own_cells(&self) -> bool {
        self.strides.0 != 0 && self.strides.1 != 0
    }

    pub(crate) fn cell(&self, row: usize, column: usize) -> S {
        self.data[self.at(row, column)]
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, score: S) {
        let place = self.at(row, column);
        self.data[place] = score;
    }

    pub(crate) fn view(&self) -> Scores<'_, S> {
        self.part(0..self.rows, 0..self.columns)
    }

    pub(crate) fn part(&self, rows: Range<usize>, columns: Range<usize>) -> Scores<'_, S> {
        let (down, across) = self.strides;
        let (origin, rows, columns) =
            (self.at(rows.start, columns.start), rows.len(), columns.len());
        if self.transposed {
            Scores::strided(&self.data, origin, columns, rows, across, down).unwrap().transposed()
        } else {
            Scores::strided(&self.data, origin, rows, columns, down, across).unwrap()
        }
    }

    pub(crate) fn matrix(&self) -> Matrix {
        let cells = (0..self.rows * self.columns)
            .map(|at| self.data[self.at(at / self.columns, at % self.columns)].number());
        Matrix { rows: self.rows, columns: self.columns, cells: cells.collect() }
    }
}

impl Shape {
    fn value<S: Value>(&self, (special, raw): (bool, u64)) -> S {
        let value = match special {
            true => S::SPECIAL[(raw % S::SPECIAL.len() as u64) as usize],
            false => S::from_raw(raw),
        };
        let keep = matches!(self.nans, Nans::Many) || !value.number().is_nan();
        if keep { value } else { S::SPECIAL[0] }
    }
}

/// Owned scratch memory for both directions.
pub(crate) struct Scratch<S: Score> {
    pub(crate) golds: Vec<Gold>,
    pub(crate) counts: Vec<Count>,
    pub(crate) links: Vec<u32>,
    pub(crate) blocks: Vec<Block<S>>,
}

impl<S: Score> Scratch<S> {
    pub(crate) fn full(rows: usize, columns: usize) -> Self {
        let size = both_size::<S>(rows, columns);
        Self::sized(size.queries, size.links, size.blocks)
    }

    pub(crate) fn sized(queries: usize, links: usize, blocks: usize) -> Self {
        let (golds, counts) = (vec![Gold::NONE; queries], vec![Count::ZERO; queries]);
        Scratch { golds, counts, links: vec![7; links], blocks: vec![Block::EMPTY; blocks] }
    }

    pub(crate) fn lend(&mut self) -> BothScratch<'_, S> {
        let Scratch { golds, counts, links, blocks } = self;
        BothScratch { golds, counts, links, blocks }
    }
}

/// Golds in compressed rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Csr {
    pub(crate) offsets: Vec<u64>,
    pub(crate) items: Vec<u32>,
}

impl Csr {
    /// `before` items that belong to nobody come first.
    pub(crate) fn new<'a>(sets: impl IntoIterator<Item = &'a Vec<u32>>, before: usize) -> Self {
        let mut csr = Csr { offsets: vec![before as u64], items: vec![u32::MAX; before] };
        for set in sets {
            csr.items.extend(set);
            csr.offsets.push(csr.items.len() as u64);
        }
        csr
    }
}
