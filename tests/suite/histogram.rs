//! Histograms against the metrics of the ranks that they count, with the same
//! bits, however the queries are split among workers.

use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    Error, Histogram, Sizes, hits, mean_rank, median_pair, median_rank, mrr, recall_percent,
};

const WORKERS: usize = 5;

/// Queries as (rank, size), and the worker that has each.
#[derive(Debug, Clone)]
struct Ranked {
    gallery: u32,
    /// Whether all queries have the same gallery.
    one_size: bool,
    queries: Vec<(u32, u32)>,
    workers: Vec<usize>,
}

impl Ranked {
    fn ranks(&self) -> Vec<u32> {
        self.queries.iter().map(|(rank, _)| *rank).collect()
    }

    fn each_size(&self) -> Vec<u32> {
        self.queries.iter().map(|(_, size)| *size).collect()
    }

    /// What one worker counts.
    fn part(&self, worker: usize) -> Ranked {
        let own = |&(_, who): &(&(u32, u32), &usize)| *who == worker;
        let queries = self.queries.iter().zip(&self.workers).filter(own).map(|(query, _)| *query);
        Ranked { queries: queries.collect(), ..self.clone() }
    }

    /// Counters with as few as there may be, or with misses of every rank.
    fn counters(&self, every_miss: bool) -> Vec<u64> {
        let gallery = self.gallery as usize;
        vec![0; if every_miss { 2 * gallery + 1 } else { gallery + 1 }]
    }

    fn count(&self, counters: &mut [u64]) -> Result<(), Error> {
        let (ranks, each) = (self.ranks(), self.each_size());
        let sizes = if self.one_size { Sizes::All(self.gallery) } else { Sizes::Each(&each) };
        Histogram::count(counters, self.gallery, &ranks, sizes)
    }
}

fn ranked() -> impl Strategy<Value = Ranked> {
    // Small galleries, where all ranks crowd, and larger ones with gaps.
    let gallery = prop_oneof![0..3u32, 3..40u32, 500..2000u32];
    let query = (any::<u32>(), any::<u32>(), 0..4u32);
    (gallery, any::<bool>(), vec((query, 0..WORKERS), 1..120)).prop_map(
        |(gallery, one_size, queries)| {
            let query = |&((a, b, kind), _): &((u32, u32, u32), usize)| {
                let size = if one_size { gallery } else { b % (gallery + 1) };
                // A quarter misses; most others near the top, as ranks are.
                let rank = match kind {
                    0 => size,
                    1 => a % (size + 1),
                    _ => a % (size + 1).min(6),
                };
                (rank, size)
            };
            Ranked {
                gallery,
                one_size,
                workers: queries.iter().map(|(_, worker)| *worker).collect(),
                queries: queries.iter().map(query).collect(),
            }
        },
    )
}

fn bits(value: Result<f64, Error>) -> Result<u64, Error> {
    value.map(f64::to_bits)
}

fn check(ranked: &Ranked, counters: &[u64]) -> Result<(), TestCaseError> {
    let histogram = Histogram::new(counters, ranked.gallery).unwrap();
    let (ranks, each) = (ranked.ranks(), ranked.each_size());
    let sizes = Sizes::Each(&each);
    let ks = [0, 1, 5, 1, 10, ranked.gallery, ranked.gallery + 1, u32::MAX];
    let (mut wanted, mut got) = ([7; 8], [9; 8]);
    hits(&ranks, sizes, &ks, &mut wanted).unwrap();
    histogram.hits(&ks, &mut got).unwrap();
    prop_assert_eq!(got, wanted);
    prop_assert_eq!(histogram.queries(), Ok(ranks.len() as u64));
    prop_assert_eq!(histogram.median_pair(), median_pair(&ranks));
    prop_assert_eq!(bits(histogram.median_rank()), bits(median_rank(&ranks)));
    prop_assert_eq!(bits(histogram.mean_rank()), bits(mean_rank(&ranks)));
    prop_assert_eq!(bits(histogram.mrr()), bits(mrr(&ranks, sizes)));
    Ok(())
}

proptest! {
    /// One histogram, and one merged from those of workers, in either order.
    #[test]
    fn says_what_the_ranks_say(ranked in ranked()) {
        for every_miss in [true, false] {
            // With one counter for misses only where they all have one rank.
            if !every_miss && !ranked.one_size {
                continue;
            }
            let mut whole = ranked.counters(every_miss);
            ranked.count(&mut whole).unwrap();
            check(&ranked, &whole)?;

            let (mut up, mut down) = (ranked.counters(every_miss), ranked.counters(every_miss));
            for worker in 0..WORKERS {
                let mut part = ranked.counters(every_miss);
                ranked.part(worker).count(&mut part).unwrap();
                Histogram::merge(&mut up, &part).unwrap();
                // Straight into what the others have counted.
                ranked.part(WORKERS - 1 - worker).count(&mut down).unwrap();
            }
            prop_assert_eq!(&up, &whole);
            prop_assert_eq!(&down, &whole);
        }
    }

    /// The layout, counter by counter.
    #[test]
    fn each_counter_counts_its_rank(ranked in ranked()) {
        let gallery = ranked.gallery as usize;
        let mut counters = ranked.counters(true);
        ranked.count(&mut counters).unwrap();
        let count = |keep: &dyn Fn(&(u32, u32)) -> bool| {
            ranked.queries.iter().filter(|query| keep(query)).count() as u64
        };
        for rank in 0..=gallery {
            let here = |query: &(u32, u32)| query.0 as usize == rank;
            let found = count(&|query| here(query) && query.0 < query.1);
            let missed = count(&|query| here(query) && query.0 >= query.1);
            prop_assert_eq!(counters[gallery + rank], missed, "misses of rank {}", rank);
            prop_assert_eq!(if rank < gallery { counters[rank] } else { 0 }, found);
        }
    }

    /// A rank without a counter is named, and nothing is counted.
    #[test]
    fn a_refused_rank_leaves_nothing(ranked in ranked(), at in any::<prop::sample::Index>()) {
        let at = at.index(ranked.queries.len());
        let mut spoilt = ranked.clone();
        // Beyond the gallery, be it found or missed.
        for (rank, size) in [(ranked.gallery + 1, 0), (ranked.gallery, u32::MAX), (u32::MAX, 5)] {
            spoilt.one_size = false;
            spoilt.queries[at] = (rank, size);
            let mut counters = spoilt.counters(true);
            let refused = Err(Error::RankOutOfRange { at });
            prop_assert_eq!(spoilt.count(&mut counters), refused);
            prop_assert!(counters.iter().all(|count| *count == 0));
        }
    }
}

#[test]
fn a_miss_below_the_gallery_needs_counters_of_misses() {
    let (ranks, sizes) = ([0, 2, 4], [4, 2, 4]);
    let mut few = [0; 5];
    let counted = Histogram::count(&mut few, 4, &ranks, Sizes::Each(&sizes));
    assert_eq!(counted, Err(Error::RankOutOfRange { at: 1 }));
    assert_eq!(few, [0; 5]);
    let mut all = [0; 9];
    Histogram::count(&mut all, 4, &ranks, Sizes::Each(&sizes)).unwrap();
    assert_eq!(all, [1, 0, 0, 0, 0, 0, 1, 0, 1]);
}

/// Of each kind by hand: 1-based ranks 1, 1, 3, 4 and a miss that counts as 6.
#[test]
fn by_hand() {
    let mut counters = [0; 6];
    Histogram::count(&mut counters, 5, &[0, 2, 5, 0, 3], Sizes::All(5)).unwrap();
    assert_eq!(counters, [2, 0, 1, 1, 0, 1]);
    let histogram = Histogram::new(&counters, 5).unwrap();
    let mut hits = [0; 4];
    histogram.hits(&[1, 3, 5, 6], &mut hits).unwrap();
    assert_eq!(hits, [2, 3, 4, 4]);
    assert_eq!(recall_percent(hits[0], histogram.queries().unwrap()), 40.0);
    assert_eq!(histogram.median_pair(), Ok((2, 2)));
    assert_eq!(histogram.median_rank(), Ok(3.0));
    assert_eq!(histogram.mean_rank(), Ok(3.0));
    let thirds = ((1u128 << 63) / 3) as f64 / 2f64.powi(63);
    assert!((histogram.mrr().unwrap() - (2.0 + thirds + 0.25) / 5.0).abs() < 1e-15);
    // Half of the queries each: the pair of the middle.
    let halves = [3, 0, 0, 0, 3, 0];
    assert_eq!(Histogram::new(&halves, 5).unwrap().median_pair(), Ok((0, 4)));
    assert_eq!(Histogram::new(&halves, 5).unwrap().median_rank(), Ok(3.0));
}

/// More queries than any slice of ranks could have, by the definitions.
#[test]
fn large_counts() {
    let counters = [1u64 << 40, 3, (1 << 41) + 1, 7, 1 << 39];
    let histogram = Histogram::new(&counters, 4).unwrap();
    let queries: u128 = counters.iter().map(|&count| u128::from(count)).sum();
    assert_eq!(histogram.queries().map(u128::from), Ok(queries));
    let sum: u128 = (1..).zip(counters).map(|(rank, count)| rank * u128::from(count)).sum();
    assert_eq!(histogram.mean_rank(), Ok(sum as f64 / queries as f64));
    let of = |(rank, count): (u128, u64)| (1u128 << 63) / rank * u128::from(count);
    let reciprocals: u128 = (1..5).zip(counters).map(of).sum();
    let wanted = reciprocals as f64 / 2f64.powi(63) / queries as f64;
    assert_eq!(histogram.mrr(), Ok(wanted));
    // 2^40 + 3 come before those of rank 2, and as many as half are not yet all.
    assert_eq!(histogram.median_pair(), Ok((2, 2)));
}

#[test]
fn sums_that_overflow() {
    let too_many = [1, 0, u64::MAX];
    let histogram = Histogram::new(&too_many, 2).unwrap();
    assert_eq!(histogram.queries(), Err(Error::SizeOverflow));
    assert_eq!(histogram.hits(&[1], &mut [0]), Err(Error::SizeOverflow));
    assert_eq!(histogram.median_pair(), Err(Error::SizeOverflow));
    assert_eq!(histogram.mean_rank(), Err(Error::SizeOverflow));
    assert_eq!(histogram.mrr(), Err(Error::SizeOverflow));
    // As many queries as can be, of whom only the sum of ranks is too large.
    let full = [0, u64::MAX, 0];
    let histogram = Histogram::new(&full, 2).unwrap();
    assert_eq!(histogram.queries(), Ok(u64::MAX));
    assert_eq!(histogram.mean_rank(), Err(Error::SizeOverflow));
    assert_eq!(histogram.median_pair(), Ok((1, 1)));
    assert_eq!(histogram.mrr(), Ok(0.5));
    // Counters wrap as sums of arrays on other machines do.
    let mut wrapped = [u64::MAX, 5, 0];
    Histogram::merge(&mut wrapped, &[2, 0, 1]).unwrap();
    assert_eq!(wrapped, [1, 5, 1]);
}

#[test]
fn lengths() {
    let error = |needed, found| Err(Error::Length { needed, found });
    for found in [0, 4, 6, 8, 10] {
        let mut counters = vec![3; found];
        let wanted = error(5, found);
        assert_eq!(Histogram::new(&counters, 4).map(|_| ()), wanted);
        assert_eq!(Histogram::count(&mut counters, 4, &[0], Sizes::All(4)), wanted);
        assert!(counters.iter().all(|count| *count == 3));
    }
    assert!(Histogram::new(&[0; 5], 4).is_ok() && Histogram::new(&[0; 9], 4).is_ok());
    // As far as a length goes: with 32 bits there are no so many.
    let most = usize::try_from(1u64 << 32).unwrap_or(usize::MAX);
    assert_eq!(Histogram::new(&[0], u32::MAX).map(|_| ()), error(most, 1));
    assert_eq!(Histogram::count(&mut [0; 5], 4, &[0, 1], Sizes::Each(&[4])), error(2, 1));
    assert_eq!(Histogram::merge(&mut [0; 5], &[0; 9]), error(9, 5));
    assert_eq!(Histogram::new(&[1; 5], 4).unwrap().hits(&[1, 2], &mut [0]), error(2, 1));
}

#[test]
fn nothing_counted() {
    let mut counters = [0; 4];
    Histogram::count(&mut counters, 3, &[], Sizes::All(3)).unwrap();
    let histogram = Histogram::new(&counters, 3).unwrap();
    assert_eq!(histogram.queries(), Ok(0));
    assert_eq!(histogram.hits(&[1], &mut [0]), Err(Error::NoQueries));
    assert_eq!(histogram.median_pair(), Err(Error::NoQueries));
    assert_eq!(histogram.median_rank(), Err(Error::NoQueries));
    assert_eq!(histogram.mean_rank(), Err(Error::NoQueries));
    assert_eq!(histogram.mrr(), Err(Error::NoQueries));
    // An empty list: every query misses, at rank 1 by 1-based count.
    let mut empty = [0; 1];
    Histogram::count(&mut empty, 0, &[0, 0], Sizes::All(0)).unwrap();
    let histogram = Histogram::new(&empty, 0).unwrap();
    assert_eq!((histogram.median_rank(), histogram.mrr()), (Ok(1.0), Ok(0.0)));
}
