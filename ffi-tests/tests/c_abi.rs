//! C and C++ programs call the library: as several compilers and standards see
//! the header, linked both ways, under valgrind and with sanitizers.

use recallk_ffi_tests::{
    build_dir, c_tests, declared_functions, library, library_with, output_of, root, run, sources,
    there,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Werror", "-Wconversion", "-pedantic"];

/// Fewer tests than this are not all of them.
const TESTS: u32 = 3200;

/// Valgrind does not flush to zero, so that those tests are left out.
const TESTS_UNDER_VALGRIND: u32 = 3070;

/// Compiles sources, which takes longest, and links the objects with both
/// forms of the library: the static and the shared program.
fn build(name: &str, compiler: &[&str], sources: &[PathBuf], library: &Path) -> [PathBuf; 2] {
    let dir = build_dir(&format!("programs/{name}"));
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(WARNINGS).args(["-O1", "-g", "-c"]).current_dir(&dir);
    for include in ["include", "ffi-tests/c"] {
        command.arg("-I").arg(root().join(include));
    }
    run(command.args(sources));

    let objects = sources.iter().map(|source| {
        let stem = source.file_stem().expect("a source has a name");
        dir.join(stem).with_extension("o")
    });
    let objects: Vec<_> = objects.collect();
    let archive = [library.join("librecallk.a").into_os_string()];
    let shared = [
        "-L".into(),
        library.into(),
        "-lrecallk".into(),
        format!("-Wl,-rpath,{}", library.display()).into(),
    ];
    let link = |program: &str, library: &[OsString]| {
        let program = dir.join(program);
        let mut command = Command::new(compiler[0]);
        command.args(&compiler[1..]).arg("-o").arg(&program).args(&objects);
        run(command.args(library));
        program
    };
    [link("static", &archive), link("shared", &shared)]
}

fn build_c(name: &str, compiler: &[&str]) -> [PathBuf; 2] {
    build(name, compiler, &c_tests(), &library("clib", ""))
}

/// The one that two tests run.
fn gcc_c99() -> &'static [PathBuf; 2] {
    static PROGRAMS: OnceLock<[PathBuf; 2]> = OnceLock::new();
    PROGRAMS.get_or_init(|| build_c("gcc-c99", &["gcc", "-std=c99"]))
}

/// Runs a program to its closing line; returns how many tests have passed.
fn passes(command: &mut Command) -> u32 {
    let output = output_of(command);
    let last = output.lines().last().unwrap_or("");
    let passed = last.strip_suffix(" passed, 0 failed").and_then(|passed| passed.parse().ok());
    passed.unwrap_or_else(|| panic!("{command:?} ends in {last:?}\n{output}"))
}

fn all_pass(command: &mut Command) {
    let passed = passes(command);
    assert!(passed >= TESTS, "only {passed} tests were run");
}

fn valgrind_passes(program: &Path) -> u32 {
    let mut command = Command::new("valgrind");
    passes(command.args(["--error-exitcode=9", "--leak-check=full", "-q"]).arg(program))
}

#[test]
fn c_by_gcc() {
    let c11 = build_c("gcc-c11", &["gcc", "-std=c11"]);
    gcc_c99().iter().chain(&c11).for_each(|program| all_pass(&mut Command::new(program)));
}

#[test]
fn c_by_clang() {
    for standard in ["c99", "c11"].into_iter().filter(|_| there("clang")) {
        let compiler = ["clang", &format!("-std={standard}")];
        for program in build_c(&format!("clang-{standard}"), &compiler) {
            all_pass(&mut Command::new(program));
        }
    }
}

#[test]
fn c_under_valgrind() {
    for program in gcc_c99().iter().filter(|_| there("valgrind")) {
        let passed = valgrind_passes(program);
        assert!(passed >= TESTS_UNDER_VALGRIND, "only {passed} tests were run");
    }
}

#[test]
fn cpp() {
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| there(compiler)) {
        let command = [compiler, "-std=c++17"];
        for program in build(compiler, &command, &sources("cpp", "cpp"), &library("clib", "")) {
            passes(&mut Command::new(&program));
            if compiler == "g++" && there("valgrind") {
                valgrind_passes(&program);
            }
        }
    }
}

/// On the C side only: the library is what is shipped.
#[test]
fn c_with_sanitizers() {
    let sanitizers =
        ["gcc", "-std=c99", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    for program in build_c("sanitizers", &sanitizers) {
        // Leaks are valgrind's part; their sanitizer needs rights that a container may lack.
        all_pass(Command::new(program).env("ASAN_OPTIONS", "detect_leaks=0"));
    }
}

/// A library that checks its own arithmetic and slices. What it finds it can
/// say only by hanging: so is a panic handler without std.
#[test]
fn c_with_a_library_that_checks_itself() {
    let checks = "-C overflow-checks=on -C debug-assertions=on";
    for program in build("checked", &["gcc", "-std=c99"], &c_tests(), &library("checked", checks)) {
        all_pass(Command::new("timeout").arg("60").arg(program));
    }
}

#[test]
fn score_types_left_out() {
    let library = library_with("f32-only", "", &["--no-default-features"]);
    let sources =
        [root().join("ffi-tests/c/check.c"), root().join("ffi-tests/c/builds/f32_only.c")];
    for program in build("f32-only", &["gcc", "-std=c99"], &sources, &library) {
        passes(&mut Command::new(program));
    }
}

/// So that a new function cannot be forgotten.
#[test]
fn every_function_is_called_from_c() {
    let code: String = sources("c", "c")
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a source is read"))
        .collect();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for function in declared_functions() {
        assert!(code.split(|c| !is_name(c)).any(|name| name == function), "{function}");
    }
}
