//! Both directions of a matrix that comes in tiles, next to one call on the whole.

use criterion::{Criterion, criterion_group, criterion_main};
use recallk::{
    Block, Count, Counts, Coverage, Gold, Options, Relevance, Scores, Sides, Sweep, Tile,
    TileScratch, both_size,
};

mod support;

use support::matrix::{Call, Matrix, Memory};
use support::turns::{case, size, timed};

/// COCO with all its captions.
const COCO: (usize, usize) = (5000, 25000);
/// Blocks of whole rows, and tiles of a thousand columns.
const TILES: [(usize, usize); 5] =
    [(64, 25000), (128, 25000), (256, 25000), (5000, 1000), (256, 1000)];

/// What a sweep keeps.
struct State {
    golds: Sides<Vec<Gold>>,
    counts: Vec<Count>,
    coverage: Vec<Coverage>,
    links: Vec<u32>,
    blocks: Vec<Block<f32>>,
}

fn tiles(criterion: &mut Criterion) {
    let (rows, columns) = size(COCO, (9, 90));
    let matrix = Matrix::<f32>::new((rows, columns), |score| score);
    let scores = matrix.row_major();
    let relevance = Relevance::RowOfColumn(&matrix.map);
    let sweep = Sweep::new(rows, columns, relevance, Options::default()).unwrap();
    let memory = both_size::<f32>(rows, columns);
    let mut state = State {
        golds: Sides { rows: vec![Gold::NONE; rows], columns: vec![Gold::NONE; columns] },
        counts: vec![Count::ZERO; rows + columns],
        coverage: vec![Coverage::NONE; rows + columns],
        links: vec![0; memory.links],
        blocks: vec![Block::EMPTY; memory.blocks],
    };
    let golds = Sides { rows: &mut state.golds.rows[..], columns: &mut state.golds.columns[..] };
    sweep.gather(&Tile { scores, row: 0, column: 0 }, golds).unwrap();
    let mut memory = Memory::new(&matrix);
    for (height, width) in TILES {
        let name = format!("{height}x{width}");
        case(criterion, ("tiles", name), rows * columns, 1, |turns| {
            let whole = timed(|| matrix.run(&scores, Call::Both, &Options::default(), &mut memory));
            let run = timed(|| count(&matrix, &sweep, &mut state, (height, width)));
            turns.take([matrix.read(), ("whole", whole)], run);
        });
    }
}

/// Counts all tiles, once more each time: the counters wrap.
fn count(
    matrix: &Matrix<f32>,
    sweep: &Sweep<f32>,
    state: &mut State,
    (height, width): (usize, usize),
) {
    let Matrix { rows, columns, .. } = *matrix;
    let State { golds, counts, coverage, links, blocks } = state;
    let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
    let mut counts = Counts::new(counts, coverage, rows).unwrap();
    for row in (0..rows).step_by(height) {
        for column in (0..columns).step_by(width) {
            let (height, width) = (height.min(rows - row), width.min(columns - column));
            let (start, step) = (row * columns + column, columns as isize);
            let scores = Scores::strided(&matrix.cells, start, height, width, step, 1).unwrap();
            let scratch = TileScratch { links, blocks, slots: &mut [] };
            sweep.count(&Tile { scores, row, column }, golds, scratch, &mut counts).unwrap();
        }
    }
}

criterion_group!(benches, tiles);
criterion_main!(benches);
