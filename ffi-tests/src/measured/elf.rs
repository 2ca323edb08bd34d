//! As much of a linked ELF file of 32 bits, little-endian, as the call graph needs.

use std::path::Path;

const FUNCTION: u8 = 2;
const SECTION: u8 = 3;
const REL: u32 = 9;
const RELA: u32 = 4;

const ALLOCATED: u32 = 2;
const CODE: u32 = 4;

/// The bytes of a file, and where its parts are.
pub(super) struct Elf {
    bytes: Vec<u8>,
    sections: Vec<Section>,
    symbols: Vec<Symbol>,
}

struct Section {
    name: String,
    kind: u32,
    flags: u32,
    address: u32,
    offset: usize,
    size: usize,
    info: usize,
}

struct Symbol {
    name: String,
    value: u32,
    kind: u8,
    section: usize,
}

/// A place that the linker has filled in.
pub(super) struct Relocation {
    /// Processor-specific.
    pub(super) kind: u32,
    /// What it refers to. It may be in the middle of something.
    pub(super) target: u32,
}

impl Elf {
    pub(super) fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(bytes[..6], *b"\x7fELF\x01\x01", "{} is no ELF of 32 bits", path.display());
        let mut elf = Elf { bytes, sections: Vec::new(), symbols: Vec::new() };
        let (start, size) = (elf.word(0x20) as usize, elf.half(0x2e));
        let at = |index: usize| start + index * size;
        let (count, names) = (elf.half(0x30), elf.word(at(elf.half(0x32)) + 16) as usize);
        for header in (0..count).map(at) {
            let word = |index: usize| elf.word(header + 4 * index);
            let section = Section {
                name: elf.text(names + word(0) as usize),
                kind: word(1),
                flags: word(2),
                address: word(3),
                offset: word(4) as usize,
                size: word(5) as usize,
                info: word(7) as usize,
            };
            elf.sections.push(section);
        }
        let (table, names) = (elf.section(".symtab"), elf.section(".strtab").start);
        for at in table.step_by(16) {
            let symbol = Symbol {
                name: elf.text(names + elf.word(at) as usize),
                value: elf.word(at + 4),
                kind: elf.bytes[at + 12] & 15,
                section: elf.half(at + 14),
            };
            elf.symbols.push(symbol);
        }
        elf
    }

    fn half(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]))
    }

    fn word(&self, at: usize) -> u32 {
        let (words, _) = self.bytes[at..].as_chunks();
        u32::from_le_bytes(words[0])
    }

    fn text(&self, at: usize) -> String {
        let bytes = self.bytes[at..].split(|byte| *byte == 0).next().unwrap_or(&[]);
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Where in the file a section is.
    fn section(&self, name: &str) -> std::ops::Range<usize> {
        let found = self.sections.iter().find(|section| section.name == name);
        found.map_or(0..0, |section| section.offset..section.offset + section.size)
    }

    /// Start and name of each function, in order; of several names the last.
    pub(super) fn functions(&self) -> Vec<(u32, String)> {
        let is_code = |index: usize| {
            self.sections.get(index).is_some_and(|section| section.flags & CODE != 0)
        };
        let all = self.symbols.iter().filter(|symbol| symbol.kind == FUNCTION);
        let all = all.filter(|symbol| is_code(symbol.section));
        // The lowest bit of an address says that the code is Thumb.
        let all = all.map(|symbol| (symbol.value & !1, symbol.name.clone()));
        let all: std::collections::BTreeMap<_, _> = all.collect();
        all.into_iter().collect()
    }

    /// What `.stack_sizes` says: the address of a function and the bytes of its frame.
    pub(super) fn frames(&self) -> Vec<(u32, u32)> {
        let (mut at, end) = (self.section(".stack_sizes").start, self.section(".stack_sizes").end);
        let mut frames = Vec::new();
        while at < end {
            let address = self.word(at) & !1;
            at += 4;
            // A number in groups of 7 bits, the lowest first.
            let (mut size, mut shift) = (0, 0);
            loop {
                let byte = self.bytes[at];
                at += 1;
                size |= u32::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            frames.push((address, size));
        }
        frames
    }

    /// The relocations of code and constants, but for those of unwinding.
    pub(super) fn relocations(&self) -> Vec<Relocation> {
        let mut all = Vec::new();
        for table in self.sections.iter().filter(|table| matches!(table.kind, REL | RELA)) {
            let section = &self.sections[table.info];
            let unwinding = [".ARM.ex", ".eh_frame"].iter().any(|it| section.name.starts_with(it));
            if section.flags & ALLOCATED == 0 || unwinding {
                continue;
            }
            let size = if table.kind == RELA { 12 } else { 8 };
            for at in (table.offset..table.offset + table.size).step_by(size) {
                let (place, info) = (self.word(at), self.word(at + 4));
                let symbol = &self.symbols[info as usize >> 8];
                let place = (place - section.address) as usize + section.offset;
                let kind = info & 0xff;
                let addend = if table.kind == RELA { self.word(at + 8) } else { 0 };
                let target = if table.kind == REL && kind == super::stack::ARM_ABSOLUTE {
                    self.word(place)
                } else {
                    assert!(table.kind == RELA || symbol.kind != SECTION, "{}", section.name);
                    symbol.value.wrapping_add(addend)
                };
                all.push(Relocation { kind, target });
            }
        }
        all
    }
}
