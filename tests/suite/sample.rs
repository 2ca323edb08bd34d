//! The built-in sample, a real image-text score matrix, against the figures
//! that were computed for it by other means.

use recallk::{
    Block, BothScratch, Count, Gold, Golds, Options, Report, Score, Scores, Sizes, Tally, TieRule,
    average_recall, best_tallies, both_size, sum, tallies, tallies_both,
};
use serde_json::Value;

const ROWS: usize = 120;
const COLUMNS: usize = 600;
const EACH: usize = COLUMNS / ROWS;

fn read(name: &str) -> Vec<u8> {
    let path = format!("{}/cli/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cells of a little-endian npy file of version 1 in C order.
fn cells<S, const SIZE: usize>(name: &str, dtype: &str, cell: fn([u8; SIZE]) -> S) -> Vec<S> {
    let bytes = read(name);
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00", "{name}");
    let header_len = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, data) = bytes[10..].split_at(header_len);
    let header = std::str::from_utf8(header).unwrap();
    for part in [&format!("'descr': '{dtype}'"), "'fortran_order': False", "(120, 600)"] {
        assert!(header.contains(part), "{name}: {header}");
    }
    let (cells, rest) = data.as_chunks::<SIZE>();
    assert!(rest.is_empty());
    cells.iter().map(|&bytes| cell(bytes)).collect()
}

/// Tallies of the images and of the captions.
fn both<S: Score>(cells: &[S]) -> (Vec<Tally>, Vec<Tally>) {
    let scores = Scores::new(cells, ROWS, COLUMNS).unwrap();
    let map: Vec<u32> = (0..COLUMNS).map(|column| (column / EACH) as u32).collect();
    let size = both_size::<S>(ROWS, COLUMNS);
    let scratch = BothScratch {
        golds: &mut vec![Gold::NONE; size.queries],
        counts: &mut vec![Count::ZERO; size.queries],
        links: &mut vec![0; size.links],
        blocks: &mut vec![Block::EMPTY; size.blocks],
    };
    let options = Options::default();
    let (mut rows, mut columns) = (vec![Tally::default(); ROWS], vec![Tally::default(); COLUMNS]);
    tallies_both(&scores, &map, &options, scratch, &mut rows, &mut columns).unwrap();

    // The same from rows alone: of the matrix, and of its transpose.
    let offsets: Vec<u64> = (0..=ROWS as u64).map(|row| row * EACH as u64).collect();
    let items: Vec<u32> = (0..COLUMNS as u32).collect();
    let mut alone = vec![Tally::default(); ROWS];
    best_tallies(&scores, &Golds::new(&offsets, &items), &options, &mut alone).unwrap();
    assert_eq!(alone, rows);
    let mut alone = vec![Tally::default(); COLUMNS];
    tallies(&scores.transposed(), &map, &options, &mut alone).unwrap();
    assert_eq!(alone, columns);
    (rows, columns)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn close(got: f64, wanted: &Value, what: &str) {
    assert!((got - number(wanted)).abs() <= 1e-12, "{what}: {got}, not {wanted}");
}

/// One direction under one rule.
fn check(tallies: &[Tally], items: usize, rule: TieRule, wanted: &Value) -> Report {
    let report = Report::new(tallies, Sizes::All(items as u32), rule, &[1, 5, 10]).unwrap();
    let totals = report.totals();
    for (at, k) in [1, 5, 10].iter().enumerate() {
        assert_eq!(report.hits()[at], wanted["hits"][k.to_string()], "hits at {k}, {rule:?}");
        close(report.fraction(at).unwrap(), &wanted[format!("R@{k}")], "recall");
    }
    assert_eq!(totals.median_rank, number(&wanted["median_rank"]), "{rule:?}");
    // VSE++ prints the floor of the 0-based median, plus 1.
    let floored = (totals.median_rank - 1.0).floor() + 1.0;
    assert_eq!(floored, number(&wanted["median_rank_floor0_plus1"]), "{rule:?}");
    close(totals.mean_rank, &wanted["mean_rank"], "mean rank");
    close(totals.mrr, &wanted["mrr"], "MRR");
    report
}

fn check_matrix<S: Score>(cells: &[S], wanted: &Value) {
    let (rows, columns) = both(cells);
    for (rule, name) in [
        (TieRule::Optimistic, "optimistic"),
        (TieRule::Pessimistic, "pessimistic"),
        (TieRule::Realistic, "realistic_mean_of_both"),
    ] {
        let of_rows = check(&rows, COLUMNS, rule, &wanted["i2t"][name]);
        let of_columns = check(&columns, ROWS, rule, &wanted["t2i"][name]);
        if rule != TieRule::Realistic {
            let percents: Vec<f64> = [of_rows, of_columns]
                .iter()
                .flat_map(|report| (0..3).map(|at| report.percent(at).unwrap()))
                .collect();
            close(sum(&percents), &wanted[format!("rsum_percent_{name}")], "rsum");
            let average = average_recall(&percents).unwrap() / 100.0;
            close(average, &wanted[format!("AR_mean_of_six_{name}")], "mean of six");
        }
    }
    let tied = |tallies: &[Tally]| tallies.iter().filter(|tally| tally.tied() > 0).count() as u64;
    assert_eq!(tied(&rows), wanted["i2t"]["queries_with_tie_at_best_gold"]);
    assert_eq!(tied(&columns), wanted["t2i"]["queries_with_tie_at_best_gold"]);
    assert_eq!((rows.len(), columns.len()), (ROWS, COLUMNS));
}

/// The 1-based ranks of the images, one by one.
fn check_ranks<S: Score>(cells: &[S], rule: TieRule, wanted: &Value) {
    let ranks = both(cells).0.into_iter().map(|tally| Value::from(tally.rank(rule).unwrap() + 1));
    assert_eq!(ranks.collect::<Vec<_>>(), *wanted.as_array().unwrap(), "{rule:?}");
}

fn expected() -> Value {
    serde_json::from_slice(&read("expected.json")).unwrap()
}

#[test]
fn f32() {
    let cells = cells("scores_120x600_f32.npy", "<f4", f32::from_le_bytes);
    let expected = &expected()["f32"];
    check_matrix(&cells, expected);
    check_ranks(&cells, TieRule::Optimistic, &expected["ranks_i2t_optimistic"]);
    check_ranks(&cells, TieRule::Pessimistic, &expected["ranks_i2t_pessimistic"]);
}

/// The cast makes real ties: 4 images and 5 captions are tied at their gold.
#[cfg(feature = "half")]
#[test]
fn f16() {
    let of_bytes = |bytes| recallk::F16(u16::from_le_bytes(bytes));
    let cells = cells("scores_120x600_f16.npy", "<f2", of_bytes);
    check_matrix(&cells, &expected()["f16"]);
}
