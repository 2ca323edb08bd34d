//! The built-in sample against the figures that came with it.

mod common;

use common::{data, run, scores};
use serde_json::Value;

fn expected() -> Value {
    serde_json::from_slice(&std::fs::read(data("expected.json")).unwrap()).unwrap()
}

fn near(found: &Value, expected: &Value) -> bool {
    (found.as_f64().unwrap() - expected.as_f64().unwrap()).abs() < 1e-12
}

#[test]
fn figures_are_those_that_came_with_the_data() {
    let expected = expected();
    let rules = [
        ("optimistic", "optimistic"),
        ("pessimistic", "pessimistic"),
        ("realistic", "realistic_mean_of_both"),
    ];
    for dtype in ["f32", "f16"] {
        for (rule, name) in rules {
            let file = data(&format!("scores_120x600_{dtype}.npy"));
            let found = scores(&file, &format!("--per-row 5 --tie-rule {rule}")).json();
            for (side, name_of_side) in [("rows", "i2t"), ("columns", "t2i")] {
                let (found, all) = (&found[side], &expected[dtype][name_of_side]);
                let expected = &all[name];
                assert_eq!(found["queries"], all["queries"]);
                assert_eq!(found["items"], all["gallery"]);
                assert_eq!(found["tied_queries"], all["queries_with_tie_at_best_gold"]);
                for k in ["1", "5", "10"] {
                    assert_eq!(found["hits"][k], expected["hits"][k], "{dtype} {rule} {side} {k}");
                }
                assert_eq!(found["median_rank"], expected["median_rank"]);
                assert!(near(&found["mean_rank"], &expected["mean_rank"]));
                assert!(near(&found["mrr"], &expected["mrr"]));
            }
            if let Some(rsum) = expected[dtype].get(format!("rsum_percent_{rule}")) {
                assert!((found["rsum"].as_f64().unwrap() - rsum.as_f64().unwrap()).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn ranks_are_those_that_came_with_the_data() {
    let files = common::Files::new();
    let path = files.path("ranks.npy");
    let options = format!("--per-row 5 --direction rows --save-ranks {}", path.display());
    scores(&data("scores_120x600_f32.npy"), &options).json();
    let expected = expected();
    let one_based: Vec<u64> =
        common::read_u32(&path).into_iter().map(|rank| u64::from(rank) + 1).collect();
    assert_eq!(Value::from(one_based), expected["f32"]["ranks_i2t_optimistic"]);
}

#[test]
fn no_command_reports_on_the_sample() {
    let none: [&str; 0] = [];
    let run = run(none);
    assert_eq!(run.code, Some(0));
    for part in ["120 rows", "600 columns", "38.33", "32.33", "318.67", "23.48", "0.4787"] {
        assert!(run.out.contains(part), "{part} is not in {}", run.out);
    }
    assert!(run.out.is_ascii());
}
