//! Vectors of AArch64: NEON. It is part of the target, so no processor is asked.

use core::arch::aarch64::*;

use super::portable::Array;
use super::stack::{Row, Rows4};
use super::tile::Reader;
use super::vector::Vector;
use super::{Block, Rows, Tile, group};
use crate::backend::{Kind, Set};
use crate::key::{Score, sealed::Bits};

/// A vector by its instructions.
macro_rules! vector {
    (
        $name:ident, $register:ty, [$lane:ty; $w:literal], $splat:ident, $load:ident, $store:ident,
        $and:ident, $xor:ident, $sub:ident, above: $above:ident, equal: $equal:ident,
        signed: $signed:ident, select: $select:ident,
        ordered: |$bits:ident, $of:ident| $ordered:expr,
        note: |$noted:ident, $magnitude:ident, $infinity:ident| $note:expr, noted: $has:expr
    ) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($register);

        // SAFETY, for every block here: this file is compiled only where all
        // code has NEON; loads and stores cover exactly one array.
        impl Vector<$w> for $name {
            type Lane = $lane;

            #[inline(always)]
            fn splat(lane: $lane) -> Self {
                // SAFETY: see above.
                $name(unsafe { $splat(lane) })
            }

            #[inline(always)]
            fn load<S: Score + Bits<Lane = $lane>>(cells: &[S; $w]) -> Self {
                const { assert!(size_of::<S>() == size_of::<$lane>()) };
                // SAFETY: see above; a score's memory is its bits.
                $name(unsafe { $load(cells.as_ptr().cast()) })
            }

            #[inline(always)]
            fn lanes(lanes: &[$lane; $w]) -> Self {
                // SAFETY: see above.
                $name(unsafe { $load(lanes.as_ptr()) })
            }

            #[inline(always)]
            fn store(self, lanes: &mut [$lane; $w]) {
                // SAFETY: see above.
                unsafe { $store(lanes.as_mut_ptr(), self.0) }
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $xor(self.0, other.0) })
            }

            #[inline(always)]
            fn ordered(self) -> Self {
                let $bits = self.0;
                // SAFETY: see above.
                $name(unsafe {
                    let $of = $and($bits, $splat(<$lane>::MAX));
                    $ordered
                })
            }

            #[inline(always)]
            fn minus_one() -> Self {
                Self::splat(-1)
            }

            #[inline(always)]
            fn count_above(self, a: Self, b: Self, _: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $sub(self.0, $signed($above(a.0, b.0))) })
            }

            #[inline(always)]
            fn count_equal(self, a: Self, b: Self, _: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $sub(self.0, $signed($equal(a.0, b.0))) })
            }

            #[inline(always)]
            fn note_nan(self, bits: Self, infinity: Self) -> Self {
                let ($noted, $infinity) = (self.0, infinity.0);
                let _ = $infinity;
                // SAFETY: see above.
                $name(unsafe {
                    let $magnitude = $and(bits.0, $splat(<$lane>::MAX));
                    $note
                })
            }

            #[inline(always)]
            fn has_nan(self, infinity: Self) -> bool {
                let ($noted, $infinity) = (self.0, infinity.0);
                let _ = $infinity;
                // SAFETY: see above.
                unsafe { $has }
            }

            #[inline(always)]
            fn where_above(self, a: Self, b: Self, other: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $select($above(a.0, b.0), other.0, self.0) })
            }

            #[inline(always)]
            fn sink_nan(self, bits: Self, reader: &Reader<Self>, nans: &mut Self) -> Self {
                // SAFETY: see above.
                unsafe {
                    let magnitude = $and(bits.0, $splat(<$lane>::MAX));
                    let is_nan = $above(magnitude, reader.infinity.0);
                    nans.0 = $sub(nans.0, $signed(is_nan));
                    $name($select(is_nan, reader.sink.0, self.0))
                }
            }
        }
    };
}

// A NaN is noted in the largest magnitude or, as 64 bits have no maximum, in
// the sign of infinity minus the magnitude. Bytes are no floats: what stands
// there is not used.
vector!(
    Neon8, int8x16_t, [i8; 16], vdupq_n_s8, vld1q_s8, vst1q_s8,
    vandq_s8, veorq_s8, vsubq_s8, above: vcgtq_s8, equal: vceqq_s8,
    signed: vreinterpretq_s8_u8, select: vbslq_s8,
    ordered: |bits, _magnitude| bits,
    note: |noted, magnitude, infinity| vmaxq_s8(noted, magnitude),
    noted: vmaxvq_s8(noted) > vgetq_lane_s8::<0>(infinity)
);
vector!(
    Neon16, int16x8_t, [i16; 8], vdupq_n_s16, vld1q_s16, vst1q_s16,
    vandq_s16, veorq_s16, vsubq_s16, above: vcgtq_s16, equal: vceqq_s16,
    signed: vreinterpretq_s16_u16, select: vbslq_s16,
    ordered: |bits, magnitude| {
        let sign = vshrq_n_s16::<15>(bits);
        vsubq_s16(veorq_s16(magnitude, sign), sign)
    },
    note: |noted, magnitude, infinity| vmaxq_s16(noted, magnitude),
    noted: vmaxvq_s16(noted) > vgetq_lane_s16::<0>(infinity)
);
vector!(
    Neon32, int32x4_t, [i32; 4], vdupq_n_s32, vld1q_s32, vst1q_s32,
    vandq_s32, veorq_s32, vsubq_s32, above: vcgtq_s32, equal: vceqq_s32,
    signed: vreinterpretq_s32_u32, select: vbslq_s32,
    ordered: |bits, magnitude| {
        let sign = vshrq_n_s32::<31>(bits);
        vsubq_s32(veorq_s32(magnitude, sign), sign)
    },
    note: |noted, magnitude, infinity| vmaxq_s32(noted, magnitude),
    noted: vmaxvq_s32(noted) > vgetq_lane_s32::<0>(infinity)
);
vector!(
    Neon64, int64x2_t, [i64; 2], vdupq_n_s64, vld1q_s64, vst1q_s64,
    vandq_s64, veorq_s64, vsubq_s64, above: vcgtq_s64, equal: vceqq_s64,
    signed: vreinterpretq_s64_u64, select: vbslq_s64,
    ordered: |bits, magnitude| {
        let sign = vshrq_n_s64::<63>(bits);
        vsubq_s64(veorq_s64(magnitude, sign), sign)
    },
    note: |noted, magnitude, infinity| vorrq_s64(noted, vsubq_s64(infinity, magnitude)),
    noted: (vgetq_lane_s64::<0>(noted) | vgetq_lane_s64::<1>(noted)) < 0
);

macro_rules! tiles {
    ($lane:ty, $b:literal, $neon:ty, $w:literal) => {
        impl Tile for $lane {
            fn rows<S: Score<Lane = Self>>(set: Set, rows: Rows<S>) -> u64 {
                match set.kind() {
                    Kind::Portable => group::rows::<Row<_>, Array<$lane, $w>, S, $b, $w>(rows),
                    Kind::Neon => group::rows::<Row<_>, $neon, S, $b, $w>(rows),
                }
            }

            fn both<S: Score<Lane = Self>>(
                set: Set,
                rows: Rows<S>,
                ties: bool,
                blocks: &mut [Block<S>],
            ) -> u64 {
                match set.kind() {
                    Kind::Portable => group::both::<Row<_>, Row<_>, Array<$lane, $w>, S, $b, $w>(
                        rows, ties, blocks,
                    ),
                    Kind::Neon => {
                        group::both::<Rows4<_>, Rows4<_>, $neon, S, $b, $w>(rows, ties, blocks)
                    }
                }
            }
        }
    };
}

tiles!(i8, 64, Neon8, 16);
tiles!(i16, 32, Neon16, 8);
tiles!(i32, 16, Neon32, 4);
tiles!(i64, 8, Neon64, 2);
