//! Ranked lists of ids.

mod common;

use common::{Files, lists, run};
use serde_json::json;

#[test]
fn numbers_and_strings_are_different_ids() {
    let lines = r#"{"ranking": ["1", 1, 2], "relevant": 1}
                   {"ranking": [1, "1", 2], "relevant": "1"}
                   {"ranking": ["a", "b", "\u00e4"], "relevant": ["\u00e4", "c"]}
                   {"ranking": [-5, 18446744073709551615], "relevant": 18446744073709551615}"#;
    let found = lists(lines, "-k 1,2,3").json();
    assert_eq!(found["lists"]["hits"], json!({"1": 0, "2": 3, "3": 4}));
}

#[test]
fn absent_ids_and_short_lists() {
    // 1-based ranks: 4 (absent), 1 (empty and absent), 2, 1, 3 (no relevant id).
    let lines = "{\"ranking\": [1, 2, 3], \"relevant\": 9}\n\
                 {\"ranking\": [], \"relevant\": 1}\n\n\
                 {\"ranking\": [5, 6, 6, 5], \"relevant\": [6, 6, 7]}\n\
                 {\"ranking\": [8], \"relevant\": 8}\r\n\
                 {\"ranking\": [8, 9], \"relevant\": [], \"query\": \"q5\"}";
    let found = lists(lines, "-k 1,4").json();
    let side = &found["lists"];
    assert_eq!(side["hits"], json!({"1": 1, "4": 2}));
    assert_eq!((&side["queries"], &side["items"]), (&5.into(), &4.into()));
    assert_eq!((&side["absent"], &side["shorter_than_k"]), (&3.into(), &4.into()));
    assert_eq!(side["median_rank"], 2.0);
    assert_eq!(side["mean_rank"], 11.0 / 5.0);
    assert_eq!(side["mrr"], 1.5 / 5.0);
    let percent = |hits: f64| hits / 5.0 * 100.0;
    assert_eq!(side["ar"], (percent(1.0) + percent(2.0) + percent(2.0) + percent(2.0)) / 4.0);
}

#[test]
fn the_json_has_these_keys_and_no_others() {
    let found = lists("{\"ranking\": [1], \"relevant\": 1}", "").json();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys(&found), ["lists", "unit", "ks"]);
    let expected = [
        "queries",
        "items",
        "hits",
        "recall",
        "ar",
        "ar_ks",
        "median_rank",
        "mean_rank",
        "mrr",
        "absent",
        "shorter_than_k",
    ];
    assert_eq!(keys(&found["lists"]), expected);
}

#[test]
fn many_relevant_ids() {
    let relevant: Vec<u32> = (100..300).rev().collect();
    let line = format!("{{\"ranking\": [1, 2, 150, 3, 100], \"relevant\": {relevant:?}}}");
    assert_eq!(lists(&line, "").json()["lists"]["median_rank"], 3.0);
}

#[test]
fn bad_lines_are_named() {
    let good = r#"{"ranking": [1], "relevant": 1}"#;
    let refused = |line: &str, parts: &[&str]| {
        let text = format!("{good}\n\n{line}\n{good}\n");
        lists(&text, "").refused(&[parts, &["standard input, line 3"]].concat());
    };
    refused(r#"{"ranking": [1, 2.5], "relevant": 1}"#, &["floating point `2.5`", "an integer"]);
    refused(r#"{"ranking": [1, 2.0], "relevant": 1}"#, &["floating point `2.0`"]);
    refused(r#"{"ranking": [1, 2], "relevant": 1.5}"#, &["floating point `1.5`"]);
    refused(r#"{"ranking": [1, 2], "relevant": [1e3]}"#, &["floating point `1000.0`"]);
    refused(r#"{"ranking": [1, null], "relevant": 1}"#, &["null"]);
    refused(r#"{"ranking": [1, true], "relevant": 1}"#, &["boolean"]);
    refused(r#"{"ranking": [18446744073709551616], "relevant": 1}"#, &["64 bits"]);
    refused(r#"{"ranking": [[1]], "relevant": 1}"#, &["sequence"]);
    refused(r#"{"ranking": [1]}"#, &["missing field `relevant`"]);
    refused(r#"{"relevant": 1}"#, &["missing field `ranking`"]);
    refused(r#"{"ranking": [1], "relevant": 1"#, &["EOF"]);
    refused(r#"{"ranking": [1], "relevant": 1} 2"#, &["trailing characters"]);
    refused("[1, 2]", &["is expected"]);
    lists("", "").refused(&["has no lists"]);
    lists("\n \n", "").refused(&["has no lists"]);
    let files = Files::new();
    let path = files.write("F.jsonl", b"{\"ranking\": [\"\xff\"], \"relevant\": 1}\n");
    run(["lists", path.to_str().unwrap()]).refused(&["F.jsonl, line 1"]);
}

#[test]
fn a_file_gives_what_standard_input_gives() {
    let files = Files::new();
    let text = "{\"ranking\": [3, 1], \"relevant\": 1}\n{\"ranking\": [2], \"relevant\": 2}\n";
    let path = files.write("F.jsonl", text.as_bytes());
    let of_file = run(["lists", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!(of_file.json(), lists(text, "").json());
}
