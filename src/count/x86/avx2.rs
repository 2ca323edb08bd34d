//! 256-bit vectors.

use core::arch::x86_64::*;

use super::sse2::sum_32;
use crate::count::tile::Reader;
use crate::count::vector::Vector;
use crate::key::{Score, sealed::Bits};

#[inline(always)]
unsafe fn negated_64_avx2(magnitude: __m256i, bits: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let sign = _mm256_cmpgt_epi64(_mm256_setzero_si256(), bits);
        _mm256_sub_epi64(_mm256_xor_si256(magnitude, sign), sign)
    }
}

sum!(sum_8_avx2, __m256i, |lanes| sum_32_avx2(_mm256_sad_epu8(lanes, _mm256_setzero_si256())));
sum!(sum_16_avx2, __m256i, |lanes| {
    let even = _mm256_and_si256(lanes, _mm256_set1_epi32(0xffff));
    sum_32_avx2(_mm256_add_epi32(even, _mm256_srli_epi32::<16>(lanes)))
});
sum!(sum_32_avx2, __m256i, |lanes| {
    let high = _mm256_extracti128_si256::<1>(lanes);
    sum_32(_mm_add_epi32(_mm256_castsi256_si128(lanes), high))
});

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

// For NaN see the vectors of SSE2.
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
