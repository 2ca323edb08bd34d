//! Histograms of ranks: how many queries have each rank, misses apart.
//!
//! Counters that only grow, so that those of any parts of the queries, counted
//! anywhere, are added up; and all that a report needs follows from them with
//! the same bits as from the ranks themselves.

use core::iter::{once, repeat_n};

use crate::error::Error;
use crate::metric::{Fixed, Sizes, one_based};
use crate::relevance::expect_length;

/// The counters of a histogram, read.
///
/// They are one flat array of [`u64`], for a gallery of N items (or lists of at
/// most N ids):
///
/// | counters | queries |
/// | --- | --- |
/// | the first N | found at the rank 0 to N - 1 |
/// | then one | missed, with rank N |
/// | or, instead, N + 1 | missed, with the rank 0 to N |
///
/// So N + 1 counters do where every query has the same gallery, and 2 N + 1 are
/// needed where galleries (or lists) differ in size, since a miss has the size of
/// its own as rank. A histogram starts as zeros, is filled by
/// [`count`](Histogram::count), and two of the same queries' galleries are merged
/// by adding them up element by element, by [`merge`](Histogram::merge) or by
/// whatever sums arrays across machines: `MPI_SUM` on `MPI_UINT64_T`, or an
/// all-reduce of 64-bit integers.
///
/// Reading costs a pass over the counters, however many queries there are.
/// Ranks of the realistic tie rule, which may end in one half, have no histogram.
///
/// ```
/// use recallk::{Error, Histogram, Sizes};
///
/// // Ranks among 4 items on two machines; rank 4 is a miss.
/// let (mut here, mut there) = ([0; 5], [0; 5]);
/// Histogram::count(&mut here, 4, &[0, 2, 0], Sizes::All(4))?;
/// Histogram::count(&mut there, 4, &[4, 1], Sizes::All(4))?;
/// Histogram::merge(&mut here, &there)?;
/// assert_eq!(here, [2, 1, 1, 0, 1]);
///
/// let histogram = Histogram::new(&here, 4)?;
/// assert_eq!(histogram.queries()?, 5);
/// assert_eq!(histogram.median_rank()?, 2.0);
/// assert_eq!(histogram.mean_rank()?, 2.4);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Histogram<'a> {
    found: &'a [u64],
    missed: &'a [u64],
    /// The rank that the first of the missed have.
    first_miss: u32,
}

/// The rank of the first counter of misses, for so many counters.
fn first_miss(counters: usize, gallery: u32) -> Result<u32, Error> {
    let (found, one, each) = (counters as u64, u64::from(gallery) + 1, 2 * u64::from(gallery) + 1);
    let needed = usize::try_from(one).unwrap_or(usize::MAX);
    match found {
        found if found == one => Ok(gallery),
        found if found == each => Ok(0),
        _ => Err(Error::Length { needed, found: counters }),
    }
}

impl<'a> Histogram<'a> {
    /// The histogram in these counters, for a gallery of so many items.
    ///
    /// # Errors
    /// [`Error::Length`] where there are neither N + 1 nor 2 N + 1 counters.
    pub fn new(counters: &'a [u64], gallery: u32) -> Result<Self, Error> {
        let first_miss = first_miss(counters.len(), gallery)?;
        let (found, missed) = counters.split_at_checked(gallery as usize).unwrap_or((&[], &[]));
        Ok(Histogram { found, missed, first_miss })
    }

    /// Adds 0-based ranks to the counters of a gallery of so many items. A rank
    /// that is not below its size is a miss. Counters wrap at 2^64.
    ///
    /// # Errors
    /// [`Error::Length`] for the counters, as [`new`](Histogram::new), and for the
    /// sizes; [`Error::RankOutOfRange`] for the first rank that has no counter:
    /// one beyond the gallery, or a miss below it where misses have one counter
    /// alone. After an error the counters are as they were.
    pub fn count(
        counters: &mut [u64],
        gallery: u32,
        ranks: &[u32],
        sizes: Sizes,
    ) -> Result<(), Error> {
        let first_miss = first_miss(counters.len(), gallery)?;
        sizes.check(ranks.len())?;
        let place = |(q, &rank): (usize, &u32)| {
            if rank < sizes.of(q) {
                Some(rank as usize).filter(|_| rank < gallery)
            } else {
                let among_misses = rank.checked_sub(first_miss).filter(|_| rank <= gallery)?;
                Some(gallery as usize + among_misses as usize)
            }
        };
        if let Some(at) = ranks.iter().enumerate().position(|rank| place(rank).is_none()) {
            return Err(Error::RankOutOfRange { at });
        }
        for rank in ranks.iter().enumerate() {
            if let Some(counter) = place(rank).and_then(|at| counters.get_mut(at)) {
                *counter = counter.wrapping_add(1);
            }
        }
        Ok(())
    }

    /// Adds the counters of another histogram of the same gallery.
    ///
    /// # Errors
    /// [`Error::Length`] where they are not equally many.
    pub fn merge(into: &mut [u64], from: &[u64]) -> Result<(), Error> {
        expect_length(into, from.len())?;
        for (into, from) in into.iter_mut().zip(from) {
            *into = into.wrapping_add(*from);
        }
        Ok(())
    }

    /// How many queries were counted.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] where they are 2^64 or more, which counting cannot
    /// reach.
    pub fn queries(&self) -> Result<u64, Error> {
        let all = self.found.iter().chain(self.missed);
        let sum = all.copied().try_fold(0u64, u64::checked_add);
        sum.ok_or(Error::SizeOverflow)
    }

    fn some_queries(&self) -> Result<u64, Error> {
        match self.queries()? {
            0 => Err(Error::NoQueries),
            queries => Ok(queries),
        }
    }

    /// Each rank with its queries, found or missed; their sum has been checked.
    fn ranks(&self) -> impl Iterator<Item = (u32, u64)> {
        let found = self.found.iter().copied().chain(once(0));
        let missed = repeat_n(0, self.first_miss as usize).chain(self.missed.iter().copied());
        (0..).zip(found.zip(missed).map(|(found, missed)| found.wrapping_add(missed)))
    }

    /// As [`hits`](crate::hits) of the ranks: for each K the queries found below
    /// rank K. A miss is never a hit.
    ///
    /// # Errors
    /// [`Error::NoQueries`], [`Error::Length`], [`Error::SizeOverflow`].
    pub fn hits(&self, ks: &[u32], hits: &mut [u64]) -> Result<(), Error> {
        self.some_queries()?;
        expect_length(hits, ks.len())?;
        for (hits, &k) in hits.iter_mut().zip(ks) {
            let below = self.found.iter().take(k as usize);
            *hits = below.fold(0, |sum: u64, count| sum.wrapping_add(*count));
        }
        Ok(())
    }

    /// As [`median_pair`](crate::median_pair) of the ranks: the two middle ranks,
    /// 0-based, lower first; equal for an odd number of queries.
    ///
    /// # Errors
    /// [`Error::NoQueries`], [`Error::SizeOverflow`].
    pub fn median_pair(&self) -> Result<(u32, u32), Error> {
        let queries = self.some_queries()?;
        // The rank of the query that has so many before it, in order of ranks.
        let rank_behind = |before: u64| {
            let mut rest = before;
            let reaches = |&(_, count): &(u32, u64)| match rest.checked_sub(count) {
                Some(less) => {
                    rest = less;
                    false
                }
                None => true,
            };
            self.ranks().find(reaches).map_or(0, |(rank, _)| rank)
        };
        Ok((rank_behind((queries - 1) / 2), rank_behind(queries / 2)))
    }

    /// As [`median_rank`](crate::median_rank) of the ranks, 1-based.
    ///
    /// # Errors
    /// [`Error::NoQueries`], [`Error::SizeOverflow`].
    pub fn median_rank(&self) -> Result<f64, Error> {
        let (lower, upper) = self.median_pair()?;
        Ok(one_based(2 * u64::from(lower), 2 * u64::from(upper)))
    }

    /// As [`mean_rank`](crate::mean_rank) of the ranks, 1-based: an integer sum and
    /// one division. A miss counts with its rank.
    ///
    /// # Errors
    /// [`Error::NoQueries`]; [`Error::SizeOverflow`] where the sum of the ranks is
    /// 2^64 or more.
    pub fn mean_rank(&self) -> Result<f64, Error> {
        let queries = self.some_queries()?;
        // From 1-based ranks, so that the queries need not be added.
        let sum = self.ranks().try_fold(0u64, |sum, (rank, count)| {
            sum.checked_add(count.checked_mul(u64::from(rank) + 1)?)
        });
        Ok(sum.ok_or(Error::SizeOverflow)? as f64 / queries as f64)
    }

    /// As [`mrr`](crate::mrr) of the ranks, a fraction; a miss adds 0.
    ///
    /// # Errors
    /// [`Error::NoQueries`], [`Error::SizeOverflow`].
    pub fn mrr(&self) -> Result<f64, Error> {
        let queries = self.some_queries()?;
        let mut sum = Fixed::ZERO;
        for (rank, &count) in (0u64..).zip(self.found) {
            sum.add_reciprocals(2 * rank, count);
        }
        Ok(sum.mean(queries as f64))
    }
}
