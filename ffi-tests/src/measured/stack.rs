//! The most stack that a function can use, from what the compiler says of each
//! frame and the calls of the disassembly.
//!
//! A call through a pointer is taken to reach every function whose address stands
//! anywhere in the image. What is called so is taken to be on the stack once at most:
//! nothing in the kernel calls itself, which is checked for direct calls.

use super::elf::Elf;
use crate::alone::Tools;
use crate::output_of;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

pub(super) const ARM_ABSOLUTE: u32 = 2;

/// Relocations of branches: R_ARM_THM_CALL, THM_JUMP24, THM_JUMP19, THM_JUMP11, THM_JUMP8.
const ARM_BRANCHES: [u32; 5] = [10, 30, 51, 102, 103];

/// R_RISCV_BRANCH, JAL, CALL, CALL_PLT, RVC_BRANCH, RVC_JUMP; and PCREL_LO12_I and
/// PCREL_LO12_S, which name the instruction of the upper half, and ALIGN and RELAX.
const RISC_V_BRANCHES: [u32; 10] = [16, 17, 18, 19, 44, 45, 24, 25, 43, 51];

/// The deepest way into a function.
pub struct Stack {
    /// What it needs, itself included.
    pub bytes: u32,
    /// The functions that are on the stack then, demangled.
    pub path: Vec<String>,
    /// Whether a pointer decides who is called on the way.
    pub by_pointer: bool,
}

/// What leads from one function to another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Call(u32),
    /// The caller's frame is gone.
    Jump(u32),
    CallPointer,
    JumpPointer,
}

#[derive(Default)]
struct Function {
    name: String,
    frame: u32,
    steps: BTreeSet<Step>,
}

struct Graph {
    functions: BTreeMap<u32, Function>,
    /// Whose addresses are in the image.
    taken: BTreeSet<u32>,
}

/// The stack of a function in an image that was linked with `--emit-relocs`.
pub fn stack(tools: &Tools, image: &Path, function: &str) -> Stack {
    let graph = Graph::read(tools, image);
    let start = graph.functions.iter().find(|(_, it)| it.name == function);
    let (&start, _) = start.unwrap_or_else(|| panic!("{function} is not in {}", image.display()));
    graph.check_recursion(start, &mut Vec::new(), &mut BTreeSet::new());
    let mut search = Search { graph: &graph, known: BTreeMap::new(), on: Vec::new(), visits: 0 };
    let deepest = search.deepest(start);
    let names = deepest.path.iter().rev().map(|at| graph.functions[at].name.as_str());
    let by_pointer = deepest.path.iter().any(|at| graph.taken.contains(at));
    Stack { bytes: deepest.bytes, path: demangled(names), by_pointer }
}

fn demangled<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let text = output_of(Command::new("c++filt").args(names));
    // Without the numbers of crates, in brackets.
    let plain = |line: &str| {
        let mut parts = line.split('[');
        let mut name = parts.next().unwrap_or("").to_owned();
        for part in parts {
            name += part.split_once(']').map_or(part, |(_, behind)| behind);
        }
        name
    };
    text.lines().map(plain).collect()
}

impl Graph {
    fn read(tools: &Tools, image: &Path) -> Self {
        let elf = Elf::read(image);
        let named = elf.functions().into_iter();
        let mut functions: BTreeMap<_, _> =
            named.map(|(start, name)| (start, Function { name, ..Function::default() })).collect();
        let frames: BTreeMap<_, _> = elf.frames().into_iter().collect();
        let text =
            output_of(tools.command("objdump").args(["-d", "--no-show-raw-insn"]).arg(image));
        let code: Vec<_> = text.lines().filter_map(Instruction::read).collect();
        for (start, body) in bodies(&functions, &code) {
            let steps = steps(start, &functions, &body);
            let frame = frames.get(&start).copied().unwrap_or_else(|| pushed(&body));
            let function = functions.get_mut(&start).expect("a body is a function's");
            (function.frame, function.steps) = (frame, steps);
        }
        let branches: &[u32] =
            if tools.prefix.starts_with("arm") { &ARM_BRANCHES } else { &RISC_V_BRANCHES };
        let taken = elf.relocations().into_iter().filter(|it| !branches.contains(&it.kind));
        let taken = taken.map(|it| it.target & !1).filter(|at| functions.contains_key(at));
        let taken = taken.collect();
        Graph { functions, taken }
    }

    /// Panics where a function comes back to itself by direct calls.
    fn check_recursion(&self, at: u32, on: &mut Vec<u32>, done: &mut BTreeSet<u32>) {
        assert!(!on.contains(&at), "{} calls itself", self.functions[&at].name);
        if !done.insert(at) {
            return;
        }
        on.push(at);
        for step in &self.functions[&at].steps {
            match step {
                Step::Call(next) | Step::Jump(next) => self.check_recursion(*next, on, done),
                Step::CallPointer | Step::JumpPointer => {
                    for next in &self.taken {
                        self.check_recursion(*next, &mut Vec::new(), done);
                    }
                }
            }
        }
        on.pop();
    }
}

#[derive(Clone, Default)]
struct Deepest {
    bytes: u32,
    /// The innermost first.
    path: Vec<u32>,
    /// Whether what is on the stack already has shaped it.
    depends: bool,
}

struct Search<'a> {
    graph: &'a Graph,
    /// Of functions that lead to no pointer.
    known: BTreeMap<u32, Deepest>,
    on: Vec<u32>,
    visits: u32,
}

impl Search<'_> {
    fn deepest(&mut self, at: u32) -> Deepest {
        if let Some(known) = self.known.get(&at) {
            return known.clone();
        }
        self.visits += 1;
        assert!(self.visits < 20_000_000, "pointers lead to too many functions");
        let graph = self.graph;
        let function = &graph.functions[&at];
        let mut best = Deepest { bytes: function.frame, ..Deepest::default() };
        let mut depends = false;
        self.on.push(at);
        for step in &function.steps {
            let one = match step {
                Step::Call(next) | Step::Jump(next) => Some(*next),
                Step::CallPointer | Step::JumpPointer => None,
            };
            depends |= one.is_none();
            let below = match step {
                Step::Call(_) | Step::CallPointer => function.frame,
                Step::Jump(_) | Step::JumpPointer => 0,
            };
            let all = one.is_none().then_some(&graph.taken).into_iter().flatten().copied();
            for next in all.chain(one) {
                if self.on.contains(&next) {
                    continue;
                }
                let mut found = self.deepest(next);
                depends |= found.depends;
                found.bytes += below;
                if found.bytes > best.bytes {
                    best = found;
                }
            }
        }
        self.on.pop();
        best.path.push(at);
        best.depends = depends;
        if !depends {
            self.known.insert(at, best.clone());
        }
        best
    }
}

struct Instruction<'a> {
    at: u32,
    name: &'a str,
    operands: &'a str,
}

impl<'a> Instruction<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (at, rest) = line.trim_start().split_once(":\t")?;
        let (name, operands) = rest.split_once('\t').unwrap_or((rest, ""));
        let name = name.trim_end_matches(".n").trim_end_matches(".w").trim();
        Some(Instruction { at: u32::from_str_radix(at, 16).ok()?, name, operands })
    }

    /// Where a branch leads to; not what a load reads.
    fn target(&self) -> Option<u32> {
        let branches = self.name.starts_with(['b', 'j']) || self.name.starts_with("cb");
        let (before, _) = self.operands.split_once(" <")?;
        let digits = before.rsplit([' ', ',', '\t']).next()?;
        if branches { u32::from_str_radix(digits, 16).ok() } else { None }
    }

    /// Whether it leaves an address to come back to.
    fn calls(&self) -> bool {
        matches!(self.name, "bl" | "blx" | "jal" | "jalr")
    }

    /// Whether it goes where a register says: never back to the caller.
    fn takes_register(&self) -> bool {
        let arm = matches!(self.name, "blx" | "bx") && !self.operands.starts_with("lr");
        arm || matches!(self.name, "jalr" | "jr")
    }
}

/// The instructions of each function.
fn bodies<'a, 't>(
    functions: &BTreeMap<u32, Function>,
    code: &'a [Instruction<'t>],
) -> BTreeMap<u32, Vec<&'a Instruction<'t>>> {
    let mut bodies = BTreeMap::<_, Vec<_>>::new();
    for instruction in code {
        let (start, _) = functions.range(..=instruction.at).next_back().expect("code has a name");
        bodies.entry(*start).or_default().push(instruction);
    }
    bodies
}

fn steps(start: u32, functions: &BTreeMap<u32, Function>, body: &[&Instruction]) -> BTreeSet<Step> {
    let mut steps = BTreeSet::new();
    for (index, instruction) in body.iter().enumerate() {
        let calls = instruction.calls();
        if let Some(target) = instruction.target() {
            let (&to, _) = functions.range(..=target).next_back().expect("code has a name");
            if to != start {
                assert_eq!(to, target, "a branch into {}", functions[&to].name);
                steps.insert(if calls { Step::Call(to) } else { Step::Jump(to) });
            } else if calls {
                steps.insert(Step::Call(start));
            }
        } else if instruction.takes_register() {
            let table = instruction.name == "jr" && !gives_back(&body[..index]);
            if calls {
                steps.insert(Step::CallPointer);
            } else if !table {
                steps.insert(Step::JumpPointer);
            }
        }
    }
    steps
}

/// Whether the frame has just been given back, if there is one: before a jump that
/// leaves the function, not before one into a table of its own (RISC-V).
fn gives_back(body: &[&Instruction]) -> bool {
    let is_frame = |it: &&&Instruction| it.name == "addi" && it.operands.starts_with("sp,sp,");
    let has_frame = body.iter().any(|it| is_frame(&it));
    let near = &body[body.len().saturating_sub(4)..];
    !has_frame || near.iter().any(|it| is_frame(&it) && !it.operands.contains('-'))
}

/// The frame of a function that the compiler did not write: what it pushes, and
/// takes off the stack pointer.
fn pushed(body: &[&Instruction]) -> u32 {
    let of = |it: &&Instruction| {
        let number = || it.operands.rsplit(['#', ',']).next()?.trim_start_matches('-').parse().ok();
        let (name, operands) = (it.name, it.operands);
        match name {
            "push" => 4 * operands.split(',').count() as u32,
            "sub" if operands.starts_with("sp") => number().expect("a constant"),
            "addi" if operands.starts_with("sp,sp,-") => number().expect("a constant"),
            _ => 0,
        }
    };
    body.iter().map(of).sum()
}
