//! The score types, and the values at which order, equality or NaN may go wrong.

use std::fmt::Debug;

use recallk::{Bf16, F16, Score};

use crate::oracle::Decode;

/// A score type under test.
pub(crate) trait Value: Score + Decode + Debug {
    /// Values at which order, equality or NaN may go wrong.
    const SPECIAL: &'static [Self];
    /// NaN, or the highest integer. Fills row padding, where it would be seen
    /// at once if it were read.
    const GARBAGE: Self;
    /// Any bits.
    fn from_raw(raw: u64) -> Self;
}

macro_rules! float {
    ($score:ty, $bits:ty, $exponent:expr, $fraction:expr, |$x:ident| $of:expr) => {
        impl Value for $score {
            const SPECIAL: &'static [Self] = {
                const fn of($x: $bits) -> $score {
                    $of
                }
                const SIGN: $bits = 1 << ($exponent + $fraction);
                const INFINITY: $bits = ((1 << $exponent) - 1) << $fraction;
                const ONE: $bits = ((1 << ($exponent - 1)) - 1) << $fraction;
                &[
                    of(0),
                    of(SIGN),
                    of(1),
                    of(SIGN | 1),
                    of(2),
                    of((1 << $fraction) - 1),
                    of(1 << $fraction),
                    of(ONE),
                    of(ONE + 1),
                    of(SIGN | ONE),
                    of(SIGN | (ONE + 1)),
                    of(INFINITY - 1),
                    of(SIGN | (INFINITY - 1)),
                    of(INFINITY),
                    of(SIGN | INFINITY),
                    // NaNs: signalling, quiet, of either sign.
                    of(INFINITY | 1),
                    of(SIGN | INFINITY | 1),
                    of(INFINITY | (1 << ($fraction - 1))),
                    of(!0),
                ]
            };
            const GARBAGE: Self = Self::SPECIAL[17];
            fn from_raw(raw: u64) -> Self {
                let $x = raw as $bits;
                $of
            }
        }
    };
}

float!(f32, u32, 8, 23, |x| f32::from_bits(x));
float!(f64, u64, 11, 52, |x| f64::from_bits(x));
float!(F16, u16, 5, 10, |x| F16(x));
float!(Bf16, u16, 8, 7, |x| Bf16(x));

macro_rules! integer {
    ($($score:ty)*) => { $(
        impl Value for $score {
            const SPECIAL: &'static [Self] = {
                const MIN: $score = <$score>::MIN;
                const MAX: $score = <$score>::MAX;
                // Both sides of 0 and of the middle of the range.
                &[0, 1, MAX, MIN, 0 as $score ^ !0, MAX - 1, MIN + 1, MAX / 2, MAX / 2 + 1, MAX / 2 + 2]
            };
            const GARBAGE: Self = <$score>::MAX;
            fn from_raw(raw: u64) -> Self {
                raw as $score
            }
        }
    )* };
}

integer!(i8 u8 i16 u16 i32 u32 i64 u64);
