//! Tie rules, NaN, order, cutoffs, folds and saved files.

mod common;

use common::{
    Files, Matrix, Queries, check_side, doubled_rank, npy, queries_of_map, read_npy, read_u32,
    scores,
};

const RULES: [&str; 5] = ["lower-index", "optimistic", "pessimistic", "higher-index", "realistic"];

fn map_of(per_row: usize, columns: usize) -> Vec<i64> {
    (0..columns).map(|column| (column / per_row) as i64).collect()
}

#[test]
fn every_tie_rule() {
    let files = Files::new();
    let matrix = Matrix::small(12, 36, 4);
    let path = files.matrix("S.npy", &matrix);
    let (rows, columns) = queries_of_map(&matrix, &map_of(3, 36));
    for rule in RULES {
        let found = scores(&path, &format!("--per-row 3 --tie-rule {rule}")).json();
        assert_eq!(found["tie_rule"], rule);
        check_side(&found["rows"], &rows, rule);
        check_side(&found["columns"], &columns, rule);
        let tied = |queries: &Queries| {
            let bounds = |rule| queries.iter().map(move |(s, g)| doubled_rank(s, g, rule));
            bounds("optimistic").zip(bounds("pessimistic")).filter(|(low, high)| low < high).count()
        };
        assert_eq!(found["rows"]["tied_queries"], tied(&rows));
        assert_eq!(found["columns"]["tied_queries"], tied(&columns));
    }
}

#[test]
fn nan_is_rejected_with_its_place_in_either_order() {
    let files = Files::new();
    let mut matrix = Matrix::small(6, 12, 9);
    // The first by rows is at (2, 7), the first by columns at (4, 1).
    (matrix.cells[2 * 12 + 7], matrix.cells[4 * 12 + 1]) = (f64::NAN, f64::NAN);
    let path = files.matrix("S.npy", &matrix);
    let bytes: Vec<u8> = matrix.by_columns().iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let fortran = files.write("F.npy", &npy("<f8", true, &[6, 12], &bytes));
    for file in [path, fortran] {
        for direction in ["rows", "columns", "both"] {
            scores(&file, &format!("--per-row 2 --direction {direction}")).refused(&[
                "row 2, column 7",
                "is NaN",
                "--nan worst",
            ]);
        }
    }
}

#[test]
fn nan_as_the_worst_score() {
    let files = Files::new();
    let mut matrix = Matrix::small(6, 12, 9);
    // Row 2 loses one of its golds (4, 5), row 3 both (6, 7); another cell is no gold.
    for (row, column) in [(2, 4), (3, 6), (3, 7), (0, 11)] {
        matrix.cells[row * 12 + column] = f64::NAN;
    }
    let path = files.matrix("S.npy", &matrix);
    let (rows, columns) = queries_of_map(&matrix, &map_of(2, 12));
    for rule in RULES {
        let found = scores(&path, &format!("--per-row 2 --nan worst --tie-rule {rule}")).json();
        assert_eq!(found["nan_policy"], "worst");
        check_side(&found["rows"], &rows, rule);
        check_side(&found["columns"], &columns, rule);
        assert_eq!(found["rows"]["without_gold"], 1);
        assert_eq!(found["columns"]["without_gold"], 3);
        assert_eq!(
            (&found["rows"]["nan_cells"], &found["columns"]["nan_cells"]),
            (&4.into(), &4.into())
        );
    }
}

#[test]
fn a_constant_or_nan_model_does_not_look_good() {
    let files = Files::new();
    let constant = Matrix { rows: 4, columns: 4, cells: vec![1.0; 16] };
    let path = files.matrix("S.npy", &constant);
    let found = scores(&path, "--per-row 1 --tie-rule pessimistic -k 1,3,4").json();
    assert_eq!(found["rows"]["hits"], serde_json::json!({"1": 0, "3": 0, "4": 4}));
    let nan = Matrix { cells: vec![f64::NAN; 16], ..constant };
    let path = files.matrix("S.npy", &nan);
    let found = scores(&path, "--per-row 1 --nan worst -k 1,4,99").json();
    assert_eq!(found["rows"]["hits"], serde_json::json!({"1": 0, "4": 0, "99": 0}));
    assert_eq!((&found["rows"]["median_rank"], &found["rows"]["mrr"]), (&5.0.into(), &0.0.into()));
}

#[test]
fn lower_is_better_ranks_the_negated_scores() {
    let files = Files::new();
    let matrix = Matrix::small(6, 12, 9);
    let negated = Matrix { cells: matrix.cells.iter().map(|cell| -cell).collect(), ..matrix };
    let path = files.matrix("S.npy", &matrix);
    let (rows, columns) = queries_of_map(&negated, &map_of(2, 12));
    let found = scores(&path, "--per-row 2 --lower-is-better").json();
    check_side(&found["rows"], &rows, "lower-index");
    check_side(&found["columns"], &columns, "lower-index");
}

#[test]
fn cutoffs_and_what_ar_averages() {
    let files = Files::new();
    let matrix = Matrix::small(7, 21, 9);
    let path = files.matrix("S.npy", &matrix);
    let (rows, _) = queries_of_map(&matrix, &map_of(3, 21));
    let hits =
        |k: u64| rows.iter().filter(|(s, g)| doubled_rank(s, g, "lower-index") < 2 * k).count();
    let found = scores(&path, "--per-row 3 -k 20,0,3,3,4000000000 --ar-ks 2,4").json();
    assert_eq!(found["ks"], serde_json::json!([20, 0, 3, 3, 4_000_000_000u32]));
    let expected = serde_json::json!({"20": hits(20), "0": 0, "3": hits(3), "4000000000": 7});
    assert_eq!(found["rows"]["hits"], expected);
    let percent = |k| hits(k) as f64 / 7.0 * 100.0;
    assert_eq!(found["rows"]["ar"], (percent(2) + percent(4)) / 2.0);
    assert_eq!(found["rows"]["ar_ks"], serde_json::json!([2, 4]));
    let none = scores(&path, "--per-row 3 -k -1");
    none.refused(&["-1"]);
    scores(&path, "--per-row 3 -k 1.5").refused(&["1.5"]);
}

/// The rows of a fold with the columns that belong to them.
fn fold(matrix: &Matrix, map: &[i64], from: usize, rows: usize) -> (Queries, Queries) {
    let own: Vec<usize> =
        (0..matrix.columns).filter(|&j| (from..from + rows).contains(&(map[j] as usize))).collect();
    let cells = (from..from + rows)
        .flat_map(|row| own.iter().map(move |&column| matrix.cells[row * matrix.columns + column]));
    let part = Matrix { rows, columns: own.len(), cells: cells.collect() };
    let map: Vec<i64> = own.iter().map(|&column| map[column] - from as i64).collect();
    queries_of_map(&part, &map)
}

fn check_folds(found: &serde_json::Value, matrix: &Matrix, map: &[i64], folds: usize) {
    let rows = matrix.rows / folds;
    let parts = found["folds"].as_array().unwrap();
    assert_eq!(parts.len(), folds);
    for (number, part) in parts.iter().enumerate() {
        let (row_queries, column_queries) = fold(matrix, map, number * rows, rows);
        check_side(&part["rows"], &row_queries, "lower-index");
        check_side(&part["columns"], &column_queries, "lower-index");
    }
    for side in ["rows", "columns"] {
        let mean = |of: &dyn Fn(&serde_json::Value) -> f64| {
            parts.iter().map(|part| of(&part[side])).sum::<f64>() / folds as f64
        };
        let average = &found["average"][side];
        for k in ["1", "5", "10", "20"] {
            let expected = mean(&|side| side["recall"][k].as_f64().unwrap());
            assert!((average["recall"][k].as_f64().unwrap() - expected).abs() < 1e-9);
        }
        for name in ["ar", "median_rank", "mean_rank", "mrr"] {
            let expected = mean(&|side| side[name].as_f64().unwrap());
            assert!((average[name].as_f64().unwrap() - expected).abs() < 1e-9, "{name}");
        }
    }
    let rsum = |part: &serde_json::Value| {
        let of = |side: &str, k: &str| part[side]["recall"][k].as_f64().unwrap();
        let side = |side| of(side, "1") + of(side, "5") + of(side, "10");
        side("rows") + side("columns")
    };
    let mut total = 0.0;
    for part in parts {
        assert!((part["rsum"].as_f64().unwrap() - rsum(part)).abs() < 1e-9);
        total += rsum(part);
    }
    assert!((found["average"]["rsum"].as_f64().unwrap() - total / folds as f64).abs() < 1e-9);
}

#[test]
fn folds_of_neighbouring_columns() {
    let files = Files::new();
    let matrix = Matrix::small(12, 24, 50);
    let path = files.matrix("S.npy", &matrix);
    let bytes: Vec<u8> = matrix.by_columns().iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let fortran = files.write("F.npy", &npy("<f8", true, &[12, 24], &bytes));
    let map = map_of(2, 24);
    let (rows, columns) = queries_of_map(&matrix, &map);
    for folds in [1, 3, 4] {
        let found = scores(&path, &format!("--per-row 2 --folds {folds}")).json();
        check_side(&found["rows"], &rows, "lower-index");
        check_side(&found["columns"], &columns, "lower-index");
        check_folds(&found, &matrix, &map, folds);
        let same = scores(&fortran, &format!("--per-row 2 --folds {folds}"));
        assert_eq!(same.json(), found);
    }
}

#[test]
fn folds_of_scattered_columns_leave_distractors_out() {
    let files = Files::new();
    let matrix = Matrix::small(6, 14, 50);
    let path = files.matrix("S.npy", &matrix);
    let map = [5, 0, -1, 3, 1, 0, 2, 4, 4, -1, 2, 3, 0, 5];
    let file = files.integers("M.npy", &map);
    let options = format!("--row-of-column {} --folds 3", file.display());
    check_folds(&scores(&path, &options).json(), &matrix, &map, 3);
}

#[test]
fn folds_that_cannot_be_made() {
    let files = Files::new();
    let path = files.matrix("S.npy", &Matrix::small(6, 12, 9));
    scores(&path, "--per-row 2 --folds 4").refused(&["--folds 4", "6 rows"]);
    scores(&path, "--per-row 2 --folds 0").refused(&["--folds 0"]);
    let golds = files.integers("G.npy", &[0; 6]);
    scores(&path, &format!("--gold {} --folds 2", golds.display())).refused(&["--per-row"]);
    let map = files.integers("M.npy", &[0; 12]);
    scores(&path, &format!("--row-of-column {} --folds 2", map.display())).refused(&["fold 2"]);
}

#[test]
fn saved_ranks_and_tallies() {
    let files = Files::new();
    let matrix = Matrix::small(12, 36, 4);
    let path = files.matrix("S.npy", &matrix);
    let (rows, columns) = queries_of_map(&matrix, &map_of(3, 36));
    let doubled = |queries: &Queries, rule: &str| -> Vec<u64> {
        queries.iter().map(|(scores, golds)| doubled_rank(scores, golds, rule)).collect()
    };
    for rule in RULES {
        let options = format!(
            "--per-row 3 --tie-rule {rule} --save-ranks {} --save-tallies {}",
            files.path("R.npy").display(),
            files.path("T").display()
        );
        let run = scores(&path, &options);
        run.json();
        for name in
            ["R.rows.npy: 12 ranks", "R.columns.npy: 36 ranks", "T.rows.npy", "T.columns.npy"]
        {
            assert!(run.err.contains(name), "{}", run.err);
        }
        for (side, queries) in [("rows", &rows), ("columns", &columns)] {
            let file = files.path(&format!("R.{side}.npy"));
            if rule == "realistic" {
                let (header, cells) = read_npy(&file);
                assert!(header.contains("'<f8'"), "{header}");
                let found: Vec<f64> = cells
                    .chunks(8)
                    .map(|cell| f64::from_le_bytes(cell.try_into().unwrap()))
                    .collect();
                let expected: Vec<f64> =
                    doubled(queries, rule).into_iter().map(|rank| rank as f64 / 2.0).collect();
                assert_eq!(found, expected);
            } else {
                let expected: Vec<u32> =
                    doubled(queries, rule).into_iter().map(|rank| rank as u32 / 2).collect();
                assert_eq!(read_u32(&file), expected, "{rule} {side}");
            }
            let tallies = files.path(&format!("T.{side}.npy"));
            assert!(read_npy(&tallies).0.contains(&format!("({}, 5", queries.len())));
            for (tally, (scores, golds)) in read_u32(&tallies).chunks(5).zip(queries) {
                let rank = |rule| doubled_rank(scores, golds, rule) as u32 / 2;
                assert_eq!(tally[0], rank("optimistic"));
                assert_eq!(tally[0] + tally[1], rank("lower-index"));
                assert_eq!(tally[0] + tally[3], rank("higher-index"));
                assert_eq!(tally[0] + tally[1] + tally[2] + tally[3], rank("pessimistic"));
                let best = golds.iter().map(|&gold| scores[gold]).fold(f64::MIN, f64::max);
                let tied = golds.iter().filter(|&&gold| scores[gold] == best).count();
                assert_eq!(tally[4], tied as u32);
            }
        }
    }
}

fn read_u64(path: &std::path::Path) -> Vec<u64> {
    let (header, cells) = read_npy(path);
    assert!(header.contains("'<u8'"), "{header}");
    cells.chunks(8).map(|cell| u64::from_le_bytes(cell.try_into().unwrap())).collect()
}

#[test]
fn saved_histograms_count_the_ranks() {
    let files = Files::new();
    let mut matrix = Matrix::small(12, 36, 4);
    // The golds of row 0, and of columns 0 to 2, miss.
    matrix.cells[..3].fill(f64::NAN);
    let path = files.matrix("S.npy", &matrix);
    let (rows, columns) = queries_of_map(&matrix, &map_of(3, 36));
    for rule in ["lower-index", "pessimistic"] {
        let histogram = files.path("H.npy");
        let options = format!(
            "--per-row 3 --nan worst --tie-rule {rule} --save-histogram {}",
            histogram.display()
        );
        let run = scores(&path, &options);
        run.json();
        assert!(
            run.err.contains("H.rows.npy: histogram of 12 ranks among 36 items"),
            "{}",
            run.err
        );
        for (side, queries, items) in [("rows", &rows, 36), ("columns", &columns, 12)] {
            let mut expected = vec![0u64; items + 1];
            for (scores, golds) in queries {
                expected[doubled_rank(scores, golds, rule) as usize / 2] += 1;
            }
            assert_eq!(read_u64(&files.path(&format!("H.{side}.npy"))), expected, "{rule} {side}");
            assert!(expected[items] > 0, "there are misses");
        }
    }
    let nowhere = files.path("R.npy");
    let options = format!("--per-row 3 --nan worst --save-histogram {}", nowhere.display());
    let tallies =
        format!("{options} --tie-rule realistic --save-tallies {}", files.path("T").display());
    scores(&path, &tallies).refused(&["--save-histogram", "one half"]);
    assert!(!files.path("T.rows.npy").exists(), "nothing is written");
    scores(&path, &format!("{options} --save-ranks {}", nowhere.display()))
        .refused(&["--save-ranks and --save-histogram name the same file"]);
}

#[test]
fn one_direction_is_saved_under_the_name_given() {
    let files = Files::new();
    let path = files.matrix("S.npy", &Matrix::small(4, 8, 9));
    let ranks = files.path("R.npy");
    scores(&path, &format!("--per-row 2 --direction columns --save-ranks {}", ranks.display()))
        .json();
    assert_eq!(read_u32(&ranks).len(), 8);
}

#[test]
fn inputs_are_not_written_over() {
    let files = Files::new();
    let path = files.matrix("S.npy", &Matrix::small(4, 8, 9));
    let before = std::fs::read(&path).unwrap();
    let options = format!("--per-row 2 --direction rows --save-ranks {}", path.display());
    scores(&path, &options).refused(&["is an input"]);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let nowhere = files.path("no/such/R.npy");
    scores(&path, &format!("--per-row 2 --save-tallies {}", nowhere.display()))
        .refused(&["cannot be written"]);
    let twice =
        format!("--per-row 2 --save-ranks {0} --save-tallies {0}", files.path("R").display());
    scores(&path, &twice).refused(&["the same file"]);
}
