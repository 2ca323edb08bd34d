//! Tie ranges against all orders of the tied items.

use recallk::{
    Error, Golds, NanPolicy, Options, Report, Scores, Sizes, Tally, TieRange, TieRule,
    best_tallies, gold_recall_range, gold_tallies, mrr_range, recall_range,
};

const KS: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, u32::MAX];

fn check(found: TieRange, wanted: TieRange, about: &dyn std::fmt::Debug) {
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    let same = near(found.lowest, wanted.lowest)
        && near(found.expected, wanted.expected)
        && near(found.highest, wanted.highest);
    assert!(same, "{about:?}: {found:?}, not {wanted:?}");
    assert!(found.lowest <= found.expected && found.expected <= found.highest, "{found:?}");
}

/// All orders of some items, best first, in which none comes before a better one.
fn orders(scores: &[f32]) -> Vec<Vec<usize>> {
    let mut orders = vec![];
    extend(scores, &mut vec![], &mut orders);
    orders
}

fn extend(scores: &[f32], order: &mut Vec<usize>, orders: &mut Vec<Vec<usize>>) {
    let left = || (0..scores.len()).filter(|item| !order.contains(item));
    let best = left().map(|item| scores[item]).fold(f32::NEG_INFINITY, f32::max);
    let next: Vec<usize> = left().filter(|&item| scores[item] == best).collect();
    if next.is_empty() {
        orders.push(order.clone());
    }
    for item in next {
        order.push(item);
        extend(scores, order, orders);
        order.pop();
    }
}

/// Lowest, mean and highest of a value over all orders.
fn over(orders: &[Vec<usize>], value: impl Fn(&[usize]) -> f64) -> TieRange {
    let values: Vec<f64> = orders.iter().map(|order| value(order)).collect();
    TieRange {
        lowest: values.iter().copied().fold(f64::INFINITY, f64::min),
        expected: values.iter().sum::<f64>() / values.len() as f64,
        highest: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    }
}

fn mean(ranges: &[TieRange]) -> TieRange {
    let mean = |of: fn(&TieRange) -> f64| ranges.iter().map(of).sum::<f64>() / ranges.len() as f64;
    TieRange {
        lowest: mean(|range| range.lowest),
        expected: mean(|range| range.expected),
        highest: mean(|range| range.highest),
    }
}

/// The tie ranges of queries by the kernel: any-hit and fraction for each of
/// [`KS`], then MRR.
fn by_kernel(scores: &[f32], sets: &[Vec<u32>], options: &Options) -> Vec<TieRange> {
    let cells: Vec<f32> = sets.iter().flat_map(|_| scores).copied().collect();
    let matrix = Scores::new(&cells, sets.len(), scores.len()).unwrap();
    let csr = crate::common::Csr::new(sets, 0);
    let golds = Golds::new(&csr.offsets, &csr.items);
    let mut best = vec![Tally::default(); sets.len()];
    best_tallies(&matrix, &golds, options, &mut best).unwrap();
    let mut every = vec![Tally::default(); csr.items.len()];
    gold_tallies(&matrix, &golds, options, &mut [], &mut every).unwrap();

    let mut ranges = vec![TieRange::default(); KS.len()];
    recall_range(&best, &KS, &mut ranges).unwrap();
    let of_rule = |rule| Report::new(&best, Sizes::All(scores.len() as u32), rule, &KS).unwrap();
    let (lowest, highest) = (of_rule(TieRule::Pessimistic), of_rule(TieRule::Optimistic));
    for (k, range) in ranges.iter().enumerate() {
        assert_eq!(Some(range.lowest), lowest.fraction(k));
        assert_eq!(Some(range.highest), highest.fraction(k));
    }
    let mut fractions = vec![TieRange::default(); KS.len()];
    gold_recall_range(&csr.offsets, &every, &KS, &mut fractions).unwrap();
    let mrr = mrr_range(&best).unwrap();
    assert_eq!((mrr.lowest, mrr.highest), (lowest.totals().mrr, highest.totals().mrr));
    [ranges, fractions, vec![mrr]].concat()
}

/// The same by enumeration. `is_gold` holds golds that can be retrieved, `all`
/// counts those that cannot, too.
fn by_orders(orders: &[Vec<usize>], is_gold: &dyn Fn(usize) -> bool, all: usize) -> Vec<TieRange> {
    let found = |order: &[usize], k: u32| {
        order.iter().take(k as usize).filter(|&&item| is_gold(item)).count() as f64
    };
    let any = KS.iter().map(|&k| over(orders, |order| found(order, k).min(1.0)));
    let fraction = KS.iter().map(|&k| over(orders, |order| found(order, k) / all.max(1) as f64));
    let first = |order: &[usize]| order.iter().position(|&item| is_gold(item));
    let mrr = over(orders, |order| first(order).map_or(0.0, |at| 1.0 / (at as f64 + 1.0)));
    any.chain(fraction).chain([mrr]).collect()
}

/// All gold sets of so many items, the empty one included.
fn sets(items: usize) -> Vec<Vec<u32>> {
    let set = |bits: u32| (0..items as u32).filter(|item| bits >> item & 1 == 1).collect();
    (0..1 << items).map(set).collect()
}

/// Every row of up to six items over three scores, with every set of golds.
#[test]
fn every_small_case() {
    for items in 1..=6usize {
        let sets = sets(items);
        for code in 0..3usize.pow(items as u32) {
            let scores: Vec<f32> =
                (0..items).map(|item| (code / 3usize.pow(item as u32) % 3) as f32).collect();
            let orders = orders(&scores);
            let mut all = vec![];
            for set in &sets {
                let is_gold = |item: usize| set.contains(&(item as u32));
                let wanted = by_orders(&orders, &is_gold, set.len());
                let one = std::slice::from_ref(set);
                let found = by_kernel(&scores, one, &Options::default());
                for (found, wanted) in found.iter().zip(&wanted) {
                    check(*found, *wanted, &(&scores, set));
                }
                all.push(wanted);
            }
            let found = by_kernel(&scores, &sets, &Options::default());
            for (at, found) in found.iter().enumerate() {
                let of_queries: Vec<_> = all.iter().map(|wanted| wanted[at]).collect();
                check(*found, mean(&of_queries), &(&scores, at));
            }
        }
    }
}

/// Golds without a number are missed in every order, and stay in G.
#[test]
fn every_small_case_with_nan() {
    let options = Options { nan: NanPolicy::Worst, ..Options::default() };
    for code in 0..3usize.pow(4) {
        let scores: Vec<f32> =
            (0..4).map(|item| [1.0, 2.0, f32::NAN][code / 3usize.pow(item) % 3]).collect();
        // Items without a number come last, in any order: they are never golds then.
        let numbers: Vec<f32> =
            scores.iter().map(|score| if score.is_nan() { 0.0 } else { *score }).collect();
        let orders = orders(&numbers);
        for set in sets(4) {
            let is_gold = |item: usize| set.contains(&(item as u32)) && !scores[item].is_nan();
            let wanted = by_orders(&orders, &is_gold, set.len());
            let found = by_kernel(&scores, std::slice::from_ref(&set), &options);
            for (found, wanted) in found.iter().zip(&wanted) {
                check(*found, *wanted, &(&scores, &set));
            }
        }
    }
}

/// Numbers of ways to choose k of n, as floating point, row by row.
fn binomials(n: usize) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for _ in 0..n {
        let last = rows.last().unwrap();
        let inner = last.windows(2).map(|pair| pair[0] + pair[1]);
        rows.push([vec![1.0], inner.collect(), vec![1.0]].concat());
    }
    rows
}

fn best(ahead: u32, others: u32, golds: u32) -> Tally {
    let (before, between) = (others / 3, others / 4);
    Tally {
        ahead,
        tied_before: before,
        tied_between: between,
        tied_after: others - before - between,
        tied_golds: golds,
    }
}

fn expected_hit(others: u32, golds: u32, places: u32) -> f64 {
    let mut range = [TieRange::default()];
    recall_range(&[best(5, others, golds)], &[5 + places], &mut range).unwrap();
    range[0].expected
}

fn expected_reciprocal(ahead: u32, others: u32, golds: u32) -> f64 {
    mrr_range(&[best(ahead, others, golds)]).unwrap().expected
}

/// The sums as they are defined, up to 300 tied items.
#[test]
fn closed_forms_are_the_sums() {
    let choose = binomials(300);
    let of = |n: usize, k: usize| choose[n].get(k).copied().unwrap_or(0.0);
    for (others, golds) in (0..240usize)
        .step_by(7)
        .flat_map(|others| [1, 2, 3, 5, 8, 9, 20, 33, 60].map(|golds| (others, golds)))
    {
        let tied = others + golds;
        for places in (0..=tied).step_by(1 + tied / 11) {
            let missed = if places > others { 0.0 } else { of(tied - places, golds) };
            let wanted = 1.0 - missed / of(tied, golds);
            let found = expected_hit(others as u32, golds as u32, places as u32);
            assert!(places <= others || found == 1.0, "a sure hit: {found}");
            assert!((found - wanted).abs() < 1e-12, "{others} {golds} {places}: {found}, {wanted}");
        }
        for ahead in [0, 1, 2, 10, 63, 64, 100, 5000, 1_000_000_000] {
            let term = |place: usize| {
                of(tied - place, golds - 1) / of(tied, golds) / (ahead as f64 + place as f64)
            };
            let wanted: f64 = (1..=others + 1).map(term).sum();
            let found = expected_reciprocal(ahead, others as u32, golds as u32);
            assert!((found - wanted).abs() < 1e-12, "{ahead} {others} {golds}: {found}, {wanted}");
        }
    }
}

/// Values computed with 60 digits: they cost no time here.
#[test]
fn huge_ties() {
    for (ahead, tied, golds, wanted) in [
        (0, 4294967294, 1, 5.29874243146461e-09),
        (0, 100, 1, 0.0518737751763962),
        (7, 1000, 1, 0.0048995858569138495),
        (64, 65, 1, 0.010723201951813838),
        (1000, 65, 1, 0.0009683737321721251),
        (63, 1_000_000, 1, 9.66452381714404e-06),
        (4_000_000_000, 200_000_000, 1, 2.439508208173981e-10),
        (1_000_000, 1_000_000, 1, 6.931469305600079e-07),
        (0, 1_000_000, 2, 0.00002678548023121168),
        (5, 1_000_000, 3, 0.00003182860710879292),
        (1000, 100_000, 50, 0.0004631024383721216),
        (100_000, 100_000, 20, 9.562233090817871e-06),
        (0, 400_000, 8000, 0.07983830157024514),
        (3, 10_000_000, 100_000, 0.029166174473022003),
        (0, 2_000_000_001, 1_000_000_000, 0.693147180423651),
    ] {
        let found = expected_reciprocal(ahead, tied - golds, golds);
        // A mean is cut to a multiple of 2^-63.
        let near = (found - wanted).abs() < 1e-14 * wanted + 2e-19;
        assert!(near, "{ahead} {tied} {golds}: {found}, not {wanted}");
    }
    for (tied, golds, places, wanted) in [
        (4294967294, 1, 10, 2.3283064376228985e-09),
        (4294967294, 1000, 5_000_000, 0.688024776780593),
        (1_000_000_000, 30_000, 30_000, 0.593441317693271),
        (1_000_000_000, 1_000_000, 10, 0.009955119834848406),
        (4294967294, 2_000_000_000, 2_294_967_295, 1.0),
        (4294967294, 2_000_000_000, 2_000_000_000, 1.0),
    ] {
        let found = expected_hit(tied - golds, golds, places);
        assert!((found - wanted).abs() < 1e-13, "{tied} {golds} {places}: {found}, not {wanted}");
    }
}

#[test]
fn by_hand() {
    // Ten equal items, one gold: any place is as likely.
    let tally = best(0, 9, 1);
    let mut ranges = [TieRange::default(); 3];
    recall_range(&[tally], &[1, 5, 10], &mut ranges).unwrap();
    let range = |lowest, expected, highest| TieRange { lowest, expected, highest };
    assert_eq!(ranges, [range(0.0, 0.1, 1.0), range(0.0, 0.5, 1.0), range(1.0, 1.0, 1.0)]);
    // H(10) / 10.
    check(mrr_range(&[tally]).unwrap(), range(0.1, 7381.0 / 25200.0, 1.0), &"ten equal");
    // Two places of four equal items, three of them golds.
    let gold = Tally { ahead: 0, tied_before: 0, tied_between: 0, tied_after: 3, tied_golds: 1 };
    let mut ranges = [TieRange::default()];
    gold_recall_range(&[0, 3], &[gold; 3], &[2], &mut ranges).unwrap();
    check(ranges[0], range(1.0 / 3.0, 0.5, 2.0 / 3.0), &"three of four");
    // Without ties the three are one; a miss and a query without golds add 0.
    let clear = best(3, 0, 2);
    let miss = Tally::miss(10);
    let mut ranges = [TieRange::default(); 2];
    recall_range(&[clear, miss, miss], &[3, 20], &mut ranges).unwrap();
    assert_eq!(ranges, [range(0.0, 0.0, 0.0), range(1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0)]);
    assert_eq!(mrr_range(&[clear, miss]), Ok(range(0.125, 0.125, 0.125)));
    gold_recall_range(&[0, 2, 2], &[best(3, 0, 1), miss], &[3, 20], &mut ranges).unwrap();
    assert_eq!(ranges, [range(0.0, 0.0, 0.0), range(0.25, 0.25, 0.25)]);
}

/// The bits do not depend on the order of the queries or of their golds.
#[test]
fn same_bits_in_any_order() {
    let tallies: Vec<Tally> = (0..50).map(|q| best(q % 7, q * 13 % 40, 1 + q % 3)).collect();
    let reversed: Vec<Tally> = tallies.iter().rev().copied().collect();
    let (mut one, mut other) = ([TieRange::default(); KS.len()], [TieRange::default(); KS.len()]);
    recall_range(&tallies, &KS, &mut one).unwrap();
    recall_range(&reversed, &KS, &mut other).unwrap();
    assert_eq!(one, other);
    assert_eq!(mrr_range(&tallies), mrr_range(&reversed));
    let golds: Vec<Tally> = (0..60).map(|gold| best(gold % 4 * 3, 2, 1)).collect();
    let reversed: Vec<Tally> = golds.iter().rev().copied().collect();
    gold_recall_range(&[0, 25, 60], &golds, &KS, &mut one).unwrap();
    gold_recall_range(&[0, 35, 60], &reversed, &KS, &mut other).unwrap();
    assert_eq!(one, other);
}

#[test]
fn what_is_refused() {
    let tally = best(0, 1, 1);
    let mut ranges = [TieRange { lowest: 7.0, expected: 7.0, highest: 7.0 }; 2];
    let untouched = ranges;
    let length = Err(Error::Length { needed: 1, found: 2 });
    assert_eq!(recall_range(&[tally], &[1], &mut ranges), length);
    assert_eq!(gold_recall_range(&[0, 1], &[tally], &[1], &mut ranges), length);
    assert_eq!(recall_range(&[], &[1, 2], &mut ranges), Err(Error::NoQueries));
    assert_eq!(mrr_range(&[]), Err(Error::NoQueries));
    for offsets in [&[][..], &[0]] {
        let error = gold_recall_range(offsets, &[tally], &[1, 2], &mut ranges);
        assert_eq!(error, Err(Error::NoQueries));
    }
    let error = gold_recall_range(&[0, 2], &[tally], &[1, 2], &mut ranges);
    assert_eq!(error, Err(Error::BadOffsets { at: 1 }));
    assert_eq!(ranges, untouched);
}

/// Tallies that no ranking has still end in fractions, and soon.
#[test]
fn nonsense() {
    let most = u32::MAX;
    let all = Tally {
        ahead: 0,
        tied_before: most,
        tied_between: most,
        tied_after: most,
        tied_golds: most,
    };
    for golds in [1, 2, 3, 1000, 1 << 17, 1 << 20, 1 << 24, most] {
        for ahead in [0, 1, 1 << 16, most] {
            let tally = Tally { ahead, tied_golds: golds, ..all };
            let mut ranges = [TieRange::default(); KS.len()];
            recall_range(&[tally], &KS, &mut ranges).unwrap();
            let mrr = mrr_range(&[tally]).unwrap();
            let mut fractions = ranges;
            gold_recall_range(&[0, 2], &[tally, tally], &KS, &mut fractions).unwrap();
            for range in ranges.iter().chain(&fractions).chain([&mrr]) {
                let values = [0.0, range.lowest, range.expected, range.highest, 1.0];
                assert!(values.is_sorted(), "{range:?}");
            }
        }
    }
}
