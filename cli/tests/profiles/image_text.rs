//! VSE++, OpenCLIP, CLIP_benchmark, and the evaluation of ALBEF and BLIP.

use crate::common::{Files, Matrix, lists, scores, typed};
use crate::slow::{
    hits, mean, median, percents, printed, ranks, sorted_and_reversed, sorted_descending,
};
use serde_json::{Value, json};

/// A part of a matrix: whole rows with their own columns.
fn fold(matrix: &Matrix, at: usize, rows: usize, texts: usize) -> Matrix {
    let (first, columns) = (at * rows, rows * texts);
    let cells = (first..first + rows)
        .flat_map(|row| matrix.row(row)[first * texts..][..columns].to_vec())
        .collect();
    Matrix { rows, columns, cells }
}

/// What VSE++ computes of a matrix: for each direction R@1, R@5, R@10, median
/// and mean rank, AR; then rsum.
fn vsepp(matrix: &Matrix) -> Vec<f64> {
    let sides = ranks(matrix, 5, sorted_and_reversed);
    let mut figures = Vec::new();
    for ranks in &sides {
        let [r1, r5, r10] = percents(ranks);
        figures.extend([r1, r5, r10, median(ranks).floor() + 1.0, mean(ranks) + 1.0]);
        figures.push((r1 + r5 + r10) / 3.0);
    }
    let [rows, columns] = sides.map(|ranks| percents(&ranks));
    figures.push(rows[0] + rows[1] + rows[2] + columns[0] + columns[1] + columns[2]);
    figures
}

fn vsepp_of(json: &Value) -> Vec<Value> {
    let mut figures = Vec::new();
    for side in ["rows", "columns"] {
        let side = &json[side];
        figures.extend(["1", "5", "10"].map(|k| side["recall"][k].clone()));
        figures.extend(["median_rank", "mean_rank", "ar"].map(|name| side[name].clone()));
    }
    figures.push(json["rsum"].clone());
    figures
}

#[test]
fn vsepp_by_its_rules() {
    let files = Files::new();
    for (rows, limit) in [(12, 3), (15, 40), (32, 7), (32, 100_000)] {
        let matrix = Matrix::small(rows, 5 * rows, limit);
        let path = files.matrix("S.npy", &matrix);
        let found = scores(&path, "--per-row 5 --profile vsepp").json();
        let wanted = vsepp(&matrix).into_iter().map(|x| json!(printed(x, 1)));
        assert_eq!(vsepp_of(&found), wanted.collect::<Vec<_>>(), "{rows} {limit}");
        assert_eq!(found["profile"], "vsepp");
        assert_eq!(
            (&found["tie_rule"], &found["ks"]),
            (&json!("higher-index"), &json!([1, 5, 10]))
        );
    }
}

#[test]
fn vsepp_averages_its_folds_unrounded() {
    let files = Files::new();
    let matrix = Matrix::small(24, 120, 9);
    let path = files.matrix("S.npy", &matrix);
    let found = scores(&path, "--per-row 5 --profile vsepp --folds 3").json();
    let folds: Vec<Vec<f64>> = (0..3).map(|at| vsepp(&fold(&matrix, at, 8, 5))).collect();
    let average = (0..folds[0].len()).map(|k| (folds[0][k] + folds[1][k] + folds[2][k]) / 3.0);
    let wanted: Vec<Value> = average.map(|x| json!(printed(x, 1))).collect();
    assert_eq!(vsepp_of(&found["average"]), wanted);
}

/// The median of 0-based ranks 1 and 2 is 1.5: VSE++ prints 2, others 2.5.
#[test]
fn medians_are_rounded_down() {
    // Each row's first text is `rank` places behind those of the other row.
    let row = |gold: usize, rank: usize| {
        let mut row = vec![0.0; 10];
        row[gold] = 5.0;
        (0..rank).for_each(|other| row[(gold + 5 + other) % 10] = 6.0);
        row
    };
    let text = json!({"scores": [row(0, 1), row(5, 2)]}).to_string();
    let median = |options: &str| {
        let found = typed(&text, &format!("--per-row 5 {options}")).json();
        found["rows"]["median_rank"].as_f64().unwrap()
    };
    assert_eq!(median(""), 2.5);
    assert_eq!(median("--profile vsepp"), 2.0);
    assert_eq!(median("--profile itm_eval"), 2.5);
}

/// 23 of 80 are 28.75 %, printed as 28.8, if 100 comes first; else a little less.
#[test]
fn the_order_of_operations_shows() {
    let lines: Vec<String> = (0..80)
        .map(|q| format!("{{\"ranking\": [1, 2], \"relevant\": {}}}", if q < 23 { 1 } else { 2 }))
        .collect();
    let lines = lines.join("\n");
    let recall = |options: &str| lists(&lines, options).json()["lists"]["recall"]["1"].clone();
    assert_eq!(recall("--profile vsepp"), 28.8);
    assert_eq!(recall("--round 1"), 28.7);
    assert_eq!(recall("--profile itm_eval"), 28.75);
    assert_eq!(recall(""), 23.0 / 80.0 * 100.0);
    assert_eq!(recall("--profile clip_benchmark -k 1"), f64::from(0.2875f32));
    assert_eq!(recall("--profile trec"), 0.2875);
}

#[test]
fn open_clip_by_its_rules() {
    let files = Files::new();
    for (rows, limit) in [(6, 3), (25, 5), (40, 1000)] {
        let matrix = Matrix::small(rows, rows, limit);
        let path = files.matrix("S.npy", &matrix);
        let found = scores(&path, "--per-row 1 --profile open_clip").json();
        let sides = ranks(&matrix, 1, sorted_descending);
        for (side, ranks) in ["rows", "columns"].into_iter().zip(&sides) {
            let side = &found[side];
            for k in [1, 5, 10] {
                let wanted = hits(ranks, k) as f64 / ranks.len() as f64;
                assert_eq!(side["recall"][k.to_string()], wanted, "{rows} {k}");
            }
            assert_eq!(side["median_rank"], median(ranks).floor() + 1.0);
            assert_eq!(side["mean_rank"], mean(ranks) + 1.0);
        }
        assert_eq!(found["unit"], "fraction");
    }
}

/// Three pairs of 0-based ranks 2, 0, 0: 2/3 + 1 and 5/3 are not the same float.
#[test]
fn open_clip_adds_one_last() {
    let text = r#"{"scores": [[5, 9, 9], [0, 5, 0], [0, 0, 5]]}"#;
    let mean = |options: &str| {
        typed(text, &format!("--per-row 1 {options}")).json()["rows"]["mean_rank"].clone()
    };
    assert_ne!(2.0 / 3.0 + 1.0, 5.0 / 3.0);
    assert_eq!(mean("--profile open_clip"), 2.0 / 3.0 + 1.0);
    assert_eq!(mean(""), 5.0 / 3.0);
}

#[test]
fn clip_benchmark_by_its_rules() {
    let files = Files::new();
    let matrix = Matrix::small(21, 63, 12);
    let path = files.matrix("S.npy", &matrix);
    let found = scores(&path, "--per-row 3 --profile clip_benchmark").json();
    assert_eq!(found["ks"], json!([5]));
    let found = scores(&path, "--per-row 3 --profile clip_benchmark -k 1,3,5,10").json();
    // The first K of a sort; one gold among them is enough; means are of f32.
    for (side, ranks) in ["rows", "columns"].into_iter().zip(ranks(&matrix, 3, sorted_descending)) {
        for k in [1, 3, 5, 10] {
            let ones: f32 = ranks.iter().map(|&rank| if rank < k { 1.0 } else { 0.0 }).sum();
            let wanted = f64::from(ones / ranks.len() as f32);
            assert_eq!(found[side]["recall"][k.to_string()], wanted, "{side} {k}");
        }
    }
}

#[test]
fn itm_eval_by_its_rules() {
    let files = Files::new();
    let (matrix, texts) = (Matrix::small(17, 68, 6), 4);
    let path = files.matrix("S.npy", &matrix);
    let found = scores(&path, "--per-row 4 --profile itm_eval").json();
    let means = ranks(&matrix, texts, sorted_and_reversed).map(|ranks| {
        let [r1, r5, r10] = percents(&ranks);
        ([r1, r5, r10], (r1 + r5 + r10) / 3.0)
    });
    for (side, (recalls, mean)) in ["rows", "columns"].into_iter().zip(means) {
        for (k, recall) in ["1", "5", "10"].into_iter().zip(recalls) {
            assert_eq!(found[side]["recall"][k], recall, "{side} {k}");
        }
        assert_eq!(found[side]["ar"], mean);
    }
    assert_eq!(found["r_mean"], (means[0].1 + means[1].1) / 2.0);
    let one = scores(&path, "--per-row 4 --profile itm_eval --direction rows").json();
    assert_eq!((&one["r_mean"], &one["rsum"]), (&Value::Null, &Value::Null));
}

/// Scores outside the re-ranked top K are all -100: recalls at smaller K stay.
#[test]
fn itm_eval_of_reranked_scores() {
    let files = Files::new();
    let mut matrix = Matrix::small(20, 100, 1_000_000);
    for row in 0..matrix.rows {
        let kept = sorted_descending(&matrix.row(row))[..12].to_vec();
        for column in (0..matrix.columns).filter(|column| !kept.contains(column)) {
            matrix.cells[row * matrix.columns + column] = -100.0;
        }
    }
    let path = files.matrix("S.npy", &matrix);
    let recall = |options: &str| {
        let options = format!("--per-row 5 --direction rows -k 1,5,10 {options}");
        scores(&path, &options).json()["rows"]["hits"].clone()
    };
    let reranked = recall("--profile itm_eval");
    assert_ne!(reranked["10"], 20);
    for rule in ["lower-index", "optimistic", "pessimistic"] {
        // Twelve are told apart, so that no tie reaches rank 10.
        let other = recall(&format!("--tie-rule {rule}"));
        assert_eq!(other, reranked, "{rule}");
    }
}
