//! The worked examples of the contract, and the metrics by their definitions.

use crate::oracle;
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    AR_KS, Error, Found, Golds, Lists, MAX_KS, Options, Place, Report, Scores, Sizes, Tally,
    TieRule, average_recall, best_ranks, best_tallies, hits, list_ranks, mean_rank, median_rank,
    mrr, ranks, recall, recall_percent, round, sort_ranks, sum, tallies, totals, wilson,
};

fn hits_of(ranks: &[u32], sizes: Sizes, ks: &[u32]) -> Vec<u64> {
    let mut out = vec![0; ks.len()];
    hits(ranks, sizes, ks, &mut out).unwrap();
    out
}

#[test]
fn example_a_lists() {
    let lists = Lists::ragged(&[0, 3, 6, 9], &[1u32, 2, 3, 4, 5, 6, 9, 8, 7]).unwrap();
    let mut ranks = [9; 3];
    let found = list_ranks(&lists, &Lists::single(&[1, 6, 7]).unwrap(), &mut [], &mut ranks);
    assert_eq!(found, Ok(Found::default()));
    assert_eq!(ranks, [0, 2, 2], "1, 3, 3 when counted from 1");
    let percent = |hits| round(recall_percent(hits, 3), 2).unwrap();
    let hits = hits_of(&ranks, Sizes::All(3), &[1, 5, 10]);
    assert_eq!(hits.into_iter().map(percent).collect::<Vec<_>>(), [33.33, 100.0, 100.0]);
    assert_eq!(median_rank(&ranks), Ok(3.0));
}

#[test]
fn example_b_one_gold() {
    let data = [0.5f32, 0.9, 0.5];
    let scores = Scores::new(&data, 1, 3).unwrap();
    let mut rank = [9];
    ranks(&scores, &[2], &Options::default(), &mut rank).unwrap();
    assert_eq!(rank, [2]);
    ranks(&scores, &[0], &Options::default(), &mut rank).unwrap();
    assert_eq!(rank, [1]);
}

#[test]
fn example_c_nan_gold() {
    let data = [f32::NAN, 0.2];
    let scores = Scores::new(&data, 1, 2).unwrap();
    let error = ranks(&scores, &[0], &Options::default(), &mut [9]);
    assert_eq!(error, Err(Error::NanScore(Place { row: 0, column: 0 })));
}

#[test]
fn example_d_constant_scores() {
    let data = [1.0f32; 10];
    let scores = Scores::new(&data, 1, 10).unwrap();
    let mut tally = [Tally::default()];
    tallies(&scores, &[0], &Options::default(), &mut tally).unwrap();
    let [tally] = tally;
    assert_eq!(tally.rank(TieRule::LowerIndex), Some(0));
    assert_eq!(tally.rank(TieRule::Optimistic), Some(0));
    assert_eq!(tally.rank(TieRule::Pessimistic), Some(9));
    assert_eq!(tally.rank(TieRule::HigherIndex), Some(9));
    assert_eq!(tally.rank(TieRule::Realistic), None);
    assert_eq!(tally.doubled_rank(TieRule::Realistic), 9, "rank 4.5");
}

#[test]
fn example_e_any_hit() {
    let data = [3.0f32, 1.0, 3.0, 2.0];
    let scores = Scores::new(&data, 1, 4).unwrap();
    let mut rank = [9];
    best_ranks(&scores, &Golds::new(&[0, 2], &[1, 2]), &Options::default(), &mut rank).unwrap();
    assert_eq!(rank, [1], "item 0 ties and comes first");
}

#[test]
fn example_f_tied_golds() {
    let data = [0.0f32; 3];
    let scores = Scores::new(&data, 1, 3).unwrap();
    let mut tally = [Tally::default()];
    best_tallies(&scores, &Golds::new(&[0, 2], &[0, 2]), &Options::default(), &mut tally).unwrap();
    let wanted = Tally { ahead: 0, tied_before: 0, tied_between: 1, tied_after: 0, tied_golds: 2 };
    assert_eq!(tally, [wanted]);
    assert_eq!(wanted.rank(TieRule::LowerIndex), Some(0));
    assert_eq!(wanted.rank(TieRule::HigherIndex), Some(0));
    assert_eq!(wanted.rank(TieRule::Pessimistic), Some(1));
}

#[test]
fn example_g_absent_id() {
    let lists = Lists::ragged(&[0, 3], &[1u32, 2, 3]).unwrap();
    let mut ranks = [9];
    let found = list_ranks(&lists, &Lists::single(&[9]).unwrap(), &mut [], &mut ranks).unwrap();
    assert_eq!(found.without_gold, 1);
    assert_eq!(ranks, [3]);
    assert_eq!(median_rank(&ranks), Ok(4.0));
    assert_eq!(hits_of(&ranks, Sizes::All(3), &[5]), [0]);
    // The seed's `retrieval_report` takes an absent id for the last of all.
    assert_eq!(hits_of(&ranks, Sizes::All(u32::MAX), &[3, 4, 5]), [0, 1, 1]);
}

#[test]
fn hits_at_the_ends() {
    let ranks = [0, 3, 9, 10];
    // No hit at 0, none of the miss however large K is, order and repeats kept.
    let ks = [u32::MAX, 0, 4, 3, 4, 10, 11];
    assert_eq!(hits_of(&ranks, Sizes::All(10), &ks), [3, 0, 2, 1, 2, 3, 3]);
    // Each query has a gallery of its own; one may be empty.
    assert_eq!(hits_of(&[0, 3, 3, 0], Sizes::Each(&[1, 3, 4, 0]), &[1, 4, 100]), [1, 2, 2]);
    assert_eq!(hits_of(&[u32::MAX], Sizes::All(u32::MAX), &[u32::MAX]), [0]);
}

#[test]
fn recalls() {
    assert_eq!(recall(23, 160), 23.0 / 160.0);
    assert_eq!(recall_percent(23, 160), 23.0 / 160.0 * 100.0);
    assert_ne!(recall_percent(23, 160), 100.0 * 23.0 / 160.0);
    assert_eq!(round(recall_percent(23, 160), 2), Ok(14.37));
    assert_eq!((recall(0, 0), recall_percent(0, 0)), (0.0, 0.0));
}

#[test]
fn ar_adds_from_left_to_right() {
    assert_eq!(AR_KS, [1, 5, 10, 20]);
    assert_eq!(average_recall(&[10.0, 20.0, 30.0, 50.0]), Ok(27.5));
    assert_eq!(average_recall(&[]), Err(Error::Empty));
    // From right to left, or with compensation, the sum is 0.6.
    assert_eq!(sum(&[0.1, 0.2, 0.3]), 0.6000000000000001);
    assert_eq!(average_recall(&[0.1, 0.2, 0.3]), Ok(0.6000000000000001 / 3.0));
    // A compensated sum gives 2 for this one.
    assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 0.0);
    assert_eq!(sum(&[]), 0.0);
}

#[test]
fn mean_and_reciprocal() {
    assert_eq!(mean_rank(&[0, 1, 3]), Ok(7.0 / 3.0));
    assert_eq!(mean_rank(&[u32::MAX; 3]), Ok(4294967296.0));
    // A miss counts in the mean, but adds 0 to MRR.
    assert_eq!(mean_rank(&[0, 4]), Ok(3.0));
    assert_eq!(mrr(&[0, 4], Sizes::All(4)), Ok(0.5));
    assert_eq!(mrr(&[0, 4], Sizes::All(5)), Ok(0.6));
    assert_eq!(mrr(&[1, 1, 1], Sizes::Each(&[1, 2, 3])), Ok(1.0 / 3.0));
    assert_eq!(mrr(&[0; 7], Sizes::All(1)), Ok(1.0));
    // Among these are sums where a single unit of 2^-63 decides the last bit.
    for rank in 0..50_000 {
        let ranks = [0, rank];
        assert_eq!(mrr(&ranks, Sizes::All(50_000)), Ok(oracle::mrr(&ranks, &[50_000; 2])));
    }
}

/// Any ranks against the definitions; misses come by small sizes.
#[test]
fn metrics_by_definition() {
    let ranks = vec((0..40u32, 0..40u32), 1..60);
    proptest!(ProptestConfig { failure_persistence: None, ..Default::default() }, |(
        queries in ranks, ks in vec(0..50u32, 0..6)
    )| {
        let (ranks, sizes): (Vec<u32>, Vec<u32>) =
            queries.iter().map(|&(rank, size)| (rank.min(size), size)).unzip();
        let wanted: Vec<u64> = ks.iter().map(|&k| oracle::hits(&ranks, &sizes, k)).collect();
        prop_assert_eq!(hits_of(&ranks, Sizes::Each(&sizes), &ks), wanted);
        let all = vec![30; ranks.len()];
        let wanted: Vec<u64> = ks.iter().map(|&k| oracle::hits(&ranks, &all, k)).collect();
        prop_assert_eq!(hits_of(&ranks, Sizes::All(30), &ks), wanted);
        prop_assert_eq!(mrr(&ranks, Sizes::Each(&sizes)), Ok(oracle::mrr(&ranks, &sizes)));
        prop_assert_eq!(mrr(&ranks, Sizes::All(30)), Ok(oracle::mrr(&ranks, &all)));
        let sum: u64 = ranks.iter().map(|&rank| u64::from(rank) + 1).sum();
        prop_assert_eq!(mean_rank(&ranks), Ok(sum as f64 / ranks.len() as f64));
        // Independent of the order of the queries, bit for bit.
        let reversed: Vec<u32> = ranks.iter().rev().copied().collect();
        prop_assert_eq!(mrr(&reversed, Sizes::All(30)), mrr(&ranks, Sizes::All(30)));
    });
}

/// Ranks x.5: the median is a mean of halves, a hit needs the whole value.
#[test]
fn realistic_report() {
    // 1-based ranks 1.5, 2 and a miss among 4 (5).
    let tie = Tally { ahead: 0, tied_before: 1, tied_between: 0, tied_after: 0, tied_golds: 1 };
    let clear = Tally { ahead: 1, tied_before: 0, tied_between: 0, tied_after: 0, tied_golds: 2 };
    let tallies = [tie, clear, Tally::miss(4)];
    let report =
        Report::new(&tallies, Sizes::All(4), TieRule::Realistic, &[2, 1, 4, 5, 100]).unwrap();
    assert_eq!(report.ks(), [2, 1, 4, 5, 100]);
    assert_eq!(report.hits(), [2, 0, 2, 2, 2], "1.5 is no hit at 1, a miss never");
    assert_eq!(report.percent(0), Some(2.0 / 3.0 * 100.0));
    assert_eq!(report.fraction(1), Some(0.0));
    assert_eq!((report.percent(5), report.fraction(5)), (None, None));
    let totals = report.totals();
    assert_eq!((totals.queries, totals.items), (3, 4));
    assert_eq!((totals.without_gold, totals.tied_queries), (1, 1));
    assert_eq!(totals.rank_sum_doubled, 3 + 4 + 10);
    assert_eq!(totals.mean_rank, 17.0 / 6.0);
    assert_eq!((totals.median_lower_doubled, totals.median_upper_doubled), (4, 4));
    assert_eq!(totals.median_rank, 2.0);
    let reciprocals = (1u128 << 64) / 3 + (1u128 << 63) / 2;
    assert_eq!(totals.mrr, reciprocals as f64 / 2f64.powi(63) / 3.0, "1/1.5 and 1/2");
    let two_thirds = 2.0 / 3.0 * 100.0;
    assert_eq!(totals.ar, (0.0 + two_thirds + two_thirds + two_thirds) / 4.0);

    let pair = Report::new(&tallies[..2], Sizes::All(4), TieRule::Realistic, &[]).unwrap();
    assert_eq!(pair.totals().median_rank, 1.75);
    let one = Report::new(&tallies[..1], Sizes::All(4), TieRule::Realistic, &[]).unwrap();
    assert_eq!(one.totals().median_rank, 1.5);
    let sizes = Sizes::Each(&[4, 9, 4]);
    let each = Report::new(&tallies, sizes, TieRule::LowerIndex, &[]).unwrap();
    assert_eq!(each.totals().items, 9, "the largest");
}

/// A report says what the single functions say of the same ranks.
#[test]
fn reports_agree_with_ranks() {
    let field = 0..9u32;
    let fields = (field.clone(), field.clone(), field.clone(), field, 0..3u32);
    proptest!(ProptestConfig { failure_persistence: None, ..Default::default() }, |(
        queries in vec(fields, 1..30), ks in vec(0..60u32, 0..MAX_KS)
    )| {
        let tally = |&(ahead, tied_before, tied_between, tied_after, tied_golds)| {
            let tally = Tally { ahead, tied_before, tied_between, tied_after, tied_golds };
            if tied_golds == 0 { Tally::miss(45) } else { tally }
        };
        let tallies: Vec<Tally> = queries.iter().map(tally).collect();
        let sizes = Sizes::All(45);
        for rule in [
            TieRule::LowerIndex, TieRule::Optimistic, TieRule::Pessimistic, TieRule::HigherIndex,
        ] {
            let ranks: Vec<u32> = tallies.iter().map(|tally| tally.rank(rule).unwrap()).collect();
            let mut hits = vec![0; ks.len()];
            let totals = totals(&tallies, sizes, rule, &ks, &mut hits).unwrap();
            prop_assert_eq!(&hits, &hits_of(&ranks, sizes, &ks));
            prop_assert_eq!(Ok(totals.median_rank), median_rank(&ranks));
            prop_assert_eq!(Ok(totals.mean_rank), mean_rank(&ranks));
            prop_assert_eq!(Ok(totals.mrr), mrr(&ranks, sizes));
            let percents = hits_of(&ranks, sizes, &AR_KS).into_iter();
            let percents: Vec<f64> =
                percents.map(|hits| recall_percent(hits, ranks.len() as u64)).collect();
            prop_assert_eq!(Ok(totals.ar), average_recall(&percents));
            let report = Report::new(&tallies, sizes, rule, &ks).unwrap();
            prop_assert_eq!(report.totals(), &totals);
            prop_assert_eq!(report.hits(), hits);
        }
        let misses = queries.iter().filter(|query| query.4 == 0).count() as u64;
        let tied = queries.iter().filter(|query| query.4 > 0 && query.1 + query.2 + query.3 > 0);
        let (tied, n) = (tied.count() as u64, queries.len() as u64);
        // Realistic: 1-based values, in halves; a miss is one behind the last.
        let report = Report::new(&tallies, sizes, TieRule::Realistic, &ks).unwrap();
        let mut doubled: Vec<u64> = queries.iter().map(|&(ahead, before, between, after, golds)| {
            u64::from(if golds == 0 { 2 * 46 } else { 2 * ahead + before + between + after + 2 })
        }).collect();
        for (&k, &hits) in ks.iter().zip(report.hits()) {
            let up_to = 2 * u64::from(k.min(45));
            prop_assert_eq!(hits, doubled.iter().filter(|&&value| value <= up_to).count() as u64);
        }
        prop_assert_eq!(report.totals().rank_sum_doubled, doubled.iter().sum::<u64>());
        let totals = report.totals();
        prop_assert_eq!((totals.queries, totals.items), (n, 45));
        prop_assert_eq!((totals.without_gold, totals.tied_queries), (misses, tied));
        doubled.sort();
        let n = doubled.len();
        let median = (doubled[(n - 1) / 2] + doubled[n / 2]) as f64 / 4.0;
        prop_assert_eq!(report.totals().median_rank, median);
    });
}

#[test]
fn wilson_interval() {
    for n in [1, 2, 7, 120, 25_000, 1 << 40] {
        let (lower, upper) = wilson(0, n);
        assert_eq!(lower, 0.0);
        // z^2 / (n + z^2), the closed form at no hit.
        let z = 1.959963984540054f64;
        assert!((upper - z * z / (n as f64 + z * z)).abs() < 1e-15, "{upper}");
        assert_eq!(wilson(n, n).1, 1.0);
        assert!((wilson(n, n).0 - (1.0 - upper)).abs() < 1e-15);
    }
    // Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263, 15 of 148.
    let to_four = |(lower, upper)| (round(lower, 4).unwrap(), round(upper, 4).unwrap());
    assert_eq!(to_four(wilson(81, 263)), (0.2553, 0.3662));
    assert_eq!(to_four(wilson(15, 148)), (0.0624, 0.1605));
    assert_eq!(to_four(wilson(1, 29)), (0.0061, 0.1718));
    assert_eq!(wilson(0, 0), (0.0, 1.0));
}

#[test]
fn ranks_are_sorted_within_queries() {
    let mut ranks = [5, 2, 9, 9, 0, 7, u32::MAX, 3, 1, 1];
    sort_ranks(&[1, 4, 4, 9], &mut ranks).unwrap();
    assert_eq!(ranks, [5, 2, 9, 9, 0, 1, 3, 7, u32::MAX, 1]);
    let mut many: Vec<u32> = (0..500u32).map(|k| k.wrapping_mul(2654435761) % 97).collect();
    let mut sorted = many.clone();
    sorted.sort();
    sort_ranks(&[0, 500], &mut many).unwrap();
    assert_eq!(many, sorted);
    sort_ranks(&[], &mut many).unwrap();
    assert_eq!(sort_ranks(&[0, 501], &mut many), Err(Error::BadOffsets { at: 1 }));
}
