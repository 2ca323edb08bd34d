//! A plain read of a buffer: the time below which no evaluator gets.

use std::hint::black_box;
use std::ops::{BitXor, BitXorAssign};
use std::time::{Duration, Instant};

use recallk::{Bf16, F16};

/// A type whose buffers can be read.
pub(crate) trait Cell: Copy {
    type Bits: Copy + Default + BitXor<Output = Self::Bits> + BitXorAssign;
    fn bits(self) -> Self::Bits;
    /// Reads with vectors of 256 bits, where the processor has those, in so many
    /// places side by side.
    fn by_avx2<const STREAMS: usize>(cells: &[Self]);
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

            fn by_avx2<const STREAMS: usize>(cells: &[Self]) {
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has just been asked.
                    unsafe { streams::<$cell, { 64 / size_of::<$cell>() }, STREAMS>(cells) };
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

/// Bytes that are read before the streams move on: as far apart as rows are.
#[cfg(target_arch = "x86_64")]
const WINDOW: usize = 800_000;

/// So many parts of a window side by side, two vectors of each at a time: memory
/// that is asked in several places answers faster.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn streams<C: Cell, const N: usize, const STREAMS: usize>(cells: &[C]) {
    for window in cells.chunks(WINDOW / size_of::<C>()) {
        let (chunks, rest) = window.as_chunks::<N>();
        let share = chunks.len() / STREAMS;
        let parts: [&[[C; N]]; STREAMS] = std::array::from_fn(|k| &chunks[k * share..][..share]);
        let mut lanes = [[C::Bits::default(); N]; STREAMS];
        for at in 0..share {
            for (lanes, part) in lanes.iter_mut().zip(&parts) {
                mix(lanes, &part[at]);
            }
        }
        for odd in &chunks[STREAMS * share..] {
            mix(&mut lanes[0], odd);
        }
        finish(lanes.as_flattened(), rest);
    }
}

/// Reads a buffer.
pub(crate) type Read<C> = fn(&[C]);

/// The fastest read, as tried on this buffer: in a cache the simplest loop may
/// win, from memory one with several streams.
pub(crate) fn fastest<C: Cell>(cells: &[C]) -> Read<C> {
    let repeats = 1 + 1_000_000 / cells.len().max(1);
    let time = |read: Read<C>| {
        let start = Instant::now();
        for _ in 0..repeats {
            read(black_box(cells));
        }
        start.elapsed()
    };
    let mut reads: [(Read<C>, Duration); 3] =
        [plain, C::by_avx2::<2>, C::by_avx2::<8>].map(|read: Read<C>| (read, Duration::MAX));
    for _ in 0..5 {
        for (read, best) in &mut reads {
            *best = time(*read).min(*best);
        }
    }
    reads.into_iter().min_by_key(|(_, best)| *best).map_or(plain, |(read, _)| read)
}
