//! What a C call with all its checks costs beyond the loop over its rows, where
//! the matrix is small.

use std::hint::black_box;
use std::ptr::{null, null_mut};

use criterion::{Criterion, criterion_group, criterion_main};
use recallk::Backend;
use recallk::capi::{RECALLK_F32, recallk_matrix_t, recallk_ranks, recallk_status_t};
use recallk::inner::RowTile;

mod support;

use support::read::fastest;
use support::scores;
use support::turns::{case, timed};

/// Calls that are timed together, since they take nanoseconds.
const BATCH: u64 = 1000;

fn small(criterion: &mut Criterion) {
    tiles::<1>(criterion, 1, 100);
    tiles::<1>(criterion, 1, 1000);
    // Eight rows are what the kernel takes at a time.
    tiles::<8>(criterion, 64, 300);
}

fn tiles<const ROWS: usize>(criterion: &mut Criterion, rows: usize, columns: usize) {
    let cells = scores(rows * columns);
    let gold: Vec<u32> = (0..rows).map(|row| ((row + columns / 2) % columns) as u32).collect();
    let matrix = recallk_matrix_t {
        data: cells.as_ptr().cast(),
        rows,
        columns,
        row_stride: columns as isize,
        column_stride: 1,
        dtype: RECALLK_F32,
        flags: 0,
    };
    let mut ranks = vec![0; rows];
    let row = |row: usize| &cells[row * columns..][..columns];
    let tiles: Vec<([&[f32]; ROWS], [f32; ROWS])> = (0..rows)
        .step_by(ROWS)
        .map(|first| {
            let key = |k| row(first + k)[gold[first + k] as usize];
            (std::array::from_fn(|k| row(first + k)), std::array::from_fn(key))
        })
        .collect();
    let tile = RowTile::<f32>::new(Backend::Automatic).unwrap();
    let read = fastest(&cells);
    case(criterion, ("small", format!("{rows}x{columns}")), cells.len(), BATCH, |turns| {
        let read = timed(|| read(black_box(&cells)));
        let inner = timed(|| {
            for (cells, keys) in black_box(&tiles) {
                black_box(tile.count(*cells, *keys));
            }
        });
        let run = timed(|| {
            // SAFETY: the pointers are of memory that lives here, and their
            // lengths are told.
            let status = unsafe {
                recallk_ranks(
                    black_box(&matrix),
                    gold.as_ptr(),
                    rows,
                    null(),
                    ranks.as_mut_ptr(),
                    rows,
                    null_mut(),
                )
            };
            assert!(status == recallk_status_t::RECALLK_OK);
        });
        turns.take([("read", read), ("inner", inner)], run);
    });
}

criterion_group!(benches, small);
criterion_main!(benches);
