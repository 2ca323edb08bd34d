//! The number of threads changes nothing but the time. The matrices here are
//! large enough that threads are started.

mod common;

use std::path::{Path, PathBuf};

use common::{Files, Matrix, npy, scores};

const ROWS: usize = 1400;
const COLUMNS: usize = 2800;

/// The same matrix by rows and by columns.
fn both_orders(files: &Files, matrix: &Matrix) -> [PathBuf; 2] {
    let bytes: Vec<u8> = matrix.by_columns().iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let fortran = files.write("F.npy", &npy("<f8", true, &[matrix.rows, matrix.columns], &bytes));
    [files.matrix("S.npy", matrix), fortran]
}

/// All that is printed and written is the same for any number of threads.
#[track_caller]
fn check(files: &Files, file: &Path, options: &str) {
    let outputs = |threads: &str| {
        let (ranks, tallies) = (files.path("R.npy"), files.path("T.npy"));
        let saved =
            format!("--save-ranks {} --save-tallies {}", ranks.display(), tallies.display());
        let run = scores(file, &format!("{options} {saved} --direction both {threads}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        let names = ["R.rows.npy", "R.columns.npy", "T.rows.npy", "T.columns.npy"];
        (run.out, names.map(|name| std::fs::read(files.path(name)).unwrap()))
    };
    let one = outputs("--threads 1");
    for threads in ["--threads 2", "--threads 3", "--threads 8", ""] {
        assert!(outputs(threads) == one, "{options} {threads}");
    }
    for direction in ["rows", "columns"] {
        let run = |threads| {
            let options = format!("{options} --direction {direction} --threads {threads}");
            scores(file, &options).json()
        };
        assert_eq!(run(3), run(1));
    }
}

#[test]
fn results_do_not_depend_on_threads() {
    let files = Files::new();
    let mut matrix = Matrix::small(ROWS, COLUMNS, 500);
    for file in both_orders(&files, &matrix) {
        check(&files, &file, "--per-row 2 --folds 2 --lower-is-better");
    }
    (0..matrix.cells.len()).step_by(1009).for_each(|at| matrix.cells[at] = f64::NAN);
    let map: Vec<i64> = (0..COLUMNS as i64).map(|j| if j % 7 == 0 { -1 } else { j / 2 }).collect();
    let map = files.integers("M.npy", &map);
    let offsets: Vec<i64> = (0..=600).map(|query| query * 4).collect();
    let offsets = files.integers("O.npy", &offsets);
    let items = files.integers("I.npy", &(0..2400).map(|at| at * 31 % 2800).collect::<Vec<_>>());
    let queries =
        files.integers("Q.npy", &(0..600).map(|q| (q / 2) * 3 + q % 2).collect::<Vec<_>>());
    for file in both_orders(&files, &matrix) {
        check(&files, &file, &format!("--row-of-column {} --folds 1 --nan worst", map.display()));
        let golds = format!("--golds {} {}", offsets.display(), items.display());
        check(&files, &file, &format!("{golds} --queries {} --nan worst", queries.display()));
    }
}

#[test]
fn the_first_nan_is_told_for_any_number_of_threads() {
    let files = Files::new();
    let mut matrix = Matrix::small(ROWS, COLUMNS, 500);
    for (row, column) in [(700, 2799), (701, 0), (1399, 1)] {
        matrix.cells[row * COLUMNS + column] = f64::NAN;
    }
    for file in both_orders(&files, &matrix) {
        for threads in [1, 2, 3, 8] {
            for direction in ["rows", "columns", "both"] {
                let options = format!("--per-row 2 --direction {direction} --threads {threads}");
                scores(&file, &options).refused(&["row 700, column 2799", "is NaN"]);
            }
        }
    }
}

#[test]
fn more_threads_than_rows() {
    let files = Files::new();
    let file = files.matrix("S.npy", &Matrix::small(3, 900_000, 500));
    let golds = files.integers("G.npy", &[5, 70_000, 899_999]);
    check(&files, &file, &format!("--gold {}", golds.display()));
}

#[test]
fn no_threads_are_refused() {
    let files = Files::new();
    let file = files.matrix("S.npy", &Matrix::small(2, 4, 9));
    scores(&file, "--per-row 2 --threads 0").refused(&["--threads 0", "at least one thread"]);
    scores(&file, "--per-row 2 --threads many").refused(&["many", "--threads"]);
    scores(&file, "--per-row 2 --threads 4294967296").json();
}
