//! Boards without an operating system, as QEMU has them: how programs for them are
//! built and run.

use crate::{build_dir, c_tests, must_be_on_ci, output_of, root, run, there};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A machine of QEMU, and what compilers and the linker have to know of it.
pub struct Board {
    /// Its name for QEMU.
    pub machine: &'static str,
    /// The Rust target.
    pub target: &'static str,
    /// Flags for the C compiler.
    pub flags: &'static [&'static str],
    /// Where code and constants lie, and how many bytes there are.
    pub flash: (u32, u32),
    /// The same of variables and the stack.
    pub ram: (u32, u32),
}

const MEGABYTE: u32 = 1 << 20;

/// Cortex-M3: no floating-point unit.
pub const M3: Board = Board {
    machine: "mps2-an385",
    target: "thumbv7m-none-eabi",
    flags: &["-mcpu=cortex-m3", "-mthumb", "-mfloat-abi=soft"],
    flash: (0, 4 * MEGABYTE),
    ram: (0x2000_0000, 4 * MEGABYTE),
};

/// Cortex-M4: singles in hardware.
pub const M4: Board = Board {
    machine: "mps2-an386",
    target: "thumbv7em-none-eabihf",
    flags: &["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"],
    ..M3
};

/// Cortex-M7: the C side has doubles in hardware, the library is that of [`M4`].
pub const M7: Board = Board {
    machine: "mps2-an500",
    target: "thumbv7em-none-eabihf",
    flags: &["-mcpu=cortex-m7", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-d16"],
    ..M3
};

/// Cortex-M33, in its secure state, which has addresses of its own.
pub const M33: Board = Board {
    machine: "mps2-an505",
    target: "thumbv8m.main-none-eabihf",
    flags: &["-mcpu=cortex-m33", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-sp-d16"],
    flash: (0x1000_0000, 4 * MEGABYTE),
    ram: (0x3800_0000, 4 * MEGABYTE),
};

/// Cortex-M0: a small board, really.
pub const M0: Board = Board {
    machine: "microbit",
    target: "thumbv6m-none-eabi",
    flags: &["-mcpu=cortex-m0", "-mthumb", "-mfloat-abi=soft"],
    flash: (0, 256 << 10),
    ram: (0x2000_0000, 16 << 10),
};

/// RISC-V of 32 bits without floating-point unit.
pub const RISC_V: Board = Board {
    machine: "virt",
    target: "riscv32imc-unknown-none-elf",
    flags: &["-march=rv32imc", "-mabi=ilp32", "--specs=picolibc.specs"],
    flash: (0x8000_0000, 4 * MEGABYTE),
    ram: (0x8040_0000, 4 * MEGABYTE),
};

const FLAGS: [&str; 8] = [
    "-std=c99",
    "-Os",
    "-ffunction-sections",
    "-fdata-sections",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-pedantic",
];

impl Board {
    fn is_arm(&self) -> bool {
        self.target.starts_with("thumb")
    }

    fn compiler(&self) -> &'static str {
        if self.is_arm() { "arm-none-eabi-gcc" } else { "riscv64-unknown-elf-gcc" }
    }

    fn emulator(&self) -> &'static str {
        if self.is_arm() { "qemu-system-arm" } else { "qemu-system-riscv32" }
    }

    /// Whether the tools are there; on CI they must be.
    pub fn there(&self) -> bool {
        let tools = [self.compiler(), self.emulator()].iter().all(|tool| there(tool));
        tools && must_be_on_ci(self.has_rust(), &format!("Rust for {}", self.target))
    }

    /// Whether `scripts/cross` can build for the target.
    fn has_rust(&self) -> bool {
        let debian = std::env::var("RECALLK_CROSS_RUSTC").unwrap_or("/usr/bin/rustc".to_owned());
        let own = std::env::var("RUSTC").unwrap_or("rustc".to_owned());
        let has = |rustc: &str, part: &str| {
            let sysroot = Command::new(rustc).args(["--print", "sysroot"]).output();
            let path = |output: Output| String::from_utf8(output.stdout).unwrap_or_default();
            sysroot.is_ok_and(|output| {
                Path::new(path(output).trim()).join("lib/rustlib").join(part).exists()
            })
        };
        let built = format!("{}/lib", self.target);
        has(&own, &built) || has(&debian, &built) || has(&debian, "src/rust/library/core")
    }

    /// A crate as a user of the board builds it, for size: its archive. Cargo makes
    /// callers wait for each other.
    fn archive(&self, folder: &str, name: &str) -> PathBuf {
        let target = build_dir("boards");
        run(Command::new(root().join("scripts/cross"))
            .args([self.target, "build", "--release", "--locked", "--manifest-path"])
            .arg(root().join(folder).join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"));
        target.join(self.target).join("release").join(name)
    }

    /// The C library.
    pub fn library(&self) -> PathBuf {
        self.archive("clib", "librecallk.a")
    }

    /// The example in Rust, its `main` included.
    pub fn rust_example(&self) -> PathBuf {
        self.archive("ffi-tests/board/rust", "librecallk_board.a")
    }

    fn gcc(&self) -> Command {
        let mut command = Command::new(self.compiler());
        command.args(self.flags);
        command
    }

    /// What a program prints in at most `seconds`, before it ends with code 0.
    pub fn run(&self, program: &Path, seconds: u32) -> String {
        self.run_with(program, seconds, &[])
    }

    /// The same with more arguments for QEMU.
    pub fn run_with(&self, program: &Path, seconds: u32, more: &[&str]) -> String {
        let mut command = Command::new("timeout");
        command.arg(seconds.to_string()).arg(self.emulator()).args(["-M", self.machine]);
        if !self.is_arm() {
            command.args(["-bios", "none"]);
        }
        command.args(["-display", "none", "-monitor", "none", "-serial", "none"]);
        command.args(["-chardev", "stdio,id=debug", "-semihosting-config"]);
        command.arg("enable=on,target=native,chardev=debug");
        output_of(command.args(more).arg("-kernel").arg(program))
    }
}

/// Programs of a board in the making: a folder of objects.
pub struct Programs<'a> {
    board: &'a Board,
    dir: PathBuf,
    objects: Vec<PathBuf>,
}

impl<'a> Programs<'a> {
    /// With what all programs need: start-up code and debug channel.
    pub fn new(board: &'a Board, purpose: &str) -> Self {
        let dir = build_dir(&format!("boards/{}-{purpose}", board.machine));
        let mut programs = Programs { board, dir, objects: Vec::new() };
        programs.compile(&board_sources(&["start", "semihosting", "number"]), &[]);
        programs
    }

    /// Compiles what belongs to all programs.
    pub fn compile(&mut self, sources: &[PathBuf], arguments: &[&str]) {
        let objects = self.objects_of(sources, arguments);
        self.objects.extend(objects);
    }

    fn objects_of(&self, sources: &[PathBuf], arguments: &[&str]) -> Vec<PathBuf> {
        if sources.is_empty() {
            return Vec::new();
        }
        let mut command = self.board.gcc();
        command.current_dir(&self.dir).args(FLAGS).args(["-Werror", "-c"]).args(arguments);
        for include in ["include", "ffi-tests/c", "ffi-tests/board"] {
            command.arg("-I").arg(root().join(include));
        }
        run(command.args(sources));
        let stems = sources.iter().map(|source| source.file_stem().expect("a source has a name"));
        stems.map(|stem| self.dir.join(stem).with_extension("o")).collect()
    }

    /// A program: what belongs to all, a source of its own, and an archive.
    pub fn program(&self, own: &[PathBuf], arguments: &[&str], archive: &Path) -> PathBuf {
        let program = self.dir.join("program");
        let mut command = self.board.gcc();
        command.args(["-nostartfiles", "-nostdlib", "-static", "-Wl,--gc-sections,-z,noexecstack"]);
        for (memory, (origin, bytes)) in [("flash", self.board.flash), ("ram", self.board.ram)] {
            command.arg(format!("-Wl,--defsym=board_{memory}={origin}"));
            command.arg(format!("-Wl,--defsym=board_{memory}_bytes={bytes}"));
        }
        command.arg("-T").arg(root().join("ffi-tests/board/board.ld"));
        command.args(&self.objects).args(self.objects_of(own, arguments)).arg(archive);
        run(command.args(["-lc", "-lgcc", "-o"]).arg(&program));
        program
    }
}

/// Sources of `ffi-tests/board`, by name.
pub fn board_sources(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(|name| root().join(format!("ffi-tests/board/{name}.c"))).collect()
}

/// The sources of the C tests that a board can run.
pub fn tests() -> Vec<PathBuf> {
    let mut files = c_tests();
    files.retain(|file| file.file_name() != Some(OsStr::new("main.c")));
    files
}
