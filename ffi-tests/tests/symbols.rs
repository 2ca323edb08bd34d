//! What the C library exports, needs and keeps, and that it cannot panic.
//!
//! The last is done as `src/alone.rs` says.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use recallk_ffi_tests::alone::{HOST, MEMORY, PROVE, may_be_kept, planted};
use recallk_ffi_tests::{build_dir, declared_functions, library, output_of, run};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// What crtbegin.o and crti.o want, weakly, in every shared object.
const CRT_NEEDS: [&str; 4] = [
    "_ITM_deregisterTMCloneTable",
    "_ITM_registerTMCloneTable",
    "__cxa_finalize",
    "__gmon_start__",
];

fn shared() -> PathBuf {
    library("clib", "").join("librecallk.so")
}

#[test]
fn exports_are_the_functions_of_the_header() {
    let declared = declared_functions();
    assert!(declared.len() > 30, "{declared:?}");
    let exported = HOST.symbols(&shared(), &["-D", "--defined-only"]);
    assert!(exported.iter().all(|(kind, _)| *kind == 'T'), "{exported:?}");
    let exported: BTreeSet<_> = exported.into_iter().map(|(_, name)| name).collect();
    assert_eq!(exported, declared);
}

#[test]
fn nothing_is_needed() {
    for (kind, name) in HOST.symbols(&shared(), &["-D", "--undefined-only"]) {
        let crt = kind == 'w' && CRT_NEEDS.contains(&name.as_str());
        assert!(crt || MEMORY.contains(&name.as_str()), "{name} is needed");
    }
    let dynamic = output_of(Command::new("readelf").arg("-d").arg(shared()));
    assert!(dynamic.contains("(SYMTAB)"), "{dynamic}");
    assert!(!dynamic.contains("(NEEDED)"), "{dynamic}");
}

#[test]
fn nothing_is_kept() {
    for (kind, name) in HOST.symbols(&shared(), &[]) {
        let writable = matches!(kind, 'd' | 'D' | 'b' | 'B' | 'C');
        assert!(!writable || may_be_kept(&name), "{name} is writable");
    }
}

/// A vector operation that is a function of its own was not compiled for its
/// instruction set: loops around it run at a tenth of the speed.
#[test]
#[cfg(target_arch = "x86_64")]
fn vector_operations_are_inlined() {
    for (_, name) in HOST.symbols(&shared(), &["-C"]) {
        // The question what the processor has is no loop.
        let asks = name.contains("xgetbv") || name.contains("cpuid");
        assert!(asks || !name.contains("core_arch"), "{name} is called");
    }
    let code = output_of(Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(shared()));
    for (compare, register) in [
        ("pcmpgtb ", "%xmm"),
        ("pcmpgtw ", "%xmm"),
        ("pcmpgtd ", "%xmm"),
        ("vpcmpgtb ", "%ymm"),
        ("vpcmpgtw ", "%ymm"),
        ("vpcmpgtd ", "%ymm"),
        ("vpcmpgtq ", "%ymm"),
        ("vpcmpgtb ", "%zmm"),
        ("vpcmpgtw ", "%zmm"),
        ("vpcmpgtd ", "%zmm"),
        ("vpcmpgtq ", "%zmm"),
    ] {
        let is_it = |line: &&str| line.contains(&format!("\t{compare}")) && line.contains(register);
        assert!(code.lines().filter(is_it).count() >= 8, "{compare}{register}");
    }
}

#[test]
fn no_function_can_panic() {
    let archive = library("prove", PROVE).join("librecallk.a");
    let functions = declared_functions();
    let panicking = HOST.panicking(&functions, &archive, &build_dir("alone"));
    assert!(panicking.is_empty(), "functions with a panic path: {panicking:?}");
}

/// The proof would notice: the same handler beside one function that can panic
/// and one that cannot.
#[test]
fn a_planted_panic_is_named() {
    let dir = build_dir("planted");
    std::fs::write(dir.join("planted.rs"), planted()).unwrap();
    let archive = dir.join("libplanted.a");
    run(Command::new("rustc")
        .args(["--edition=2024", "--crate-type=staticlib", "-O", "-Cpanic=abort"])
        .args(PROVE.split(' '))
        .arg("-o")
        .args([&archive, &dir.join("planted.rs")]));
    let functions = ["recallk_can", "recallk_cannot"].map(str::to_owned).into();
    assert_eq!(HOST.panicking(&functions, &archive, &dir), ["recallk_can"]);
}
