//! Metrics of every gold against their definitions on lists of items.

use crate::common::{Csr, run};
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    Error, Gain, GainSlot, GoldMetric, GoldRanks, GoldSlot, Golds, GradedRanks, NONE, Options,
    Place, Scores, Sizes, filtered_ranks, gold_ranks, mrr, mrr_at, sort_ranks,
};

const NEAR: f64 = 1e-12;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < NEAR
}

/// A query whose items stand in their order: the grade of each that is a gold,
/// and the grades of golds that are not there.
#[derive(Debug, Clone)]
struct Ranked {
    items: Vec<Option<f64>>,
    absent: Vec<f64>,
}

impl Ranked {
    fn golds(&self) -> usize {
        self.items.iter().flatten().count() + self.absent.len()
    }

    fn first(&self, k: u32) -> &[Option<f64>] {
        &self.items[..self.items.len().min(k as usize)]
    }

    fn found(&self, k: u32) -> f64 {
        self.first(k).iter().flatten().count() as f64
    }

    /// The sum over the golds of the precision where they stand.
    fn precisions(&self, k: u32) -> f64 {
        let places = (1..=self.first(k).len()).filter(|&place| self.items[place - 1].is_some());
        places.map(|place| self.found(place as u32) / place as f64).sum()
    }

    fn ndcg(&self, k: u32, gain: impl Fn(f64) -> f64) -> f64 {
        let dcg = |grades: &[Option<f64>]| -> f64 {
            let term = |(at, grade): (usize, &Option<f64>)| {
                grade.map_or(0.0, &gain) / (at as f64 + 2.0).log2()
            };
            grades.iter().enumerate().map(term).sum()
        };
        let mut ideal: Vec<f64> =
            self.items.iter().flatten().chain(&self.absent).copied().collect();
        ideal.sort_by(|a, b| b.total_cmp(a));
        ideal.truncate(k as usize);
        let ideal = dcg(&ideal.into_iter().map(Some).collect::<Vec<_>>());
        if ideal == 0.0 { 0.0 } else { dcg(self.first(k)) / ideal }
    }

    fn value(&self, metric: GoldMetric) -> f64 {
        let golds = self.golds() as u32;
        let by = |sum: f64, of: u32| if of == 0 { 0.0 } else { sum / f64::from(of) };
        match metric {
            GoldMetric::Precision(k) => by(self.found(k), k),
            GoldMetric::Recall(k) => by(self.found(k), golds),
            GoldMetric::RPrecision => by(self.found(golds), golds),
            GoldMetric::AveragePrecision(k) => by(self.precisions(k), golds),
            GoldMetric::CappedAveragePrecision(k) => by(self.precisions(k), golds.min(k)),
            GoldMetric::AveragePrecisionAtR => by(self.precisions(golds), golds),
            GoldMetric::Ndcg(k) => self.ndcg(k, |_| 1.0),
            _ => panic!("no definition for {metric:?}"),
        }
    }
}

fn metrics(k: u32) -> [GoldMetric; 7] {
    [
        GoldMetric::Precision(k),
        GoldMetric::Recall(k),
        GoldMetric::RPrecision,
        GoldMetric::AveragePrecision(k),
        GoldMetric::CappedAveragePrecision(k),
        GoldMetric::AveragePrecisionAtR,
        GoldMetric::Ndcg(k),
    ]
}

const KS: [u32; 12] = [0, 1, 2, 3, 4, 5, 7, 10, 12, 13, 40, u32::MAX];

/// One row: scores with many ties, grades of its golds, golds that are nowhere.
#[derive(Debug, Clone)]
struct Row {
    scores: Vec<f32>,
    grades: Vec<Option<f64>>,
    absent: Vec<f64>,
    /// Ranks of repeated ids, which are no golds.
    copies: usize,
}

const COLUMNS: usize = 12;

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let grade = || prop_oneof![3 => (0..4u8).prop_map(f64::from), 1 => 0.0..9.0f64];
    let grades = vec(prop_oneof![2 => Just(None), 1 => grade().prop_map(Some)], COLUMNS);
    let scores = vec((0..6u8).prop_map(f32::from), COLUMNS);
    let row = (scores, grades, vec(grade(), 0..4), 0..3usize);
    let row =
        row.prop_map(|(scores, grades, absent, copies)| Row { scores, grades, absent, copies });
    vec(row, 1..6)
}

impl Row {
    fn golds(&self) -> Vec<u32> {
        (0..COLUMNS as u32).filter(|&item| self.grades[item as usize].is_some()).collect()
    }

    fn ranked(&self) -> Ranked {
        let mut items: Vec<usize> = (0..COLUMNS).collect();
        // A stable sort: equal scores keep their order.
        items.sort_by(|&a, &b| self.scores[b].total_cmp(&self.scores[a]));
        let items = items.into_iter().map(|item| self.grades[item]).collect();
        Ranked { items, absent: self.absent.clone() }
    }
}

/// The ranks of all golds by the kernel, with those of golds that are not there.
struct Ranks {
    csr: Csr,
    ranks: Vec<u32>,
    grades: Vec<f64>,
}

impl Ranks {
    fn new(rows: &[Row]) -> Self {
        let cells: Vec<f32> = rows.iter().flat_map(|row| row.scores.clone()).collect();
        let scores = Scores::new(&cells, rows.len(), COLUMNS).unwrap();
        let golds: Vec<_> = rows.iter().map(Row::golds).collect();
        let golds = Csr::new(&golds, 0);
        let mut found = vec![0; golds.items.len()];
        let mut slots = vec![GoldSlot::default(); COLUMNS];
        let sets = Golds::new(&golds.offsets, &golds.items);
        gold_ranks(&scores, &sets, &Options::default(), &mut slots, &mut found).unwrap();
        let (mut sets, mut grades) = (vec![], vec![]);
        for (row, span) in rows.iter().zip(golds.offsets.windows(2)) {
            let mut ranks = found[span[0] as usize..span[1] as usize].to_vec();
            grades.extend(row.grades.iter().flatten().chain(&row.absent));
            ranks.extend(row.absent.iter().map(|_| COLUMNS as u32));
            ranks.extend((0..row.copies).map(|_| NONE));
            grades.extend((0..row.copies).map(|_| 9.0));
            sets.push(ranks);
        }
        // Two ranks that are of no query.
        let csr = Csr::new(&sets, 2);
        Ranks { ranks: csr.items.clone(), csr, grades: [vec![0.0; 2], grades].concat() }
    }

    fn sorted(&self) -> Vec<u32> {
        let mut ranks = self.ranks.clone();
        sort_ranks(&self.csr.offsets, &mut ranks).unwrap();
        ranks
    }
}

#[test]
fn by_definition() {
    run(300, rows(), |rows| {
        let ranks = Ranks::new(&rows);
        let (sorted, offsets) = (ranks.sorted(), &ranks.csr.offsets);
        let golds = GoldRanks::new(offsets, &sorted, Sizes::All(COLUMNS as u32)).unwrap();
        prop_assert_eq!(golds.queries(), rows.len());
        for metric in KS.into_iter().flat_map(metrics) {
            let wanted: Vec<f64> = rows.iter().map(|row| row.ranked().value(metric)).collect();
            let mut each = vec![9.0; rows.len()];
            let mean = golds.each(metric, &mut each).unwrap();
            let same = each.iter().zip(&wanted).all(|(a, b)| near(*a, *b));
            prop_assert!(same, "{:?}: {:?}, not {:?}", metric, each, wanted);
            prop_assert!(each.iter().all(|value| (0.0..=1.0).contains(value)));
            prop_assert!(near(mean, wanted.iter().sum::<f64>() / rows.len() as f64));
            prop_assert_eq!(mean, golds.mean(metric));
        }
        Ok(())
    });
}

#[test]
fn graded_by_definition() {
    run(300, rows(), |rows| {
        let ranks = Ranks::new(&rows);
        let sizes = vec![COLUMNS as u32; rows.len()];
        let graded =
            GradedRanks::new(&ranks.csr.offsets, &ranks.ranks, &ranks.grades, Sizes::Each(&sizes))
                .unwrap();
        let mut slots = vec![GainSlot::default(); graded.largest()];
        for (gain, of) in [
            (Gain::Linear, (|grade| grade) as fn(f64) -> f64),
            (Gain::Exponential, |grade| 2f64.powf(grade) - 1.0),
        ] {
            for k in KS {
                let wanted: Vec<f64> = rows.iter().map(|row| row.ranked().ndcg(k, of)).collect();
                let mut each = vec![9.0; rows.len()];
                let mean = graded.each_ndcg(gain, k, &mut slots, &mut each).unwrap();
                let same = each.iter().zip(&wanted).all(|(a, b)| near(*a, *b));
                prop_assert!(same, "{:?} at {}: {:?}, not {:?}", gain, k, each, wanted);
                prop_assert!(each.iter().all(|value| (0.0..=1.0).contains(value)));
                prop_assert!(near(mean, wanted.iter().sum::<f64>() / rows.len() as f64));
                prop_assert_eq!(graded.mean_ndcg(gain, k, &mut slots), Ok(mean));
            }
        }
        Ok(())
    });
}

/// The bits do not depend on the order of the queries, nor on that of the golds.
#[test]
fn same_bits_in_any_order() {
    run(100, rows(), |rows| {
        let reversed: Vec<Row> = rows.iter().rev().cloned().collect();
        let (one, other) = (Ranks::new(&rows), Ranks::new(&reversed));
        let sizes = Sizes::All(COLUMNS as u32);
        let (sorted, sorted_other) = (one.sorted(), other.sorted());
        let a = GoldRanks::new(&one.csr.offsets, &sorted, sizes).unwrap();
        let b = GoldRanks::new(&other.csr.offsets, &sorted_other, sizes).unwrap();
        for metric in metrics(5) {
            prop_assert_eq!(a.mean(metric), b.mean(metric), "{:?}", metric);
        }
        // All queries and their golds backwards.
        let (mut ranks, mut grades) = (one.ranks.clone(), one.grades.clone());
        let all = one.ranks.len() as u64;
        let offsets: Vec<u64> = one.csr.offsets.iter().rev().map(|offset| all - offset).collect();
        ranks.reverse();
        grades.reverse();
        let a = GradedRanks::new(&one.csr.offsets, &one.ranks, &one.grades, sizes).unwrap();
        let b = GradedRanks::new(&offsets, &ranks, &grades, sizes).unwrap();
        let mut slots = vec![GainSlot::default(); a.largest()];
        let wanted = a.mean_ndcg(Gain::Linear, 5, &mut slots);
        prop_assert_eq!(b.mean_ndcg(Gain::Linear, 5, &mut slots), wanted);
        Ok(())
    });
}

/// Golds at the places 1, 3, 6 of 10; at 2 of 4 and one nowhere; no golds.
const OFFSETS: [u64; 4] = [0, 3, 5, 5];
const RANKS: [u32; 5] = [0, 2, 5, 1, 4];
const SIZES: Sizes = Sizes::Each(&[10, 4, 7]);

#[test]
fn by_hand() {
    let golds = GoldRanks::new(&OFFSETS, &RANKS, SIZES).unwrap();
    let log3 = 3f64.log2();
    for (metric, wanted) in [
        (GoldMetric::Precision(5), [0.4, 0.2, 0.0]),
        (GoldMetric::Precision(0), [0.0; 3]),
        (GoldMetric::Recall(5), [2.0 / 3.0, 0.5, 0.0]),
        (GoldMetric::Recall(u32::MAX), [1.0, 0.5, 0.0]),
        (GoldMetric::RPrecision, [2.0 / 3.0, 0.5, 0.0]),
        (GoldMetric::AveragePrecision(u32::MAX), [13.0 / 18.0, 0.25, 0.0]),
        (GoldMetric::AveragePrecision(5), [5.0 / 9.0, 0.25, 0.0]),
        (GoldMetric::AveragePrecision(2), [1.0 / 3.0, 0.25, 0.0]),
        (GoldMetric::CappedAveragePrecision(2), [0.5, 0.25, 0.0]),
        (GoldMetric::CappedAveragePrecision(1), [1.0, 0.0, 0.0]),
        (GoldMetric::CappedAveragePrecision(0), [0.0; 3]),
        (GoldMetric::AveragePrecisionAtR, [5.0 / 9.0, 0.25, 0.0]),
        (GoldMetric::Ndcg(5), [1.5 / (1.5 + 1.0 / log3), 1.0 / log3 / (1.0 + 1.0 / log3), 0.0]),
        (GoldMetric::Ndcg(1), [1.0, 0.0, 0.0]),
        (GoldMetric::Ndcg(0), [0.0; 3]),
    ] {
        let mut each = [9.0; 3];
        let mean = golds.each(metric, &mut each).unwrap();
        assert!(each.iter().zip(wanted).all(|(a, b)| near(*a, b)), "{metric:?}: {each:?}");
        assert!(near(mean, (wanted[0] + wanted[1]) / 3.0), "{metric:?}: {mean}");
    }
    let mut filtered = [9; 5];
    filtered_ranks(&golds, &mut filtered).unwrap();
    assert_eq!(filtered, [0, 1, 3, 1, 4], "the absent one stays a miss");
}

/// Grades 3, 2, 3, 0, 1, 2 in this order, and 3 and 2 nowhere: the example of
/// many textbooks, 6.861 by 8.740.
#[test]
fn graded_by_hand() {
    let (ranks, grades) = ([0, 1, 2, 4, 5, 6, 6], [3.0, 2.0, 3.0, 1.0, 2.0, 3.0, 2.0]);
    let graded = GradedRanks::new(&[0, 7], &ranks, &grades, Sizes::All(6)).unwrap();
    let mut slots = [GainSlot::default(); 7];
    let linear = graded.mean_ndcg(Gain::Linear, 6, &mut slots).unwrap();
    assert!((linear - 0.785).abs() < 5e-4, "{linear}");
    // 7 + 3/log2(3) + 7/2, by 7 + 7/log2(3) + 7/2.
    let exponential = graded.mean_ndcg(Gain::Exponential, 3, &mut slots).unwrap();
    let log3 = 3f64.log2();
    assert!(near(exponential, (10.5 + 3.0 / log3) / (10.5 + 7.0 / log3)), "{exponential}");
}

/// Grades that differ in their last bits, out of order: rounding may take the
/// sum of the golds found above that of the ideal.
#[test]
fn no_value_is_above_one() {
    let ranks: Vec<u32> = (0..8).collect();
    let mut slots = [GainSlot::default(); 8];
    let mut state = 1u64;
    for _ in 0..20_000 {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let grade = |k: usize| 0.9 + f64::from(state as u32 >> (3 * k) & 3) * f64::EPSILON;
        let grades: Vec<f64> = (0..8).map(grade).collect();
        let graded = GradedRanks::new(&[0, 8], &ranks, &grades, Sizes::All(8)).unwrap();
        let value = graded.mean_ndcg(Gain::Linear, 8, &mut slots).unwrap();
        assert!(value <= 1.0, "{grades:?}: {value}");
    }
}

/// Equal grades are binary relevance; grades of any size, down to the smallest.
#[test]
fn equal_grades_are_binary() {
    let golds = GoldRanks::new(&OFFSETS, &RANKS, SIZES).unwrap();
    let mut slots = [GainSlot::default(); 3];
    for k in KS {
        let wanted = golds.mean(GoldMetric::Ndcg(k));
        for grade in [1.0, 7.0, f64::MAX, f64::MIN_POSITIVE, 5e-324] {
            let grades = [grade; 5];
            let graded = GradedRanks::new(&OFFSETS, &RANKS, &grades, SIZES).unwrap();
            assert_eq!(graded.mean_ndcg(Gain::Linear, k, &mut slots), Ok(wanted), "{grade}");
        }
        for grade in [1.0, 1023.9, 1e-12] {
            let grades = [grade; 5];
            let graded = GradedRanks::new(&OFFSETS, &RANKS, &grades, SIZES).unwrap();
            assert_eq!(graded.mean_ndcg(Gain::Exponential, k, &mut slots), Ok(wanted), "{grade}");
        }
    }
    // Small grades keep their digits: 2^g - 1 is g ln 2 here, which cancels.
    let (ranks, grades) = ([1, 0], [2e-12, 1e-12]);
    let graded = GradedRanks::new(&[0, 2], &ranks, &grades, Sizes::All(2)).unwrap();
    let linear = graded.mean_ndcg(Gain::Linear, 2, &mut slots).unwrap();
    let exponential = graded.mean_ndcg(Gain::Exponential, 2, &mut slots).unwrap();
    assert!((linear - exponential).abs() < 1e-11, "{linear} {exponential}");
    // No gain at all is no ideal.
    let graded = GradedRanks::new(&[0, 2], &ranks, &[0.0, 0.0], Sizes::All(2)).unwrap();
    assert_eq!(graded.mean_ndcg(Gain::Linear, 2, &mut slots), Ok(0.0));
}

/// Golds at the first 100,000 places, or at every third: sums keep their digits.
#[test]
fn many_golds() {
    let count = 100_000u32;
    let offsets = [0, u64::from(count)];
    let front: Vec<u32> = (0..count).collect();
    let golds = GoldRanks::new(&offsets, &front, Sizes::All(count)).unwrap();
    for metric in metrics(count) {
        assert_eq!(golds.mean(metric), 1.0, "{metric:?}");
    }
    let third: Vec<u32> = (0..count).map(|gold| 3 * gold + 2).collect();
    let golds = GoldRanks::new(&offsets, &third, Sizes::All(3 * count)).unwrap();
    let ap = golds.mean(GoldMetric::AveragePrecision(u32::MAX));
    assert!((ap - 1.0 / 3.0).abs() < 1e-16, "{ap}");
}

#[test]
fn mrr_at_cutoffs() {
    let (ranks, sizes) = ([0, 1, 4, 9, 3], [10, 2, 5, 9, 2]);
    for k in 0..12 {
        let found = ranks.iter().zip(sizes).filter(|&(&rank, size)| rank < k && rank < size);
        let wanted = found.map(|(&rank, _)| 1.0 / f64::from(rank + 1)).sum::<f64>() / 5.0;
        let at = mrr_at(&ranks, Sizes::Each(&sizes), k).unwrap();
        assert!(near(at, wanted), "{k}: {at}, not {wanted}");
    }
    let whole = mrr_at(&ranks, Sizes::Each(&sizes), u32::MAX);
    assert_eq!(whole, mrr(&ranks, Sizes::Each(&sizes)));
    assert_eq!(mrr_at(&ranks, Sizes::All(10), 0), Ok(0.0));
    assert_eq!(mrr_at(&[], Sizes::All(10), 1), Err(Error::NoQueries));
}

#[test]
fn wrong_ranks_are_named() {
    let error =
        |offsets: &[u64], ranks: &[u32], sizes: Sizes| GoldRanks::new(offsets, ranks, sizes).err();
    let at = |row, column| Some(Error::RanksNotAscending(Place { row, column }));
    let all = Sizes::All(10);
    assert_eq!(error(&[], &[], all), Some(Error::NoQueries));
    assert_eq!(error(&[0], &[], all), Some(Error::NoQueries));
    assert_eq!(error(&[0, 2, 1], &[0, 1], all), Some(Error::BadOffsets { at: 2 }));
    assert_eq!(error(&[0, 3], &[0, 1], all), Some(Error::BadOffsets { at: 1 }));
    let length = Some(Error::Length { needed: 1, found: 2 });
    assert_eq!(error(&[0, 2], &[0, 1], Sizes::Each(&[4, 4])), length);
    assert_eq!(error(&[0, 2, 5], &[7, 8, 1, 3, 2], all), at(1, 2));
    assert_eq!(error(&[0, 2, 4], &[7, 8, 1, 1], all), at(1, 1), "two golds in one place");
    assert_eq!(error(&[0, 2, 4], &[7, 8, NONE, 1], all), at(1, 1));
    // Golds that are not found, and copies, may be many; a query starts anew.
    assert_eq!(error(&[0, 4, 7], &[9, 10, 10, 11, 0, NONE, NONE], all), None);
    // What no query owns is not looked at.
    assert_eq!(error(&[2, 4], &[5, 1, 3, 4, 0], all), None);

    let golds = GoldRanks::new(&OFFSETS, &RANKS, SIZES).unwrap();
    let mut each = [7.0; 2];
    let length = Err(Error::Length { needed: 3, found: 2 });
    assert_eq!(golds.each(GoldMetric::RPrecision, &mut each), length);
    assert_eq!(each, [7.0; 2]);
    let mut filtered = [9; 4];
    let length = Err(Error::Length { needed: 5, found: 4 });
    assert_eq!(filtered_ranks(&golds, &mut filtered), length);
    assert_eq!(filtered, [9; 4]);
}

#[test]
fn wrong_grades_are_named() {
    let all = Sizes::All(10);
    let refused = |ranks: &[u32; 5], grades: &[f64; 5], gain| {
        let graded = GradedRanks::new(&OFFSETS, ranks, grades, SIZES).unwrap();
        let mut each = [7.0; 3];
        let error = graded.each_ndcg(gain, 5, &mut [GainSlot::default(); 3], &mut each).err();
        assert!(error.is_none() || each == [7.0; 3], "written on an error");
        assert_eq!(graded.mean_ndcg(gain, 5, &mut [GainSlot::default(); 3]).err(), error);
        error
    };
    let at = |row, column| Some(Error::BadGrade(Place { row, column }));
    for grade in [-1.0, -5e-324, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for gain in [Gain::Linear, Gain::Exponential] {
            assert_eq!(refused(&RANKS, &[1.0, 1.0, grade, 1.0, 1.0], gain), at(0, 2));
            assert_eq!(refused(&RANKS, &[1.0, 1.0, 1.0, grade, grade], gain), at(1, 0));
        }
    }
    assert_eq!(refused(&RANKS, &[1024.0; 5], Gain::Exponential), at(0, 0));
    assert_eq!(refused(&RANKS, &[-0.0; 5], Gain::Linear), None);
    let same_rank = Some(Error::RanksNotAscending(Place { row: 0, column: 1 }));
    assert_eq!(refused(&[2, 0, 0, 1, 4], &[1.0; 5], Gain::Linear), same_rank);
    assert_eq!(refused(&[2, 1, 0, 4, 4], &[1.0; 5], Gain::Linear), None);

    let length = Some(Error::Length { needed: 5, found: 4 });
    assert_eq!(GradedRanks::new(&OFFSETS, &RANKS, &[1.0; 4], SIZES).err(), length);
    assert_eq!(GradedRanks::new(&[0], &RANKS, &[1.0; 5], all).err(), Some(Error::NoQueries));
    let graded = GradedRanks::new(&OFFSETS, &RANKS, &[1.0; 5], SIZES).unwrap();
    assert_eq!((graded.queries(), graded.largest()), (3, 3));
    let slots = &mut [GainSlot::default(); 2];
    let scratch = Err(Error::ScratchTooSmall { needed: 3 });
    assert_eq!(graded.mean_ndcg(Gain::Linear, 1, slots), scratch);
    let length = Err(Error::Length { needed: 3, found: 1 });
    let slots = &mut [GainSlot::default(); 3];
    assert_eq!(graded.each_ndcg(Gain::Linear, 1, slots, &mut [7.0]), length);
}
