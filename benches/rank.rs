//! How long tallies and ranks take, next to a plain read of the same scores.
//!
//! Absolute times depend on the machine; the ratios, of times measured in turn,
//! are what counts.

use std::cell::LazyCell;
use std::ops::Deref;
use std::thread;

use criterion::{Criterion, criterion_group, criterion_main};
use half::{bf16, f16};
use recallk::{Backend, Bf16, F16, NanPolicy, Options, Score, Scores, Tally, tallies};

mod support;

use support::matrix::{Call, Matrix, Memory};
use support::read::Cell;
use support::turns::{case, size, timed};

type Shape = (usize, usize);

/// COCO with all its captions.
const COCO: Shape = (5000, 25000);
/// Flickr, COCO, and few queries for a wide gallery.
const SHAPES: [Shape; 3] = [(1000, 5000), COCO, (600, 200000)];

/// The shape where nothing is measured.
const TINY: Shape = (9, 90);

const BACKENDS: [Backend; 5] =
    [Backend::Portable, Backend::Sse2, Backend::Avx2, Backend::Avx512, Backend::Neon];

/// A matrix of this shape, made when a case first asks for it.
fn matrix<S: Score + Cell>(
    shape: Shape,
    score: impl Fn(f32) -> S,
) -> LazyCell<Matrix<S>, impl FnOnce() -> Matrix<S>> {
    LazyCell::new(move || Matrix::new(size(shape, TINY), score))
}

fn name(variant: &str, (rows, columns): Shape) -> String {
    format!("{variant}/{rows}x{columns}")
}

fn backends(criterion: &mut Criterion) {
    for shape in SHAPES {
        let matrix = matrix(shape, |score| score);
        for backend in BACKENDS.into_iter().filter(|backend| backend.is_available()) {
            let options = Options { backend, ..Options::default() };
            let name = name(backend.name().to_str().unwrap(), shape);
            for call in Call::ALL {
                let mut memory = None;
                let id = (call.name(), name.clone());
                case(criterion, id, shape.0 * shape.1, 1, |turns| {
                    let scores = matrix.row_major();
                    let memory = memory.get_or_insert_with(|| Memory::new(&matrix));
                    let run = || matrix.run(&scores, call, &options, memory);
                    turns.take([matrix.read()], timed(run));
                });
            }
        }
    }
}

/// NaN counted as worst instead of rejected; columns side by side.
fn variants(criterion: &mut Criterion) {
    let matrix = matrix(COCO, |score| score);
    let cells = COCO.0 * COCO.1;
    let plain = Options::default();
    let worst = Options { nan: NanPolicy::Worst, ..plain };
    for call in Call::TALLIES {
        let mut memory = None;
        case(criterion, (call.name(), name("worst", COCO)), cells, 1, |turns| {
            let scores = matrix.row_major();
            let (one, other) =
                memory.get_or_insert_with(|| (Memory::new(&matrix), Memory::new(&matrix)));
            let reject = timed(|| matrix.run(&scores, call, &plain, other));
            let run = timed(|| matrix.run(&scores, call, &worst, one));
            turns.take([matrix.read(), ("reject", reject)], run);
        });
    }
    for call in Call::TALLIES {
        let mut memory = None;
        case(criterion, (call.name(), name("column-major", COCO)), cells, 1, |turns| {
            let (scores, turned) = (matrix.row_major(), matrix.column_major());
            let (one, other) =
                memory.get_or_insert_with(|| (Memory::new(&matrix), Memory::new(&matrix)));
            let row_major = timed(|| matrix.run(&scores, call, &plain, other));
            let run = timed(|| matrix.run(&turned, call, &plain, one));
            turns.take([matrix.read(), ("row-major", row_major)], run);
        });
    }
}

fn dtypes(criterion: &mut Criterion) {
    let floats = matrix(COCO, |score| score);
    dtype(criterion, "f32", &floats, |score| score);
    dtype(criterion, "f64", &floats, f64::from);
    dtype(criterion, "f16", &floats, |score| F16(f16::from_f32(score).to_bits()));
    dtype(criterion, "bf16", &floats, |score| Bf16(bf16::from_f32(score).to_bits()));
    // Scores are in -1..1: each integer type is filled, but for a little.
    dtype(criterion, "i8", &floats, |score| (score * 127.0) as i8);
    dtype(criterion, "u8", &floats, |score| (score * 127.0 + 128.0) as u8);
    dtype(criterion, "i16", &floats, |score| (score * 32767.0) as i16);
    dtype(criterion, "i32", &floats, |score| (score * 2147483647.0) as i32);
    dtype(criterion, "i64", &floats, |score| (score * 9223372036854775807.0) as i64);
}

fn dtype<S: Score + Cell>(
    criterion: &mut Criterion,
    dtype: &str,
    floats: &impl Deref<Target = Matrix<f32>>,
    score: impl Fn(f32) -> S,
) {
    let matrix = matrix(COCO, score);
    let options = Options::default();
    for call in Call::TALLIES {
        let mut memory = None;
        let name = format!("{dtype}/{}", call.name());
        case(criterion, ("dtypes", name), COCO.0 * COCO.1, 1, |turns| {
            let (scores, float_scores) = (matrix.row_major(), floats.row_major());
            let (one, other) =
                memory.get_or_insert_with(|| (Memory::new(&matrix), Memory::new(floats)));
            let f32 = timed(|| floats.run(&float_scores, call, &options, other));
            let run = timed(|| matrix.run(&scores, call, &options, one));
            turns.take([matrix.read(), ("f32", f32)], run);
        });
    }
}

fn threads(criterion: &mut Criterion) {
    let matrix = matrix(COCO, |score| score);
    let cells = COCO.0 * COCO.1;
    let mut memory = None;
    case(criterion, ("threads", name("1", COCO)), cells, 1, |turns| {
        let out = memory.get_or_insert_with(|| vec![Tally::default(); matrix.rows]);
        turns.take([matrix.read()], timed(|| rows_by_threads(&matrix, 1, out)));
    });
    let mut memory = None;
    case(criterion, ("threads", name("2", COCO)), cells, 1, |turns| {
        let out = || vec![Tally::default(); matrix.rows];
        let (one, other) = memory.get_or_insert_with(|| (out(), out()));
        let alone = timed(|| rows_by_threads(&matrix, 1, other));
        let run = timed(|| rows_by_threads(&matrix, 2, one));
        turns.take([matrix.read(), ("one thread", alone)], run);
    });
}

/// Each thread ranks a share of the rows, as a matrix of its own.
fn rows_by_threads(matrix: &Matrix<f32>, threads: usize, out: &mut [Tally]) {
    let share = matrix.rows.div_ceil(threads);
    let parts = matrix.cells.chunks(share * matrix.columns).zip(matrix.gold.chunks(share));
    thread::scope(|scope| {
        for ((cells, gold), out) in parts.zip(out.chunks_mut(share)) {
            scope.spawn(move || {
                let scores = Scores::new(cells, gold.len(), matrix.columns).unwrap();
                tallies(&scores, gold, &Options::default(), out).unwrap()
            });
        }
    });
}

criterion_group!(benches, backends, variants, dtypes, threads);
criterion_main!(benches);
