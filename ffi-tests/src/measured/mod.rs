//! What the C library costs on boards: archives for the targets, and what linkers,
//! disassemblers and QEMU tell of them.

mod elf;
mod instruction;
mod stack;
mod table;

pub use stack::{Stack, stack};
pub use table::{Table, note};

use crate::alone::{PROVE, Tools, planted};
use crate::{build_dir, declared_functions, has, root, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// A processor family without an operating system.
pub struct Target {
    /// For rustc.
    pub name: &'static str,
    /// Which processors it is.
    pub processors: &'static str,
    /// Its binutils.
    pub tools: Tools,
    /// Measured in every run, not only in those of all boards.
    pub always: bool,
}

const fn arm(name: &'static str, processors: &'static str, always: bool) -> Target {
    let tools = Tools { prefix: "arm-none-eabi-", linker: &[], libc: false, kept: 0 };
    Target { name, processors, tools, always }
}

/// The targets of the tables.
pub const TARGETS: [Target; 6] = [
    arm("thumbv6m-none-eabi", "Cortex-M0", true),
    arm("thumbv7m-none-eabi", "Cortex-M3", false),
    arm("thumbv7em-none-eabihf", "Cortex-M4, M7", true),
    arm("thumbv8m.main-none-eabihf", "Cortex-M33", false),
    Target {
        name: "riscv32imc-unknown-none-elf",
        processors: "RISC-V, 32 bits",
        tools: Tools {
            prefix: "riscv64-unknown-elf-",
            linker: &["-m", "elf32lriscv"],
            libc: false,
            kept: 0,
        },
        always: true,
    },
    Target {
        name: "aarch64-unknown-none",
        processors: "AArch64",
        tools: Tools { prefix: "aarch64-linux-gnu-", linker: &[], libc: false, kept: 0 },
        always: false,
    },
];

/// Exported functions, and with which score types they are built.
pub struct Set {
    /// Its name in the tables.
    pub name: &'static str,
    /// Features of clib: families of score types.
    pub features: &'static str,
    /// Nothing: every function.
    pub functions: &'static [&'static str],
}

impl Set {
    /// The names of its functions.
    pub fn functions(&self) -> BTreeSet<String> {
        match self.functions {
            [] => declared_functions(),
            some => some.iter().map(|name| (*name).to_owned()).collect(),
        }
    }
}

const RANKING: [&str; 3] = ["recallk_ranks", "recallk_hits", "recallk_median_pair"];

/// Ranks, hits and median of f32 scores.
pub const SMALL: Set = Set { name: "(a)", features: "", functions: &RANKING };

/// The same for five families of score types.
pub const USUAL: Set = Set { name: "(b)", features: "f64,half,int", functions: &RANKING };

/// Everything.
pub const WHOLE: Set = Set { name: "(c)", features: "f64,half,int,int64", functions: &[] };

/// Whether all targets and levels are measured: 36 builds, not 9.
pub fn is_everything() -> bool {
    std::env::var_os("RECALLK_ALL_BOARDS").is_some()
}

/// The optimisation levels of this run: for size, and for speed.
pub fn levels() -> &'static [&'static str] {
    if is_everything() { &["s", "3"] } else { &["s"] }
}

/// The targets of this run whose tools are there; on CI they must be.
pub fn targets() -> Vec<&'static Target> {
    let wanted = TARGETS.iter().filter(|target| target.always || is_everything());
    wanted.filter(|target| target.is_there()).collect()
}

impl Target {
    /// One of the table by its name.
    pub fn named(name: &str) -> &'static Target {
        TARGETS.iter().find(|target| target.name == name).expect("a target of the table")
    }

    fn is_there(&self) -> bool {
        let missing = if !has(self.tools.name("ld")) {
            self.tools.name("ld")
        } else if !can_build_for(self.name) {
            format!("a compiler for {}", self.name)
        } else {
            return true;
        };
        assert!(std::env::var_os("CI").is_none(), "{missing} is missing");
        println!("skipped {}: {missing} is missing", self.name);
        false
    }

    /// Where things of this target are put.
    pub fn dir(&self, purpose: &str) -> PathBuf {
        build_dir(&format!("measured/{}/{purpose}", self.name))
    }

    /// The archive of clib with these features, at an optimisation level. It has the
    /// handler that proves that there is no panic, and says what stack is used; neither
    /// changes the code of its functions.
    pub fn archive(&self, features: &str, level: &str) -> PathBuf {
        let name = if features.is_empty() { "f32" } else { features };
        let archive = self.dir(level).join(format!("{name}.a"));
        let manifest = root().join("clib/Cargo.toml");
        self.build(&manifest, level, &["--locked", "--features", features], &archive);
        archive
    }

    /// The archive of [`crate::alone::planted`].
    pub fn planted(&self) -> PathBuf {
        let dir = self.dir("planted");
        let manifest = std::fs::read_to_string(root().join("clib/Cargo.toml"));
        let manifest = manifest.expect("clib has a manifest");
        let without = |line: &&str| !line.contains("\"recallk/") && !line.starts_with("recallk =");
        let lines: Vec<_> = manifest.lines().filter(without).collect();
        let lines = lines.join("\n").replace("default = [", "default = [] #");
        std::fs::create_dir_all(dir.join("src")).expect("the folder can be written");
        std::fs::write(dir.join("src/lib.rs"), planted()).expect("the folder can be written");
        std::fs::write(dir.join("Cargo.toml"), lines).expect("the folder can be written");
        let archive = dir.join("planted.a");
        self.build(&dir.join("Cargo.toml"), "s", &[], &archive);
        archive
    }

    /// Builds a library once for each process, and copies it to `archive`.
    fn build(&self, manifest: &Path, level: &str, arguments: &[&str], archive: &Path) {
        // One build after another of a target, since they have one place for what is
        // built; not of several targets.
        static DONE: [Mutex<BTreeSet<PathBuf>>; TARGETS.len()] =
            [const { Mutex::new(BTreeSet::new()) }; TARGETS.len()];
        let index = TARGETS.iter().position(|target| target.name == self.name);
        let done = &DONE[index.expect("a target of the table")];
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        if done.contains(archive) {
            return;
        }
        let folder = self.dir("cargo");
        run(Command::new(root().join("scripts/cross"))
            .args([self.name, "build", "--release", "--no-default-features"])
            .arg("--manifest-path")
            .arg(manifest)
            .arg("--target-dir")
            .arg(&folder)
            .args(arguments)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", format!("{PROVE} -Zemit-stack-sizes"))
            .env_remove("CARGO_ENCODED_RUSTFLAGS"));
        let built = folder.join(self.name).join("release/librecallk.a");
        std::fs::copy(built, archive).expect("cargo has built an archive");
        done.insert(archive.to_owned());
    }

    /// The functions of a set linked together, with relocations.
    pub fn image(&self, set: &Set, level: &str) -> PathBuf {
        let archive = self.archive(set.features, level);
        let image = self.dir(level).join(format!("{}.elf", set.name));
        let functions = set.functions();
        let functions: Vec<_> = functions.iter().map(String::as_str).collect();
        let output = self.tools.link(&functions, &archive, &["--emit-relocs"], &image);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        image
    }
}

/// Does something for each target at once, and gives the results in order.
pub fn for_each<T: Send>(
    targets: Vec<&'static Target>,
    work: impl Fn(&'static Target) -> T + Sync,
) -> Vec<T> {
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            targets.into_iter().map(|target| scope.spawn(|| work(target))).collect();
        let results = threads.into_iter().map(|thread| thread.join());
        results.map(|result| result.unwrap_or_else(|e| std::panic::resume_unwind(e))).collect()
    })
}

/// Whether scripts/cross finds a compiler.
fn can_build_for(target: &str) -> bool {
    let sysroot = |rustc: &str| {
        let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
        Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
    };
    let has = |rustc: &str, part: &str| {
        sysroot(rustc).is_some_and(|root| root.join("lib/rustlib").join(part).exists())
    };
    let other = std::env::var("RECALLK_CROSS_RUSTC");
    let other = other.unwrap_or_else(|_| "/usr/bin/rustc".to_owned());
    has("rustc", target) || has(&other, "src")
}
