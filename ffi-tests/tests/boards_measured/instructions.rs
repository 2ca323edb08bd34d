//! Instructions that a score costs, counted by QEMU.

use crate::words;
use recallk_ffi_tests::board::{self, Board, Programs, board_sources};
use recallk_ffi_tests::measured::{Table, Target, WHOLE, is_everything, levels};

/// As in measure.h: the longer rows have twice as many columns.
const SCORES: f64 = 32.0 * 256.0;

/// Turns that the longer loops take more.
const TURNS: f64 = 10000.0;

const COLUMNS: [&str; 5] = ["i32", "f32", "tallies", "f16", "f64"];

#[test]
fn instructions_of_a_score() {
    let boards = [("Cortex-M0", board::M0), ("Cortex-M3", board::M3), ("Cortex-M4", board::M4)];
    let boards = boards.into_iter().chain([("Cortex-M33", board::M33)]);
    let mut rows = Vec::new();
    for (processor, board) in boards {
        let target = Target::named(board.target);
        if (target.always || is_everything()) && board.there() {
            rows.extend(levels().iter().map(|level| row(processor, &board, target, level)));
        }
    }
    let mut columns = words(&["processor", "opt-level"]);
    columns.extend(words(&COLUMNS));
    Table { name: "instructions", columns, keys: 2, rows }.check(|was| was * 0.03);
}

fn row(processor: &str, board: &Board, target: &Target, level: &str) -> Vec<String> {
    let mut programs = Programs::new(board, &format!("instructions-{level}"));
    programs.compile(&board_sources(&["measure"]), &[]);
    let archive = target.archive(WHOLE.features, level);
    let program = programs.program(&board_sources(&["instructions"]), &[], &archive);
    let output = board.run_with(&program, 120, &["-icount", "shift=0"]);
    let ticks = |name: &str| {
        let line = output.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let ticks: f64 = line.and_then(|ticks| ticks.parse().ok()).expect("a line of each case");
        assert!(ticks > 0.0, "{}, {name}:\n{output}", board.machine);
        ticks
    };
    // One loop tells what a tick is, and the other whether that is so.
    let of_a_tick = 2.0 * TURNS / ticks("two");
    let five = ticks("five") * of_a_tick / TURNS;
    assert!((five - 5.0).abs() < 0.05, "{}: {five} instructions, not 5", board.machine);
    println!("{}: {of_a_tick:.2} instructions a tick, {five:.3} for 5", board.machine);
    let cost = |name: &&str| format!("{:.2}", ticks(name) * of_a_tick / SCORES);
    words(&[processor, level]).into_iter().chain(COLUMNS.iter().map(cost)).collect()
}
