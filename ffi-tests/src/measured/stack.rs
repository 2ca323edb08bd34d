//! The most stack that a function can use, from what the compiler says of each
//! frame and the calls of the disassembly.
//!
//! A call through a pointer is taken to reach every function whose address stands
//! anywhere in the image. What is called so is taken to be on the stack once at most:
//! nothing in the kernel calls itself, which is checked for direct calls.

use super::elf::Elf;
use super::instruction::Instruction;
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
    /// How many functions that pointers lead to lead to pointers again.
    pub middlemen: usize,
}

/// What leads from one function to another.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
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
    let mut search = Search::new(&graph);
    let bytes = search.deepest((start, 0)).bytes;
    let path = search.path((start, 0));
    let names = path.iter().map(|at| graph.functions[at].name.as_str());
    Stack { bytes, path: demangled(names), middlemen: search.middlemen.len() }
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

/// What a table of a closure has for calls that consume it: of closures behind
/// pointers only those in boxes are consumed, and nothing here has boxes.
fn is_boxed_once(name: &str) -> bool {
    name.starts_with("_RNS") && name.contains("FnOnce") && name.contains("9call_once6vtable")
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
        let taken = taken.map(|it| it.target & !1);
        let is_called = |at: &u32| functions.get(at).is_some_and(|it| !is_boxed_once(&it.name));
        let taken = taken.filter(is_called).collect();
        Graph { functions, taken }
    }

    fn leads_to_pointer(&self, at: u32, known: &mut BTreeMap<u32, bool>) -> bool {
        if let Some(known) = known.get(&at) {
            return *known;
        }
        let leads = self.functions[&at].steps.iter().any(|step| match step {
            Step::Call(next) | Step::Jump(next) => self.leads_to_pointer(*next, known),
            Step::CallPointer | Step::JumpPointer => true,
        });
        known.insert(at, leads);
        leads
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

/// A function, and which of those called through pointers are on the stack above it.
type State = (u32, u64);

/// What a state needs, and the next one on the way there.
#[derive(Clone, Copy)]
struct Deepest {
    bytes: u32,
    next: Option<State>,
}

struct Search<'a> {
    graph: &'a Graph,
    /// Whether a function leads to a call through a pointer.
    leads: BTreeMap<u32, bool>,
    /// Taken functions that do: a bit each.
    middlemen: Vec<u32>,
    /// Of the other taken functions the deepest.
    end: Option<u32>,
    known: BTreeMap<State, Deepest>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut leads = BTreeMap::new();
        for at in graph.functions.keys() {
            graph.leads_to_pointer(*at, &mut leads);
        }
        let (middlemen, ends) = graph.taken.iter().partition::<Vec<_>, _>(|at| leads[at]);
        assert!(middlemen.len() < 24, "too many functions that pointers lead to");
        let mut search = Search { graph, leads, middlemen, end: None, known: BTreeMap::new() };
        search.end = ends.into_iter().max_by_key(|at| search.deepest((*at, 0)).bytes);
        search
    }

    fn deepest(&mut self, state: State) -> Deepest {
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        let graph = self.graph;
        let (at, above) = state;
        let function = &graph.functions[&at];
        let mut best = Deepest { bytes: function.frame, next: None };
        for step in &function.steps {
            let (below, next) = match step {
                Step::Call(next) => (function.frame, self.at(*next, above)),
                Step::Jump(next) => (0, self.at(*next, above)),
                Step::CallPointer => (function.frame, self.by_pointer(above)),
                Step::JumpPointer => (0, self.by_pointer(above)),
            };
            for next in next {
                let bytes = below + self.deepest(next).bytes;
                if bytes > best.bytes {
                    best = Deepest { bytes, next: Some(next) };
                }
            }
        }
        self.known.insert(state, best);
        assert!(self.known.len() < 1_000_000, "pointers lead to too many functions");
        best
    }

    fn at(&self, function: u32, above: u64) -> Vec<State> {
        vec![(function, if self.leads[&function] { above } else { 0 })]
    }

    /// Whom a pointer leads to, who is not there already.
    fn by_pointer(&self, above: u64) -> Vec<State> {
        let free = |(index, at): (usize, &u32)| {
            let bit = 1 << index;
            (above & bit == 0).then_some((*at, above | bit))
        };
        let middlemen = self.middlemen.iter().enumerate().filter_map(free);
        middlemen.chain(self.end.map(|at| (at, 0))).collect()
    }

    fn path(&self, from: State) -> Vec<u32> {
        let next = |state: &State| self.known.get(state)?.next;
        std::iter::successors(Some(from), next).map(|(at, _)| at).collect()
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
            } else if calls && target == start {
                // To elsewhere in itself it is a far jump, which Cortex-M0 has no other for.
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
