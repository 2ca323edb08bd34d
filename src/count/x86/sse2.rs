//! 128-bit vectors, which every x86-64 has.

use core::arch::x86_64::*;

use crate::count::tile::Reader;
use crate::count::vector::Vector;
use crate::key::{Score, sealed::Bits};

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

sum!(sum_8, __m128i, |lanes| sum_32(_mm_sad_epu8(lanes, _mm_setzero_si128())));
sum!(sum_16, __m128i, |lanes| {
    let even = _mm_and_si128(lanes, _mm_set1_epi32(0xffff));
    sum_32(_mm_add_epi32(even, _mm_srli_epi32::<16>(lanes)))
});
sum!(pub(super) sum_32, __m128i, |lanes| {
    let pairs = _mm_add_epi32(lanes, _mm_shuffle_epi32::<0b01_00_11_10>(lanes));
    _mm_cvtsi128_si32(_mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs))) as u32
});

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
