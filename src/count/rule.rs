//! How the bits of a score type become keys and lanes under one order.

use crate::key::sealed::Bits;
use crate::key::{Lane, Order, Score};

/// How the bits of one score type become keys under one order.
///
/// Values, not constants: types of one width and kind (u32 and i32, f16 and
/// bf16) share the machine code of their loops in the C library.
#[derive(Clone, Copy)]
pub(crate) struct Rule<L> {
    pub(crate) flip: L,
    pub(crate) infinity: L,
    /// All ones where lower is better.
    turn: L,
}

impl<L: Lane> Rule<L> {
    pub(crate) fn of<S: Score + Bits<Lane = L>>(order: Order) -> Self {
        let turn = match order {
            Order::HigherFirst => L::ZERO,
            Order::LowerFirst => L::ONES,
        };
        Rule { flip: S::FLIP, infinity: S::INFINITY, turn }
    }

    pub(crate) fn lower_first(self) -> bool {
        self.turn != L::ZERO
    }

    /// The lane of a score's bits, which are no NaN.
    #[inline(always)]
    pub(crate) fn lane<S: Score<Lane = L>>(self, bits: L) -> L {
        if S::FLOAT { bits.ordered() } else { bits.xor(self.flip) }
    }

    /// The lane that stands for NaN.
    #[inline(always)]
    pub(crate) fn nan(self) -> L {
        L::MIN.xor(self.turn)
    }

    /// The key of a score's bits, and whether they are a NaN (whose key may be
    /// anything).
    #[inline(always)]
    pub(crate) fn key<S: Score<Lane = L>>(self, bits: L) -> (i64, bool) {
        let is_nan = S::FLOAT && bits.magnitude() > self.infinity;
        (self.lane::<S>(bits).xor(self.turn).widen(), is_nan)
    }

    /// The lane of a key.
    pub(crate) fn lane_of(self, key: i64) -> L {
        L::cut(key).xor(self.turn)
    }
}
