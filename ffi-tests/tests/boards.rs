//! C programs on boards without an operating system, run by QEMU.

use recallk_ffi_tests::board::{self, Board, M0, M3, M4, M7, M33, Programs, RISC_V, board_sources};
use recallk_ffi_tests::{expected, golden, library, output_of, root, run};
use std::path::PathBuf;
use std::process::Command;

/// Fewer tests than this are not all of them. On the host there are more: boards need
/// no scratch for tiles, which then cannot be too small.
const TESTS: u32 = 3234;

/// The tests that fit into 16 KiB, one program each, and how many they are at least;
/// one more is that of the stack.
const PARTS: [(&str, u32); 9] = [
    ("test_hostile", 2959),
    ("test_status", 5),
    ("test_examples", 8),
    ("test_metrics", 21),
    ("test_gold_metrics", 7),
    ("test_ranges", 9),
    ("test_histogram", 6),
    ("test_lists", 20),
    ("test_matrix", 97),
];

/// Matrices that fit there, too.
const SMALL: [&str; 2] = ["-DVIEW_ROWS=3", "-DVIEW_COLUMNS=21"];

/// For an emulated processor on a busy machine.
const SECONDS: u32 = 900;

fn run_part(programs: &Programs, board: &Board, part: &str, least: u32) {
    let define = format!("-DPART={part}");
    let program = programs.program(&board_sources(&["suite"]), &[&define], &board.library());
    let output = board.run(&program, SECONDS);
    println!("{}, {part}: {output}", board.machine);
    let last = output.lines().last().unwrap_or("");
    let passed = last.strip_suffix(" passed, 0 failed").and_then(|passed| passed.parse().ok());
    let passed: u32 = passed.unwrap_or_else(|| panic!("{part} ends in {last:?}\n{output}"));
    assert!(passed >= least, "{part}: only {passed} tests were run");
}

fn suite(board: &Board, parts: &[(&str, u32)], defines: &[&str]) {
    if board.there() {
        let mut programs = Programs::new(board, "suite");
        programs.compile(&board::tests(), defines);
        parts.iter().for_each(|(part, least)| run_part(&programs, board, part, *least));
    }
}

#[test]
fn suite_m0() {
    suite(&M0, &PARTS, &SMALL);
}

#[test]
fn suite_m3() {
    suite(&M3, &[("test_all", TESTS)], &[]);
}

#[test]
fn suite_m4() {
    suite(&M4, &[("test_all", TESTS)], &[]);
}

#[test]
fn suite_m7() {
    suite(&M7, &[("test_all", TESTS)], &[]);
}

#[test]
fn suite_m33() {
    suite(&M33, &[("test_all", TESTS)], &[]);
}

#[test]
fn suite_risc_v() {
    suite(&RISC_V, &[("test_all", TESTS)], &[]);
}

/// Sources of an example, but for what a board or the host adds.
fn example(name: &str) -> Vec<PathBuf> {
    board_sources(&["example_report", name])
}

/// What an example prints on the host.
fn on_the_host(name: &str) -> String {
    let program = recallk_ffi_tests::build_dir("boards/host").join(name);
    let mut command = Command::new("gcc");
    command.args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]);
    for include in ["include", "ffi-tests/c", "ffi-tests/board"] {
        command.arg("-I").arg(root().join(include));
    }
    command.arg("-o").arg(&program).args(board_sources(&["host", "number"]));
    command.args(example(name)).arg(golden());
    run(command.arg(library("clib", "").join("librecallk.a")));
    output_of(&mut Command::new(program))
}

/// The same lines from the figures that came with the sample.
fn expected_lines(title: &str, side: &str) -> String {
    let side = &expected()["f16"][side];
    let figures = &side["pessimistic"];
    let figure = |name: &str| figures[name].as_f64().expect("a figure");
    let recalls = ["R@1", "R@5", "R@10"];
    let recalls = recalls.map(|name| format!("{name} % {:.2}\n", 100.0 * figure(name))).concat();
    format!(
        "{title}: {} queries\n{recalls}median rank {:.1}\nmean rank {:.2}\nMRR {:.4}\n",
        side["queries"],
        figure("median_rank"),
        figure("mean_rank"),
        figure("mrr"),
    )
}

/// Output without the line that says how deep the stack has been: it depends on the
/// board, and must fit this one.
fn without_stack(output: &str, most: usize) -> String {
    let is_stack = |line: &&str| line.starts_with("stack ");
    let lines: Vec<_> = output.lines().filter(is_stack).collect();
    let bytes = lines.first().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let bytes: usize = bytes.unwrap_or_else(|| panic!("no stack in {output:?}"));
    assert!(lines.len() == 1 && bytes < most, "{lines:?}");
    output.lines().filter(|line| !is_stack(line)).map(|line| format!("{line}\n")).collect()
}

/// The most that an example needs.
const STACK: usize = 4096;

fn rows() -> String {
    expected_lines("images -> captions", "i2t")
}

fn both() -> String {
    let state = "state a column 56 bytes\n";
    rows() + &expected_lines("captions -> images", "t2i") + state
}

#[test]
fn examples_on_the_host() {
    assert_eq!(without_stack(&on_the_host("example"), STACK), rows());
    assert_eq!(without_stack(&on_the_host("example_both"), STACK), both());
}

fn examples(board: &Board, names: &[(&str, String)]) {
    if !board.there() {
        return;
    }
    let mut programs = Programs::new(board, "examples");
    programs.compile(&[golden()], &[]);
    for (name, expected) in names {
        let program = programs.program(&example(name), &[], &board.library());
        let output = board.run(&program, SECONDS);
        println!("{}, {name}: {output}", board.machine);
        assert_eq!(without_stack(&output, STACK), *expected);
    }
}

#[test]
fn examples_m0() {
    examples(&M0, &[("example", rows())]);
}

#[test]
fn examples_m3_to_risc_v() {
    for board in [M3, M4, M7, M33, RISC_V] {
        examples(&board, &[("example", rows()), ("example_both", both())]);
    }
}

#[test]
fn example_in_rust() {
    if M4.there() {
        let mut programs = Programs::new(&M4, "rust");
        programs.compile(&[golden()], &[]);
        let program = programs.program(&[], &[], &M4.rust_example());
        let output = M4.run(&program, SECONDS);
        println!("{}, Rust: {output}", M4.machine);
        assert_eq!(without_stack(&output, 4 * STACK), rows());
    }
}
