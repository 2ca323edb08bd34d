//! How the bits of a score type are read: the order of `key`, for any type.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::key::Score;
use crate::key::sealed::{Bits, Integer};

/// A score type: width, and how its bits are ordered.
///
/// Bits are looked at with the sign of the score on top of a wider word, the rest
/// filled up with zeros: so a word of 32 bits serves all types up to that width.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind(u8);

/// Which types this build has: each brings code.
const EIGHT: bool = cfg!(any(feature = "f64", feature = "int64"));
const TWO: bool = cfg!(any(feature = "half", feature = "int"));
const ONE: bool = cfg!(feature = "int");
/// Without integers all that is counted may be looked at as if it could be NaN.
const INTEGERS: bool = cfg!(any(feature = "int", feature = "int64"));

impl Kind {
    /// Widths in bytes of 2 to the power of `log`; floats have some bits of exponent,
    /// integers none.
    const fn new(log: u8, exponent: u8, signed: bool) -> Self {
        Kind(log | (signed as u8) << 2 | exponent << 4)
    }

    /// The type of scores in Rust.
    pub(crate) fn of<S: Score>() -> Self {
        let log = size_of::<S>().trailing_zeros() as u8;
        // The magnitude of infinity is the exponent's bits and no others.
        let infinity = S::INFINITY.widen();
        let exponent = if S::FLOAT { infinity.count_ones() as u8 } else { 0 };
        Kind::new(log, exponent, S::FLIP == <S as Bits>::Lane::ZERO)
    }

    /// The type that has a number in C, if this build has it.
    #[cfg(feature = "capi")]
    pub(crate) fn of_number(dtype: i32) -> Option<Self> {
        macro_rules! find {
            ($($score:ty)*) => {
                $(if dtype as u32 == <$score as Bits>::KIND {
                    return Some(Kind::of::<$score>());
                })*
            };
        }
        find!(f32);
        #[cfg(feature = "f64")]
        find!(f64);
        #[cfg(feature = "half")]
        find!(crate::F16 crate::Bf16);
        #[cfg(feature = "int")]
        find!(i8 u8 i16 u16 i32 u32);
        #[cfg(feature = "int64")]
        find!(i64 u64);
        None
    }

    /// Bytes of a score, as a power of two.
    pub(super) fn log(self) -> u8 {
        match self.0 & 3 {
            0 if ONE => 0,
            1 if TWO => 1,
            3 if EIGHT => 3,
            _ => 2,
        }
    }

    pub(super) fn may_be_nan(self) -> bool {
        !INTEGERS || self.is_float()
    }

    fn is_float(self) -> bool {
        self.0 >= 16
    }

    /// The bits between a score and the word that it is on top of.
    pub(super) fn shift<W: Word>(self) -> u32 {
        W::BITS.wrapping_sub(8 << self.log())
    }

    /// The key of a score, if it is a number.
    pub(super) fn key<W: Word>(self, score: W, lower: bool) -> Option<i64> {
        if score << 1 > self.limit() {
            return None;
        }
        let key = if self.is_float() {
            let magnitude = score & !W::SIGN;
            if score & W::SIGN == W::ZERO { magnitude } else { magnitude.negative() }
        } else {
            score ^ self.turn(false) ^ W::SIGN
        };
        let key = key.widen() >> self.shift::<W>();
        Some(if lower { !key } else { key })
    }

    /// Twice the magnitude of infinity, all of whose bits are exponent: what is above
    /// is NaN. Integers have none.
    pub(super) fn limit<W: Word>(self) -> W {
        if self.is_float() { !(!W::ZERO >> u32::from(self.0 >> 4)) } else { !W::ZERO }
    }

    /// What scores are xored with to be in order as unsigned words. That of floats is
    /// right for half of the keys: negative floats are upside down among themselves.
    fn turn<W: Word>(self, negative: bool) -> W {
        if negative {
            !W::ZERO
        } else if self.0 & 4 != 0 {
            W::SIGN
        } else {
            W::ZERO
        }
    }

    /// What scores are compared with for a key.
    pub(super) fn cut<W: Word>(self, key: i64, strictly: bool, lower: bool) -> Cut<W> {
        let number = if lower { !key } else { key };
        let negative = self.is_float() && (number < 0 || (number == 0 && strictly == lower));
        let turn: W = self.turn(negative);
        let score = if negative {
            W::cut(number.wrapping_neg()) << self.shift::<W>() | W::SIGN
        } else if self.is_float() {
            W::cut(number) << self.shift::<W>()
        } else {
            W::cut(number) << self.shift::<W>() ^ W::SIGN ^ turn
        };
        let turn = if lower { !turn } else { turn };
        Cut { turn, bound: score ^ turn }
    }
}

/// A score is ahead where, xored with `turn`, it is above `bound` as an unsigned word.
///
/// Floats are sign and magnitude: among those of one sign, bits in unsigned order are
/// the numbers' order, or its reverse. So a positive bound needs no more than the sign
/// turned, and a negative one all of the bits, which puts every positive float above
/// it in any case. A gold of zero is both: -0 and +0 are equal, so that what is above
/// it is what is above +0, and what is at least as good is what is so to -0.
#[derive(Clone, Copy)]
pub(super) struct Cut<W> {
    pub(super) turn: W,
    pub(super) bound: W,
}

/// An unsigned word.
pub(super) trait Word:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const ZERO: Self;
    const SIGN: Self;
    fn negative(self) -> Self;
    /// One more, if there is one.
    fn next(self) -> Option<Self>;
    /// As a signed integer.
    fn widen(self) -> i64;
    /// The low bits.
    fn cut(wide: i64) -> Self;
}

macro_rules! word {
    ($word:ty, $signed:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const SIGN: Self = 1 << (Self::BITS - 1);
            fn negative(self) -> Self {
                self.wrapping_neg()
            }
            fn next(self) -> Option<Self> {
                self.checked_add(1)
            }
            fn widen(self) -> i64 {
                i64::from(self as $signed)
            }
            fn cut(wide: i64) -> Self {
                wide as $word
            }
        }
    };
}

word!(u32, i32);
word!(u64, i64);
