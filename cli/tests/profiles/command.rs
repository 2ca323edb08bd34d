//! What the command does with a profile: what it refuses, prints and tells.

use crate::common::{Files, Matrix, Run, data, lists, run, scores, typed};
use serde_json::json;

const NAMES: [&str; 6] = ["vsepp", "open_clip", "clip_benchmark", "itm_eval", "pykeen", "trec"];

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
