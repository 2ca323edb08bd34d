//! How long ranks take, next to a plain read of the same scores.
//!
//! `cargo bench` prints elements per second; the ratio of a group's `read` to
//! its other lines is what counts, since absolute times depend on the machine.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use recallk::{
    Block, BothScratch, Count, Gold, Options, Scores, Tally, both_size, median_pair, ranks,
    tallies, tallies_both,
};

/// Shapes of Flickr, and of COCO cut to what a quick run can afford.
const SHAPES: [(usize, usize); 2] = [(1000, 5000), (2000, 25000)];

/// Reproducible scores in -1..1; a generator of our own, so that every machine
/// measures the same.
fn scores(rows: usize, columns: usize) -> Vec<f32> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..rows * columns).map(|_| next()).collect()
}

/// The least that any evaluator must do.
fn read(scores: &[f32]) -> u32 {
    let (chunks, rest) = scores.as_chunks::<64>();
    let mut lanes = [0u32; 64];
    for chunk in chunks {
        for (lane, score) in lanes.iter_mut().zip(chunk) {
            *lane ^= score.to_bits();
        }
    }
    rest.iter().map(|score| score.to_bits()).chain(lanes).fold(0, |all, bits| all ^ bits)
}

fn matrices(criterion: &mut Criterion) {
    for (rows, columns) in SHAPES {
        let data = scores(rows, columns);
        let matrix = Scores::new(&data, rows, columns).unwrap();
        let per_row = columns / rows;
        let gold: Vec<u32> = (0..rows).map(|row| (row * per_row) as u32).collect();
        let map: Vec<u32> = (0..columns).map(|column| (column / per_row % rows) as u32).collect();
        let size = both_size::<f32>(rows, columns);
        let mut golds = vec![Gold::NONE; size.queries];
        let mut counts = vec![Count::ZERO; size.queries];
        let mut links = vec![0; size.links];
        let mut blocks = vec![Block::EMPTY; size.blocks];
        let (mut of_rows, mut of_columns) =
            (vec![Tally::default(); rows], vec![Tally::default(); columns]);
        let options = Options::default();

        let mut group = criterion.benchmark_group(format!("{rows}x{columns}"));
        group.throughput(Throughput::Elements(data.len() as u64)).sample_size(10);
        group.bench_function("read", |bench| bench.iter(|| read(black_box(&data))));
        group.bench_function("rows", |bench| {
            bench.iter(|| tallies(&matrix, black_box(&gold), &options, &mut of_rows))
        });
        group.bench_function("both", |bench| {
            bench.iter(|| {
                let scratch = BothScratch {
                    golds: &mut golds,
                    counts: &mut counts,
                    links: &mut links,
                    blocks: &mut blocks,
                };
                let map = black_box(&map);
                tallies_both(&matrix, map, &options, scratch, &mut of_rows, &mut of_columns)
            })
        });
        group.finish();
    }
}

fn small(criterion: &mut Criterion) {
    let data = scores(1, 100);
    let matrix = Scores::new(&data, 1, 100).unwrap();
    let mut out = [0];
    let mut group = criterion.benchmark_group("1x100");
    group.bench_function("read", |bench| bench.iter(|| read(black_box(&data))));
    group.bench_function("rows", |bench| {
        bench.iter(|| ranks(black_box(&matrix), &[50], &Options::default(), &mut out))
    });
    group.finish();
}

fn medians(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("median");
    for queries in [5000, 25000] {
        let ranks: Vec<u32> =
            scores(1, queries).iter().map(|score| (score.abs() * 5000.0) as u32).collect();
        group.bench_with_input(BenchmarkId::new("recallk", queries), &ranks, |bench, ranks| {
            bench.iter(|| median_pair(black_box(ranks)))
        });
        group.bench_with_input(BenchmarkId::new("select", queries), &ranks, |bench, ranks| {
            bench.iter(|| {
                let mut copy = black_box(ranks).clone();
                *copy.select_nth_unstable(queries / 2).1
            })
        });
    }
    group.finish();
}

criterion_group!(benches, matrices, small, medians);
criterion_main!(benches);
