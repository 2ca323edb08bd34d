//! PyKEEN: optimistic and pessimistic ranks, and their mean.

use crate::common::{Files, Matrix, scores, typed};
use serde_json::{Value, json};

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
