//! Vectors of x86-64: SSE2 (always there), AVX2, AVX-512.

#[macro_use]
mod register;
mod avx2;
mod avx512;
mod sse2;

use avx2::{Avx2x8, Avx2x16, Avx2x32, Avx2x64};
use avx512::{Avx512x8, Avx512x16, Avx512x32, Avx512x64};
use sse2::{Sse2x8, Sse2x16, Sse2x32, Sse2x64};

use super::portable::Array;
use super::stack::{Row, Rows2, Rows4, Rows8, Stack};
use super::vector::Vector;
use super::{Block, Rows, Tile, group};
use crate::backend::{Kind, Set};
use crate::key::Score;

/// The tiles compiled for one instruction set.
macro_rules! compiled_for {
    ($set:ident, $features:literal) => {
        mod $set {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) fn rows<T, V, S, const B: usize, const W: usize>(rows: Rows<S>) -> u64
            where
                S: Score,
                V: Vector<W, Lane = S::Lane>,
                T: Stack<V, S, B, W>,
            {
                group::rows::<T, V, S, B, W>(rows)
            }

            #[target_feature(enable = $features)]
            pub(super) fn both<T, U, V, S, const B: usize, const W: usize>(
                rows: Rows<S>,
                ties: bool,
                blocks: &mut [Block<S>],
            ) -> u64
            where
                S: Score,
                V: Vector<W, Lane = S::Lane>,
                T: Stack<V, S, B, W>,
                U: Stack<V, S, B, W>,
            {
                group::both::<T, U, V, S, B, W>(rows, ties, blocks)
            }
        }
    };
}

compiled_for!(on_sse2, "sse2");
compiled_for!(on_avx2, "avx2");
compiled_for!(on_avx512, "avx512f,avx512bw");

macro_rules! tiles {
    ($lane:ty, $b:literal, $plain:literal, $sse2:ty, $w2:literal, $avx2:ty, $w3:literal, $avx512:ty, $w4:literal) => {
        impl Tile for $lane {
            fn rows<S: Score<Lane = Self>>(set: Set, rows: Rows<S>) -> u64 {
                match set.kind() {
                    Kind::Portable => {
                        group::rows::<Row<_>, Array<$lane, $plain>, S, $b, $plain>(rows)
                    }
                    // SAFETY: a set of a kind is made only where the processor has it.
                    Kind::Sse2 => unsafe { on_sse2::rows::<Rows4<_>, $sse2, S, $b, $w2>(rows) },
                    // SAFETY: as above.
                    Kind::Avx2 => unsafe { on_avx2::rows::<Rows4<_>, $avx2, S, $b, $w3>(rows) },
                    // SAFETY: as above.
                    Kind::Avx512 => unsafe {
                        on_avx512::rows::<Rows4<_>, $avx512, S, $b, $w4>(rows)
                    },
                }
            }

            fn both<S: Score<Lane = Self>>(
                set: Set,
                rows: Rows<S>,
                ties: bool,
                blocks: &mut [Block<S>],
            ) -> u64 {
                match set.kind() {
                    Kind::Portable => {
                        group::both::<Row<_>, Row<_>, Array<$lane, $plain>, S, $b, $plain>(
                            rows, ties, blocks,
                        )
                    }
                    // SAFETY: as above.
                    Kind::Sse2 => unsafe {
                        on_sse2::both::<Rows2<_>, Rows4<_>, $sse2, S, $b, $w2>(rows, ties, blocks)
                    },
                    // SAFETY: as above.
                    Kind::Avx2 => unsafe {
                        on_avx2::both::<Rows4<_>, Rows4<_>, $avx2, S, $b, $w3>(rows, ties, blocks)
                    },
                    // Twice the registers: the state of a column is loaded half as often.
                    // SAFETY: as above.
                    Kind::Avx512 => unsafe {
                        on_avx512::both::<Rows8<_>, Rows8<_>, $avx512, S, $b, $w4>(
                            rows, true, blocks,
                        )
                    },
                }
            }
        }
    };
}

tiles!(i8, 64, 16, Sse2x8, 16, Avx2x8, 32, Avx512x8, 64);
tiles!(i16, 32, 8, Sse2x16, 8, Avx2x16, 16, Avx512x16, 32);
tiles!(i32, 16, 4, Sse2x32, 4, Avx2x32, 8, Avx512x32, 16);
tiles!(i64, 8, 2, Sse2x64, 2, Avx2x64, 4, Avx512x64, 8);
