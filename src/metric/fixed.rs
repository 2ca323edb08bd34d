//! Sums whose result depends on no order and no machine.

/// 2^63 units make 1.
const ONE: f64 = (1u64 << 63) as f64;

/// A sum of values in 0..=1, each cut to a multiple of 2^-63.
#[derive(Clone, Copy)]
pub(crate) struct Fixed(u128);

impl Fixed {
    pub(crate) const ZERO: Self = Fixed(0);

    /// Adds a value in 0..=1.
    pub(crate) fn add(&mut self, value: f64) {
        // The product is exact; the cast cuts.
        self.0 += u128::from((value * ONE) as u64);
    }

    /// Adds 1 / (rank + 1) for a doubled 0-based rank.
    pub(crate) fn add_reciprocal(&mut self, doubled: u64) {
        self.add_reciprocals(doubled, 1);
    }

    /// The same of so many queries; those of one sum are less than 2^64.
    pub(crate) fn add_reciprocals(&mut self, doubled: u64, queries: u64) {
        // floor(2^64 / d) for d = 2 * (rank + 1), without leaving 64 bits.
        let divisor = doubled.saturating_add(2);
        let (quotient, rest) = (u64::MAX / divisor, u64::MAX % divisor);
        let reciprocal = quotient + u64::from(rest == divisor - 1);
        self.0 += u128::from(reciprocal) * u128::from(queries);
    }

    /// The mean over so many queries.
    pub(crate) fn mean(self, queries: f64) -> f64 {
        self.sum() / queries
    }

    /// The sum.
    pub(crate) fn sum(self) -> f64 {
        self.0 as f64 / ONE
    }
}
