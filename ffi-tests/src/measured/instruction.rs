//! Lines of a disassembly.

/// An instruction of Cortex-M or RISC-V.
pub(super) struct Instruction<'a> {
    pub(super) at: u32,
    pub(super) name: &'a str,
    pub(super) operands: &'a str,
}

impl<'a> Instruction<'a> {
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (at, rest) = line.trim_start().split_once(":\t")?;
        let (name, operands) = rest.split_once('\t').unwrap_or((rest, ""));
        let name = name.trim_end_matches(".n").trim_end_matches(".w").trim();
        Some(Instruction { at: u32::from_str_radix(at, 16).ok()?, name, operands })
    }

    /// Where a branch leads to; not what a load reads.
    pub(super) fn target(&self) -> Option<u32> {
        let branches = self.name.starts_with(['b', 'j']) || self.name.starts_with("cb");
        let (before, _) = self.operands.split_once(" <")?;
        let digits = before.rsplit([' ', ',', '\t']).next()?;
        if branches { u32::from_str_radix(digits, 16).ok() } else { None }
    }

    /// Whether it leaves an address to come back to.
    pub(super) fn calls(&self) -> bool {
        matches!(self.name, "bl" | "blx" | "jal" | "jalr")
    }

    /// Whether it goes where a register says: never back to the caller.
    pub(super) fn takes_register(&self) -> bool {
        let arm = matches!(self.name, "blx" | "bx") && !self.operands.starts_with("lr");
        arm || matches!(self.name, "jalr" | "jr")
    }
}
