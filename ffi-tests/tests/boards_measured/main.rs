//! What the C library costs on boards, next to the tables of docs/boards.md: bytes of
//! code, stack, instructions; and that no function there can panic, allocate or keep
//! anything.
//!
//! Three targets are measured at one optimisation level, with `RECALLK_ALL_BOARDS=1`
//! all at two. `BLESS=1` writes what is measured into the tables.

mod helpers;
mod instructions;
mod partial;
mod stacks;

use recallk_ffi_tests::measured::{
    SMALL, Set, TARGETS, Table, Target, USUAL, WHOLE, for_each, levels, targets,
};
use recallk_ffi_tests::output_of;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const SETS: [Set; 3] = [SMALL, USUAL, WHOLE];

fn words(text: &[&str]) -> Vec<String> {
    text.iter().map(|word| (*word).to_owned()).collect()
}

/// Bytes of code with constants, and of variables.
fn size(target: &Target, image: &Path) -> (u64, u64) {
    let (mut code, mut variables) = (0, 0);
    for line in output_of(target.tools.command("size").arg("-A").arg(image)).lines() {
        let mut words = line.split_whitespace();
        let (Some(name), Some(Ok(size))) = (words.next(), words.next().map(str::parse::<u64>))
        else {
            continue;
        };
        match name {
            ".text" | ".rodata" => code += size,
            // Not loaded, or for unwinders only: a board's linker script leaves them out.
            ".comment" | ".stack_sizes" | ".ARM.attributes" | ".riscv.attributes"
            | ".ARM.exidx" | ".eh_frame" | "Total" => {}
            _ if name.starts_with(".rel") => {}
            _ => variables += size,
        }
    }
    assert!(code > 0, "{} is empty", image.display());
    (code, variables)
}

#[test]
fn sizes() {
    let rows = for_each(targets(), |target| {
        let row = |level: &&str| {
            let mut row = words(&[target.processors, target.name, level]);
            for set in &SETS {
                let (code, variables) = size(target, &target.image(set, level));
                assert_eq!(variables, 0, "variables of {} on {}", set.name, target.name);
                row.push(code.to_string());
            }
            row
        };
        levels().iter().map(row).collect::<Vec<_>>()
    });
    let columns = words(&["processor", "target", "opt-level", "(a)", "(b)", "(c)"]);
    let table = Table { name: "sizes", columns, keys: 3, rows: rows.concat() };
    table.check(|was| was * 0.02 + 16.0);
}

/// The functions of a set, each linked alone. They cannot panic.
fn alone(target: &Target, set: &Set) -> Vec<(String, PathBuf)> {
    static DONE: [Mutex<BTreeSet<PathBuf>>; TARGETS.len()] =
        [const { Mutex::new(BTreeSet::new()) }; TARGETS.len()];
    let index = TARGETS.iter().position(|it| it.name == target.name).unwrap_or(0);
    let functions = set.functions();
    let dir = target.dir(&format!("alone{}", set.name));
    let archive = target.archive(set.features, "s");
    // Several tests look at the programs.
    let mut done = DONE[index].lock().unwrap_or_else(PoisonError::into_inner);
    if !done.contains(&dir) {
        let panicking = target.tools.panicking(&functions, &archive, &dir);
        assert!(panicking.is_empty(), "{}, {}: {panicking:?} can panic", target.name, set.name);
        done.insert(dir.clone());
    }
    functions.into_iter().map(|name| (name.clone(), dir.join(name))).collect()
}

/// Targets of which each function is looked at: those measured in every run.
fn looked_at() -> Vec<&'static Target> {
    targets().into_iter().filter(|target| target.always).collect()
}

/// The proof would notice.
#[test]
fn a_planted_panic_is_named() {
    for_each(looked_at(), |target| {
        let functions = ["recallk_can", "recallk_cannot"].map(str::to_owned).into();
        let (archive, dir) = (target.planted(), target.dir("planted"));
        assert_eq!(target.tools.panicking(&functions, &archive, &dir), ["recallk_can"]);
    });
}
