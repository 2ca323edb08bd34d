//! Ranked id lists against a slow definition: every id type and form, repeats
//! on both sides, empty lists, more relevant ids than are looked for one by one.

use crate::oracle;
use std::fmt::Debug;
use std::slice::from_ref;

use crate::common::run;
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    Error, Found, IDS_WITHOUT_SCRATCH, Id, ListSlot, Lists, NONE, list_gold_ranks, list_ranks,
};

/// Ids of a type from small numbers, some at the ends of its range.
trait Make: Id + Debug {
    fn make(raw: u8) -> Self;
}

impl Make for u32 {
    fn make(raw: u8) -> Self {
        if raw > 250 { u32::MAX - u32::from(255 - raw) } else { raw.into() }
    }
}

impl Make for u64 {
    fn make(raw: u8) -> Self {
        // Beyond 32 bits, so that a cut id would be taken for another.
        if raw > 200 { u64::MAX - u64::from(255 - raw) } else { u64::from(raw) << 33 | 7 }
    }
}

impl Make for i64 {
    fn make(raw: u8) -> Self {
        match raw {
            0 => i64::MIN,
            255 => i64::MAX,
            raw => i64::from(raw) - 128,
        }
    }
}

/// How ids by query lie in memory.
#[derive(Debug, Clone, Copy)]
enum Form {
    Ragged { before: usize },
    Padded { extra: usize },
    Single,
}

fn forms() -> impl Strategy<Value = Form> {
    prop_oneof![
        3 => (0..3usize).prop_map(|before| Form::Ragged { before }),
        2 => (0..3usize).prop_map(|extra| Form::Padded { extra }),
        1 => Just(Form::Single),
    ]
}

/// Owned ids by query.
struct Held<I> {
    form: Form,
    ids: Vec<I>,
    offsets: Vec<u64>,
    lengths: Vec<u32>,
}

impl<I: Make> Held<I> {
    /// What is no list's is filled with `garbage`, an id that may be relevant.
    fn new(lists: &[Vec<I>], form: Form, garbage: I) -> Self {
        let mut held = Held { form, ids: vec![], offsets: vec![], lengths: vec![] };
        let width = lists.iter().map(|list| list.len()).max().unwrap_or(0);
        if let Form::Ragged { before } = form {
            held.ids.resize(before, garbage);
        }
        held.offsets.push(held.ids.len() as u64);
        for list in lists {
            held.ids.extend(list);
            held.offsets.push(held.ids.len() as u64);
            held.lengths.push(list.len() as u32);
            if let Form::Padded { extra } = form {
                held.ids.resize(held.lengths.len() * (width + extra), garbage);
            }
        }
        held
    }

    fn lists(&self) -> Lists<'_, I> {
        match self.form {
            Form::Ragged { .. } => Lists::ragged(&self.offsets, &self.ids),
            Form::Padded { .. } => Lists::padded(&self.lengths, &self.ids),
            Form::Single => Lists::single(&self.ids),
        }
        .unwrap()
    }
}

#[derive(Debug, Clone)]
struct Case {
    /// A list and the relevant ids of each query.
    queries: Vec<(Vec<u8>, Vec<u8>)>,
    forms: (Form, Form),
    bound: u8,
}

fn cases() -> impl Strategy<Value = Case> {
    let ids = |most: usize| vec(any::<u8>(), 0..=most);
    let many = vec(any::<u8>(), IDS_WITHOUT_SCRATCH - 2..IDS_WITHOUT_SCRATCH + 60);
    let relevant = prop_oneof![1 => Just(vec![]), 8 => ids(6), 2 => many];
    let list = prop_oneof![1 => Just(vec![]), 5 => ids(20), 2 => ids(300)];
    // Few different ids repeat often, many are often absent.
    let bound = prop_oneof![3u8..20, Just(255)];
    (vec((list, relevant), 1..8), (forms(), forms()), bound)
        .prop_map(|(queries, forms, bound)| Case { queries, forms, bound })
}

fn check<I: Make>(case: &Case) -> Result<(), TestCaseError> {
    let make = |ids: &[u8], form: Form| {
        let mut ids: Vec<I> = ids.iter().map(|&id| I::make(id % case.bound)).collect();
        if let Form::Single = form {
            ids.resize(1, I::make(0));
        }
        ids
    };
    let (list_form, relevant_form) = case.forms;
    let lists: Vec<Vec<I>> = case.queries.iter().map(|(list, _)| make(list, list_form)).collect();
    let relevant: Vec<Vec<I>> =
        case.queries.iter().map(|(_, relevant)| make(relevant, relevant_form)).collect();

    let (mut best, mut every) = (vec![], vec![]);
    let (mut missed, mut missed_golds) = (0, 0);
    for (list, relevant) in lists.iter().zip(&relevant) {
        let ranks: Vec<u32> = relevant.iter().map(|id| oracle::place_in(list, id)).collect();
        let absent = list.len() as u32;
        let first = ranks.iter().copied().min().unwrap_or(absent);
        missed += u64::from(first == absent);
        missed_golds += u64::from(relevant.is_empty());
        best.push(first);
        for (k, &rank) in ranks.iter().enumerate() {
            let repeated = relevant[..k].contains(&relevant[k]);
            missed_golds += u64::from(!repeated && rank == absent);
            every.push(if repeated { NONE } else { rank });
        }
    }

    // Padding holds a relevant id, where there is one.
    let garbage = relevant.iter().flatten().next().copied().unwrap_or_default();
    let held = Held::new(&lists, list_form, garbage);
    let held_relevant = Held::new(&relevant, relevant_form, I::make(1));
    let (held, golds) = (held.lists(), held_relevant.lists());
    let mut lengths = vec![0; lists.len()];
    held.lengths(&mut lengths).unwrap();
    prop_assert_eq!(lengths, lists.iter().map(|list| list.len() as u32).collect::<Vec<_>>());
    let largest = relevant.iter().map(|relevant| relevant.len()).max().unwrap();
    prop_assert_eq!(golds.largest(), largest);

    let needed = if largest > IDS_WITHOUT_SCRATCH { largest } else { 0 };
    let mut slots = vec![ListSlot::default(); needed];
    let mut out = vec![77; best.len()];
    let found = list_ranks(&held, &golds, &mut slots, &mut out);
    prop_assert_eq!(found, Ok(Found { nan_cells: 0, without_gold: missed }));
    prop_assert_eq!(out, best);
    let mut out = vec![77; every.len()];
    let found = list_gold_ranks(&held, &golds, &mut slots, &mut out);
    prop_assert_eq!(found, Ok(Found { nan_cells: 0, without_gold: missed_golds }));
    prop_assert_eq!(&out, &every);
    if needed > 0 {
        let error = list_gold_ranks(&held, &golds, &mut slots[1..], &mut out);
        prop_assert_eq!(error, Err(Error::ScratchTooSmall { needed }));
    }
    Ok(())
}

#[test]
fn ids_of_u32() {
    run(5000, cases(), |case| check::<u32>(&case));
}

#[test]
fn ids_of_u64() {
    run(5000, cases(), |case| check::<u64>(&case));
}

#[test]
fn ids_of_i64() {
    run(5000, cases(), |case| check::<i64>(&case));
}

/// Recall never exceeds 1, however often the list or the gold set repeats an id.
#[test]
fn repeats_count_once() {
    let lists = Lists::ragged(&[0, 6], &[4u32, 5, 4, 5, 4, 6]).unwrap();
    let relevant = Lists::ragged(&[0, 5], &[5, 5, 4, 9, 5]).unwrap();
    let mut ranks = [77; 5];
    let found = list_gold_ranks(&lists, &relevant, &mut [], &mut ranks).unwrap();
    assert_eq!(ranks, [1, NONE, 0, 6, NONE]);
    assert_eq!(found.without_gold, 1, "id 9");
    let mut hits = [0];
    recallk::hits(&ranks, recallk::Sizes::All(6), &[u32::MAX], &mut hits).unwrap();
    assert_eq!(hits, [2], "of three different ids");
}

/// Lengths around the chunks that are compared together, the relevant id at
/// every place and nowhere, alone and with others.
fn every_place<I: Id + Debug>(id: impl Fn(u32) -> I) {
    let absent = [id(1000), id(1001)];
    for len in 0..=50 {
        let list: Vec<I> = (0..len).map(&id).collect();
        let rank = |relevant: &[I]| {
            let lists = Lists::padded(from_ref(&len), &list).unwrap();
            let offsets = [0, relevant.len() as u64];
            let relevant_ids = Lists::ragged(&offsets, relevant).unwrap();
            let (mut first, mut each) = ([77], vec![77; relevant.len()]);
            list_ranks(&lists, &relevant_ids, &mut [], &mut first).unwrap();
            list_gold_ranks(&lists, &relevant_ids, &mut [], &mut each).unwrap();
            let wanted: Vec<u32> = relevant.iter().map(|id| oracle::place_in(&list, id)).collect();
            assert_eq!(first.first(), wanted.iter().min(), "{relevant:?} in {len}");
            assert_eq!(each, wanted, "{relevant:?} in {len}");
        };
        rank(&absent[..1]);
        rank(&absent);
        for at in 0..len {
            rank(&[id(at)]);
            rank(&[absent[0], id(at), absent[1]]);
            if at + 1 < len {
                rank(&[id(len - 1), id(at)]);
            }
        }
    }
}

#[test]
fn every_place_of_every_id() {
    every_place(|k| k);
    every_place(|k| u32::MAX - k);
    every_place(u64::from);
    every_place(|k| i64::from(k) - 25);
    // Ids that only their high halves tell apart, all or by fives.
    every_place(|k| u64::from(k) << 32 | 7);
    every_place(|k| i64::from(k) << 32 | i64::from(k % 5));
}

/// A list that repeats its relevant ids in later chunks has them where they
/// come first.
#[test]
fn first_of_repeats() {
    let list: Vec<u64> = (0..100).map(|k| k % 37).collect();
    let lists = Lists::ragged(&[0, 100], &list).unwrap();
    for id in 0..37 {
        let relevant = Lists::single(from_ref(&id)).unwrap();
        let mut rank = [77];
        list_ranks(&lists, &relevant, &mut [], &mut rank).unwrap();
        assert_eq!(rank, [id as u32]);
        list_gold_ranks(&lists, &relevant, &mut [], &mut rank).unwrap();
        assert_eq!(rank, [id as u32]);
    }
}
