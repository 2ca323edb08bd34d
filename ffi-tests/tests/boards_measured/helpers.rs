//! Which functions of the compiler's own library the kernel reaches; those that
//! compute with floats it reaches nowhere in counting.

use crate::{SETS, alone, looked_at, words};
use recallk_ffi_tests::alone::may_be_kept;
use recallk_ffi_tests::measured::{Table, Target, WHOLE, for_each};
use std::collections::BTreeSet;
use std::path::Path;

/// Functions that count: scores are compared as integers there.
fn counts(function: &str) -> bool {
    let name = function.strip_prefix("recallk_").unwrap_or(function);
    let starts = ["best_", "golds_", "counts_", "ranks_both", "tallies_both"];
    starts.iter().any(|start| name.starts_with(start))
        || ["ranks", "tallies", "gold_ranks", "gold_tallies", "gold_scratch"].contains(&name)
}

/// Those of the compiler's functions that are in a program: all that are neither Rust's
/// nor the kernel's nor names of the linker.
fn helpers(target: &Target, program: &Path) -> BTreeSet<String> {
    let code = |kind: &char| matches!(kind, 't' | 'T' | 'w' | 'W');
    let symbols = target.tools.symbols(program, &[]).into_iter();
    let names = symbols.filter(|(kind, _)| code(kind)).map(|(_, name)| name);
    let ours = ["_R", "$", ".", "recallk_"];
    let is_other =
        |name: &String| !ours.iter().any(|start| name.starts_with(start)) && !may_be_kept(name);
    names.filter(is_other).collect()
}

/// Whether a helper computes with floats: `__aeabi_dcmplt`, `__aeabi_ui2f`, `__adddf3`.
fn is_float(helper: &str) -> bool {
    if let Some(name) = helper.strip_prefix("__aeabi_") {
        let converts = ["i2", "ui2", "l2", "ul2", "h2"].iter().any(|from| name.starts_with(from));
        return converts || ["f", "d", "cf", "cd"].iter().any(|start| name.starts_with(start));
    }
    helper.starts_with("fm") || ["sf", "df", "hf", "tf"].iter().any(|kind| helper.contains(kind))
}

#[test]
fn floats_are_told_from_integers() {
    for float in [
        "__aeabi_fadd",
        "__aeabi_dcmplt",
        "__aeabi_cdcmple",
        "__aeabi_ul2d",
        "__adddf3",
        "fmaximum_num",
    ] {
        assert!(is_float(float), "{float}");
    }
    for other in ["__aeabi_lmul", "__aeabi_uldivmod", "__aeabi_memcpy4", "__udivdi3", "memset"] {
        assert!(!is_float(other), "{other}");
    }
}

#[test]
fn counting_needs_no_floats() {
    let rows = for_each(looked_at(), |target| {
        let mut rows = Vec::new();
        for set in &SETS {
            let (mut all, mut counting) = (BTreeSet::new(), 0);
            for (function, program) in alone(target, set) {
                let found = helpers(target, &program);
                if counts(&function) {
                    counting += 1;
                    let floats: Vec<_> = found.iter().filter(|name| is_float(name)).collect();
                    assert!(floats.is_empty(), "{}: {function} needs {floats:?}", target.name);
                }
                all.extend(found);
            }
            if set.name == WHOLE.name {
                // The check sees what there is to see: means are floats.
                assert!(counting > 12 && all.iter().any(|name| is_float(name)), "{all:?}");
            }
            let all: Vec<_> = all.iter().map(|name| format!("`{name}`")).collect();
            rows.push(words(&[target.processors, set.name, &all.join(" ")]));
        }
        rows
    });
    let columns = words(&["processor", "set", "helpers"]);
    Table { name: "helpers", columns, keys: 2, rows: rows.concat() }.check(|_| 0.0);
}
