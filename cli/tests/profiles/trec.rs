//! trec_eval: runs sorted by score and name, and walked down.

use crate::common::{lists, run_with, typed};
use crate::slow::{hits, printed};
use serde_json::json;

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
