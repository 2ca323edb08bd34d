//! Profiles against the rules of their families, followed step by step: sort,
//! look where the gold is, add floats up. Nothing here counts.

mod common;

use common::{Files, Matrix, Run, data, lists, run, run_with, scores, typed};
use serde_json::{Value, json};

const NAMES: [&str; 6] = ["vsepp", "open_clip", "clip_benchmark", "itm_eval", "pykeen", "trec"];

/// Items as a stable ascending sort leaves them, turned round.
fn sorted_and_reversed(scores: &[f64]) -> Vec<usize> {
    let mut items: Vec<usize> = (0..scores.len()).collect();
    items.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    items.reverse();
    items
}

/// Items as a stable descending sort leaves them.
fn sorted_descending(scores: &[f64]) -> Vec<usize> {
    let mut items: Vec<usize> = (0..scores.len()).collect();
    items.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    items
}

/// The place of the first gold.
fn first(items: &[usize], golds: &[usize]) -> usize {
    items.iter().position(|item| golds.contains(item)).unwrap()
}

/// 0-based ranks of all rows and of all columns, `texts` columns a row.
fn ranks(matrix: &Matrix, texts: usize, order: fn(&[f64]) -> Vec<usize>) -> [Vec<usize>; 2] {
    let rows = (0..matrix.rows).map(|row| {
        let golds: Vec<usize> = (row * texts..(row + 1) * texts).collect();
        first(&order(&matrix.row(row)), &golds)
    });
    let columns =
        (0..matrix.columns).map(|column| first(&order(&matrix.column(column)), &[column / texts]));
    [rows.collect(), columns.collect()]
}

fn hits(ranks: &[usize], k: usize) -> usize {
    ranks.iter().filter(|&&rank| rank < k).count()
}

/// 100 * hits / queries.
fn percents(ranks: &[usize]) -> [f64; 3] {
    [1, 5, 10].map(|k| 100.0 * hits(ranks, k) as f64 / ranks.len() as f64)
}

fn median(ranks: &[usize]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable();
    let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    (low + high) as f64 / 2.0
}

fn mean(ranks: &[usize]) -> f64 {
    ranks.iter().sum::<usize>() as f64 / ranks.len() as f64
}

/// A number as C prints it with so many decimals.
fn printed(x: f64, digits: usize) -> f64 {
    format!("{x:.digits$}").parse().unwrap()
}

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

#[test]
fn pykeen_by_its_rules() {
    let files = Files::new();
    let matrix = Matrix::small(31, 14, 5);
    let path = files.matrix("S.npy", &matrix);
    let golds: Vec<i64> = (0..31).map(|row| row * 5 % 14).collect();
    let gold_file = files.integers("G.npy", &golds);
    let options = format!("--gold {} --profile pykeen", gold_file.display());
    let found = scores(&path, &options).json();

    let both = |row: usize| {
        let (scores, gold) = (matrix.row(row), golds[row] as usize);
        let greater = scores.iter().filter(|&&score| score > scores[gold]).count();
        let not_less = scores.iter().filter(|&&score| score >= scores[gold]).count();
        ((greater + 1) as f64, not_less as f64)
    };
    let n = 31.0;
    let check = |found: &Value, ranks: Vec<f64>| {
        let side = &found["rows"];
        for k in [1, 3, 5, 10] {
            let hits = ranks.iter().filter(|&&rank| rank <= f64::from(k)).count();
            assert_eq!(side["recall"][k.to_string()], hits as f64 / n, "{k}");
        }
        assert_eq!(side["mean_rank"], ranks.iter().sum::<f64>() / n);
        let reciprocals: f64 = ranks.iter().map(|rank| 1.0 / rank).sum();
        assert!((side["mrr"].as_f64().unwrap() - reciprocals / n).abs() < 1e-12);
        let mut sorted = ranks;
        sorted.sort_by(f64::total_cmp);
        assert_eq!(side["median_rank"], sorted[15]);
    };
    check(&found, (0..31).map(both).map(|(best, worst)| (best + worst) / 2.0).collect());
    assert!((0..31).map(both).any(|(best, worst)| (best + worst) % 2.0 == 1.0), "half ranks");
    let found = scores(&path, &format!("{options} --tie-rule optimistic")).json();
    check(&found, (0..31).map(both).map(|(best, _)| best).collect());
    let found = scores(&path, &format!("{options} --tie-rule pessimistic")).json();
    check(&found, (0..31).map(both).map(|(_, worst)| worst).collect());
}

/// NaN marks what is filtered; of a gold it is a miss, not the best of ranks.
#[test]
fn pykeen_filters_by_nan() {
    let text = r#"{"scores": [[3, null, 2, 9], [1, 2, 3, null]], "gold": [2, 3]}"#;
    typed(text, "--profile pykeen").refused(&["row 0, column 1", "NaN"]);
    let found = typed(text, "--profile pykeen --nan worst").json();
    assert_eq!(found["rows"]["hits"], json!({"1": 0, "3": 1, "5": 1, "10": 1}));
    // Rank 3 of the first; the second adds nothing.
    assert!((found["rows"]["mrr"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-15);
}

/// A run as its file has it: document, score, whether it is relevant.
fn trec_run(query: usize) -> Vec<(String, u32, bool)> {
    let document = |d: usize| {
        let score = (d * 7 + query * 5) % 6;
        (format!("D{:02}", (d * 11) % 23), score as u32, (d + query).is_multiple_of(9))
    };
    (0..23).map(document).collect()
}

#[test]
fn trec_by_its_rules() {
    let (mut lines, mut rows, mut golds, mut ranks) = (vec![], vec![], vec![], vec![]);
    for query in 0..14 {
        let run = trec_run(query);
        // Score, then name, both descending.
        let mut sorted = run.clone();
        sorted.sort_by(|a, b| (b.1, &b.0).cmp(&(a.1, &a.0)));
        ranks.push(sorted.iter().position(|(_, _, relevant)| *relevant).unwrap());
        let names: Vec<&String> = sorted.iter().map(|(name, ..)| name).collect();
        let relevant: Vec<&String> = run.iter().filter(|d| d.2).map(|(name, ..)| name).collect();
        lines.push(json!({"ranking": names, "relevant": relevant}).to_string());
        // As a matrix: columns in ascending order of names.
        let mut columns = run.clone();
        columns.sort();
        rows.push(columns.iter().map(|(_, score, _)| *score).collect::<Vec<_>>());
        golds.push((0..23).filter(|&at| columns[at].2).collect::<Vec<usize>>());
    }
    let text = json!({"scores": rows, "gold": golds}).to_string();
    for (name, found) in [
        ("lists", lists(&lines.join("\n"), "--profile trec").json()),
        ("rows", typed(&text, "--profile trec").json()),
    ] {
        let side = &found[name];
        for k in [1, 5, 10] {
            let success = hits(&ranks, k) as f64 / 14.0;
            assert_eq!(side["recall"][k.to_string()], printed(success, 4), "{name} {k}");
        }
        let sum: f64 = ranks.iter().map(|&rank| 1.0 / (rank + 1) as f64).sum();
        assert_eq!(side["mrr"], printed(sum / 14.0, 4), "{name}");
    }
}

/// What trec_eval prints of one query, walking down its list: whether each document
/// is relevant, and how many are relevant in all.
fn trec_query(list: &[bool], relevant: usize, ks: &[usize]) -> Vec<(String, f64)> {
    let found = |k: usize| list.iter().take(k).filter(|hit| **hit).count() as f64;
    let share = |sum: f64, of: usize| if of == 0 { 0.0 } else { sum / of as f64 };
    let precision_sum = |k: usize| {
        let (mut hits, mut sum) = (0.0, 0.0);
        for (at, _) in list.iter().enumerate().take(k).filter(|(_, hit)| **hit) {
            hits += 1.0;
            sum += hits / (at + 1) as f64;
        }
        sum
    };
    let dcg = |list: &[bool], k: usize| -> f64 {
        let hits = list.iter().enumerate().take(k).filter(|(_, hit)| **hit);
        hits.map(|(at, _)| 1.0 / ((at + 2) as f64).log2()).sum()
    };
    let ndcg = |k: usize| {
        let ideal = dcg(&vec![true; relevant], k);
        if ideal > 0.0 { dcg(list, k) / ideal } else { 0.0 }
    };
    let first = list.iter().position(|hit| *hit);
    let mut measures = vec![
        ("map".to_owned(), share(precision_sum(list.len()), relevant)),
        ("Rprec".to_owned(), share(found(relevant), relevant)),
        ("recip_rank".to_owned(), first.map_or(0.0, |at| 1.0 / (at + 1) as f64)),
        ("ndcg".to_owned(), ndcg(usize::MAX)),
    ];
    for &k in ks {
        measures.push((format!("success_{k}"), if found(k) > 0.0 { 1.0 } else { 0.0 }));
        measures.push((format!("P_{k}"), share(found(k), k)));
        measures.push((format!("recall_{k}"), share(found(k), relevant)));
        measures.push((format!("map_cut_{k}"), share(precision_sum(k), relevant)));
        measures.push((format!("ndcg_cut_{k}"), ndcg(k)));
    }
    measures
}

#[test]
fn trec_measures_of_every_relevant_document() {
    // (list, relevant documents): some are not in the list, one list is empty, one
    // query has nothing relevant, one list is shorter than most K.
    let mut queries: Vec<(Vec<usize>, Vec<usize>)> = (0..9usize)
        .map(|query| {
            let list = (0..20).map(|at| at * 7 % 20 + query).collect();
            (list, (0..30).filter(|d| (d * d + query).is_multiple_of(5)).collect())
        })
        .collect();
    queries.push((vec![], vec![3, 4]));
    queries.push((vec![1, 2, 3], vec![]));
    queries.push((vec![9, 4], vec![4, 9, 7]));
    let lines: Vec<String> = queries
        .iter()
        .map(|(list, relevant)| {
            // Relevant ids may come again, and in any order.
            let relevant: Vec<usize> = relevant.iter().rev().chain(relevant).copied().collect();
            json!({"ranking": list, "relevant": relevant}).to_string()
        })
        .collect();
    for ks in [&[1, 5, 10][..], &[3, 100]] {
        let mut wanted: Vec<(String, f64)> = Vec::new();
        for (list, relevant) in &queries {
            let hits: Vec<bool> = list.iter().map(|document| relevant.contains(document)).collect();
            let measures = trec_query(&hits, relevant.len(), ks);
            if wanted.is_empty() {
                wanted = measures.iter().map(|(name, _)| (name.clone(), 0.0)).collect();
            }
            wanted.iter_mut().zip(measures).for_each(|(sum, (_, value))| sum.1 += value);
        }
        let typed: Vec<String> = ks.iter().map(usize::to_string).collect();
        let options = format!("--profile trec -k {}", typed.join(","));
        let found = lists(&lines.join("\n"), &options).json();
        let found = found["lists"]["measures"].as_object().unwrap();
        assert_eq!(found.len(), wanted.len());
        for (name, sum) in wanted {
            let mean = sum / queries.len() as f64;
            assert_eq!(found[&name], printed(mean, 4), "{name}");
            assert!(mean > 0.0 && mean < 1.0, "{name}: {mean}");
        }
    }
    // Other profiles, and matrices, have none.
    let text = lines.join("\n");
    assert!(lists(&text, "--profile vsepp").json()["lists"]["measures"].is_null());
    for format in ["table", "csv", "markdown"] {
        let out = run_with(["lists", "-", "--profile", "trec", "--format", format], &text).out;
        assert!(out.contains("ndcg_cut_10") && out.contains("Rprec"), "{out}");
        if format == "csv" {
            let fields: Vec<usize> = out.lines().map(|line| line.split(',').count()).collect();
            assert_eq!(fields, [fields[0]; 2]);
        }
    }
}

#[test]
fn no_profile_lets_a_nan_hit() {
    let text = |gold: &str| format!("{{\"scores\": [[null, 1, 2], [0, 0, 0], [0, 0, 1]]{gold}}}");
    for name in NAMES {
        let (golds, options) = match name {
            "vsepp" => continue,
            "open_clip" | "clip_benchmark" | "itm_eval" => ("", "--per-row 1"),
            _ => (", \"gold\": [0, 1, 2]", ""),
        };
        let options = format!("{options} --profile {name}");
        typed(&text(golds), &options).refused(&["row 0, column 0", "NaN"]);
        let hits = typed(&text(golds), &format!("{options} --nan worst")).json();
        assert!(
            hits["rows"]["hits"].as_object().unwrap().values().all(|hits| *hits != 3),
            "{name}"
        );
    }
    let text = r#"{"scores": [[null, 1, 2, 3, "NaN"]]}"#;
    typed(text, "--per-row 5 --profile vsepp").refused(&["row 0, column 0", "NaN"]);
}

fn sample(options: &str) -> Run {
    scores(&data("scores_120x600_f32.npy"), &format!("--per-row 5 {options}"))
}

#[test]
fn contradictions_are_refused() {
    for (profile, contradiction, right) in [
        ("vsepp", "-k 1,5", "-k 1,5,10"),
        ("vsepp", "-k 10,5,1", "-k 1,5,10"),
        ("vsepp", "--ar-ks 1,5,10,20", "--ar-ks 1,5,10"),
        ("vsepp", "--unit fraction", "--unit percent"),
        ("vsepp", "--round 2", "--round 1"),
        ("vsepp", "--tie-rule lower-index", "--tie-rule higher-index"),
        ("itm_eval", "--tie-rule realistic", "--tie-rule higher-index"),
        ("itm_eval", "-k 1,5,10,20", "-k 1,5,10"),
        ("clip_benchmark", "--unit percent", "--unit fraction"),
        ("trec", "--round 3", "--round 4"),
        ("trec", "--tie-rule optimistic", "--tie-rule higher-index"),
    ] {
        let given = format!("--profile {profile}");
        let (flag, _) = right.split_once(' ').unwrap();
        sample(&format!("{given} {contradiction}")).refused(&[
            &given,
            right,
            &format!("{contradiction} contradicts"),
            flag,
        ]);
        // What the profile sets may be said again, and changes nothing.
        assert_eq!(sample(&format!("{given} {right}")).out, sample(&given).out, "{right}");
    }
    let given = "--profile pykeen --direction columns";
    sample(&format!("{given} --tie-rule lower-index")).refused(&["--tie-rule realistic"]);
    // What a family leaves open is.
    assert_eq!(sample("--profile itm_eval --round 3").json()["rows"]["recall"]["1"], 38.333);
    assert_eq!(sample("--profile trec -k 3").json()["ks"], json!([3]));
    let lines = "{\"ranking\": [1], \"relevant\": 1}";
    lists(lines, "--profile vsepp -k 1").refused(&["--profile vsepp is for -k 1,5,10"]);
}

#[test]
fn golds_that_a_family_cannot_have_are_refused() {
    let files = Files::new();
    let path = files.matrix("S.npy", &Matrix::small(4, 8, 50));
    let refused = |options: &str, part: &str| scores(&path, options).refused(&[part, "S.npy"]);
    refused("--per-row 2 --profile vsepp", "--profile vsepp is for 5 columns for each row");
    refused("--per-row 2 --profile open_clip", "--profile open_clip is for pairs");
    refused("--per-row 2 --profile pykeen", "one gold for each query");
    scores(&path, "--per-row 2 --profile pykeen --direction columns").json();
    let map = files.integers("M.npy", &[0, 0, 1, 1, -1, 2, 3, 3]);
    let of_map = format!("--row-of-column {}", map.display());
    refused(&format!("{of_map} --profile itm_eval"), "one gold row for each column");
    refused(&format!("{of_map} --profile clip_benchmark"), "one gold row for each column");
    scores(&path, &format!("{of_map} --profile trec")).json();
    // A row without texts is no obstacle: it misses.
    let map = files.integers("N.npy", &[0, 0, 1, 1, 3, 3, 3, 3]);
    let found = scores(&path, &format!("--row-of-column {} --profile itm_eval", map.display()));
    assert_eq!(found.json()["rows"]["without_gold"], 1);

    let square = files.matrix("Q.npy", &Matrix::small(4, 4, 50));
    let diagonal = files.integers("D.npy", &[0, 1, 2, 3]);
    let (given, same) = (format!("--gold {}", diagonal.display()), "--per-row 1");
    let open_clip = |options: &str| {
        let options = format!("{options} --profile open_clip --direction both");
        scores(&square, &options).json()
    };
    assert_eq!(open_clip(&given), open_clip(same));
    let crossed = files.integers("X.npy", &[0, 2, 1, 3]);
    scores(&square, &format!("--gold {} --profile open_clip", crossed.display()))
        .refused(&["is for pairs"]);
}

#[test]
fn lists_under_profiles() {
    let lines = "{\"ranking\": [1, 2], \"relevant\": 2}\n{\"ranking\": [1, 2], \"relevant\": 1}";
    for name in ["open_clip", "pykeen"] {
        lists(lines, &format!("--profile {name}")).refused(&[name, "needs scores"]);
    }
    let found = lists(lines, "--profile vsepp").json();
    assert_eq!(found["profile"], "vsepp");
    assert_eq!(
        (&found["lists"]["median_rank"], &found["lists"]["mean_rank"]),
        (&json!(1.0), &json!(1.5))
    );
    lists(lines, "--profile coco").refused(&["coco", "vsepp", "trec"]);
}

#[test]
fn every_format_names_the_profile() {
    let of = |format: &str, profile: &str| {
        let file = data("scores_120x600_f32.npy");
        let args = ["scores", file.to_str().unwrap(), "--per-row", "5", "--format", format];
        let run = run(args.into_iter().chain(["--profile", profile]));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    for format in ["table", "markdown", "csv", "json"] {
        for name in ["vsepp", "itm_eval", "clip_benchmark", "trec"] {
            let text = of(format, name);
            assert!(text.contains(name), "{text}");
            assert_eq!(
                text.contains("r_mean:")
                    || text.contains("r_mean %:")
                    || text.contains(",r_mean")
                    || text.contains("\"r_mean\""),
                name == "itm_eval",
                "{text}"
            );
        }
        let lines: Vec<usize> =
            of("csv", "itm_eval").lines().map(|line| line.split(',').count()).collect();
        assert!(lines.iter().all(|fields| *fields == lines[0]), "{lines:?}");
    }
    let table = of("table", "vsepp");
    assert!(table.contains("Medians are rounded down.") && table.is_ascii(), "{table}");
}

#[test]
fn profiles_are_told_of() {
    let help = run(["scores", "--help"]).out;
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/profiles.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    for name in NAMES {
        assert!(help.contains(&format!("- {name}:")), "{name} is not in {help}");
        assert!(docs.contains(&format!("\n## {name}\n")), "{name}");
    }
    assert_eq!(docs.matches("\n## ").count(), NAMES.len());
}
