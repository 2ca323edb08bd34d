//! Golds and counts as bytes, so that a long job resumes and its parts meet
//! later: the same on every machine, and told when they are not what they were.

use crate::error::{Error, SavedFault};
use crate::relevance::expect_length;
use crate::sweep::{Count, Coverage, Gold};

const MAGIC: [u8; 8] = *b"recallk\n";
const VERSION: u32 = 1;

/// Magic, version, 0, number of golds, number of counts.
const HEAD: usize = 8 + 4 + 4 + 8 + 8;
/// The checksum.
const TAIL: usize = 8;

/// Bytes that so many golds, and so many counts with their coverages, are saved in.
///
/// # Errors
/// [`Error::SizeOverflow`].
pub fn saved_size(golds: usize, counts: usize) -> Result<usize, Error> {
    let parts = || {
        let golds = golds.checked_mul(size_of::<Gold>())?;
        let counts = counts.checked_mul(size_of::<Count>() + size_of::<Coverage>())?;
        golds.checked_add(counts)?.checked_add(HEAD + TAIL)
    };
    parts().ok_or(Error::SizeOverflow)
}

/// Saves golds, and counts with their coverages; any of the three may be empty.
/// `out` has [`saved_size`] bytes.
///
/// # Errors
/// [`Error::Length`].
pub fn save(
    golds: &[Gold],
    counts: &[Count],
    coverage: &[Coverage],
    out: &mut [u8],
) -> Result<(), Error> {
    expect_length(coverage, counts.len())?;
    expect_length(out, saved_size(golds.len(), counts.len())?)?;
    let mut bytes = Writer { rest: out, sum: Checksum::NEW };
    bytes.put(MAGIC);
    bytes.put(VERSION.to_le_bytes());
    bytes.put([0; 4]);
    bytes.put((golds.len() as u64).to_le_bytes());
    bytes.put((counts.len() as u64).to_le_bytes());
    for gold in golds {
        bytes.put(gold.key.to_le_bytes());
        for part in [gold.first, gold.last, gold.tied, gold.kind] {
            bytes.put(part.to_le_bytes());
        }
    }
    for count in counts {
        for part in [count.ahead, count.tied, count.before, count.after] {
            bytes.put(part.to_le_bytes());
        }
    }
    for coverage in coverage {
        for part in coverage.parts() {
            bytes.put(part.to_le_bytes());
        }
    }
    let sum = bytes.sum.0;
    bytes.put(sum.to_le_bytes());
    Ok(())
}

/// Loads what [`save`] has saved. The numbers of golds and counts must be those
/// that were saved.
///
/// # Errors
/// [`Error::Saved`], and then nothing is written; [`Error::Length`] where counts
/// and coverages are not equally many.
pub fn load(
    bytes: &[u8],
    golds: &mut [Gold],
    counts: &mut [Count],
    coverage: &mut [Coverage],
) -> Result<(), Error> {
    expect_length(coverage, counts.len())?;
    let needed = saved_size(golds.len(), counts.len())?;
    let mut reader = Reader { rest: bytes };
    if reader.take() != Some(MAGIC) {
        return Err(Error::Saved(SavedFault::Foreign));
    }
    match reader.take().map(u32::from_le_bytes) {
        Some(VERSION) => {}
        Some(_) => return Err(Error::Saved(SavedFault::Version)),
        None => return Err(Error::Saved(SavedFault::Damaged)),
    }
    let _ = reader.take::<4>();
    let sizes = [reader.u64(), reader.u64()];
    if sizes.iter().any(Option::is_none) {
        return Err(Error::Saved(SavedFault::Damaged));
    }
    if sizes != [Some(golds.len() as u64), Some(counts.len() as u64)] {
        return Err(Error::Saved(SavedFault::OtherShape));
    }
    let (body, tail) = bytes.split_at_checked(needed - TAIL).unwrap_or((&[], &[]));
    let mut sum = Checksum::NEW;
    let (words, rest) = body.as_chunks::<4>();
    words.iter().for_each(|word| sum.add(u32::from_le_bytes(*word)));
    if bytes.len() != needed || !rest.is_empty() || tail != sum.0.to_le_bytes() {
        return Err(Error::Saved(SavedFault::Damaged));
    }
    for gold in golds {
        gold.key = reader.u64().unwrap_or(0) as i64;
        for part in [&mut gold.first, &mut gold.last, &mut gold.tied, &mut gold.kind] {
            *part = reader.u32();
        }
    }
    for count in counts {
        for part in [&mut count.ahead, &mut count.tied, &mut count.before, &mut count.after] {
            *part = reader.u32();
        }
    }
    for coverage in coverage {
        *coverage = Coverage::of_parts([reader.u32(), reader.u32(), reader.u32()]);
    }
    Ok(())
}

struct Writer<'a> {
    rest: &'a mut [u8],
    sum: Checksum,
}

impl Writer<'_> {
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        let (words, _) = bytes.as_chunks::<4>();
        words.iter().for_each(|word| self.sum.add(u32::from_le_bytes(*word)));
        let rest = core::mem::take(&mut self.rest);
        if let Some((slot, rest)) = rest.split_first_chunk_mut::<N>() {
            *slot = bytes;
            self.rest = rest;
        }
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk::<N>()?;
        self.rest = rest;
        Some(*bytes)
    }

    fn u32(&mut self) -> u32 {
        self.take().map_or(0, u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// Told apart are words that are changed, exchanged, missing or added; it is no
/// guard against an enemy.
struct Checksum(u64);

impl Checksum {
    const NEW: Self = Checksum(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, word: u32) {
        let mixed = (self.0 ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
