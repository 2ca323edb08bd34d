//! What the C library exports, needs and keeps, and that it cannot panic.
//!
//! A release build with `--cfg recallk_prove_no_panic` has a panic handler that
//! calls a function nobody defines. Each exported function is linked alone, so
//! that only what it reaches is left: where that includes the handler, the link
//! fails.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use recallk_ffi_tests::{build_dir, declared_functions, library, output_of, root, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What compilers take from any libc without being asked.
const MEMORY: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// What crtbegin.o and crti.o want, weakly, in every shared object.
const CRT_NEEDS: [&str; 4] = [
    "_ITM_deregisterTMCloneTable",
    "_ITM_registerTMCloneTable",
    "__cxa_finalize",
    "__gmon_start__",
];

/// What they and the linker put into writable sections.
const CRT_KEEPS: [&str; 11] = [
    "_DYNAMIC",
    "_GLOBAL_OFFSET_TABLE_",
    "__TMC_END__",
    "__TMC_LIST__",
    "__bss_start",
    "__do_global_dtors_aux_fini_array_entry",
    "__dso_handle",
    "__frame_dummy_init_array_entry",
    "_edata",
    "_end",
    "completed.0",
];

/// The symbols of a file as (kind, name), by `nm`.
fn symbols(file: &Path, options: &[&str]) -> Vec<(char, String)> {
    let text = output_of(Command::new("nm").args(options).arg(file));
    let symbol = |line: &str| {
        // The address, 16 digits or blanks, comes first.
        let (kind, name) = line.get(17..)?.split_once(' ')?;
        Some((kind.chars().next()?, name.to_owned()))
    };
    text.lines().filter_map(symbol).collect()
}

fn shared() -> PathBuf {
    library("clib", "").join("librecallk.so")
}

#[test]
fn exports_are_the_functions_of_the_header() {
    let declared = declared_functions();
    assert!(declared.len() > 30, "{declared:?}");
    let exported = symbols(&shared(), &["-D", "--defined-only"]);
    assert!(exported.iter().all(|(kind, _)| *kind == 'T'), "{exported:?}");
    let exported: BTreeSet<_> = exported.into_iter().map(|(_, name)| name).collect();
    assert_eq!(exported, declared);
}

#[test]
fn nothing_is_needed() {
    for (kind, name) in symbols(&shared(), &["-D", "--undefined-only"]) {
        let crt = kind == 'w' && CRT_NEEDS.contains(&name.as_str());
        assert!(crt || MEMORY.contains(&name.as_str()), "{name} is needed");
    }
    let dynamic = output_of(Command::new("readelf").arg("-d").arg(shared()));
    assert!(dynamic.contains("(SYMTAB)"), "{dynamic}");
    assert!(!dynamic.contains("(NEEDED)"), "{dynamic}");
}

#[test]
fn nothing_is_kept() {
    for (kind, name) in symbols(&shared(), &[]) {
        let writable = matches!(kind, 'd' | 'D' | 'b' | 'B' | 'C');
        assert!(!writable || may_be_kept(&name), "{name} is writable");
    }
}

/// A vector operation that is a function of its own was not compiled for its
/// instruction set: loops around it run at a tenth of the speed.
#[test]
#[cfg(target_arch = "x86_64")]
fn vector_operations_are_inlined() {
    for (_, name) in symbols(&shared(), &["-C"]) {
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

/// Links a function with what it reaches in the archive; the program, or what
/// the linker said.
fn alone(function: &str, archive: &Path, dir: &Path) -> Result<PathBuf, String> {
    let program = dir.join(function);
    let mut command = Command::new("gcc");
    command.args(["-nostdlib", "-static", "-Wl,--gc-sections"]);
    command.args([format!("-Wl,-e,{function}"), format!("-Wl,-u,{function}")]);
    command.args(MEMORY.map(|name| format!("-Wl,--defsym,{name}=0")));
    let output = command.arg("-o").arg(&program).arg(archive).output().expect("gcc is started");
    if output.status.success() {
        Ok(program)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The functions that reach the panic handler.
fn panicking<'a>(functions: &'a BTreeSet<String>, archive: &Path, dir: &Path) -> Vec<&'a str> {
    let panics = |function: &&str| match alone(function, archive, dir) {
        Ok(program) => {
            check_alone(function, &program);
            false
        }
        Err(message) => {
            assert!(message.contains("recallk_has_a_panic_path"), "{function}: {message}");
            true
        }
    };
    functions.iter().map(String::as_str).filter(panics).collect()
}

/// A function alone has its name, and neither an allocator nor std nor state.
fn check_alone(function: &str, program: &Path) {
    let all = symbols(program, &["-C"]);
    assert!(all.iter().any(|(_, name)| name == function), "{function} is not there");
    for (kind, name) in &all {
        let writable = matches!(kind, 'd' | 'D' | 'b' | 'B' | 'C');
        assert!(!writable || may_be_kept(name), "{function} keeps {name}");
        assert!(!is_foreign(name), "{function} reaches {name}");
    }
    let sections = output_of(Command::new("size").arg("-A").arg(program));
    for line in sections.lines() {
        let mut words = line.split_whitespace();
        let (section, size) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let state = matches!(section, ".data" | ".bss" | ".tdata" | ".tbss");
        let size: u64 = size.parse().unwrap_or(0);
        // A byte for each instruction set that is asked for.
        assert!(!state || size <= if section == ".data" { 2 } else { 0 }, "{function}: {line}");
    }
}

/// The linker's own, and the one thing of ours: which vector instructions the
/// processor has, asked once.
fn may_be_kept(name: &str) -> bool {
    let cached = name.contains("backend") && name.contains("has_avx") && name.contains("STORAGE");
    cached || CRT_KEEPS.contains(&name)
}

fn is_foreign(name: &str) -> bool {
    let allocators = ["malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc"];
    let path_of = |krate: &str| {
        name.match_indices(krate).any(|(at, _)| {
            !name[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':')
        })
    };
    allocators.contains(&name)
        || ["__rust_", "__rdl_", "__rg_"].iter().any(|start| name.contains(start))
        || path_of("std::")
        || path_of("alloc::")
}

#[test]
fn no_function_can_panic() {
    let archive = library("prove", "--cfg recallk_prove_no_panic").join("librecallk.a");
    let functions = declared_functions();
    let panicking = panicking(&functions, &archive, &build_dir("alone"));
    assert!(panicking.is_empty(), "functions with a panic path: {panicking:?}");
}

/// The proof would notice: the same handler beside one function that can panic
/// and one that cannot.
#[test]
fn a_planted_panic_is_named() {
    let dir = build_dir("planted");
    let text = std::fs::read_to_string(root().join("clib/src/lib.rs")).unwrap();
    let planted = "
        #[unsafe(no_mangle)]
        pub extern \"C\" fn recallk_can(index: usize) -> u8 { [7, 8, 9][index] }
        #[unsafe(no_mangle)]
        pub extern \"C\" fn recallk_cannot(index: usize) -> u8 {
            [7, 8, 9].get(index).copied().unwrap_or(0)
        }
    ";
    let source = text.replace("extern crate recallk as _;", planted);
    assert_ne!(source, text);
    std::fs::write(dir.join("planted.rs"), source).unwrap();
    let archive = dir.join("libplanted.a");
    run(Command::new("rustc")
        .args(["--edition=2024", "--crate-type=staticlib", "-O", "-Cpanic=abort"])
        .args(["--cfg", "recallk_prove_no_panic", "-o"])
        .args([&archive, &dir.join("planted.rs")]));
    let functions = ["recallk_can", "recallk_cannot"].map(str::to_owned).into();
    assert_eq!(panicking(&functions, &archive, &dir), ["recallk_can"]);
}
