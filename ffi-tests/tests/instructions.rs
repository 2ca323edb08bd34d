//! Instructions that a score costs, counted by callgrind: the same on every
//! machine, so that a loop that has lost its vectors fails the test.
//!
//! AVX-512 is not counted: valgrind does not know it. Its loops come from the
//! same source; tests/symbols.rs sees that they are vector code.

use recallk_ffi_tests::{build_dir, has, library, root, run};
use std::path::Path;
use std::process::Command;

/// As in main.c.
const SCORES: f64 = 64.0 * 1024.0;

const SSE2: i32 = 2;
const AVX2: i32 = 3;

const F32: i32 = 1;
const F64: i32 = 2;
const F16: i32 = 3;
const I8: i32 = 5;

/// Backend, dtype, both directions, most instructions a score: a few percent
/// above what was counted. In both directions some 250 instructions a column
/// are shared by few rows here.
const LIMITS: [(i32, i32, bool, f64); 16] = [
    (SSE2, F32, false, 4.9),
    (SSE2, F32, true, 11.7),
    (SSE2, F64, false, 13.4),
    (SSE2, F64, true, 27.9),
    (SSE2, F16, false, 2.8),
    (SSE2, F16, true, 8.1),
    (SSE2, I8, false, 2.3),
    (SSE2, I8, true, 7.7),
    (AVX2, F32, false, 2.0),
    (AVX2, F32, true, 7.1),
    (AVX2, F64, false, 4.5),
    (AVX2, F64, true, 10.4),
    (AVX2, F16, false, 1.4),
    (AVX2, F16, true, 6.3),
    (AVX2, I8, false, 1.8),
    (AVX2, I8, true, 7.0),
];

#[test]
fn instructions_of_a_score() {
    if !has("valgrind") {
        assert!(std::env::var_os("CI").is_none(), "valgrind is needed");
        println!("skipped: valgrind is not installed");
        return;
    }
    let program = build_dir("instructions").join("main");
    run(Command::new("gcc")
        .args(["-std=c99", "-O1", "-o"])
        .arg(&program)
        .arg("-I")
        .arg(root().join("include"))
        .arg(root().join("ffi-tests/instructions/main.c"))
        .arg(library("clib", "").join("librecallk.a")));
    let mut over = Vec::new();
    for (backend, dtype, both, limit) in LIMITS {
        let count = |calls| instructions(&program, backend, dtype, both, calls);
        // The first call also asks for the processor's features.
        let found = (count(3) - count(2)) as f64 / SCORES;
        println!("backend {backend}, dtype {dtype}, both {both}: {found:.3} (limit {limit})");
        if found > limit {
            over.push((backend, dtype, both, found, limit));
        }
    }
    assert!(over.is_empty(), "over the limit: {over:?}");
}

fn instructions(program: &Path, backend: i32, dtype: i32, both: bool, calls: u32) -> u64 {
    let output = run(Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([backend, dtype, i32::from(both)].map(|number| number.to_string()))
        .arg(calls.to_string()));
    let text = String::from_utf8_lossy(&output.stderr);
    let (_, behind) = text.split_once("Collected :").expect("callgrind says what it counted");
    behind.split_whitespace().next().and_then(|count| count.parse().ok()).expect("a number")
}
