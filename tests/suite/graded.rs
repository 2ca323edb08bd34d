//! nDCG of graded golds against its definition on lists of items.

use crate::common::run;
use crate::gold_metrics::{COLUMNS, KS, OFFSETS, RANKS, Ranks, SIZES, near, rows};
use proptest::prelude::*;
use recallk::{Error, Gain, GainSlot, GoldMetric, GoldRanks, GradedRanks, Place, Sizes};

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

/// The bits do not depend on the order of the queries, nor on that of the golds.
#[test]
fn same_bits_in_any_order() {
    run(100, rows(), |rows| {
        let one = Ranks::new(&rows);
        let sizes = Sizes::All(COLUMNS as u32);
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
