//! Objects of `scripts/partial-link`: closed, and beside each other in one program.

use crate::looked_at;
use recallk_ffi_tests::alone::MEMORY;
use recallk_ffi_tests::measured::{SMALL, Target, for_each};
use recallk_ffi_tests::{root, run};
use std::path::Path;
use std::process::Command;

fn partial_link(target: &Target, functions: &[&str], object: &Path) -> Command {
    let mut command = Command::new(root().join("scripts/partial-link"));
    command.arg(target.name).args(functions).arg("-o").arg(object);
    command.env("RECALLK_ARCHIVE", target.archive(SMALL.features, "s"));
    command
}

#[test]
fn objects_are_closed() {
    for_each(looked_at(), |target| {
        let dir = target.dir("partial");
        // Both have the compiler's memcpy and its like.
        let sets: [&[&str]; 2] = [&["recallk_ranks", "recallk_hits"], &["recallk_best_ranks"]];
        let objects = ["one.o", "two.o"].map(|name| dir.join(name));
        for (functions, object) in sets.iter().zip(&objects) {
            run(&mut partial_link(target, functions, object));
            let symbols = target.tools.symbols(object, &["-g"]);
            let of = |kind| symbols.iter().filter(move |(it, _)| *it == kind).map(|(_, name)| name);
            let mut defined: Vec<_> = of('T').map(String::as_str).collect();
            defined.sort_unstable_by_key(|name| functions.iter().position(|it| it == name));
            assert_eq!(&defined, functions, "{}", object.display());
            let undefined: Vec<_> = of('U').filter(|it| !MEMORY.contains(&it.as_str())).collect();
            assert!(undefined.is_empty(), "{}: {undefined:?}", object.display());
            assert_eq!(symbols.len(), of('T').count() + of('U').count(), "{symbols:?}");
        }
        let program = dir.join("both");
        run(target
            .tools
            .command("ld")
            .args(target.tools.linker)
            .args(["--entry=recallk_ranks", "-o"])
            .arg(&program)
            .args(&objects));
        for function in sets.concat() {
            let found = target.tools.symbols(&program, &["-g"]);
            assert!(found.contains(&('T', function.to_owned())), "{function} is not there");
        }
    });
}

#[test]
fn a_function_that_is_not_there_is_refused() {
    let first = looked_at().into_iter().next();
    if let Some(target) = first {
        let object = target.dir("partial").join("none.o");
        let output = partial_link(target, &["recallk_hits", "recallk_none"], &object).output();
        let output = output.expect("the script is started");
        assert!(!output.status.success() && !object.exists(), "{output:?}");
    }
}
