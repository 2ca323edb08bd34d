//! What the tiles ask of a vector register.

use super::tile::Reader;
use crate::key::{Lane, Score, sealed::Bits, sealed::Integer};

/// `W` lanes, and the few operations that counting takes.
///
/// Implementations for an instruction set are used below functions that are
/// compiled for it only.
pub(super) trait Vector<const W: usize>: Copy {
    type Lane: Lane;

    fn splat(lane: Self::Lane) -> Self;

    /// The bits of `W` scores.
    fn load<S: Score + Bits<Lane = Self::Lane>>(cells: &[S; W]) -> Self;

    fn lanes(lanes: &[Self::Lane; W]) -> Self;

    fn store(self, lanes: &mut [Self::Lane; W]);

    fn xor(self, other: Self) -> Self;

    /// The bits of floats as ordered integers.
    fn ordered(self) -> Self;

    /// What is subtracted to count one more.
    fn minus_one() -> Self;

    /// One more in the lanes where a > b, or a == b.
    fn count_above(self, a: Self, b: Self, minus_one: Self) -> Self;
    fn count_equal(self, a: Self, b: Self, minus_one: Self) -> Self;

    /// Takes in the bits of floats; starting from zero, [`has_nan`](Self::has_nan)
    /// tells whether there was a NaN.
    fn note_nan(self, bits: Self, infinity: Self) -> Self;
    fn has_nan(self, infinity: Self) -> bool;

    /// These lanes, but those of `other` where a > b.
    fn where_above(self, a: Self, b: Self, other: Self) -> Self;

    /// The lanes, but those of the sink where the bits are a NaN, and one more for
    /// each of these in `nans`.
    fn sink_nan(self, bits: Self, reader: &Reader<Self>, nans: &mut Self) -> Self;

    /// The sum of the lanes, taken as unsigned.
    #[inline(always)]
    fn sum(self) -> u32 {
        let mut lanes = [Self::Lane::ZERO; W];
        self.store(&mut lanes);
        // Many lanes would be many instructions.
        if W > 16 { total(&lanes) } else { add_up(&lanes) }
    }

    /// Asks for the cache line that lies so many bytes behind the cells.
    #[inline(always)]
    fn prefetch<S>(_cells: &[S], _distance: usize) {}
}

#[inline(never)]
fn total<L: Lane>(lanes: &[L]) -> u32 {
    add_up(lanes)
}

#[inline(always)]
fn add_up<L: Lane>(lanes: &[L]) -> u32 {
    lanes.iter().fold(0, |sum, lane| sum.wrapping_add(lane.count()))
}
