//! What is printed, in each format, and how the program ends.

mod common;

use std::io::Read;
use std::process::Stdio;

use common::{Files, Matrix, data, lists, run, run_with, scores};
use serde_json::Value;

fn sample(options: &str) -> String {
    let file = data("scores_120x600_f32.npy");
    let args = ["scores", file.to_str().unwrap(), "--per-row", "5"];
    let run = run(args.into_iter().chain(options.split_whitespace()));
    assert_eq!((run.code, &run.err[..]), (Some(0), ""));
    run.out
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn json_has_these_keys_in_this_order() {
    let found: Value = serde_json::from_str(&sample("--format json --folds 2")).unwrap();
    let top =
        ["rows", "columns", "rsum", "unit", "ks", "tie_rule", "nan_policy", "folds", "average"];
    assert_eq!(keys(&found), top);
    let figures = ["recall", "ar", "ar_ks", "median_rank", "mean_rank", "mrr"];
    let before = ["queries", "items", "hits"];
    let behind = ["tied_queries", "without_gold", "nan_cells"];
    let side = [&before[..], &figures, &behind].concat();
    assert_eq!(keys(&found["rows"]), side);
    assert_eq!(keys(&found["rows"]["hits"]), ["1", "5", "10", "20"]);
    assert_eq!(keys(&found["folds"][1]), ["rows", "columns", "rsum"]);
    assert_eq!(keys(&found["folds"][1]["columns"]), side);
    assert_eq!(keys(&found["average"]), ["rows", "columns", "rsum"]);
    assert_eq!(keys(&found["average"]["rows"]), figures);
    let plain: Value = serde_json::from_str(&sample("--format json")).unwrap();
    assert_eq!(keys(&plain), top[..7]);
    assert_eq!(plain["rows"]["recall"]["1"], 46.0 / 120.0 * 100.0);
}

#[test]
fn fractions_are_not_percents_divided() {
    let found: Value = serde_json::from_str(&sample("--format json --unit fraction")).unwrap();
    assert_eq!(found["rows"]["recall"]["5"], 70.0 / 120.0);
    assert_eq!(found["columns"]["recall"]["5"], 344.0 / 600.0);
    let sum =
        [46.0 / 120.0, 70.0 / 120.0, 78.0 / 120.0, 194.0 / 600.0, 344.0 / 600.0, 404.0 / 600.0];
    assert_eq!(found["rsum"], sum.iter().fold(0.0, |sum, recall| sum + recall));
    assert_eq!(found["unit"], "fraction");
}

#[test]
fn csv_has_a_line_for_each_direction() {
    let text = sample("--format csv -k 1,10 --folds 2 --round 3");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
    assert_eq!(lines.len(), 1 + 2 + 4 + 2);
    assert_eq!(
        lines[0][..8],
        ["part", "direction", "queries", "items", "hits@1", "hits@10", "recall@1", "recall@10"]
    );
    assert_eq!(lines[1][..8], ["all", "rows", "120", "600", "46", "78", "38.333", "65.0"]);
    assert_eq!(lines[2][..8], ["all", "columns", "600", "120", "194", "404", "32.333", "67.333"]);
    let parts: Vec<&str> = lines.iter().map(|line| line[0]).collect();
    assert_eq!(parts[3..], ["fold 1", "fold 1", "fold 2", "fold 2", "average", "average"]);
    assert_eq!(lines[7][2..6], [""; 4]);
    let column = |name| lines[0].iter().position(|heading| *heading == name).unwrap();
    assert_eq!(lines[1][column("mean_rank")], "23.475");
    assert_eq!(lines[1][column("mrr")], "0.479");
    assert_eq!(lines[1][column("rsum")], "318.667");
    assert_eq!(lines[1][column("tie_rule")], "lower-index");
}

#[test]
fn markdown_is_a_table() {
    let text = sample("--format markdown --folds 3");
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(lines.len(), 2 + 2 + 6 + 2);
    let cells = |line: &str| line.matches('|').count();
    assert!(lines.iter().all(|line| cells(line) == cells(lines[0])), "{text}");
    assert!(
        lines[2].starts_with("| rows -> columns | 120 | 600 | 38.33 | 58.33 | 65.00 |"),
        "{text}"
    );
    assert!(text.contains("rsum %: 318.67."), "{text}");
}

#[test]
fn the_table_rounds_for_people() {
    let table = sample("");
    for part in ["R@1 %", "38.33 [30.12, 47.27]", "rsum %: 318.67", "0.4787", "lower-index"] {
        assert!(table.contains(part), "{part} is not in {table}");
    }
    assert!(!table.contains("misses") && !table.contains("tied queries"), "{table}");
    let fractions = sample("--unit fraction");
    assert!(fractions.contains("0.3833 [0.3012, 0.4727]"), "{fractions}");
    let short = sample("--round 1 -k 7 --direction columns");
    assert!(short.contains("R@7 %") && !short.contains("rows -> columns"), "{short}");
    assert!(sample("--lower-is-better").contains("Lower scores are better."));
    let folds = sample("--folds 4 --direction rows");
    assert!(folds.contains("4 folds of 30 rows"), "{folds}");
    for text in [&table, &fractions, &short, &folds] {
        assert!(text.is_ascii() && text.lines().all(|line| line.trim_end() == line), "{text}");
    }
}

#[test]
fn the_table_tells_ties_misses_and_nan_cells() {
    let text = r#"{"scores": [[1, 1, 0], [null, 5, 5]], "gold": [0, 0]}"#;
    let table = run_with(["scores", "-", "--nan", "worst"], text).out;
    for (name, count) in [("tied queries", "1"), ("misses", "1"), ("NaN cells", "1")] {
        let line = table.lines().find(|line| line.starts_with(name)).expect(&table);
        assert_eq!(line.split_whitespace().last(), Some(count), "{table}");
    }
}

#[test]
fn lists_in_each_format() {
    let text = "{\"ranking\": [1, 2], \"relevant\": 2}\n{\"ranking\": [1], \"relevant\": 3}";
    let format = |format| {
        let run = run_with(["lists", "-", "-k", "1,2", "--format", format], text);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let table = format("table");
    for (name, value) in [("R@2 %", "50.00"), ("absent", "1"), ("median rank", "2.00")] {
        let line = table.lines().find(|line| line.starts_with(name)).expect(&table);
        assert!(line.contains(value), "{table}");
    }
    let csv = format("csv");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0].len(), lines[1].len());
    assert_eq!(lines[1][..8], ["all", "lists", "2", "2", "0", "1", "0.0", "50.0"]);
    assert_eq!(lines[0][lines[0].len() - 3..], ["absent", "shorter_than_k", "unit"]);
    assert_eq!(lines[1][lines[1].len() - 3..], ["1", "1", "percent"]);
    assert!(format("markdown").contains("| lists | 2 | 2 | 0.00 | 50.00 |"));
    assert_eq!(lists(text, "-k 1,2").json()["lists"]["hits"]["2"], 1);
}

#[test]
fn wrong_usage_exits_with_two() {
    for args in [
        &["scores"][..],
        &["score", "S.npy"],
        &["lists"],
        &["--format", "json"],
        &["scores", "S.npy", "--round", "23"],
    ] {
        run(args).refused(&["error:"]);
    }
    let help = run(["--help"]);
    assert_eq!(help.code, Some(0));
    for args in [&["scores", "--help"][..], &["lists", "--help"]] {
        let help = run(args);
        assert!(help.code == Some(0) && help.out.contains("Example"), "{}", help.out);
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let files = Files::new();
    let path = files.matrix("S.npy", &Matrix::small(100, 100, 9));
    let args =
        ["scores", path.to_str().unwrap(), "--per-row", "1", "--folds", "50", "--format", "json"];
    let mut child =
        common::command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), &err[..]), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let none: [&str; 0] = [];
    let output = common::command(none).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot be printed"));
}

#[test]
fn nothing_is_printed_when_a_fold_fails() {
    let files = Files::new();
    let path = files.matrix("S.npy", &Matrix::small(4, 4, 9));
    let map = files.integers("M.npy", &[0, 1, 0, 1]);
    scores(&path, &format!("--row-of-column {} --folds 2", map.display())).refused(&["fold 2"]);
}
