//! What the tests of the C ABI share: where things are, and how they are built.

pub mod alone;
pub mod board;
mod golden;
pub mod measured;

pub use golden::{expected, golden};

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("ffi-tests has a parent").to_path_buf()
}

/// A folder for built things, one for each purpose.
pub fn build_dir(purpose: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let dir = root().join(target).join("ffi-tests").join(purpose);
    std::fs::create_dir_all(&dir).expect("the target folder can be written");
    dir
}

/// Runs a command to its end; panics with all it printed where it fails.
pub fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    output
}

/// Whether a program can be started.
pub fn has(program: impl AsRef<OsStr>) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether a tool is there; on CI it must be.
pub fn there(tool: &str) -> bool {
    must_be_on_ci(has(tool), tool)
}

/// Whether something is there, as the caller has found; on CI it must be.
pub fn must_be_on_ci(there: bool, what: &str) -> bool {
    assert!(there || std::env::var_os("CI").is_none(), "{what} is missing");
    if !there {
        println!("skipped: {what} is missing");
    }
    there
}

/// The C library, built by `clib` with these `RUSTFLAGS`: the folder of
/// `librecallk.a` and `librecallk.so`. Cargo makes callers wait for each other.
pub fn library(purpose: &str, rustflags: &str) -> PathBuf {
    library_with(purpose, rustflags, &[])
}

/// As [`library`], with more arguments for cargo.
pub fn library_with(purpose: &str, rustflags: &str, arguments: &[&str]) -> PathBuf {
    let target = build_dir(purpose);
    run(Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(root().join("clib/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .args(arguments)
        .env("RUSTFLAGS", rustflags)
        .env_remove("CARGO_ENCODED_RUSTFLAGS"));
    target.join("release")
}

/// What a command that must succeed has printed.
pub fn output_of(command: &mut Command) -> String {
    String::from_utf8(run(command).stdout).expect("a tool prints characters")
}

/// The files of a folder of this package with an extension, in order.
pub fn sources(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = root().join("ffi-tests").join(folder);
    let entries = std::fs::read_dir(&folder).expect("a folder of this package");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    paths.sort();
    paths
}

/// The C tests: the files of `c/` and the sample.
pub fn c_tests() -> Vec<PathBuf> {
    let mut files = sources("c", "c");
    files.push(golden());
    files
}

/// The functions that the committed header declares.
pub fn declared_functions() -> BTreeSet<String> {
    let header =
        std::fs::read_to_string(root().join("include/recallk.h")).expect("the header is there");
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = header.lines().filter(|line| !line.trim_start().starts_with(['/', '*', '#']));
    let ends = code.flat_map(|line| line.match_indices('(').map(move |(at, _)| &line[..at]));
    let names = ends.map(|before| before.rsplit(|c| !is_name(c)).next().unwrap_or(""));
    names.filter(|name| name.starts_with("recallk_")).map(str::to_owned).collect()
}

/// The C header as `src/capi` and `cbindgen.toml` define it.
pub fn header() -> String {
    let mut config =
        cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml is read");
    config.after_includes = Some(macros());
    config.trailer = Some(SIZES.to_owned());
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(root().join("src/capi/mod.rs"))
        .generate()
        .expect("cbindgen understands src/capi");
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).expect("a header of characters")
}

fn macros() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut parts = version.split('.');
    let mut part = || parts.next().expect("a version of three numbers");
    format!(
        "
#define RECALLK_VERSION \"{version}\"
#define RECALLK_VERSION_MAJOR {}
#define RECALLK_VERSION_MINOR {}
#define RECALLK_VERSION_PATCH {}

#if defined(__cplusplus) && __cplusplus >= 201703L
#define RECALLK_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define RECALLK_NODISCARD __attribute__((warn_unused_result))
#else
#define RECALLK_NODISCARD
#endif

/// In a map from columns to rows: the column is no query. In a
/// recallk_detail_t: there is no such place. In ranks of relevant ids: a
/// repeated id that has its rank elsewhere.
#define RECALLK_NONE UINT32_C(4294967295)",
        part(),
        part(),
        part()
    )
}

/// The sizes that `src/capi/types.rs` asserts, for the C compiler.
const SIZES: &str = "
#if defined(__cplusplus)
#define RECALLK_ASSERT(truth) static_assert(truth, #truth)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define RECALLK_ASSERT(truth) _Static_assert(truth, #truth)
#endif
#if defined(RECALLK_ASSERT)
RECALLK_ASSERT(sizeof(recallk_status_t) == 4);
RECALLK_ASSERT(sizeof(recallk_matrix_t) == 5 * sizeof(size_t) + 8);
RECALLK_ASSERT(sizeof(recallk_golds_t) == 10 * sizeof(size_t));
RECALLK_ASSERT(sizeof(recallk_sweep_t) == 10 * sizeof(size_t) + 16);
RECALLK_ASSERT(sizeof(recallk_tile_t) == 7 * sizeof(size_t) + 8);
RECALLK_ASSERT(sizeof(recallk_gold_t) == 24);
RECALLK_ASSERT(sizeof(recallk_options_t) == 32);
RECALLK_ASSERT(sizeof(recallk_detail_t) == 40);
RECALLK_ASSERT(sizeof(recallk_tally_t) == 20);
RECALLK_ASSERT(sizeof(recallk_report_t) == 96);
RECALLK_ASSERT(sizeof(recallk_range_t) == 24);
#undef RECALLK_ASSERT
#endif
";
