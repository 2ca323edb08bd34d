//! How the bits of a score type are read: the order of `key`, for any type.

use crate::key::sealed::{Bits, Integer};
use crate::key::{Order, Score};

/// A word that the widest score of this build fits in.
#[cfg(any(feature = "f64", feature = "int64"))]
pub(super) type Wide = u64;
#[cfg(any(feature = "f64", feature = "int64"))]
type Signed = i64;
#[cfg(not(any(feature = "f64", feature = "int64")))]
pub(super) type Wide = u32;
#[cfg(not(any(feature = "f64", feature = "int64")))]
type Signed = i32;

const SIGN: Wide = 1 << (Wide::BITS - 1);

/// The bits of a [`Wide`] that scores of up to 32 bits do not reach.
const LOW: u32 = Wide::BITS - 32;

/// A score type and which of its scores is better: width, and how its bits are ordered.
///
/// Bits are looked at with the sign of the score on top of a [`Wide`], the rest filled
/// up with zeros: so all types are ordered in one way, and for those of up to 32 bits
/// its upper half is enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind(u8);

/// The lower score is the better one.
const REVERSED: u8 = 8;

/// Which types this build has: each brings code.
const EIGHT: bool = cfg!(any(feature = "f64", feature = "int64"));
const TWO: bool = cfg!(any(feature = "half", feature = "int"));
const ONE: bool = cfg!(feature = "int");
/// Without integers all that is counted may be looked at as if it could be NaN.
const INTEGERS: bool = cfg!(any(feature = "int", feature = "int64"));
/// Whether there are floats beside those of 32 bits.
const FLOATS: bool = cfg!(any(feature = "f64", feature = "half"));

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
        // As one byte, so that this becomes a table.
        let kind = match dtype as u32 {
            <f32 as Bits>::KIND => Kind::of::<f32>(),
            #[cfg(feature = "f64")]
            <f64 as Bits>::KIND => Kind::of::<f64>(),
            #[cfg(feature = "half")]
            <crate::F16 as Bits>::KIND => Kind::of::<crate::F16>(),
            #[cfg(feature = "half")]
            <crate::Bf16 as Bits>::KIND => Kind::of::<crate::Bf16>(),
            #[cfg(feature = "int")]
            <i8 as Bits>::KIND => Kind::of::<i8>(),
            #[cfg(feature = "int")]
            <u8 as Bits>::KIND => Kind::of::<u8>(),
            #[cfg(feature = "int")]
            <i16 as Bits>::KIND => Kind::of::<i16>(),
            #[cfg(feature = "int")]
            <u16 as Bits>::KIND => Kind::of::<u16>(),
            #[cfg(feature = "int")]
            <i32 as Bits>::KIND => Kind::of::<i32>(),
            #[cfg(feature = "int")]
            <u32 as Bits>::KIND => Kind::of::<u32>(),
            #[cfg(feature = "int64")]
            <i64 as Bits>::KIND => Kind::of::<i64>(),
            #[cfg(feature = "int64")]
            <u64 as Bits>::KIND => Kind::of::<u64>(),
            _ => Kind(u8::MAX),
        };
        if kind.0 == u8::MAX { None } else { Some(kind) }
    }

    /// The same type under an order.
    pub(super) fn under(self, order: Order) -> Self {
        Kind(self.0 | if order == Order::LowerFirst { REVERSED } else { 0 })
    }

    fn is_reversed(self) -> bool {
        self.0 & REVERSED != 0
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

    pub(super) fn is_float(self) -> bool {
        !INTEGERS || self.0 >= 16
    }

    fn exponent(self) -> u32 {
        if FLOATS { u32::from(self.0 >> 4) } else { 8 }
    }

    /// Bits on top of a word. Shifts by constants: others are calls on small processors.
    pub(super) fn lift(self, bits: Wide) -> Wide {
        match self.log() {
            0 => bits << (Wide::BITS - 8),
            1 => bits << (Wide::BITS - 16),
            2 => bits << (Wide::BITS - 32),
            _ => bits,
        }
    }

    /// The number whose bits are on top of a word.
    fn lower(self, word: Wide) -> i64 {
        let word = word as Signed;
        i64::from(match self.log() {
            0 => word >> (Wide::BITS - 8),
            1 => word >> (Wide::BITS - 16),
            2 => word >> (Wide::BITS - 32),
            _ => word,
        })
    }

    /// The key of a score, if it is a number.
    pub(super) fn key(self, score: Wide) -> Option<i64> {
        if self.is_nan(score) {
            return None;
        }
        let key = if !self.is_float() {
            score ^ self.turn(false) ^ SIGN
        } else if score & SIGN == 0 {
            score
        } else {
            (score & !SIGN).wrapping_neg()
        };
        let key = self.lower(key);
        Some(if self.is_reversed() { !key } else { key })
    }

    /// A score that has a key.
    pub(super) fn score(self, key: i64) -> Wide {
        let number = if self.is_reversed() { !key } else { key };
        if !self.is_float() {
            self.lift(number as Wide) ^ SIGN ^ self.turn(false)
        } else if number < 0 {
            self.lift(number.wrapping_neg() as Wide) | SIGN
        } else {
            self.lift(number as Wide)
        }
    }

    pub(super) fn is_nan(self, score: Wide) -> bool {
        self.is_float() && score << 1 > self.limit()
    }

    /// Of a float: twice the magnitude of infinity, all of whose bits are exponent. What
    /// is above is NaN.
    pub(super) fn limit(self) -> Wide {
        Wide::from(!(u32::MAX >> self.exponent())) << LOW
    }

    /// What scores are xored with to be in order as unsigned words. That of floats is
    /// right for half of the keys: negative floats are upside down among themselves.
    fn turn(self, negative: bool) -> Wide {
        if negative {
            Wide::MAX
        } else if INTEGERS {
            Wide::from(self.0 & 4) << (Wide::BITS - 3)
        } else {
            SIGN
        }
    }

    /// What scores are compared with for a gold's, to be ahead of it (`strictly`) or at
    /// least as good. Nothing is ahead of the best integer.
    pub(super) fn cut(self, gold: Wide, strictly: bool) -> Option<Cut> {
        let gold = if !self.is_float() || gold << 1 != 0 {
            gold
        } else if strictly == self.is_reversed() {
            SIGN
        } else {
            0
        };
        let turn = self.turn(self.is_float() && gold & SIGN != 0);
        let turn = if self.is_reversed() { !turn } else { turn };
        let bound = gold ^ turn;
        if !strictly {
            return Some(Cut { turn, bound });
        }
        // One more, in the upper half where that is what is looked at.
        let one = if self.log() == 3 { 1 } else { 1 << LOW };
        let (bound, none) = bound.overflowing_add(one);
        if none && !self.is_float() { None } else { Some(Cut { turn, bound }) }
    }
}

/// A score counts where, xored with `turn`, it is not below `bound` as an unsigned word.
///
/// Floats are sign and magnitude: among those of one sign, bits in unsigned order are
/// the numbers' order, or its reverse. So a positive bound needs no more than the sign
/// turned, and a negative one all of the bits, which puts every positive float above
/// it in any case. A gold of zero is both: -0 and +0 are equal, so that what is above
/// it is what is above +0, and what is at least as good is what is so to -0.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub(super) turn: Wide,
    pub(super) bound: Wide,
}
