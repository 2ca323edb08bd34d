//! A plain read of a buffer: the time below which no evaluator gets.

use std::hint::black_box;
use std::ops::{BitXor, BitXorAssign};
use std::time::{Duration, Instant};

use recallk::{Bf16, F16};

/// A type whose buffers can be read.
pub(crate) trait Cell: Copy {
    type Bits: Copy + Default + BitXor<Output = Self::Bits> + BitXorAssign;
    fn bits(self) -> Self::Bits;
    /// Reads them all with vectors of 256 bits, where the processor has those.
    fn by_avx2(cells: &[Self]);
}

macro_rules! cells {
    ($($cell:ty as $bits:ty, |$x:ident| $to_bits:expr;)*) => { $(
        impl Cell for $cell {
            type Bits = $bits;

            #[inline(always)]
            fn bits(self) -> $bits {
                let $x = self;
                $to_bits
            }

            fn by_avx2(cells: &[Self]) {
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has just been asked.
                    unsafe { two_streams::<$cell, { 64 / size_of::<$cell>() }>(cells) };
                    return;
                }
                plain(cells);
            }
        }
    )* };
}

cells! {
    f32 as u32, |x| x.to_bits();
    f64 as u64, |x| x.to_bits();
    F16 as u16, |x| x.0;
    Bf16 as u16, |x| x.0;
    i8 as i8, |x| x;
    u8 as u8, |x| x;
    i16 as i16, |x| x;
    i32 as i32, |x| x;
    i64 as i64, |x| x;
    u32 as u32, |x| x;
    u64 as u64, |x| x;
}

#[inline(always)]
fn mix<C: Cell, const N: usize>(lanes: &mut [C::Bits; N], cells: &[C; N]) {
    for (lane, cell) in lanes.iter_mut().zip(cells) {
        *lane ^= cell.bits();
    }
}

#[inline(always)]
fn finish<C: Cell>(lanes: &[C::Bits], rest: &[C]) {
    let rest = rest.iter().map(|cell| cell.bits());
    black_box(lanes.iter().copied().chain(rest).fold(C::Bits::default(), |all, bits| all ^ bits));
}

/// The loop that a compiler makes vectors of, for whatever the build is for.
fn plain<C: Cell>(cells: &[C]) {
    let (chunks, rest) = cells.as_chunks::<64>();
    let mut lanes = [C::Bits::default(); 64];
    for chunk in chunks {
        mix(&mut lanes, chunk);
    }
    finish(&lanes, rest);
}

/// Both halves side by side, two vectors of each at a time: memory that is asked
/// in two places answers faster.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn two_streams<C: Cell, const N: usize>(cells: &[C]) {
    let (chunks, rest) = cells.as_chunks::<N>();
    let (first, second) = chunks.split_at(chunks.len() / 2);
    let (second, odd) = second.split_at(first.len());
    let (mut of_first, mut of_second) = ([C::Bits::default(); N], [C::Bits::default(); N]);
    for (one, other) in first.iter().zip(second) {
        mix(&mut of_first, one);
        mix(&mut of_second, other);
    }
    for chunk in odd {
        mix(&mut of_first, chunk);
    }
    for (one, other) in of_first.iter_mut().zip(of_second) {
        *one ^= other;
    }
    finish(&of_first, rest);
}

/// Reads a buffer.
pub(crate) type Read<C> = fn(&[C]);

/// The faster of the two reads, as tried on this buffer: in a cache the shorter
/// loop may win, from memory the two streams.
pub(crate) fn fastest<C: Cell>(cells: &[C]) -> Read<C> {
    let repeats = 1 + 1_000_000 / cells.len().max(1);
    let time = |read: Read<C>| {
        let start = Instant::now();
        for _ in 0..repeats {
            read(black_box(cells));
        }
        start.elapsed()
    };
    let reads: [Read<C>; 2] = [plain::<C>, C::by_avx2];
    let mut best = [Duration::MAX; 2];
    for _ in 0..5 {
        best = [best[0].min(time(reads[0])), best[1].min(time(reads[1]))];
    }
    reads[usize::from(best[1] < best[0])]
}
