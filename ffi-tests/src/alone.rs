//! Functions of the C library linked alone, with only what they reach.
//!
//! A release build with `--cfg recallk_prove_no_panic` has a panic handler that
//! calls a function nobody defines: where what a function reaches includes the
//! handler, the link fails.

use crate::{output_of, root};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// For cargo, as RUSTFLAGS.
pub const PROVE: &str = "--cfg recallk_prove_no_panic";

/// What compilers take from any libc without being asked.
pub const MEMORY: [&str; 5] = ["memcpy", "memmove", "memset", "memcmp", "bcmp"];

/// What crtbegin.o, crti.o and linkers put into writable sections, or name there.
const CRT_KEEPS: [&str; 15] = [
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
    "_stack",
    "__BSS_END__",
    "__DATA_BEGIN__",
    "__SDATA_BEGIN__",
    "completed.0",
];

/// Linker, nm and their kin for one kind of target.
#[derive(Clone, Copy)]
pub struct Tools {
    /// What their names begin with.
    pub prefix: &'static str,
    /// What the linker is told first.
    pub linker: &'static [&'static str],
    /// Whether [`MEMORY`] comes from a libc; else it is in the archive.
    pub libc: bool,
    /// Bytes of variables that a function may keep.
    pub kept: u64,
}

/// Those of this machine. A byte is kept for each instruction set that is asked for.
pub const HOST: Tools = Tools { prefix: "", linker: &["-static"], libc: true, kept: 2 };

impl Tools {
    /// One of them, such as `nm`.
    pub fn command(&self, tool: &str) -> Command {
        Command::new(self.name(tool))
    }

    /// The name of one of them.
    pub fn name(&self, tool: &str) -> String {
        format!("{}{tool}", self.prefix)
    }

    /// Links these functions with what they reach in the archive.
    pub fn link(&self, functions: &[&str], archive: &Path, more: &[&str], to: &Path) -> Output {
        let mut command = self.command("ld");
        command.args(self.linker).arg("--gc-sections").args(more);
        command.args(functions.iter().map(|function| format!("--undefined={function}")));
        command.arg(format!("--entry={}", functions[0]));
        if self.libc {
            command.args(MEMORY.map(|name| format!("--defsym={name}=0")));
        }
        command.arg("-o").arg(to).arg(archive).output().expect("the linker is started")
    }

    /// The symbols of a file as (kind, name), by `nm`.
    pub fn symbols(&self, file: &Path, options: &[&str]) -> Vec<(char, String)> {
        let text = output_of(self.command("nm").args(options).arg(file));
        let symbol = |line: &str| {
            // The address, 8 or 16 digits or blanks, comes first.
            let line = line.trim_start();
            let (word, rest) = line.split_once(' ')?;
            let is_address = word.len() >= 8 && word.chars().all(|c| c.is_ascii_hexdigit());
            let (kind, name) = if is_address { rest.split_once(' ')? } else { (word, rest) };
            (kind.len() == 1).then(|| (kind.chars().next().unwrap_or('?'), name.to_owned()))
        };
        text.lines().filter_map(symbol).collect()
    }

    /// The functions that reach the panic handler. The others, linked alone, are
    /// checked and left in `dir`.
    pub fn panicking<'a>(
        &self,
        functions: &'a BTreeSet<String>,
        archive: &Path,
        dir: &Path,
    ) -> Vec<&'a str> {
        let panics = |function: &&str| match self.alone(function, archive, dir) {
            Ok(program) => {
                self.check_alone(function, &program);
                false
            }
            Err(message) => {
                assert!(message.contains("recallk_has_a_panic_path"), "{function}: {message}");
                true
            }
        };
        functions.iter().map(String::as_str).filter(panics).collect()
    }

    /// The program, or what the linker said.
    fn alone(&self, function: &str, archive: &Path, dir: &Path) -> Result<PathBuf, String> {
        let program = dir.join(function);
        let output = self.link(&[function], archive, &["--emit-relocs"], &program);
        if output.status.success() {
            Ok(program)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// A function alone has its name, and neither an allocator nor std nor state.
    fn check_alone(&self, function: &str, program: &Path) {
        let all = self.symbols(program, &["-C"]);
        assert!(all.iter().any(|(_, name)| name == function), "{function} is not there");
        for (kind, name) in &all {
            let writable = matches!(kind, 'd' | 'D' | 'b' | 'B' | 'C');
            assert!(!writable || may_be_kept(name), "{function} keeps {name}");
            assert!(!matches!(kind, 'U' | 'w' | 'v'), "{function} needs {name}");
            assert!(!is_foreign(name), "{function} reaches {name}");
        }
        let sections = output_of(self.command("size").arg("-A").arg(program));
        for line in sections.lines() {
            let mut words = line.split_whitespace();
            let (section, size) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            let state = matches!(section, ".data" | ".bss" | ".tdata" | ".tbss");
            let size: u64 = size.parse().unwrap_or(0);
            let allowed = if section == ".data" { self.kept } else { 0 };
            assert!(!state || size <= allowed, "{function}: {line}");
        }
    }
}

/// The linker's own, and the one thing of ours: which vector instructions the
/// processor has, asked once.
pub fn may_be_kept(name: &str) -> bool {
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

/// The source of a library with the panic handler of clib and two functions, one
/// that can panic, `recallk_can`, and one that cannot, `recallk_cannot`: proofs
/// must tell them apart.
pub fn planted() -> String {
    let text = std::fs::read_to_string(root().join("clib/src/lib.rs"));
    let text = text.expect("clib has its source");
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
    source
}
