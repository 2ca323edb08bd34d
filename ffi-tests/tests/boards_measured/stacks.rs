//! The most stack of each function: as its calls tell, and on the boards.

use crate::{SETS, alone, looked_at, words};
use recallk_ffi_tests::board::{self, Board, Programs, board_sources};
use recallk_ffi_tests::measured::{SMALL, Stack, Table, Target, for_each, note, stack};

#[test]
fn stacks() {
    let all = for_each(looked_at(), |target| {
        let mut stacks = Vec::new();
        for set in &SETS {
            for (function, image) in alone(target, set) {
                let stack = stack(&target.tools, &image, &function);
                stacks.push((set.name, function, stack));
            }
        }
        stacks
    });
    if all.len() < 3 {
        return println!("skipped: the table has three targets");
    }
    let mut rows = Vec::new();
    for (index, (set, function, _)) in all[0].iter().enumerate() {
        let mut row = words(&[function, set]);
        row.extend(all.iter().map(|stacks| stacks[index].2.bytes.to_string()));
        rows.push(row);
    }
    let mut columns = words(&["function", "set"]);
    columns.extend(looked_at().iter().map(|target| target.processors.to_owned()));
    let mut worst = Vec::new();
    for (target, stacks) in looked_at().iter().zip(&all) {
        for set in &SETS {
            let of_set = stacks.iter().filter(|(name, _, _)| *name == set.name);
            let (_, _, deepest) = of_set.max_by_key(|(_, _, stack)| stack.bytes).expect("a set");
            worst.push(format!("- {}, {}: {}", target.processors, set.name, path(deepest)));
        }
    }
    note("deepest", &worst.join("\n"));
    Table { name: "stack", columns, keys: 2, rows }.check(|_| 16.0);
}

/// The way down.
fn path(stack: &Stack) -> String {
    let names: Vec<_> = stack.path.iter().map(|name| short(name)).collect();
    format!("{} bytes, `{}`", stack.bytes, names.join(" > "))
}

/// The last part of a path without types, with what a closure is in.
fn short(name: &str) -> String {
    let (mut depth, mut plain) = (0, String::new());
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let parts: Vec<_> = plain.split("::").filter(|part| !part.is_empty()).collect();
    let last = |part: &&str| !part.starts_with('{');
    let start = parts.iter().rposition(last).unwrap_or(0);
    parts[start..].join("::")
}

#[test]
fn names_are_short() {
    assert_eq!(short("rank::down::with_blocks::<f32, Result<Found, Fault>>"), "with_blocks");
    assert_eq!(short("<sweep::Sight>::first_nan"), "first_nan");
    assert_eq!(short("rank::ranks::{closure#0}::{closure#1}"), "ranks::{closure#0}::{closure#1}");
    assert_eq!(short("memcpy"), "memcpy");
}

/// What CASE of stack.c calls, and what the table calls it.
const CASES: [(&str, &str); 4] = [
    ("recallk_ranks", "recallk_ranks"),
    ("recallk_ranks, which finds a NaN", "recallk_ranks"),
    ("recallk_hits", "recallk_hits"),
    ("recallk_median_pair", "recallk_median_pair"),
];

/// On a board no function gets deeper than its calls tell.
#[test]
fn paint_confirms() {
    let boards = [("Cortex-M0", board::M0), ("Cortex-M4", board::M4)];
    let boards = boards.iter().filter(|(_, board)| board.there());
    let rows = boards.flat_map(|(processor, board)| {
        let confirmed = confirm(board, Target::named(board.target));
        confirmed.map(|(function, used)| words(&[processor, function, &used.to_string()]))
    });
    let (rows, columns) = (rows.collect(), words(&["processor", "function", "bytes seen"]));
    Table { name: "paint", columns, keys: 2, rows }.check(|_| 16.0);
}

/// What was seen for each case.
fn confirm(board: &Board, target: &Target) -> [(&'static str, u32); 4] {
    let images = alone(target, &SMALL);
    let archive = target.archive(SMALL.features, "s");
    std::array::from_fn(|case| {
        let (name, function) = CASES[case];
        let mut programs = Programs::new(board, &format!("stack-{case}"));
        programs.compile(&board_sources(&["measure"]), &[]);
        let case = format!("-DCASE={case}");
        let program = programs.program(&board_sources(&["stack"]), &[&case], &archive);
        let used: u32 = board.run(&program, 60).trim().parse().expect("the program says a number");
        let (_, image) = images.iter().find(|(name, _)| name == function).expect("one of the set");
        let most = stack(&target.tools, image, function).bytes;
        println!("{}, {name}: {used} of {most} bytes", board.machine);
        assert!(0 < used && used <= most, "{}, {name}: {used} of {most}", board.machine);
        (name, used)
    })
}
