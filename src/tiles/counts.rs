//! What has been counted for a matrix in tiles.

use core::ops::Range;

use crate::error::Error;
use crate::relevance::expect_length;
use crate::sides::Sides;
use crate::sweep::{Count, Coverage};

/// What has been counted for the rows and columns of a matrix, tile by tile.
///
/// Behind it are two arrays of [`u32`] counters; adding those of two counts up,
/// element by element and modulo 2^32, merges them.
#[derive(Debug)]
pub struct Counts<'a> {
    pub(super) counts: Sides<&'a mut [Count]>,
    pub(super) coverage: Sides<&'a mut [Coverage]>,
}

impl<'a> Counts<'a> {
    /// Counts of a [`Sweep`](crate::Sweep) that has so many entries for rows; those
    /// for columns are behind them. They start as [`Count::ZERO`] and
    /// [`Coverage::NONE`].
    ///
    /// # Errors
    /// [`Error::Length`] where the arrays are not equally long, or shorter than
    /// `rows`.
    pub fn new(
        counts: &'a mut [Count],
        coverage: &'a mut [Coverage],
        rows: usize,
    ) -> Result<Self, Error> {
        expect_length(coverage, counts.len())?;
        let short = Error::Length { needed: rows, found: counts.len() };
        let counts = counts.split_at_mut_checked(rows).ok_or(short)?;
        let coverage = coverage.split_at_mut_checked(rows).ok_or(short)?;
        Ok(Counts { counts: counts.into(), coverage: coverage.into() })
    }

    /// Adds what was counted elsewhere for the same matrix and golds.
    ///
    /// # Errors
    /// [`Error::Length`] where the shapes differ.
    pub fn merge(&mut self, other: &Counts) -> Result<(), Error> {
        let Sides { rows, columns } = self.entries();
        expect_length(other.counts.rows, rows)?;
        expect_length(other.counts.columns, columns)?;
        merge(self.counts.rows, other.counts.rows, Count::merge);
        merge(self.counts.columns, other.counts.columns, Count::merge);
        merge(self.coverage.rows, other.coverage.rows, Coverage::merge);
        merge(self.coverage.columns, other.coverage.columns, Coverage::merge);
        Ok(())
    }

    pub(super) fn entries(&self) -> Sides<usize> {
        Sides { rows: self.counts.rows.len(), columns: self.counts.columns.len() }
    }

    pub(super) fn all(&mut self) -> Sides<&mut [Count]> {
        Sides { rows: &mut *self.counts.rows, columns: &mut *self.counts.columns }
    }

    /// The counts of some entries.
    pub(super) fn part(&mut self, of: &Sides<Range<usize>>) -> Sides<&mut [Count]> {
        Sides {
            rows: self.counts.rows.get_mut(of.rows.clone()).unwrap_or(&mut []),
            columns: self.counts.columns.get_mut(of.columns.clone()).unwrap_or(&mut []),
        }
    }

    /// All counts of some entries with the opposite sign.
    pub(super) fn negate(&mut self, of: &Sides<Range<usize>>) {
        let Sides { rows, columns } = self.part(of);
        for count in rows.iter_mut().chain(columns.iter_mut()) {
            *count = count.negated();
        }
    }

    /// Notes for some entries what they have been counted against.
    pub(super) fn cover(&mut self, of: &Sides<Range<usize>>, seen: &Sides<Coverage>) {
        for coverage in self.coverage.rows.get_mut(of.rows.clone()).unwrap_or(&mut []) {
            coverage.merge(&seen.rows);
        }
        for coverage in self.coverage.columns.get_mut(of.columns.clone()).unwrap_or(&mut []) {
            coverage.merge(&seen.columns);
        }
    }
}

fn merge<T>(into: &mut [T], from: &[T], merge: fn(&mut T, &T)) {
    into.iter_mut().zip(from).for_each(|(into, from)| merge(into, from));
}
