//! Who is gold for whom: every form of it, and what can be wrong with one.

mod common;

use common::{Files, Matrix, Queries, check_side, npy, queries_of_map, scores};

fn matrix(files: &Files) -> (Matrix, std::path::PathBuf) {
    let matrix = Matrix::small(5, 9, 7);
    let path = files.matrix("S.npy", &matrix);
    (matrix, path)
}

#[test]
fn one_gold_for_each_row() {
    let files = Files::new();
    let (matrix, path) = matrix(&files);
    let golds = [3, 0, 3, 8, 7];
    let file = files.integers("G.npy", &golds);
    let found = scores(&path, &format!("--gold {}", file.display())).json();
    let rows: Queries = (0..5).map(|row| (matrix.row(row), vec![golds[row] as usize])).collect();
    check_side(&found["rows"], &rows, "lower-index");
    assert!(found["columns"].is_null() && found["rsum"].is_null());

    // Turned round: the columns that are gold for some row.
    let found = scores(&path, &format!("--gold {} --direction both", file.display())).json();
    let golds_of = |column: usize| (0..5).filter(|&row| golds[row] == column as i64).collect();
    let columns = [0, 3, 7, 8].map(|column| (matrix.column(column), golds_of(column)));
    check_side(&found["rows"], &rows, "lower-index");
    check_side(&found["columns"], &columns.to_vec(), "lower-index");
    assert!(found["rsum"].is_f64());
    let alone = scores(&path, &format!("--gold {} --direction columns", file.display())).json();
    assert_eq!(alone["columns"], found["columns"]);
    assert!(alone["rows"].is_null() && alone["rsum"].is_null());
}

#[test]
fn gold_files_of_every_integer_type() {
    let files = Files::new();
    let (_, path) = matrix(&files);
    let golds = [3i64, 0, 3, 8, 7];
    let wide = files.integers("G.npy", &golds);
    let expected = scores(&path, &format!("--gold {}", wide.display())).out;
    for (descr, size) in [("|i1", 1), ("|u1", 1), ("<i2", 2), ("<u2", 2), ("<i4", 4), ("<u4", 4)] {
        let bytes: Vec<u8> =
            golds.iter().flat_map(|gold| gold.to_le_bytes()[..size].to_vec()).collect();
        let file = files.write("H.npy", &npy(descr, false, &[5], &bytes));
        assert_eq!(scores(&path, &format!("--gold {}", file.display())).out, expected, "{descr}");
    }
    for (descr, size) in [(">u8", 8), (">i8", 8), (">i4", 4), (">u2", 2)] {
        let bytes: Vec<u8> =
            golds.iter().flat_map(|gold| gold.to_be_bytes()[8 - size..].to_vec()).collect();
        let file = files.write("H.npy", &npy(descr, false, &[5], &bytes));
        assert_eq!(scores(&path, &format!("--gold {}", file.display())).out, expected, "{descr}");
    }
}

#[test]
fn a_map_with_distractors_and_a_row_without_columns() {
    let files = Files::new();
    let (matrix, path) = matrix(&files);
    let map = [4, 2, -1, 0, 0, -1, 4, 2, 2];
    let (rows, columns) = queries_of_map(&matrix, &map);
    let signed = files.integers("M.npy", &map);
    let unsigned: Vec<u8> = map.iter().flat_map(|&row| (row as u32).to_le_bytes()).collect();
    let unsigned = files.write("U.npy", &npy("<u4", false, &[9], &unsigned));
    for file in [signed, unsigned] {
        let found = scores(&path, &format!("--row-of-column {}", file.display())).json();
        check_side(&found["rows"], &rows, "lower-index");
        check_side(&found["columns"], &columns, "lower-index");
        assert_eq!(found["rows"]["without_gold"], 2);
        assert_eq!(found["columns"]["without_gold"], 0);
    }
}

#[test]
fn several_golds_unsorted_and_repeated() {
    let files = Files::new();
    let (matrix, path) = matrix(&files);
    let offsets = files.integers("O.npy", &[0, 3, 3, 5, 6, 9]);
    let items = files.integers("I.npy", &[7, 2, 7, 8, 1, 0, 6, 5, 4]);
    let golds = [vec![2, 7], vec![], vec![1, 8], vec![0], vec![4, 5, 6]];
    let options = format!("--golds {} {} --direction both", offsets.display(), items.display());
    let found = scores(&path, &options).json();
    let rows: Queries = (0..5).map(|row| (matrix.row(row), golds[row].clone())).collect();
    check_side(&found["rows"], &rows, "lower-index");
    assert_eq!(found["rows"]["without_gold"], 1);
    let row_of = |column| golds.iter().position(|golds| golds.contains(&column)).unwrap();
    let columns: Queries =
        [0, 1, 2, 4, 5, 6, 7, 8].map(|j| (matrix.column(j), vec![row_of(j)])).to_vec();
    check_side(&found["columns"], &columns, "lower-index");
}

#[test]
fn listed_queries_in_any_order() {
    let files = Files::new();
    let (matrix, path) = matrix(&files);
    let offsets = files.integers("O.npy", &[0, 2, 3, 5]);
    let items = files.integers("I.npy", &[8, 1, 4, 1, 0]);
    let queries = files.integers("Q.npy", &[4, 0, 3]);
    let ranks = files.path("R.npy");
    let options = format!(
        "--golds {} {} --queries {} --direction both --save-ranks {}",
        offsets.display(),
        items.display(),
        queries.display(),
        ranks.display()
    );
    let found = scores(&path, &options).json();
    let rows: Queries =
        vec![(matrix.row(0), vec![4]), (matrix.row(3), vec![0, 1]), (matrix.row(4), vec![1, 8])];
    check_side(&found["rows"], &rows, "lower-index");
    let columns: Queries = vec![
        (matrix.column(0), vec![3]),
        (matrix.column(1), vec![3, 4]),
        (matrix.column(4), vec![0]),
        (matrix.column(8), vec![4]),
    ];
    check_side(&found["columns"], &columns, "lower-index");
    // Ranks come in ascending order of the rows.
    let expected: Vec<u32> = rows
        .iter()
        .map(|(scores, golds)| common::doubled_rank(scores, golds, "lower-index") as u32 / 2)
        .collect();
    assert_eq!(common::read_u32(&files.path("R.rows.npy")), expected);
}

#[test]
fn wrong_golds_are_named_with_file_and_position() {
    let files = Files::new();
    let (_, path) = matrix(&files);
    let gold = |values: &[i64]| {
        let file = files.integers("G.npy", values);
        scores(&path, &format!("--gold {}", file.display()))
    };
    gold(&[0, 1, 9, 3, 4]).refused(&["G.npy, position 2", "gold 9", "9 columns (0 to 8)"]);
    gold(&[0, -1, 2, 3, 4]).refused(&["G.npy, position 1", "gold -1"]);
    gold(&[0, 1, 2, 3, 1 << 32]).refused(&["position 4", "gold 4294967296"]);
    gold(&[0, 1, 2, 3]).refused(&["G.npy has 4 golds", "S.npy has 5 rows", "One gold column"]);
    gold(&[]).refused(&["has 0 golds"]);
    let floats = files.write("G.npy", &npy("<f4", false, &[5], &[0; 20]));
    scores(&path, &format!("--gold {}", floats.display())).refused(&["dtype f32", "integers"]);
    let square = files.write("G.npy", &npy("<i4", false, &[5, 1], &[0; 20]));
    scores(&path, &format!("--gold {}", square.display())).refused(&["(5, 1)", "one dimension"]);

    let map = |values: &[i64]| {
        let file = files.integers("M.npy", values);
        scores(&path, &format!("--row-of-column {}", file.display()))
    };
    map(&[0, 1, 2, 3, 5, 0, 0, 0, 0]).refused(&["M.npy, position 4", "row 5", "5 rows (0 to 4)"]);
    map(&[0, -2, 0, 0, 0, 0, 0, 0, 0]).refused(&["position 1", "row -2"]);
    map(&[0; 8]).refused(&["M.npy has 8 entries", "9 columns"]);
    map(&[-1; 9]).refused(&["every column", "no queries"]);

    scores(&path, "--per-row 2").refused(&["--per-row 2 needs 10 columns", "has 9"]);
    scores(&path, "--per-row 0").refused(&["needs 0 columns"]);
    scores(&path, "").refused(&["who is gold for whom?", "--per-row"]);
    scores(&path, "--per-row 3 --gold G.npy").refused(&["cannot be used with"]);
}

#[test]
fn wrong_offsets_and_queries_are_named() {
    let files = Files::new();
    let (_, path) = matrix(&files);
    let golds = |offsets: &[i64], items: &[i64], queries: Option<&[i64]>| {
        let offsets = files.integers("O.npy", offsets);
        let items = files.integers("I.npy", items);
        let mut options = format!("--golds {} {}", offsets.display(), items.display());
        if let Some(queries) = queries {
            let file = files.integers("Q.npy", queries);
            options.push_str(&format!(" --queries {}", file.display()));
        }
        scores(&path, &options)
    };
    golds(&[0, 1, 2], &[0, 1], None).refused(&["O.npy has 3 entries", "need 6", "--queries"]);
    golds(&[1, 1, 2], &[0, 1], Some(&[0, 1])).refused(&["O.npy starts with 1"]);
    golds(&[0, 2, 1], &[0, 1], Some(&[0, 1])).refused(&["O.npy, position 2: offset 1 is less"]);
    golds(&[0, 1, 3], &[0, 1], Some(&[0, 1])).refused(&["ends with 3", "I.npy has 2 golds"]);
    golds(&[0, 1, 1], &[0, 1], Some(&[0, 1])).refused(&["ends with 1", "I.npy has 2 golds"]);
    golds(&[0, -1, 2], &[0, 1], Some(&[0, 1])).refused(&["position 1: offset -1 is less"]);
    golds(&[0], &[], Some(&[])).refused(&["O.npy has 1 offset", "no queries"]);
    golds(&[0, 1, 2], &[0, 9], Some(&[0, 1])).refused(&["I.npy, position 1: gold 9"]);
    golds(&[0, 1, 2], &[0, 1], Some(&[0, 5])).refused(&["Q.npy, position 1: query 5", "not a row"]);
    golds(&[0, 1, 2], &[0, 1], Some(&[3, 3])).refused(&["Q.npy, position 1: row 3", "second time"]);
    golds(&[0, 1, 2], &[0, 1], Some(&[3])).refused(&["Q.npy lists 1 queries", "3 entries"]);
    let queries = files.integers("Q.npy", &[0]);
    scores(&path, &format!("--per-row 3 --queries {}", queries.display())).refused(&["--golds"]);
    scores(&path, &format!("--golds {}", queries.display())).refused(&["--golds"]);
    // No gold at all: the rows are misses, and no column is a query.
    let offsets = files.integers("O.npy", &[0; 6]);
    let items = files.integers("I.npy", &[]);
    let options = format!("--golds {} {}", offsets.display(), items.display());
    let found = scores(&path, &options).json();
    assert_eq!(
        (&found["rows"]["without_gold"], &found["rows"]["hits"]["20"]),
        (&5.into(), &0.into())
    );
    scores(&path, &format!("{options} --direction both")).refused(&["no queries"]);
}
