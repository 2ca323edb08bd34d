//! Scores as ordered integers: the only place that decides order, zero and NaN.
//!
//! Ranking needs two questions answered for each cell: is it better than the
//! gold, is it equal to it? Both become plain integer compares once a score is
//! turned into a *key*:
//!
//! * A float is sign and magnitude. Its key is the magnitude, negated where the
//!   sign is set. So -0 and +0 have the same key by construction, subnormals
//!   are distinct, infinities are the outermost numbers, and no float compare
//!   is executed: a host that has set flush-to-zero or denormals-are-zero
//!   cannot change a result, and a chip without a floating-point unit needs no
//!   library call.
//! * A signed integer is its own key; an unsigned one has its top bit flipped.
//! * Where lower is better, the key is complemented, which turns the order
//!   round and keeps equality.
//!
//! The counting loops leave the last step out: their *lanes* are in the order of
//! the numbers always, and where lower is better, what is neither above a gold
//! nor tied with it is ahead.
//!
//! The lane of a float is never the least or the greatest integer of its width
//! (magnitudes stop short of both), so that one of them is free to stand for
//! NaN: worse than every number and equal to none.

/// Which score is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Similarities: the higher score is better.
    #[default]
    HigherFirst,
    /// Distances: the lower score is better.
    LowerFirst,
}

/// What a NaN score means. No policy lets a NaN look good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NanPolicy {
    /// Any NaN in the matrix is an error that names the first one.
    #[default]
    Reject,
    /// A NaN gold is not retrieved (a miss); a NaN candidate is never ahead of
    /// a number nor tied with one. NaN cells are counted.
    Worst,
}

/// An IEEE 754 half-precision score, by its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct F16(pub u16);

/// A bfloat16 score, by its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Bf16(pub u16);

/// A score type of the kernel: floats of 16, 32, 64 bits and integers of 8 to 64.
///
/// Sealed: order is decided in this crate only.
pub trait Score: Copy + Default + Send + Sync + sealed::Bits + 'static {}

/// Signed integers that keys are made of. Sealed.
pub trait Lane: Copy + Default + Ord + Send + Sync + crate::engine::Tile + 'static {}

pub(crate) mod sealed {
    use super::Lane;

    /// How a score is read.
    pub trait Bits: Sized {
        type Lane: Lane;
        /// Sign and magnitude, with NaN above infinity.
        const FLOAT: bool;
        /// The magnitude of infinity, for floats.
        const INFINITY: Self::Lane;
        /// Which type it is: the number of its dtype in C.
        const KIND: u32;
        /// What turns the bits of an integer into a signed order.
        const FLIP: Self::Lane;
        fn bits(self) -> Self::Lane;
        /// 64 bytes of scores.
        type Line: Copy + AsRef<[Self]> + AsMut<[Self]>;
        const LINE: Self::Line;
    }

    pub trait Integer: Sized {
        const ZERO: Self;
        /// All ones.
        const ONES: Self;
        const MIN: Self;
        const MAX: Self;
        /// How many ones a lane holds before it overflows, taken as unsigned.
        const CAPACITY: usize;
        /// As many lanes as fill 64 bytes.
        type Lanes: Copy + Send + Sync + AsRef<[Self]> + AsMut<[Self]>;
        const ZEROS: Self::Lanes;
        /// From the number of lanes down to 1.
        const COUNTDOWN: Self::Lanes;
        fn xor(self, other: Self) -> Self;
        fn or(self, other: Self) -> Self;
        /// The lane without its sign bit.
        fn magnitude(self) -> Self;
        /// All ones where the sign bit is set, else zero.
        fn sign(self) -> Self;
        fn minus(self, other: Self) -> Self;
        /// Sum, wrapping.
        fn add(self, other: Self) -> Self;
        /// The bits of a float as an ordered integer.
        fn ordered(self) -> Self;
        /// One more where `yes`, wrapping.
        fn plus(self, yes: bool) -> Self;
        fn widen(self) -> i64;
        /// The low bits.
        fn cut(wide: i64) -> Self;
        /// The lane as an unsigned count.
        fn count(self) -> u32;
    }
}

use sealed::Integer;

macro_rules! lane {
    ($lane:ty, $unsigned:ty) => {
        impl Integer for $lane {
            const ZERO: Self = 0;
            const ONES: Self = -1;
            const MIN: Self = <$lane>::MIN;
            const MAX: Self = <$lane>::MAX;
            const CAPACITY: usize = {
                // Lanes of 32 bits and more outlast every row.
                if size_of::<$lane>() < 4 { <$unsigned>::MAX as usize } else { u32::MAX as usize }
            };
            type Lanes = [$lane; 64 / size_of::<$lane>()];
            const ZEROS: Self::Lanes = [0; 64 / size_of::<$lane>()];
            #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
            const COUNTDOWN: Self::Lanes = {
                let mut lanes = Self::ZEROS;
                let mut k = 0;
                while k < lanes.len() {
                    lanes[k] = (lanes.len() - k) as $lane;
                    k += 1;
                }
                lanes
            };
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn magnitude(self) -> Self {
                self & <$lane>::MAX
            }
            #[inline(always)]
            fn sign(self) -> Self {
                self >> (<$lane>::BITS - 1)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn ordered(self) -> Self {
                let sign = self.sign();
                self.magnitude().xor(sign).minus(sign)
            }
            #[inline(always)]
            fn plus(self, yes: bool) -> Self {
                self.wrapping_add(yes as $lane)
            }
            #[inline(always)]
            fn widen(self) -> i64 {
                self as i64
            }
            #[inline(always)]
            fn cut(wide: i64) -> Self {
                wide as $lane
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self as $unsigned as u32
            }
        }
        impl Lane for $lane {}
    };
}

lane!(i8, u8);
lane!(i16, u16);
lane!(i32, u32);
lane!(i64, u64);

macro_rules! float {
    ($kind:literal, $score:ty, $lane:ty, $zero:expr, $infinity:expr, |$x:ident| $bits:expr) => {
        impl sealed::Bits for $score {
            type Lane = $lane;
            const FLOAT: bool = true;
            const INFINITY: $lane = $infinity;
            const KIND: u32 = $kind;
            const FLIP: $lane = 0;
            type Line = [$score; 64 / size_of::<$score>()];
            const LINE: Self::Line = [$zero; 64 / size_of::<$score>()];
            #[inline(always)]
            fn bits(self) -> $lane {
                let $x = self;
                $bits as $lane
            }
        }
        impl Score for $score {}
    };
}

macro_rules! integer {
    ($kind:literal, $score:ty, $lane:ty, $flip:expr) => {
        impl sealed::Bits for $score {
            type Lane = $lane;
            const FLOAT: bool = false;
            const INFINITY: $lane = 0;
            const KIND: u32 = $kind;
            const FLIP: $lane = $flip;
            type Line = [$score; 64 / size_of::<$score>()];
            const LINE: Self::Line = [0; 64 / size_of::<$score>()];
            #[inline(always)]
            fn bits(self) -> $lane {
                self as $lane
            }
        }
        impl Score for $score {}
    };
}

float!(1, f32, i32, 0.0, 0x7f80_0000, |x| x.to_bits());
#[cfg(feature = "f64")]
float!(2, f64, i64, 0.0, 0x7ff0_0000_0000_0000, |x| x.to_bits());
#[cfg(feature = "half")]
float!(3, F16, i16, F16(0), 0x7c00, |x| x.0);
#[cfg(feature = "half")]
float!(4, Bf16, i16, Bf16(0), 0x7f80, |x| x.0);
#[cfg(feature = "int")]
integer!(5, i8, i8, 0);
#[cfg(feature = "int")]
integer!(6, u8, i8, i8::MIN);
#[cfg(feature = "int")]
integer!(7, i16, i16, 0);
#[cfg(feature = "int")]
integer!(8, u16, i16, i16::MIN);
#[cfg(feature = "int")]
integer!(9, i32, i32, 0);
// Ranks are u32, and the median counts them like scores.
integer!(10, u32, i32, i32::MIN);
#[cfg(feature = "int64")]
integer!(11, i64, i64, 0);
#[cfg(feature = "int64")]
integer!(12, u64, i64, i64::MIN);
