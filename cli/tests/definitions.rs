//! The three definitions that people know, typed in as they are.

mod common;

use common::{lists, typed};
use serde_json::json;

#[test]
fn fractions_rounded_to_four() {
    // Ranks 1, 3 and 2 of three queries.
    let text =
        r#"{"scores": [[0.9, 0.1, 0.3], [0.2, 0.1, 0.4], [0.5, 0.6, 0.1]], "gold": [0, 1, 0]}"#;
    let found = typed(text, "-k 1,2,3 --unit fraction --round 4").json();
    assert_eq!(found["rows"]["recall"], json!({"1": 0.3333, "2": 0.6667, "3": 1.0}));
    assert_eq!(found["rows"]["mrr"], 0.6111);
    assert_eq!(found["unit"], "fraction");
    assert!(found["columns"].is_null());
}

#[test]
fn lists_in_percent_rounded_to_two() {
    let lines = "{\"ranking\": [1, 2, 3], \"relevant\": 1}\n\
                 {\"ranking\": [4, 5, 6], \"relevant\": 6}\n\
                 {\"ranking\": [9, 8, 7], \"relevant\": 7}\n";
    let run = lists(lines, "-k 1,5,10 --round 2");
    let found = run.json();
    assert_eq!(found["lists"]["recall"], json!({"1": 33.33, "5": 100.0, "10": 100.0}));
    assert_eq!(found["lists"]["median_rank"], 3.0);
    assert_eq!(found["lists"]["hits"], json!({"1": 1, "5": 3, "10": 3}));
    assert!(run.out.contains("100.0") && run.out.contains("3.0"));
}

#[test]
fn unrounded_percents_and_ar() {
    // 160 queries, 23 of them with the gold first, the others with it second.
    let row = |query: usize| if query < 23 { "[1, 0]" } else { "[0, 1]" };
    let rows: Vec<&str> = (0..160).map(row).collect();
    let text = format!("{{\"scores\": [{}], \"gold\": {:?}}}", rows.join(","), [0; 160]);
    let found = typed(&text, "").json();
    let percent = 23.0 / 160.0 * 100.0;
    assert_eq!(
        found["rows"]["recall"],
        json!({"1": percent, "5": 100.0, "10": 100.0, "20": 100.0})
    );
    assert_eq!(found["rows"]["ar"], (percent + 100.0 + 100.0 + 100.0) / 4.0);
    // The order of division and multiplication shows: 14.37, not 14.38.
    let found = typed(&text, "--round 2").json();
    assert_eq!(found["rows"]["recall"]["1"], 14.37);
}

#[test]
fn ties_and_several_golds_as_in_the_contract() {
    let rank = |scores: &str, gold: &str, options: &str| {
        let text = format!("{{\"scores\": [{scores}], \"gold\": [{gold}]}}");
        typed(&text, options).json()["rows"]["median_rank"].as_f64().unwrap() - 1.0
    };
    assert_eq!(rank("[0.5, 0.9, 0.5]", "2", ""), 2.0);
    assert_eq!(rank("[0.5, 0.9, 0.5]", "0", ""), 1.0);
    assert_eq!(rank("[3, 1, 3, 2]", "[2, 1, 2]", ""), 1.0);
    assert_eq!(rank("[0, 0, 0]", "[0, 2]", ""), 0.0);
    assert_eq!(rank("[0, 0, 0]", "[0, 2]", "--tie-rule higher-index"), 0.0);
    assert_eq!(rank("[0, 0, 0]", "[0, 2]", "--tie-rule pessimistic"), 1.0);
    assert_eq!(rank("[0, 0, 0]", "[0, 2]", "--tie-rule realistic"), 0.5);
    assert_eq!(rank("[-0.0, 0.0]", "1", "--tie-rule optimistic"), 0.0);
    typed(r#"{"scores": [[null, 0.2]], "gold": [0]}"#, "").refused(&["row 0, column 0", "NaN"]);
}

#[test]
fn typed_scores_are_read_exactly() {
    // Neighbouring floats, the second the larger.
    let text = r#"{"scores": [[0.30000000000000004, 0.3000000000000001]], "gold": [0]}"#;
    assert_eq!(typed(text, "").json()["rows"]["hits"]["1"], 0);
    let text = r#"{"scores": [["-Infinity", "NaN", null, "Infinity", 1e308]], "gold": [4]}"#;
    let found = typed(text, "--nan worst").json();
    assert_eq!(
        (&found["rows"]["median_rank"], &found["rows"]["nan_cells"]),
        (&2.0.into(), &2.into())
    );
}

#[test]
fn typed_scores_take_the_same_options() {
    let text = r#"{"scores": [[9, 8, 7, 1], [6, 5, 4, 2]]}"#;
    let found = typed(text, "--per-row 2 -k 1,2").json();
    assert_eq!(found["rows"]["hits"], json!({"1": 1, "2": 1}));
    assert_eq!(found["columns"]["hits"], json!({"1": 3, "2": 4}));
    let found = typed(text, "--per-row 2 -k 1,2 --lower-is-better --direction rows").json();
    assert_eq!(found["rows"]["hits"], json!({"1": 1, "2": 1}));
    assert!(found["columns"].is_null());
}

#[test]
fn json_files_are_told_by_their_ending() {
    let files = common::Files::new();
    let path = files.write("s.json", br#"{"scores": [[1, 2]], "gold": [[0, 1]]}"#);
    assert_eq!(common::scores(&path, "-k 1").json()["rows"]["hits"]["1"], 1);
}

#[test]
fn wrong_json_is_refused() {
    let refused = |text: &str, parts: &[&str]| {
        typed(text, "").refused(&[parts, &["standard input"]].concat())
    };
    refused(
        r#"{"scores": [[1, 2], [3, 4], [5]], "gold": [0, 0, 0]}"#,
        &["row 2 has 1 score, row 0 has 2"],
    );
    refused(
        r#"{"scores": [[1, 2], [3, 4]], "gold": [0]}"#,
        &["golds for 1 row", "scores of 2 rows"],
    );
    refused(
        r#"{"scores": [[1, 2], [3, 4]], "gold": [0, 2]}"#,
        &["golds of row 1: gold 2", "2 columns (0 to 1)"],
    );
    refused(
        r#"{"scores": [[1, 2], [3, 4]], "gold": [[0], [1, -1]]}"#,
        &["golds of row 1: gold -1"],
    );
    refused(r#"{"scores": [[1, 2]], "gold": [0.0]}"#, &["line 1 column"]);
    refused(r#"{"scores": [[1, "high"]], "gold": [0]}"#, &["\"high\"", "line 1 column 22"]);
    refused(r#"{"scores": [[1, NaN]], "gold": [0]}"#, &["line 1 column 17", "NaN written as null"]);
    refused(r#"{"scores": [[1, 2]], "golds": [0]}"#, &["unknown field `golds`"]);
    refused(r#"{"scores": [[1, 2]]}"#, &["who is gold for whom?"]);
    refused(r#"{"scores": [], "gold": []}"#, &["nothing to rank"]);
    refused(r#"{"scores": [[]], "gold": [[]]}"#, &["nothing to rank"]);
    refused("", &["expected"]);
    typed(r#"{"scores": [[1, 2]], "gold": [0]}"#, "--per-row 2").refused(&["golds of its own"]);
    // A row without gold is a miss, not an error.
    let found = typed(r#"{"scores": [[1, 2], [1, 2]], "gold": [[], 1]}"#, "").json();
    assert_eq!(
        (&found["rows"]["without_gold"], &found["rows"]["hits"]["20"]),
        (&1.into(), &1.into())
    );
}
