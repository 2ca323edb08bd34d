//! The median by counting against the median by sorting.

use crate::oracle;
use recallk::{Error, median_pair, median_rank};

fn check(ranks: &[u32]) {
    let (lower, upper) = oracle::median_pair(ranks);
    assert_eq!(median_pair(ranks), Ok((lower, upper)), "{ranks:?}");
    // 1-based; both sums are exact in an f64.
    let wanted = (f64::from(lower) + f64::from(upper)) / 2.0 + 1.0;
    assert_eq!(median_rank(ranks), Ok(wanted), "{ranks:?}");
}

/// Knuth's MMIX generator.
fn random(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 32) as u32
}

/// For each length values on which bisection or its middle may go wrong.
#[test]
fn every_length() {
    let mut state = 1;
    for len in 1..=300u32 {
        let of = |value: &dyn Fn(u32) -> u32| (0..len).map(value).collect::<Vec<u32>>();
        check(&of(&|_| 0));
        check(&of(&|_| 77));
        check(&of(&|_| u32::MAX));
        check(&of(&|k| k));
        check(&of(&|k| len - k));
        check(&of(&|k| u32::MAX - k));
        check(&of(&|k| k % 2 * u32::MAX));
        check(&of(&|k| k * k * 40_000));
        // Two values, in every proportion and either order.
        for few in 0..=len {
            check(&of(&|k| if k < few { 3 } else { 4 }));
            check(&of(&|k| if k < few { u32::MAX } else { 0 }));
        }
        // One of the middle ones alone between two crowds.
        check(&of(&|k| if k == len / 2 { 9 } else { k % 2 * u32::MAX }));
        for bound in [2, 3, 10, 1000, u32::MAX] {
            check(&(0..len).map(|_| random(&mut state) % bound).collect::<Vec<u32>>());
        }
    }
}

/// Lengths around vectors and around as many ranks as are copied out; the one
/// rank that decides stands everywhere, between crowds at both ends.
#[test]
fn one_rank_anywhere() {
    for len in [15, 16, 17, 63, 64, 65, 66, 79, 80, 81, 127, 128, 129, 143, 144, 145] {
        for (low, high) in [(0, u32::MAX), (0, 8), (8, u32::MAX), (7, 9)] {
            for below in [(len - 1) / 2, len / 2, len / 2 - 1] {
                let mut ranks = vec![high; len];
                ranks[..below].fill(low);
                ranks[below] = 8;
                for _ in 0..len {
                    ranks.rotate_left(1);
                    check(&ranks);
                }
            }
        }
    }
}

/// As many ranks near the middle as are copied out, one more and one fewer,
/// the others far away.
#[test]
fn few_near_the_middle() {
    for near in 60..70u32 {
        for far in [30, 31, 64, 200] {
            let near = (0..near).map(|k| 5000 + k * 37 % near);
            let mut ranks: Vec<u32> = near.collect();
            ranks.extend((0..far).map(|k| if k % 2 == 0 { k } else { u32::MAX - k }));
            check(&ranks);
            ranks.reverse();
            check(&ranks);
        }
    }
}

#[test]
fn many_ranks() {
    let mut state = 2;
    for len in [24_999, 25_000] {
        for bound in [5, 25_000, u32::MAX] {
            check(&(0..len).map(|_| random(&mut state) % bound).collect::<Vec<u32>>());
        }
    }
}

/// The order of the ranks must not matter, and they stay where they are.
#[test]
fn any_order() {
    let mut ranks = vec![5, 0, u32::MAX, 5, 17, 2, 2, 900];
    for _ in 0..ranks.len() {
        ranks.rotate_left(1);
        let before = ranks.clone();
        assert_eq!(median_pair(&ranks), Ok((5, 5)));
        assert_eq!(ranks, before);
    }
    ranks.pop();
    check(&ranks);
}

#[test]
fn nothing_to_rank() {
    assert_eq!(median_pair(&[]), Err(Error::NoQueries));
    assert_eq!(median_rank(&[]), Err(Error::NoQueries));
}
