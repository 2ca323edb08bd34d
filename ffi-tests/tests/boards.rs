//! C programs on boards without an operating system, run by QEMU.

use recallk_ffi_tests::board::{self, Board};
use recallk_ffi_tests::root;

/// Fewer tests than this are not all of them.
const TESTS: u32 = 3080;

/// The number of tests that have passed, which all must have.
fn passed(output: &str) -> u32 {
    let last = output.lines().last().unwrap_or("");
    let passed = last.strip_suffix(" passed, 0 failed").and_then(|passed| passed.parse().ok());
    passed.unwrap_or_else(|| panic!("ends in {last:?}\n{output}"))
}

fn suite(board: &Board) {
    if !board.there() {
        return;
    }
    let mut parts = board.system();
    parts.extend(board.compile(&board::tests(), &[]));
    parts.extend(board.compile(&[root().join("ffi-tests/board/suite.c")], &[]));
    parts.push(board.library());
    let output = board.run(&board.link("suite", &parts), 300);
    let passed = passed(&output);
    assert!(passed >= TESTS, "only {passed} tests were run");
    println!("{}: {output}", board.machine);
}

#[test]
fn suite_m3() {
    suite(&board::M3);
}

#[test]
fn suite_m4() {
    suite(&board::M4);
}

#[test]
fn suite_m7() {
    suite(&board::M7);
}

#[test]
fn suite_m33() {
    suite(&board::M33);
}

#[test]
fn suite_risc_v() {
    suite(&board::RISC_V);
}
