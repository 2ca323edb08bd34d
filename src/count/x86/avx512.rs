//! 512-bit vectors (AVX-512 F and BW).

use core::arch::{asm, x86_64::*};

use crate::count::tile::Reader;
use crate::count::vector::Vector;
use crate::key::{Score, sealed::Bits};

sum!(sum_8_avx512, __m512i, |lanes| sum_32_avx512(_mm512_sad_epu8(lanes, _mm512_setzero_si512())));
sum!(sum_16_avx512, __m512i, |lanes| {
    let even = _mm512_and_si512(lanes, _mm512_set1_epi32(0xffff));
    sum_32_avx512(_mm512_add_epi32(even, _mm512_srli_epi32::<16>(lanes)))
});
sum!(sum_32_avx512, __m512i, |lanes| _mm512_reduce_add_epi32(lanes) as u32);

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
            /// of its own and subtracts that, three operations for two: 16-bit lanes in
            /// cache took half as much time again.
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
