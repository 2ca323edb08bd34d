//! Every type, order and byte order of .npy, and files that are not as they say.

mod common;

use common::{Files, Matrix, check_side, npy, npy_padded, queries_of_map, scores};

/// The cells as little-endian bytes of a type.
fn encode(cells: &[f64], dtype: &str) -> Vec<u8> {
    macro_rules! bytes {
        ($number:ty) => {
            cells.iter().flat_map(|&cell| (cell as $number).to_le_bytes()).collect()
        };
    }
    match dtype {
        "f2" => cells.iter().flat_map(|&cell| half::f16::from_f64(cell).to_le_bytes()).collect(),
        "bf16" => cells.iter().flat_map(|&cell| half::bf16::from_f64(cell).to_le_bytes()).collect(),
        "f4" => bytes!(f32),
        "f8" => bytes!(f64),
        "i1" => bytes!(i8),
        "u1" => bytes!(u8),
        "i2" => bytes!(i16),
        "u2" => bytes!(u16),
        "i4" => bytes!(i32),
        "u4" => bytes!(u32),
        "i8" => bytes!(i64),
        "u8" => bytes!(u64),
        _ => panic!("{dtype}"),
    }
}

const DTYPES: [&str; 12] =
    ["f2", "bf16", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"];

fn size(dtype: &str) -> usize {
    if dtype == "bf16" { 2 } else { dtype[1..].parse().unwrap() }
}

fn descr(dtype: &str, order: char) -> String {
    format!("{order}{}", if dtype == "bf16" { "u2" } else { dtype })
}

/// Checks a file of `matrix`, two columns a row, in both directions.
#[track_caller]
fn check(bytes: &[u8], matrix: &Matrix, dtype: &str) {
    let files = Files::new();
    let path = files.write("S.npy", bytes);
    let options = if dtype == "bf16" { "--per-row 2 --dtype bf16" } else { "--per-row 2" };
    let found = scores(&path, options).json();
    let map: Vec<i64> = (0..matrix.columns as i64).map(|column| column / 2).collect();
    let (rows, columns) = queries_of_map(matrix, &map);
    check_side(&found["rows"], &rows, "lower-index");
    check_side(&found["columns"], &columns, "lower-index");
}

#[test]
fn every_type_in_both_orders_and_byte_orders() {
    let mut matrix = Matrix::small(6, 12, 9);
    for dtype in DTYPES {
        // Negative numbers where there are any.
        if !dtype.starts_with('u') {
            matrix.cells.iter_mut().for_each(|cell| *cell -= 4.0);
        }
        let shape = [matrix.rows, matrix.columns];
        let (c, f) = (encode(&matrix.cells, dtype), encode(&matrix.by_columns(), dtype));
        check(&npy(&descr(dtype, '<'), false, &shape, &c), &matrix, dtype);
        check(&npy(&descr(dtype, '<'), true, &shape, &f), &matrix, dtype);
        let swap = |bytes: &[u8]| -> Vec<u8> {
            bytes.chunks(size(dtype)).flat_map(|cell| cell.iter().rev().copied()).collect()
        };
        check(&npy(&descr(dtype, '>'), false, &shape, &swap(&c)), &matrix, dtype);
        check(&npy(&descr(dtype, '>'), true, &shape, &swap(&f)), &matrix, dtype);
        check(&npy_padded(&descr(dtype, '<'), false, &shape, &c, 31), &matrix, dtype);
        matrix = Matrix::small(6, 12, 9);
    }
}

#[test]
fn bfloat16_may_be_a_void_of_two_bytes() {
    let matrix = Matrix::small(6, 12, 9);
    let cells = encode(&matrix.cells, "bf16");
    check(&npy("|V2", false, &[6, 12], &cells), &matrix, "bf16");
    check(&npy("<V2", false, &[6, 12], &cells), &matrix, "bf16");
}

#[test]
fn wide_integers_are_not_rounded() {
    let files = Files::new();
    let values = [i64::MAX - 1, i64::MAX, i64::MIN, i64::MIN + 1];
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let path = files.write("S.npy", &npy("<i8", false, &[2, 2], &bytes));
    let golds = files.integers("G.npy", &[0, 0]);
    let found = scores(&path, &format!("--gold {}", golds.display())).json();
    assert_eq!(found["rows"]["hits"]["1"], 0);
    assert_eq!(found["rows"]["tied_queries"], 0);
}

#[test]
fn one_row_and_one_column() {
    let files = Files::new();
    let one = files.matrix("S.npy", &Matrix { rows: 1, columns: 1, cells: vec![-3.0] });
    let found = scores(&one, "--per-row 1").json();
    assert_eq!(
        (&found["rows"]["median_rank"], &found["columns"]["ar"]),
        (&1.0.into(), &100.0.into())
    );
}

#[test]
fn damaged_files_are_refused() {
    let files = Files::new();
    let whole = npy("<f4", false, &[2, 4], &[0; 32]);
    let refused = |bytes: &[u8], parts: &[&str]| {
        let path = files.write("S.npy", bytes);
        scores(&path, "--per-row 2").refused(&[parts, &["S.npy"]].concat());
    };
    for end in 0..whole.len() {
        refused(&whole[..end], &[]);
    }
    refused(&whole[..whole.len() - 1], &["cut short", "(2, 4)", "32 bytes", "31 bytes"]);
    refused(&[&whole[..], b"!"].concat(), &["too long", "33 bytes"]);
    refused(b"", &["is empty"]);
    refused(b"PK\x03\x04 and so on", &["no .npy file"]);
    refused(&npy("<c8", false, &[2, 2], &[0; 32]), &["dtype '<c8'"]);
    refused(&npy("|S4", false, &[2, 4], &[0; 32]), &["dtype '|S4'"]);
    refused(&npy("|O", false, &[2, 4], &[0; 32]), &["dtype '|O'"]);
    refused(&npy("<f4", false, &[8], &[0; 32]), &["shape (8,)", "two dimensions"]);
    refused(&npy("<f4", false, &[2, 2, 2], &[0; 32]), &["shape (2, 2, 2)"]);
    refused(&npy("<f4", false, &[0, 4], &[]), &["shape (0, 4)", "nothing to rank"]);
    refused(&npy("<f4", false, &[2, 0], &[]), &["nothing to rank"]);
    refused(&npy("<f4", false, &[1 << 40, 1 << 40], &[]), &["larger than the address space"]);
    refused(&npy("<f4", false, &[0, usize::MAX], &[]), &["larger than the address space"]);
    refused(&npy("|u1", false, &[0, 1 << 33], &[]), &["nothing to rank"]);
    refused(&npy("nonsense", false, &[2, 4], &[0; 32]), &["damaged .npy header"]);
    // A header that says it is four gigabytes long.
    refused(b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}", &["header longer"]);
    refused(b"\x93NUMPY\x09\x00\x02\x00\x00\x00{}", &["damaged .npy header"]);
    let deep = "(".repeat(9000);
    let mut nested = b"\x93NUMPY\x01\x00".to_vec();
    nested.extend(9000u16.to_le_bytes());
    nested.extend(deep.as_bytes());
    refused(&nested, &["no plain array"]);
}

#[test]
fn missing_files_are_named() {
    scores("nowhere.npy".as_ref(), "--per-row 2").refused(&["nowhere.npy cannot be read"]);
    scores("nowhere.json".as_ref(), "").refused(&["nowhere.json cannot be read"]);
    common::run(["lists", "nowhere.jsonl"]).refused(&["nowhere.jsonl cannot be read"]);
}

#[test]
fn bf16_needs_words_of_sixteen_bits() {
    let files = Files::new();
    let path = files.write("S.npy", &npy("<f4", false, &[2, 4], &[0; 32]));
    scores(&path, "--per-row 2 --dtype bf16").refused(&["'<f4'", "16-bit words"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read() {
    let files = Files::new();
    let matrix = Matrix::small(6, 12, 9);
    let bytes = npy("<f4", false, &[6, 12], &encode(&matrix.cells, "f4"));
    let path = files.write("S.npy", &bytes);
    let mut child = common::command(["scores", "/dev/stdin", "--per-row", "2", "--format", "json"]);
    let mut feeder = std::process::Command::new("cat")
        .arg(&path)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let output = child.stdin(feeder.stdout.take().unwrap()).output().unwrap();
    feeder.wait().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), scores(&path, "--per-row 2").out);
}
