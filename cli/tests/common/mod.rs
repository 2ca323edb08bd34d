//! What the tests share: running the program, writing .npy files byte by byte,
//! and slow definitions to compare with.

// Every test file uses a part of it.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a run of the program gave.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The JSON that was printed.
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.err);
        serde_json::from_str(&self.out).unwrap()
    }

    /// Refused with a message that has these parts, and nothing printed.
    #[track_caller]
    pub(crate) fn refused(&self, parts: &[&str]) {
        assert_eq!((self.code, &self.out[..]), (Some(2), ""), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "{part:?} is not in {}", self.err);
        }
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }
}

pub(crate) fn run<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Run {
    run_with(args, "")
}

/// Runs with text on standard input.
pub(crate) fn run_with<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, input: &str) -> Run {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that is refused early may not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(crate) fn command<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_recallk"));
    command.args(args);
    command
}

/// Runs `scores FILE .. --format json`, `options` split at spaces.
pub(crate) fn scores(file: &Path, options: &str) -> Run {
    let file = file.to_str().unwrap();
    run(["scores", file, "--format", "json"].into_iter().chain(options.split_whitespace()))
}

/// Runs on typed JSON scores.
pub(crate) fn typed(json: &str, options: &str) -> Run {
    run_with(
        ["scores", "-", "--format", "json"].into_iter().chain(options.split_whitespace()),
        json,
    )
}

/// Runs on typed lists.
pub(crate) fn lists(lines: &str, options: &str) -> Run {
    run_with(
        ["lists", "-", "--format", "json"].into_iter().chain(options.split_whitespace()),
        lines,
    )
}

/// A file of the built-in sample.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// A directory for the files of one test.
pub(crate) struct Files(TempDir);

impl Files {
    pub(crate) fn new() -> Self {
        Files(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// A file of integers.
    pub(crate) fn integers(&self, name: &str, values: &[i64]) -> PathBuf {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.write(name, &npy("<i8", false, &[values.len()], &bytes))
    }

    /// A row-major matrix of f64.
    pub(crate) fn matrix(&self, name: &str, matrix: &Matrix) -> PathBuf {
        let bytes: Vec<u8> = matrix.cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        self.write(name, &npy("<f8", false, &[matrix.rows, matrix.columns], &bytes))
    }
}

/// The bytes of a .npy file, written from the format's description.
pub(crate) fn npy(descr: &str, fortran: bool, shape: &[usize], cells: &[u8]) -> Vec<u8> {
    npy_padded(descr, fortran, shape, cells, 64)
}

/// As `npy`, the cells on a multiple of `align`.
pub(crate) fn npy_padded(
    descr: &str,
    fortran: bool,
    shape: &[usize],
    cells: &[u8],
    align: usize,
) -> Vec<u8> {
    let sizes: String = shape.iter().map(|n| format!("{n},")).collect();
    let order = if fortran { "True" } else { "False" };
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({sizes}), }}");
    while (10 + header.len() + 1) % align != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(cells);
    bytes
}

/// Type, shape and cells of a .npy file of version 1.
pub(crate) fn read_npy(path: &Path) -> (String, Vec<u8>) {
    let bytes = std::fs::read(path).unwrap();
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    (String::from_utf8(bytes[10..end].to_vec()).unwrap(), bytes[end..].to_vec())
}

pub(crate) fn read_u32(path: &Path) -> Vec<u32> {
    let (header, cells) = read_npy(path);
    assert!(header.contains("'<u4'"), "{header}");
    cells.chunks(4).map(|cell| u32::from_le_bytes(cell.try_into().unwrap())).collect()
}

/// Small scores with many ties.
#[derive(Clone)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<f64>,
}

impl Matrix {
    /// Whole numbers from 0 below `limit`, the same in every run.
    pub(crate) fn small(rows: usize, columns: usize, limit: u64) -> Self {
        let mut state = 12345u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % limit) as f64
        };
        Matrix { rows, columns, cells: (0..rows * columns).map(|_| next()).collect() }
    }

    pub(crate) fn row(&self, row: usize) -> Vec<f64> {
        self.cells[row * self.columns..][..self.columns].to_vec()
    }

    pub(crate) fn column(&self, column: usize) -> Vec<f64> {
        (0..self.rows).map(|row| self.cells[row * self.columns + column]).collect()
    }

    /// The cells column by column.
    pub(crate) fn by_columns(&self) -> Vec<f64> {
        (0..self.columns).flat_map(|column| self.column(column)).collect()
    }
}

/// Queries with the scores of their gallery and their golds.
pub(crate) type Queries = Vec<(Vec<f64>, Vec<usize>)>;

/// Row and column queries of a map from columns to rows (-1: a distractor).
pub(crate) fn queries_of_map(matrix: &Matrix, map: &[i64]) -> (Queries, Queries) {
    let golds = |row| (0..matrix.columns).filter(|&j| map[j] == row as i64).collect();
    let rows = (0..matrix.rows).map(|row| (matrix.row(row), golds(row))).collect();
    let columns = (0..matrix.columns).filter(|&j| map[j] >= 0);
    (rows, columns.map(|j| (matrix.column(j), vec![map[j] as usize])).collect())
}

/// Twice the 0-based rank of the best gold, by the words of the definition.
/// The gallery size for a miss.
pub(crate) fn doubled_rank(scores: &[f64], golds: &[usize], rule: &str) -> u64 {
    let best = golds.iter().map(|&gold| scores[gold]).filter(|score| !score.is_nan());
    let Some(best) = best.reduce(f64::max) else { return 2 * scores.len() as u64 };
    let tied_golds = || golds.iter().copied().filter(|&gold| scores[gold] == best);
    let (first, last) = (tied_golds().min().unwrap(), tied_golds().max().unwrap());
    let others = || (0..scores.len()).filter(|item| !golds.contains(item));
    let ahead = others().filter(|&item| scores[item] > best).count() as u64;
    let tied: Vec<usize> = others().filter(|&item| scores[item] == best).collect();
    let count =
        |keep: &dyn Fn(usize) -> bool| tied.iter().filter(|&&item| keep(item)).count() as u64;
    match rule {
        "lower-index" => 2 * (ahead + count(&|item| item < first)),
        "optimistic" => 2 * ahead,
        "pessimistic" => 2 * (ahead + count(&|_| true)),
        "higher-index" => 2 * (ahead + count(&|item| item > last)),
        "realistic" => 2 * ahead + count(&|_| true),
        _ => panic!("{rule}"),
    }
}

/// Compares one side of the JSON with the definitions.
#[track_caller]
pub(crate) fn check_side(side: &Value, queries: &Queries, rule: &str) {
    let n = queries.len() as f64;
    let items = queries[0].0.len();
    let mut ranks: Vec<u64> =
        queries.iter().map(|(scores, golds)| doubled_rank(scores, golds, rule)).collect();
    assert_eq!(side["queries"], queries.len(), "{side:#}");
    assert_eq!(side["items"], items);
    let hits = |k: usize| ranks.iter().filter(|&&rank| rank + 2 <= 2 * k.min(items) as u64).count();
    for (k, found) in side["hits"].as_object().unwrap() {
        assert_eq!(*found, hits(k.parse().unwrap()), "hits at {k} under {rule}: {side:#}");
    }
    for (k, found) in side["recall"].as_object().unwrap() {
        assert_eq!(*found, hits(k.parse().unwrap()) as f64 / n * 100.0, "recall at {k}");
    }
    let percents = [1, 5, 10, 20].map(|k| hits(k) as f64 / n * 100.0);
    let ar = (percents[0] + percents[1] + percents[2] + percents[3]) / 4.0;
    assert_eq!(side["ar"], ar);
    let mean = ranks.iter().map(|rank| *rank as f64 / 2.0 + 1.0).sum::<f64>() / n;
    assert!((side["mean_rank"].as_f64().unwrap() - mean).abs() < 1e-9, "{mean}: {side:#}");
    let reciprocal = |rank: &u64| {
        let missed = *rank >= 2 * items as u64;
        if missed { 0.0 } else { 1.0 / (*rank as f64 / 2.0 + 1.0) }
    };
    let mrr = ranks.iter().map(reciprocal).sum::<f64>() / n;
    assert!((side["mrr"].as_f64().unwrap() - mrr).abs() < 1e-12, "{mrr}: {side:#}");
    ranks.sort_unstable();
    let (low, high) = (ranks[(ranks.len() - 1) / 2], ranks[ranks.len() / 2]);
    assert_eq!(side["median_rank"], (low + high) as f64 / 4.0 + 1.0);
}
