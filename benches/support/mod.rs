//! What the benches share.

// Every bench uses a part of it.
#![allow(dead_code)]

pub(crate) mod matrix;
pub(crate) mod read;
pub(crate) mod turns;

/// A generator of our own (xorshift), so that every machine measures the same.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new() -> Self {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    /// 24 bits.
    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as u32
    }

    /// A score in -1..1.
    pub(crate) fn score(&mut self) -> f32 {
        self.bits() as f32 / (1 << 23) as f32 - 1.0
    }

    /// A number below `end`, which is at most 2^24.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(end)) >> 24) as u32
    }
}

/// So many scores in -1..1.
pub(crate) fn scores(count: usize) -> Vec<f32> {
    let mut random = Random::new();
    (0..count).map(|_| random.score()).collect()
}
