//! How long the median takes next to a selection, and ranks of lists next to a
//! read of their ids.

use std::cell::LazyCell;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use recallk::{Id, Lists, list_ranks, median_pair};

mod support;

use support::Random;
use support::read::{Cell, Read, fastest};
use support::turns::{case, size, timed};

/// So many sets of ranks are taken in turn, more than a branch predictor learns.
const SETS: usize = 16;

fn medians(criterion: &mut Criterion) {
    for (queries, gallery) in [(5000, 25000), (25000, 5000), (1_000_000, 1_000_000)] {
        let sets = LazyCell::new(|| {
            let mut random = Random::new();
            let queries = size(queries, 50);
            let mut ranks = || (0..queries).map(|_| random.below(gallery)).collect();
            let sets: Vec<Vec<u32>> = (0..SETS).map(|_| ranks()).collect();
            let read = fastest(&sets[0]);
            (sets, read)
        });
        // Apart, so that neither finds in the cache what the other has just read.
        let (mut turn, mut turn_of_select, mut turn_of_read) = (0, SETS / 3, 2 * SETS / 3);
        let next = |turn: &mut usize| {
            *turn = (*turn + 1) % SETS;
            *turn
        };
        let mut copy = Vec::new();
        case(criterion, ("median", queries.to_string()), queries, 10, |turns| {
            let (sets, read) = &*sets;
            let read = timed(|| read(black_box(&sets[next(&mut turn_of_read)])));
            let select = timed(|| {
                copy.clear();
                copy.extend_from_slice(black_box(&sets[next(&mut turn_of_select)]));
                let middle = copy.len() / 2;
                *copy.select_nth_unstable(middle).1
            });
            let run = timed(|| median_pair(black_box(&sets[next(&mut turn)])));
            turns.take([("read", read), ("select", select)], run);
        });
    }
}

/// Ids of each list.
const LENGTH: usize = 100;

/// Lists of distinct ids, and the relevant ids of each.
struct Search<I> {
    ids: Vec<I>,
    lengths: Vec<u32>,
    relevant: Vec<I>,
    relevant_lengths: Vec<u32>,
    read: Read<I>,
}

impl<I: Id + Cell + From<u32>> Search<I> {
    /// Every second list holds its relevant ids, anywhere; the others hold none.
    fn new(queries: usize, relevant: usize) -> Self {
        let mut random = Random::new();
        // A step of odd length through 2^24 ids meets each once.
        let mut id = 0u32;
        let mut fresh = || {
            id = (id + 0x9e_3779) % (1 << 24);
            id
        };
        let ids: Vec<u32> = (0..queries * LENGTH).map(|_| fresh()).collect();
        let mut wanted = Vec::new();
        for (query, list) in ids.chunks(LENGTH).enumerate() {
            let place = |random: &mut Random| random.below(LENGTH as u32) as usize;
            let held = query % 2 == 0;
            wanted.extend(
                (0..relevant).map(|_| if held { list[place(&mut random)] } else { fresh() }),
            );
        }
        let ids: Vec<I> = ids.into_iter().map(I::from).collect();
        Search {
            read: fastest(&ids),
            ids,
            lengths: vec![LENGTH as u32; queries],
            relevant: wanted.into_iter().map(I::from).collect(),
            relevant_lengths: vec![relevant as u32; queries],
        }
    }
}

fn lists(criterion: &mut Criterion) {
    list::<u32>(criterion, "u32");
    list::<u64>(criterion, "u64");
}

fn list<I: Id + Cell + From<u32>>(criterion: &mut Criterion, id: &str) {
    let queries = 5000;
    for relevant in [1, 5] {
        let search = LazyCell::new(|| Search::<I>::new(size(queries, 10), relevant));
        let mut ranks = Vec::new();
        let name = format!("{id}/{relevant}");
        case(criterion, ("lists", name), queries * LENGTH, 1, |turns| {
            ranks.resize(search.lengths.len(), 0);
            let read = timed(|| (search.read)(black_box(&search.ids)));
            let run = timed(|| {
                let lists = Lists::padded(&search.lengths, black_box(&search.ids)).unwrap();
                let wanted = Lists::padded(&search.relevant_lengths, &search.relevant).unwrap();
                list_ranks(&lists, &wanted, &mut [], &mut ranks).unwrap()
            });
            turns.take([("read", read)], run);
        });
    }
}

criterion_group!(benches, medians, lists);
criterion_main!(benches);
