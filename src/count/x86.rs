//! Vectors of x86-64: SSE2 (always there), AVX2, AVX-512.

use core::arch::{asm, x86_64::*};

use super::backend::{Kind, Set};
use super::portable::Array;
use super::stack::{Row, Rows2, Rows4, Rows8, Stack};
use super::tile::Reader;
use super::vector::Vector;
use super::{Block, Rows, Tile, group};
use crate::key::{Score, sealed::Bits};

/// How far ahead of a row's cells the next ones are asked for, in bytes. The
/// hardware does it, too, but falls behind with several rows at once.
const AHEAD: usize = 2048;

/// A vector by its operations, each a function of registers.
macro_rules! vector {
    ($name:ident, $register:ty, [$lane:ty; $w:literal], $ops:ident, $splat:ident $(, $sum:path)?) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($register);

        // SAFETY, for every block here: the instructions are there, since these
        // vectors are used below functions compiled for them only; loads and
        // stores need no alignment and cover exactly one array.
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
                $name(unsafe { $ops::load(cells.as_ptr().cast()) })
            }

            #[inline(always)]
            fn lanes(lanes: &[$lane; $w]) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::load(lanes.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, lanes: &mut [$lane; $w]) {
                // SAFETY: see above.
                unsafe { $ops::store(lanes.as_mut_ptr().cast(), self.0) }
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::xor(self.0, other.0) })
            }

            #[inline(always)]
            fn ordered(self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::ordered(self.0, $splat(<$lane>::MAX)) })
            }

            #[inline(always)]
            fn minus_one() -> Self {
                // SAFETY: see above.
                $name(unsafe { $splat($ops::minus_one() as $lane) })
            }

            #[inline(always)]
            fn count_above(self, a: Self, b: Self, minus_one: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::count_above(self.0, a.0, b.0, minus_one.0) })
            }

            #[inline(always)]
            fn count_equal(self, a: Self, b: Self, minus_one: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::count_equal(self.0, a.0, b.0, minus_one.0) })
            }

            #[inline(always)]
            fn note_nan(self, bits: Self, infinity: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe {
                    let magnitude = $ops::and(bits.0, $splat(<$lane>::MAX));
                    $ops::note(self.0, magnitude, infinity.0)
                })
            }

            #[inline(always)]
            fn has_nan(self, infinity: Self) -> bool {
                // SAFETY: see above.
                unsafe { $ops::noted(self.0, infinity.0) }
            }

            #[inline(always)]
            fn where_above(self, a: Self, b: Self, other: Self) -> Self {
                // SAFETY: see above.
                $name(unsafe { $ops::where_above(a.0, b.0, other.0, self.0) })
            }

            #[inline(always)]
            fn sink_nan(self, bits: Self, reader: &Reader<Self>, nans: &mut Self) -> Self {
                // SAFETY: see above.
                unsafe {
                    let magnitude = $ops::and(bits.0, $splat(<$lane>::MAX));
                    let (infinity, minus_one) = (reader.infinity.0, reader.minus_one.0);
                    nans.0 = $ops::count_above(nans.0, magnitude, infinity, minus_one);
                    $name($ops::where_above(magnitude, infinity, reader.sink.0, self.0))
                }
            }

            $(
                #[inline(always)]
                fn sum(self) -> u32 {
                    // SAFETY: see above.
                    unsafe { $sum(self.0) }
                }
            )?

            #[inline(always)]
            fn prefetch<S>(cells: &[S]) {
                let ahead = cells.as_ptr().cast::<i8>().wrapping_add(AHEAD);
                // SAFETY: any address may be prefetched.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead) }
            }
        }
    };
}

/// The operations of one instruction set and lane, where a compare gives a
/// vector of all ones or zeros.
macro_rules! masked_by_vectors {
    (
        $ops:ident, $r:ty, $load:ident, $store:ident, $and:ident, $andnot:ident, $or:ident, $xor:ident,
        $sub:ident, above: $above:path, equal: $equal:path,
        ordered: |$bits:ident, $of:ident| $ordered:expr,
        note: |$noted:ident, $magnitude:ident, $infinity:ident| $note:expr,
        noted: $has:expr
    ) => {
        mod $ops {
            use super::*;

            pub(super) use super::{$and as and, $load as load, $store as store, $xor as xor};

            #[inline(always)]
            pub(super) unsafe fn ordered($bits: $r, magnitude: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe {
                    let $of = $and($bits, magnitude);
                    $ordered
                }
            }

            #[inline(always)]
            pub(super) fn minus_one() -> i64 {
                -1
            }

            #[inline(always)]
            pub(super) unsafe fn count_above(count: $r, a: $r, b: $r, _: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe { $sub(count, $above(a, b)) }
            }

            #[inline(always)]
            pub(super) unsafe fn count_equal(count: $r, a: $r, b: $r, _: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe { $sub(count, $equal(a, b)) }
            }

            #[inline(always)]
            pub(super) unsafe fn where_above(a: $r, b: $r, then: $r, other: $r) -> $r {
                // SAFETY: the caller has the instructions.
                unsafe {
                    let mask = $above(a, b);
                    $or($and(mask, then), $andnot(mask, other))
                }
            }

            #[inline(always)]
            pub(super) unsafe fn note($noted: $r, $magnitude: $r, $infinity: $r) -> $r {
                let _ = $infinity;
                // SAFETY: the caller has the instructions.
                unsafe { $note }
            }

            #[inline(always)]
            pub(super) unsafe fn noted($noted: $r, $infinity: $r) -> bool {
                let _ = $infinity;
                // SAFETY: the caller has the instructions.
                unsafe { $has != 0 }
            }
        }
    };
}

/// SSE2 has no 64-bit compare: the high halves decide, and where they are
/// equal the borrow of a subtraction.
#[inline(always)]
unsafe fn above_64(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let same_high = _mm_and_si128(_mm_cmpeq_epi32(a, b), _mm_sub_epi64(b, a));
        sign_64(_mm_or_si128(same_high, _mm_cmpgt_epi32(a, b)))
    }
}

#[inline(always)]
unsafe fn equal_64(a: __m128i, b: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let halves = _mm_cmpeq_epi32(a, b);
        _mm_and_si128(halves, _mm_shuffle_epi32::<0b10_11_00_01>(halves))
    }
}

/// The sign of each lane in all its bits.
#[inline(always)]
unsafe fn sign_64(a: __m128i) -> __m128i {
    // SAFETY: SSE2 is part of x86-64.
    unsafe { _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b11_11_01_01>(a)) }
}

/// The magnitude, negated where the sign is all ones.
macro_rules! negated {
    ($name:ident, $sub:ident) => {
        #[inline(always)]
        unsafe fn $name(magnitude: __m128i, sign: __m128i) -> __m128i {
            // SAFETY: SSE2 is part of x86-64.
            unsafe { $sub(_mm_xor_si128(magnitude, sign), sign) }
        }
    };
}

negated!(negated_16, _mm_sub_epi16);
negated!(negated_32, _mm_sub_epi32);
negated!(negated_64, _mm_sub_epi64);

#[inline(always)]
unsafe fn negated_64_avx2(magnitude: __m256i, bits: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let sign = _mm256_cmpgt_epi64(_mm256_setzero_si256(), bits);
        _mm256_sub_epi64(_mm256_xor_si256(magnitude, sign), sign)
    }
}

/// The sum of the lanes of a register, taken as unsigned.
macro_rules! sum {
    ($name:ident, $register:ty, |$lanes:ident| $sum:expr) => {
        #[inline(always)]
        unsafe fn $name($lanes: $register) -> u32 {
            // SAFETY: the caller has the instructions.
            unsafe { $sum }
        }
    };
}

sum!(sum_8, __m128i, |lanes| sum_32(_mm_sad_epu8(lanes, _mm_setzero_si128())));
sum!(sum_16, __m128i, |lanes| {
    let even = _mm_and_si128(lanes, _mm_set1_epi32(0xffff));
    sum_32(_mm_add_epi32(even, _mm_srli_epi32::<16>(lanes)))
});
sum!(sum_32, __m128i, |lanes| {
    let pairs = _mm_add_epi32(lanes, _mm_shuffle_epi32::<0b01_00_11_10>(lanes));
    _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs))) as u32
});
sum!(sum_8_avx2, __m256i, |lanes| sum_32_avx2(_mm256_sad_epu8(lanes, _mm256_setzero_si256())));
sum!(sum_16_avx2, __m256i, |lanes| {
    let even = _mm256_and_si256(lanes, _mm256_set1_epi32(0xffff));
    sum_32_avx2(_mm256_add_epi32(even, _mm256_srli_epi32::<16>(lanes)))
});
sum!(sum_32_avx2, __m256i, |lanes| {
    let high = _mm256_extracti128_si256::<1>(lanes);
    sum_32(_mm_add_epi32(_mm256_castsi256_si128(lanes), high))
});
sum!(sum_8_avx512, __m512i, |lanes| sum_32_avx512(_mm512_sad_epu8(lanes, _mm512_setzero_si512())));
sum!(sum_16_avx512, __m512i, |lanes| {
    let even = _mm512_and_si512(lanes, _mm512_set1_epi32(0xffff));
    sum_32_avx512(_mm512_add_epi32(even, _mm512_srli_epi32::<16>(lanes)))
});
sum!(sum_32_avx512, __m512i, |lanes| _mm512_reduce_add_epi32(lanes) as u32);

macro_rules! sse2 {
    ($ops:ident, $name:ident, [$lane:ty; $w:literal], $splat:ident, $sub:ident, $above:path, $equal:path,
        ordered: |$bits:ident, $of:ident| $ordered:expr,
        note: |$noted:ident, $magnitude:ident, $infinity:ident| $note:expr, noted: $has:expr
        $(, sum: $sum:path)?) => {
        masked_by_vectors!(
            $ops, __m128i, _mm_loadu_si128, _mm_storeu_si128, _mm_and_si128, _mm_andnot_si128,
            _mm_or_si128, _mm_xor_si128, $sub, above: $above, equal: $equal,
            ordered: |$bits, $of| $ordered,
            note: |$noted, $magnitude, $infinity| $note, noted: $has
        );
        vector!($name, __m128i, [$lane; $w], $ops, $splat $(, $sum)?);
    };
}

macro_rules! avx2 {
    ($ops:ident, $name:ident, [$lane:ty; $w:literal], $splat:ident, $sub:ident, $above:path, $equal:path,
        ordered: |$bits:ident, $of:ident| $ordered:expr,
        note: |$noted:ident, $magnitude:ident, $infinity:ident| $note:expr, noted: $has:expr
        $(, sum: $sum:path)?) => {
        masked_by_vectors!(
            $ops, __m256i, _mm256_loadu_si256, _mm256_storeu_si256, _mm256_and_si256,
            _mm256_andnot_si256, _mm256_or_si256, _mm256_xor_si256, $sub, above: $above,
            equal: $equal, ordered: |$bits, $of| $ordered,
            note: |$noted, $magnitude, $infinity| $note, noted: $has
        );
        vector!($name, __m256i, [$lane; $w], $ops, $splat $(, $sum)?);
    };
}

// A NaN is noted in the largest magnitude or, where a lane's width has no
// maximum, in the sign of infinity minus the magnitude. Bytes are no floats:
// what stands there is not used.
sse2!(sse2_8, Sse2x8, [i8; 16], _mm_set1_epi8, _mm_sub_epi8, _mm_cmpgt_epi8, _mm_cmpeq_epi8,
    ordered: |bits, _magnitude| bits,
    note: |noted, magnitude, _infinity| _mm_or_si128(noted, magnitude), noted: _mm_movemask_epi8(noted), sum: sum_8);
sse2!(sse2_16, Sse2x16, [i16; 8], _mm_set1_epi16, _mm_sub_epi16, _mm_cmpgt_epi16, _mm_cmpeq_epi16,
    ordered: |bits, magnitude| negated_16(magnitude, _mm_srai_epi16::<15>(bits)),
    note: |noted, magnitude, infinity| _mm_max_epi16(noted, magnitude),
    noted: _mm_movemask_epi8(_mm_cmpgt_epi16(noted, infinity)), sum: sum_16);
sse2!(sse2_32, Sse2x32, [i32; 4], _mm_set1_epi32, _mm_sub_epi32, _mm_cmpgt_epi32, _mm_cmpeq_epi32,
    ordered: |bits, magnitude| negated_32(magnitude, _mm_srai_epi32::<31>(bits)),
    note: |noted, magnitude, infinity| _mm_or_si128(noted, _mm_sub_epi32(infinity, magnitude)),
    noted: _mm_movemask_ps(_mm_castsi128_ps(noted)), sum: sum_32);
sse2!(sse2_64, Sse2x64, [i64; 2], _mm_set1_epi64x, _mm_sub_epi64, above_64, equal_64,
    ordered: |bits, magnitude| negated_64(magnitude, sign_64(bits)),
    note: |noted, magnitude, infinity| _mm_or_si128(noted, _mm_sub_epi64(infinity, magnitude)),
    noted: _mm_movemask_pd(_mm_castsi128_pd(noted)));

avx2!(avx2_8, Avx2x8, [i8; 32], _mm256_set1_epi8, _mm256_sub_epi8, _mm256_cmpgt_epi8, _mm256_cmpeq_epi8,
    ordered: |bits, _magnitude| bits,
    note: |noted, magnitude, _infinity| _mm256_or_si256(noted, magnitude), noted: _mm256_movemask_epi8(noted), sum: sum_8_avx2);
avx2!(avx2_16, Avx2x16, [i16; 16], _mm256_set1_epi16, _mm256_sub_epi16, _mm256_cmpgt_epi16, _mm256_cmpeq_epi16,
    ordered: |bits, magnitude| _mm256_sign_epi16(magnitude, bits),
    note: |noted, magnitude, infinity| _mm256_max_epi16(noted, magnitude),
    noted: _mm256_movemask_epi8(_mm256_cmpgt_epi16(noted, infinity)), sum: sum_16_avx2);
avx2!(avx2_32, Avx2x32, [i32; 8], _mm256_set1_epi32, _mm256_sub_epi32, _mm256_cmpgt_epi32, _mm256_cmpeq_epi32,
    ordered: |bits, magnitude| _mm256_sign_epi32(magnitude, bits),
    note: |noted, magnitude, infinity| _mm256_max_epi32(noted, magnitude),
    noted: _mm256_movemask_epi8(_mm256_cmpgt_epi32(noted, infinity)), sum: sum_32_avx2);
avx2!(avx2_64, Avx2x64, [i64; 4], _mm256_set1_epi64x, _mm256_sub_epi64, _mm256_cmpgt_epi64, _mm256_cmpeq_epi64,
    ordered: |bits, magnitude| negated_64_avx2(magnitude, bits),
    note: |noted, magnitude, infinity| _mm256_or_si256(noted, _mm256_sub_epi64(infinity, magnitude)),
    noted: _mm256_movemask_pd(_mm256_castsi256_pd(noted)));

/// The operations of AVX-512, where a compare gives a bit for each lane.
macro_rules! avx512 {
    (
        $ops:ident, $name:ident, [$lane:ty; $w:literal], $splat:ident, $sub:ident, $masked:ident, $above:ident,
        $equal:ident, $blend:ident, $sign:expr, $max:ident $(, $sum:path)?
    ) => {
        mod $ops {
            use super::*;

            pub(super) use super::{
                _mm512_and_si512 as and, _mm512_loadu_si512 as load, _mm512_storeu_si512 as store,
                _mm512_xor_si512 as xor,
            };

            #[inline(always)]
            pub(super) unsafe fn ordered(bits: __m512i, magnitude: __m512i) -> __m512i {
                // SAFETY: the caller has the instructions.
                unsafe {
                    let sign = $sign(bits);
                    // (bits & magnitude) ^ sign
                    let signed = _mm512_ternarylogic_epi64::<0b0111_1000>(sign, bits, magnitude);
                    $sub(signed, sign)
                }
            }

            /// Not known to be constant: else the compiler takes a mask for a vector
            /// of its own and subtracts that, three operations for two and twice the
            /// time for 16-bit floats in cache.
            #[inline(always)]
            pub(super) fn minus_one() -> i64 {
                let mut lane = -1;
                // SAFETY: no instruction at all.
                unsafe {
                    asm!("/* {0} */", inout(reg) lane, options(pure, nomem, nostack, preserves_flags));
                }
                lane
            }

            #[inline(always)]
            pub(super) unsafe fn count_above(
                count: __m512i,
                a: __m512i,
                b: __m512i,
                minus_one: __m512i,
            ) -> __m512i {
                // SAFETY: the caller has the instructions.
                unsafe { $masked(count, $above(a, b), count, minus_one) }
            }

            #[inline(always)]
            pub(super) unsafe fn count_equal(
                count: __m512i,
                a: __m512i,
                b: __m512i,
                minus_one: __m512i,
            ) -> __m512i {
                // SAFETY: the caller has the instructions.
                unsafe { $masked(count, $equal(a, b), count, minus_one) }
            }

            #[inline(always)]
            pub(super) unsafe fn where_above(
                a: __m512i,
                b: __m512i,
                then: __m512i,
                other: __m512i,
            ) -> __m512i {
                // SAFETY: the caller has the instructions.
                unsafe { $blend($above(a, b), other, then) }
            }

            #[inline(always)]
            pub(super) unsafe fn note(noted: __m512i, magnitude: __m512i, _: __m512i) -> __m512i {
                // SAFETY: the caller has the instructions.
                unsafe { $max(noted, magnitude) }
            }

            #[inline(always)]
            pub(super) unsafe fn noted(noted: __m512i, infinity: __m512i) -> bool {
                // SAFETY: the caller has the instructions.
                unsafe { $above(noted, infinity) != 0 }
            }
        }

        vector!($name, __m512i, [$lane; $w], $ops, $splat $(, $sum)?);
    };
}

avx512!(
    avx512_8,
    Avx512x8,
    [i8; 64],
    _mm512_set1_epi8,
    _mm512_sub_epi8,
    _mm512_mask_sub_epi8,
    _mm512_cmpgt_epi8_mask,
    _mm512_cmpeq_epi8_mask,
    _mm512_mask_blend_epi8,
    core::convert::identity,
    _mm512_max_epi8,
    sum_8_avx512
);
avx512!(
    avx512_16,
    Avx512x16,
    [i16; 32],
    _mm512_set1_epi16,
    _mm512_sub_epi16,
    _mm512_mask_sub_epi16,
    _mm512_cmpgt_epi16_mask,
    _mm512_cmpeq_epi16_mask,
    _mm512_mask_blend_epi16,
    _mm512_srai_epi16::<15>,
    _mm512_max_epi16,
    sum_16_avx512
);
avx512!(
    avx512_32,
    Avx512x32,
    [i32; 16],
    _mm512_set1_epi32,
    _mm512_sub_epi32,
    _mm512_mask_sub_epi32,
    _mm512_cmpgt_epi32_mask,
    _mm512_cmpeq_epi32_mask,
    _mm512_mask_blend_epi32,
    _mm512_srai_epi32::<31>,
    _mm512_max_epi32,
    sum_32_avx512
);
avx512!(
    avx512_64,
    Avx512x64,
    [i64; 8],
    _mm512_set1_epi64,
    _mm512_sub_epi64,
    _mm512_mask_sub_epi64,
    _mm512_cmpgt_epi64_mask,
    _mm512_cmpeq_epi64_mask,
    _mm512_mask_blend_epi64,
    _mm512_srai_epi64::<63>,
    _mm512_max_epi64
);

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

compiled_for!(sse2, "sse2");
compiled_for!(avx2, "avx2");
compiled_for!(avx512, "avx512f,avx512bw");

macro_rules! tiles {
    ($lane:ty, $b:literal, $plain:literal, $sse2:ty, $w2:literal, $avx2:ty, $w3:literal, $avx512:ty, $w4:literal) => {
        impl Tile for $lane {
            fn rows<S: Score<Lane = Self>>(set: Set, rows: Rows<S>) -> u64 {
                match set.kind() {
                    Kind::Portable => {
                        group::rows::<Row<_>, Array<$lane, $plain>, S, $b, $plain>(rows)
                    }
                    // SAFETY: a set of a kind is made only where the processor has it.
                    Kind::Sse2 => unsafe { sse2::rows::<Rows4<_>, $sse2, S, $b, $w2>(rows) },
                    // SAFETY: as above.
                    Kind::Avx2 => unsafe { avx2::rows::<Rows4<_>, $avx2, S, $b, $w3>(rows) },
                    // SAFETY: as above.
                    Kind::Avx512 => unsafe { avx512::rows::<Rows4<_>, $avx512, S, $b, $w4>(rows) },
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
                        sse2::both::<Rows2<_>, Rows4<_>, $sse2, S, $b, $w2>(rows, ties, blocks)
                    },
                    // SAFETY: as above.
                    Kind::Avx2 => unsafe {
                        avx2::both::<Rows4<_>, Rows4<_>, $avx2, S, $b, $w3>(rows, ties, blocks)
                    },
                    // Twice the registers: the state of a column is loaded half as often.
                    // SAFETY: as above.
                    Kind::Avx512 => unsafe {
                        avx512::both::<Rows8<_>, Rows8<_>, $avx512, S, $b, $w4>(rows, ties, blocks)
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
