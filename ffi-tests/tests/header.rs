//! The committed header is the generated one, and stands on its own.

use recallk_ffi_tests::{build_dir, has, header, root, run};
use std::process::Command;

/// `BLESS=1 cargo test -p recallk-ffi-tests --test header` writes it anew.
#[test]
fn header_is_fresh() {
    let path = root().join("include/recallk.h");
    let generated = header();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "include/recallk.h is stale: BLESS=1 cargo test -p recallk-ffi-tests --test header"
    );
}

/// Only names of ours: the header goes into other people's programs.
#[test]
fn every_name_has_the_prefix() {
    let header = header();
    assert!(header.contains("\n} recallk_matrix_t;\n"));
    for line in header.lines() {
        if let Some(rest) = line.strip_prefix("#define ") {
            assert!(rest.starts_with("RECALLK_"), "{line}");
        }
        if let Some(name) = line.strip_prefix("} recallk_") {
            assert!(name.ends_with("_t;"), "{line}");
        }
    }
}

#[test]
fn header_compiles_alone() {
    let dir = build_dir("header");
    let (c, cpp) = (dir.join("alone.c"), dir.join("alone.cpp"));
    // Twice, for the guard.
    let text = "#include \"recallk.h\"\n#include \"recallk.h\"\nint recallk_alone;\n";
    std::fs::write(&c, text).unwrap();
    std::fs::write(&cpp, text).unwrap();
    let warnings = ["-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic", "-fsyntax-only"];
    for (compilers, standards, source) in [
        (["gcc", "clang"], ["-std=c99", "-std=c11", "-std=c17"], &c),
        (["g++", "clang++"], ["-std=c++11", "-std=c++17", "-std=c++20"], &cpp),
    ] {
        for compiler in compilers.into_iter().filter(|compiler| has(compiler)) {
            for standard in standards {
                run(Command::new(compiler)
                    .arg(standard)
                    .args(warnings)
                    .arg("-I")
                    .arg(root().join("include"))
                    .arg(source));
            }
        }
    }
    assert!(has("gcc") && has("g++"), "a C and a C++ compiler are needed");
}
