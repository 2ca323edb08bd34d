//! How many items each query was ranked among.

use crate::error::Error;
use crate::relevance::expect_length;

/// How many items each query was ranked among.
#[derive(Debug, Clone, Copy)]
pub enum Sizes<'a> {
    /// The same gallery for all.
    All(u32),
    /// One size for each query.
    Each(&'a [u32]),
}

impl<'a> Sizes<'a> {
    pub(crate) fn check(&self, queries: usize) -> Result<(), Error> {
        match self {
            Sizes::All(_) => Ok(()),
            Sizes::Each(sizes) => expect_length(sizes, queries),
        }
    }

    /// The size of query `q`.
    #[inline]
    pub(crate) fn of(&self, q: usize) -> u32 {
        match self {
            Sizes::All(size) => *size,
            Sizes::Each(sizes) => sizes.get(q).copied().unwrap_or(0),
        }
    }

    /// The largest size.
    pub(crate) fn largest(&self) -> u32 {
        match self {
            Sizes::All(size) => *size,
            Sizes::Each(sizes) => sizes.iter().copied().max().unwrap_or(0),
        }
    }
}

/// The number of queries, which are some.
pub(super) fn some_queries<T>(of_queries: &[T]) -> Result<f64, Error> {
    if of_queries.is_empty() { Err(Error::NoQueries) } else { Ok(of_queries.len() as f64) }
}
