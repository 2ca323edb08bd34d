//! Embeddings to ranks, against matrices that are computed by the definitions.

mod common;

use std::path::PathBuf;

use common::{
    Files, Matrix, Queries, Run, check_side, command, npy, queries_of_map, read_u32, run,
};
use half::f16;

/// Vectors of numbers that every type here holds exactly.
struct Vectors {
    count: usize,
    depth: usize,
    numbers: Vec<f64>,
}

impl Vectors {
    /// Whole numbers of -limit up to limit, the same in every run.
    fn whole(count: usize, depth: usize, limit: u64, seed: u64) -> Self {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % (2 * limit + 1)) as f64 - limit as f64
        };
        Vectors { count, depth, numbers: (0..count * depth).map(|_| next()).collect() }
    }

    fn of(&self, at: usize) -> &[f64] {
        &self.numbers[at * self.depth..][..self.depth]
    }

    fn file(&self, files: &Files, name: &str, descr: &str) -> PathBuf {
        let bytes: Vec<u8> = match descr {
            "<f4" => self.numbers.iter().flat_map(|&x| (x as f32).to_le_bytes()).collect(),
            ">f4" => self.numbers.iter().flat_map(|&x| (x as f32).to_be_bytes()).collect(),
            "<f2" => self.numbers.iter().flat_map(|&x| f16::from_f64(x).to_le_bytes()).collect(),
            "<f8" => self.numbers.iter().flat_map(|&x| x.to_le_bytes()).collect(),
            "|i1" => self.numbers.iter().map(|&x| x as i8 as u8).collect(),
            other => panic!("{other}"),
        };
        files.write(name, &npy(descr, false, &[self.count, self.depth], &bytes))
    }

    /// The scores of all pairs.
    fn matrix(&self, other: &Vectors, score: impl Fn(&[f64], &[f64]) -> f64) -> Matrix {
        let cells = (0..self.count).flat_map(|row| {
            let score = &score;
            (0..other.count).map(move |column| score(self.of(row), other.of(column)))
        });
        Matrix { rows: self.count, columns: other.count, cells: cells.collect() }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Higher is better everywhere in the definitions.
fn closeness(a: &[f64], b: &[f64]) -> f64 {
    -a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>()
}

fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let lengths = (dot(a, a) * dot(b, b)).sqrt();
    if lengths == 0.0 { 0.0 } else { dot(a, b) / lengths }
}

fn embeddings(rows: &PathBuf, columns: &PathBuf, options: &str) -> Run {
    let files = [rows, columns].map(|file| file.to_str().unwrap());
    let args = ["embeddings", files[0], files[1], "--format", "json"];
    run(args.into_iter().chain(options.split_whitespace()))
}

/// A map with distractors, several columns for some rows and none for others.
fn uneven(columns: usize, rows: usize) -> Vec<i64> {
    (0..columns).map(|j| if j % 7 == 3 { -1 } else { ((j * j) % (rows - 1)) as i64 }).collect()
}

#[track_caller]
fn check(run: &Run, (rows, columns): &(Queries, Queries)) {
    let json = run.json();
    check_side(&json["rows"], rows, json["tie_rule"].as_str().unwrap());
    check_side(&json["columns"], columns, json["tie_rule"].as_str().unwrap());
}

/// Whole numbers have no rounding: all types and metrics have the ranks of the
/// definitions, ties and all.
#[test]
fn whole_numbers_are_ranked_by_the_definitions() {
    let files = Files::new();
    for (depth, limit) in [(1, 3), (2, 2), (5, 3), (40, 2)] {
        let (a, b) = (Vectors::whole(50, depth, limit, 1), Vectors::whole(130, depth, limit, 2));
        let map = uneven(130, 50);
        let golds = files.integers("M.npy", &map);
        for (metric, score) in [("dot", dot as fn(&[f64], &[f64]) -> f64), ("l2", closeness)] {
            let queries = queries_of_map(&a.matrix(&b, score), &map);
            for types in [["<f4", "<f4"], ["|i1", "|i1"], ["<f2", "<f4"], [">f4", "<f2"]] {
                let (rows, columns) =
                    (a.file(&files, "A.npy", types[0]), b.file(&files, "B.npy", types[1]));
                for rule in
                    ["lower-index", "optimistic", "pessimistic", "higher-index", "realistic"]
                {
                    let options = format!(
                        "--metric {metric} --row-of-column {} --tie-rule {rule}",
                        golds.display()
                    );
                    check(&embeddings(&rows, &columns, &options), &queries);
                }
            }
        }
        // Of whole numbers the cosine is one division of exact integers.
        let queries = queries_of_map(&a.matrix(&b, cosine), &map);
        let (rows, columns) = (a.file(&files, "A.npy", "|i1"), b.file(&files, "B.npy", "|i1"));
        let options = format!("--metric cosine --row-of-column {}", golds.display());
        check(&embeddings(&rows, &columns, &options), &queries);
    }
}

/// Depths where sums of products no longer fit 24 bits, and extreme numbers.
#[test]
fn deep_vectors_of_whole_numbers_stay_exact() {
    let files = Files::new();
    for depth in [1024, 1025, 2500] {
        let (mut a, b) = (Vectors::whole(9, depth, 127, 3), Vectors::whole(27, depth, 127, 4));
        // Sums near 2^14 a number, one apart.
        for (at, x) in a.numbers.iter_mut().enumerate() {
            *x = if at % 97 == 0 { 127.0 } else { -128.0 };
        }
        let mut b = Vectors { numbers: a.numbers.repeat(3), ..b };
        (0..27).for_each(|at| {
            b.numbers[at * depth + at] += if b.numbers[at * depth + at] > 0.0 { -1.0 } else { 1.0 }
        });
        let map: Vec<i64> = (0..27).map(|j| j % 9).collect();
        let golds = files.integers("M.npy", &map);
        let (rows, columns) = (a.file(&files, "A.npy", "|i1"), b.file(&files, "B.npy", "|i1"));
        for (metric, score) in
            [("dot", dot as fn(&[f64], &[f64]) -> f64), ("l2", closeness), ("cosine", cosine)]
        {
            let queries = queries_of_map(&a.matrix(&b, score), &map);
            let options = format!("--metric {metric} --row-of-column {}", golds.display());
            check(&embeddings(&rows, &columns, &options), &queries);
        }
    }
}

/// Floats that round, with equal vectors in many places.
fn rounding(files: &Files, rows: usize, columns: usize, depth: usize) -> (PathBuf, PathBuf) {
    let scaled = |count, seed| {
        let mut vectors = Vectors::whole(count, depth, 1 << 30, seed);
        vectors.numbers.iter_mut().for_each(|x| *x /= 1e9);
        vectors
    };
    let (a, mut b) = (scaled(rows, 5), scaled(columns, 6));
    for at in (0..columns).filter(|at| at % 3 == 1) {
        let from = (at * 7 % (columns / 3)) * 3 * depth;
        let vector = b.numbers[from..][..depth].to_vec();
        b.numbers[at * depth..][..depth].copy_from_slice(&vector);
    }
    (a.file(files, "A.npy", "<f4"), b.file(files, "B.npy", "<f4"))
}

/// Everything that is printed and saved.
fn outputs(files: &Files, vectors: &(PathBuf, PathBuf), options: &str) -> (String, Vec<Vec<u8>>) {
    let (ranks, tallies) = (files.path("R.npy"), files.path("T.npy"));
    let saved = format!("--save-ranks {} --save-tallies {}", ranks.display(), tallies.display());
    let run = embeddings(&vectors.0, &vectors.1, &format!("{options} {saved} --direction both"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let names = ["R.rows.npy", "R.columns.npy", "T.rows.npy", "T.columns.npy"];
    (run.out, names.map(|name| std::fs::read(files.path(name)).unwrap()).to_vec())
}

/// The least memory, as it is told where there is less: one thread, and vectors
/// are converted for each tile.
fn least_memory(vectors: &(PathBuf, PathBuf), options: &str) -> String {
    let run = embeddings(&vectors.0, &vectors.1, &format!("{options} --memory 9K"));
    run.refused(&["--memory 9K is too little"]);
    let told = run.err.split_whitespace().find(|word| word.ends_with('K') && *word != "9K");
    format!("--memory {}", told.unwrap())
}

#[test]
fn neither_memory_nor_threads_change_a_bit() {
    let files = Files::new();
    for (rows, columns, depth) in [(1100, 2400, 33), (300, 1203, 1030)] {
        let vectors = rounding(&files, rows, columns, depth);
        let map: Vec<i64> = (0..columns as i64).map(|j| j % rows as i64).collect();
        let map = files.integers("M.npy", &map);
        for metric in ["dot", "cosine", "l2"] {
            let options = format!("--metric {metric} --row-of-column {}", map.display());
            let one = outputs(&files, &vectors, &format!("{options} --threads 1"));
            let least = least_memory(&vectors, &options);
            for how in ["--threads 2", "--threads 3", "--memory 64M", "--memory 20M", &least] {
                let other = outputs(&files, &vectors, &format!("{options} {how}"));
                assert!(one == other, "{options} {how}");
            }
        }
    }
}

/// A gold that other columns repeat ties with all of them, wherever they stand.
#[test]
fn equal_vectors_tie() {
    let files = Files::new();
    let columns = 2400;
    for depth in [17, 700] {
        let a = Vectors::whole(1030, depth, 1 << 20, 7);
        let mut b = Vectors::whole(columns, depth, 1 << 20, 8);
        // Every column 0, 3, 6, .. is the same vector.
        let vector = b.of(0).to_vec();
        for at in (0..columns).step_by(3) {
            b.numbers[at * depth..][..depth].copy_from_slice(&vector);
        }
        let (rows, others) = (a.file(&files, "A.npy", "<f4"), b.file(&files, "B.npy", "<f4"));
        let golds = files.integers("G.npy", &(0..1030).map(|i| i % 800 * 3).collect::<Vec<_>>());
        for metric in ["dot", "cosine", "l2"] {
            let tallies = files.path("T.npy");
            let options = format!(
                "--metric {metric} --gold {} --save-tallies {}",
                golds.display(),
                tallies.display()
            );
            assert_eq!(embeddings(&rows, &others, &options).code, Some(0));
            let mut chance = 0;
            for (row, tally) in read_u32(&tallies).chunks(5).enumerate() {
                let gold = (row % 800) as u32;
                assert!(
                    tally[1] >= gold && tally[3] >= 799 - gold,
                    "{metric}, row {row}: {tally:?}"
                );
                assert_eq!([tally[2], tally[4]], [0, 1], "{metric}, row {row}");
                chance += tally[1] + tally[3] - 799;
            }
            // Rounded scores of other vectors tie now and then.
            assert!(chance < 20, "{metric}: {chance}");
        }
    }
}

/// Distances of equal vectors are 0, and nothing else is that near.
#[test]
fn equal_vectors_are_nearest() {
    let files = Files::new();
    let a = Vectors::whole(300, 65, 1 << 20, 9);
    let rows = a.file(&files, "A.npy", "<f4");
    let json = embeddings(&rows, &rows, "--per-row 1 --metric l2").json();
    assert_eq!(
        (&json["rows"]["hits"]["1"], &json["columns"]["hits"]["1"]),
        (&300.into(), &300.into())
    );
}

/// Rounded scores against 64-bit floats: well apart, ranks agree.
#[test]
fn directions_of_floats_are_ranked_as_in_wider_floats() {
    let files = Files::new();
    let mut a = Vectors::whole(40, 96, 1 << 20, 10);
    let mut b = Vectors::whole(200, 96, 1 << 20, 11);
    // Lengths that overflow and underflow 32-bit floats when squared.
    for (vectors, lengths) in [(&mut a, [1e-25, 1e20, 1.0]), (&mut b, [1e18, 1.0, 1e-22])] {
        for (at, x) in vectors.numbers.iter_mut().enumerate() {
            *x = f64::from((*x * lengths[at / 96 % 3]) as f32);
        }
    }
    let map = uneven(200, 40);
    let golds = files.integers("M.npy", &map);
    let (rows, columns) = (a.file(&files, "A.npy", "<f4"), b.file(&files, "B.npy", "<f4"));
    let options = format!("--metric cosine --row-of-column {}", golds.display());
    check(&embeddings(&rows, &columns, &options), &queries_of_map(&a.matrix(&b, cosine), &map));
}

#[test]
fn zero_vectors_are_told_and_are_no_nan() {
    let files = Files::new();
    for descr in ["<f4", "<f2", "|i1"] {
        let mut a = Vectors::whole(6, 4, 3, 12);
        let mut b = Vectors::whole(12, 4, 3, 13);
        a.numbers[8..12].fill(0.0);
        b.numbers[..4].fill(0.0);
        b.numbers[40..44].fill(-0.0);
        let (rows, columns) = (a.file(&files, "A.npy", descr), b.file(&files, "B.npy", descr));
        let run = embeddings(&rows, &columns, "--per-row 2 --metric cosine");
        let map: Vec<i64> = (0..12).map(|j| j / 2).collect();
        if descr == "|i1" {
            check(&run, &queries_of_map(&a.matrix(&b, cosine), &map));
        }
        assert_eq!(run.json()["rows"]["nan_cells"], 0);
        assert!(run.err.contains("A.npy: 1 zero vector (the first in row 2)"), "{}", run.err);
        assert!(run.err.contains("B.npy: 2 zero vectors (the first in row 0)"), "{}", run.err);
    }
}

#[test]
fn the_first_nan_is_told_for_any_number_of_threads() {
    let files = Files::new();
    let mut a = Vectors::whole(1500, 3, 9, 14);
    let mut b = Vectors::whole(3000, 3, 9, 15);
    // The product of infinity and 0: row 1200 with 2990, row 1300 with 5.
    a.numbers[1200 * 3..][..3].copy_from_slice(&[f64::INFINITY, 1.0, 1.0]);
    a.numbers[1300 * 3..][..3].copy_from_slice(&[1.0, f64::INFINITY, 1.0]);
    b.numbers.iter_mut().filter(|x| **x == 0.0).for_each(|x| *x = 1.0);
    b.numbers[2990 * 3] = 0.0;
    b.numbers[5 * 3 + 1] = 0.0;
    let (rows, columns) = (a.file(&files, "A.npy", "<f4"), b.file(&files, "B.npy", "<f4"));
    for how in ["--threads 1", "--threads 2", "--threads 3 --memory 32M", "--direction rows"] {
        let run = embeddings(&rows, &columns, &format!("--per-row 2 {how}"));
        run.refused(&["row 1200, column 2990", "is NaN"]);
    }
    let json = embeddings(&rows, &columns, "--per-row 2 --nan worst").json();
    assert_eq!(json["rows"]["nan_cells"], 2);
}

#[test]
fn one_direction_has_the_figures_of_both() {
    let files = Files::new();
    let vectors = rounding(&files, 60, 180, 20);
    let run = |options: &str| {
        embeddings(&vectors.0, &vectors.1, &format!("--per-row 3 {options}")).json()
    };
    let both = run("");
    for (side, other) in [("rows", "columns"), ("columns", "rows")] {
        let one = run(&format!("--direction {side}"));
        assert_eq!(one[side], both[side]);
        assert!(one[other].is_null() && !both[other].is_null());
    }
}

#[test]
fn golds_of_some_queries() {
    let files = Files::new();
    let (a, b) = (Vectors::whole(30, 4, 3, 16), Vectors::whole(70, 4, 3, 17));
    let offsets = files.integers("O.npy", &[0, 2, 2, 60]);
    let items: Vec<i64> = (0..60).map(|at| at * 11 % 70).collect();
    let list = files.integers("I.npy", &items);
    let queries = files.integers("Q.npy", &[4, 29, 0]);
    let (rows, columns) = (a.file(&files, "A.npy", "<f2"), b.file(&files, "B.npy", "<f2"));
    let options =
        format!("--golds {} {} --queries {}", offsets.display(), list.display(), queries.display());
    let json = embeddings(&rows, &columns, &options).json();
    let matrix = a.matrix(&b, dot);
    let golds =
        |range: std::ops::Range<usize>| items[range].iter().map(|&item| item as usize).collect();
    let wanted = vec![
        (matrix.row(0), golds(2..60)),
        (matrix.row(4), golds(0..2)),
        (matrix.row(29), Vec::new()),
    ];
    check_side(&json["rows"], &wanted, "lower-index");
}

#[test]
fn what_does_not_fit_is_refused() {
    let files = Files::new();
    let vectors = |count, depth| Vectors::whole(count, depth, 3, 18);
    let rows = vectors(4, 6).file(&files, "A.npy", "<f4");
    let refused = |columns: &PathBuf, options: &str, parts: &[&str]| {
        embeddings(&rows, columns, options).refused(parts);
    };
    let shorter = vectors(8, 5).file(&files, "B.npy", "<f4");
    refused(&shorter, "--per-row 2", &["A.npy has vectors of 6 numbers", "B.npy of 5"]);
    let whole = vectors(8, 6).file(&files, "C.npy", "|i1");
    refused(&whole, "--per-row 2", &["A.npy has dtype f32", "C.npy i8"]);
    let wide = vectors(8, 6).file(&files, "D.npy", "<f8");
    refused(&wide, "--per-row 2", &["D.npy has dtype f64", "f32, f16, i8"]);
    refused(&files.path("none.npy"), "--per-row 2", &["none.npy cannot be read"]);
    let flat = files.integers("E.npy", &[1, 2, 3]);
    refused(&flat, "--per-row 2", &["E.npy has shape (3,)", "two dimensions"]);
    let good = vectors(8, 6).file(&files, "F.npy", "<f4");
    refused(&good, "", &["A.npy x ", "who is gold for whom"]);
    refused(&good, "--per-row 3", &["--per-row 3 needs 12 columns"]);
    refused(
        &good,
        "--per-row 2 --memory 100K",
        &["--memory 100K is too little", "4 rows", "8 columns"],
    );
    refused(&good, "--per-row 2 --memory 3X", &["--memory", "no unit"]);
    refused(&good, "--per-row 2 --memory M", &["--memory", "a number is expected"]);
    refused(&good, "--per-row 2 --threads 0", &["--threads 0"]);
    refused(&good, "--per-row 2 --checkpoint-every 5", &["--checkpoint"]);
    let own = format!("--per-row 2 --save-ranks {} --direction rows", good.display());
    refused(&good, &own, &["F.npy is an input"]);
    let deep = Vectors::whole(2, 40_000, 3, 19).file(&files, "G.npy", "|i1");
    embeddings(&deep, &deep, "--per-row 1 --metric l2")
        .refused(&["40000 numbers", "at most 33025"]);
}

/// Files and options of a run that takes long enough to be killed.
fn long(files: &Files) -> ((PathBuf, PathBuf), String) {
    let vectors = rounding(files, 4000, 9000, 200);
    let map: Vec<i64> = (0..9000).map(|j| j * 17 % 4000).collect();
    let map = files.integers("M.npy", &map);
    let options = format!("--row-of-column {} --metric cosine --threads 2", map.display());
    (vectors, options)
}

/// Starts a run and kills it when there is a state of it, which is returned.
fn killed(files: &Files, vectors: &(PathBuf, PathBuf), options: &str) -> (PathBuf, Vec<u8>) {
    let state = files.path("state");
    let mut args = vec!["embeddings", vectors.0.to_str().unwrap(), vectors.1.to_str().unwrap()];
    let text = format!("{options} --checkpoint {} --checkpoint-every 0", state.display());
    args.extend(text.split_whitespace());
    let mut child = command(args).stdout(std::process::Stdio::null()).spawn().unwrap();
    while !state.exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a state");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().code(), None, "it ended before it was killed");
    let bytes = std::fs::read(&state).unwrap();
    (state, bytes)
}

#[test]
fn a_killed_run_goes_on_to_the_same_report() {
    let files = Files::new();
    let (vectors, options) = long(&files);
    let whole = outputs(&files, &vectors, &options);
    let (state, _) = killed(&files, &vectors, &format!("{options} --direction both"));
    // Tiles that are done already are not done again.
    let options = format!("{options} --checkpoint {}", state.display());
    assert!(outputs(&files, &vectors, &options) == whole);
    assert!(!state.exists(), "a finished run leaves no state");
}

#[test]
fn damaged_and_foreign_states_are_refused() {
    let files = Files::new();
    let (vectors, options) = long(&files);
    let (state, bytes) = killed(&files, &vectors, &options);
    let with = format!("{options} --checkpoint {}", state.display());
    let refused = |bytes: &[u8], options: &str, parts: &[&str]| {
        std::fs::write(&state, bytes).unwrap();
        embeddings(&vectors.0, &vectors.1, options).refused(parts);
        assert!(std::fs::read(&state).unwrap() == bytes, "it was written over");
    };
    for at in [20, 40, 50, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        refused(&damaged, &with, &["state is damaged", "checksum"]);
    }
    refused(&bytes[..bytes.len() - 7], &with, &["state is damaged"]);
    refused(&bytes[..11], &with, &["state is damaged", "cut short"]);
    refused(b"", &with, &["state is no checkpoint"]);
    refused(b"precious notes", &with, &["state is no checkpoint", "neither read nor written over"]);
    let mut later = bytes.clone();
    later[8] += 1;
    refused(&later, &with, &["version 2", "version 1"]);
    // The same file with other options, golds and vectors.
    refused(&bytes, &format!("{with} --nan worst"), &["state belongs to other"]);
    refused(&bytes, &format!("{with} --direction rows"), &["state belongs to other"]);
    refused(&bytes, &with.replace("cosine", "dot"), &["state belongs to other"]);
    let map: Vec<i64> = (0..9000).map(|j| j * 19 % 4000).collect();
    let map = files.integers("N.npy", &map);
    let other = with.replace(files.path("M.npy").to_str().unwrap(), map.to_str().unwrap());
    refused(&bytes, &other, &["state belongs to other"]);
    let mut numbers = std::fs::read(&vectors.1).unwrap();
    let last = numbers.len() - 1;
    numbers[last] ^= 1;
    std::fs::write(&vectors.1, numbers).unwrap();
    refused(&bytes, &with, &["state belongs to other vectors"]);
}
