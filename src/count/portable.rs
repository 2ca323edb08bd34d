//! Vectors in plain Rust: the reference that every other backend is tested
//! against, and what runs where there is none.

use super::tile::Reader;
use super::vector::Vector;
use crate::key::sealed::Bits;
use crate::key::{Lane, Score};

/// `W` lanes in an array.
#[derive(Clone, Copy)]
pub(super) struct Array<L, const W: usize>([L; W]);

impl<L: Lane, const W: usize> Array<L, W> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(L, L) -> L) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        Array(lanes)
    }
}

impl<L: Lane, const W: usize> Vector<W> for Array<L, W> {
    type Lane = L;

    #[inline(always)]
    fn splat(lane: L) -> Self {
        Array([lane; W])
    }

    #[inline(always)]
    fn load<S: Score + Bits<Lane = L>>(cells: &[S; W]) -> Self {
        Array(cells.map(S::bits))
    }

    #[inline(always)]
    fn lanes(lanes: &[L; W]) -> Self {
        Array(*lanes)
    }

    #[inline(always)]
    fn store(self, lanes: &mut [L; W]) {
        *lanes = self.0;
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, L::xor)
    }

    #[inline(always)]
    fn ordered(self) -> Self {
        Array(self.0.map(L::ordered))
    }

    #[inline(always)]
    fn minus_one() -> Self {
        Array([L::ONES; W])
    }

    #[inline(always)]
    fn count_above(self, a: Self, b: Self, _: Self) -> Self {
        self.zip(a.zip(b, |a, b| L::ZERO.plus(a > b)), |count, more| count.add(more))
    }

    #[inline(always)]
    fn count_equal(self, a: Self, b: Self, _: Self) -> Self {
        self.zip(a.zip(b, |a, b| L::ZERO.plus(a == b)), |count, more| count.add(more))
    }

    #[inline(always)]
    fn note_nan(self, bits: Self, infinity: Self) -> Self {
        // Infinity minus the magnitude of a NaN has its sign set.
        let sign = infinity.zip(bits, |infinity, bits| infinity.minus(bits.magnitude()));
        self.zip(sign, L::or)
    }

    #[inline(always)]
    fn has_nan(self, _infinity: Self) -> bool {
        self.0.iter().any(|&noted| noted < L::ZERO)
    }

    #[inline(always)]
    fn where_above(self, a: Self, b: Self, other: Self) -> Self {
        let mut lanes = self.0;
        for (((lane, a), b), other) in lanes.iter_mut().zip(a.0).zip(b.0).zip(other.0) {
            *lane = if a > b { other } else { *lane };
        }
        Array(lanes)
    }

    #[inline(always)]
    fn sink_nan(self, bits: Self, reader: &Reader<Self>, nans: &mut Self) -> Self {
        let magnitude = Array(bits.0.map(L::magnitude));
        *nans = nans.count_above(magnitude, reader.infinity, reader.minus_one);
        self.where_above(magnitude, reader.infinity, reader.sink)
    }
}
