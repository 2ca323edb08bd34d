//! The oracle: ranks by sorting, from the words of the contract.
//!
//! Slow and plain on purpose. Scores are decoded and compared as the numbers
//! they are, and a rank is a position in a sorted list of indices. It shares
//! nothing with the kernel, which never sorts and never compares a float.

use std::cmp::Ordering;

use recallk::{Bf16, Error, F16, Found, NONE, NanPolicy, Order, Place, Tally, TieRule};

/// What a score is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Float(f64),
    Integer(i128),
}

impl Number {
    pub(crate) fn is_nan(self) -> bool {
        matches!(self, Number::Float(x) if x.is_nan())
    }
}

/// Scores that the oracle can read.
pub(crate) trait Decode: Copy {
    fn number(self) -> Number;
}

macro_rules! decode {
    ($($score:ty: |$x:ident| $number:expr;)*) => { $(
        impl Decode for $score {
            fn number(self) -> Number {
                let $x = self;
                $number
            }
        }
    )* };
}

decode! {
    f32: |x| Number::Float(f64::from(x));
    f64: |x| Number::Float(x);
    F16: |x| Number::Float(half::f16::from_bits(x.0).to_f64());
    Bf16: |x| Number::Float(half::bf16::from_bits(x.0).to_f64());
    i8: |x| Number::Integer(x.into());
    u8: |x| Number::Integer(x.into());
    i16: |x| Number::Integer(x.into());
    u16: |x| Number::Integer(x.into());
    i32: |x| Number::Integer(x.into());
    u32: |x| Number::Integer(x.into());
    i64: |x| Number::Integer(x.into());
    u64: |x| Number::Integer(x.into());
}

/// Best first; NaN behind all numbers.
pub(crate) fn compare(a: Number, b: Number, order: Order) -> Ordering {
    if a.is_nan() || b.is_nan() {
        return a.is_nan().cmp(&b.is_nan());
    }
    let ascending = match (a, b) {
        (Number::Float(a), Number::Float(b)) => a.partial_cmp(&b).unwrap(),
        (Number::Integer(a), Number::Integer(b)) => a.cmp(&b),
        _ => panic!("one matrix, one type"),
    };
    if order == Order::HigherFirst { ascending.reverse() } else { ascending }
}

/// Items from best to worst, equal ones by `tie`.
fn sorted(scores: &[Number], order: Order, tie: impl Fn(usize) -> i64) -> Vec<usize> {
    let mut items: Vec<usize> = (0..scores.len()).collect();
    items.sort_by(|&a, &b| compare(scores[a], scores[b], order).then(tie(a).cmp(&tie(b))));
    items
}

/// Items from best to worst, equal ones by index.
pub(crate) fn by_index(scores: &[Number], order: Order) -> Vec<usize> {
    sorted(scores, order, |item| item as i64)
}

/// The stretch of the sorted items that share the score of the one at `at`.
fn tied_with(scores: &[Number], items: &[usize], at: usize) -> std::ops::Range<usize> {
    let same = |&k: &usize| scores[items[k]] == scores[items[at]];
    let start = (0..at).rev().take_while(same).last().unwrap_or(at);
    let end = (at..items.len()).take_while(same).last().unwrap() + 1;
    start..end
}

/// Which items are golds.
fn marks(items: usize, golds: &[u32]) -> Vec<bool> {
    let mut marks = vec![false; items];
    golds.iter().for_each(|&gold| marks[gold as usize] = true);
    marks
}

/// The tally of the best gold, other golds left out of the count.
pub(crate) fn any_hit(scores: &[Number], golds: &[u32], order: Order) -> Tally {
    let items = by_index(scores, order);
    let is_gold = marks(scores.len(), golds);
    let Some(best) = items.iter().position(|&item| is_gold[item] && !scores[item].is_nan()) else {
        return Tally::miss(scores.len() as u32);
    };
    let tied = tied_with(scores, &items, best);
    let golds: Vec<usize> = tied.clone().filter(|&at| is_gold[items[at]]).collect();
    let (first, last) = (golds[0], golds[golds.len() - 1]);
    Tally {
        ahead: tied.start as u32,
        tied_before: (first - tied.start) as u32,
        tied_between: (last + 1 - first - golds.len()) as u32,
        tied_after: (tied.end - 1 - last) as u32,
        tied_golds: golds.len() as u32,
    }
}

/// The tally of every gold in the full order.
pub(crate) fn every_gold(scores: &[Number], golds: &[u32], order: Order) -> Vec<Tally> {
    let items = by_index(scores, order);
    let tally = |&gold: &u32| {
        if scores[gold as usize].is_nan() {
            return Tally::miss(scores.len() as u32);
        }
        let at = items.iter().position(|&item| item == gold as usize).unwrap();
        let tied = tied_with(scores, &items, at);
        Tally {
            ahead: tied.start as u32,
            tied_before: (at - tied.start) as u32,
            tied_between: 0,
            tied_after: (tied.end - 1 - at) as u32,
            tied_golds: 1,
        }
    };
    golds.iter().map(tally).collect()
}

/// The rank of the best gold after sorting anew by the tie rule.
fn integer_rank(scores: &[Number], golds: &[u32], order: Order, rule: TieRule) -> u32 {
    let is_gold = marks(scores.len(), golds);
    let items = sorted(scores, order, |item| match rule {
        TieRule::LowerIndex => item as i64,
        TieRule::HigherIndex => -(item as i64),
        TieRule::Optimistic => i64::from(!is_gold[item]),
        TieRule::Pessimistic => i64::from(is_gold[item]),
        TieRule::Realistic => panic!("no order of the items"),
    });
    let best = items.iter().position(|&item| is_gold[item] && !scores[item].is_nan());
    best.map_or(scores.len(), |best| items[..best].iter().filter(|&&j| !is_gold[j]).count()) as u32
}

/// Twice the rank of the best gold under any rule.
pub(crate) fn doubled_rank(scores: &[Number], golds: &[u32], order: Order, rule: TieRule) -> u64 {
    let rank = |rule| u64::from(integer_rank(scores, golds, order, rule));
    match rule {
        TieRule::Realistic => rank(TieRule::Optimistic) + rank(TieRule::Pessimistic),
        rule => 2 * rank(rule),
    }
}

/// A matrix of numbers, row by row.
#[derive(Debug, Clone)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) cells: Vec<Number>,
}

/// A query: its row or column, its golds, and what is no candidate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Query {
    pub(crate) of: usize,
    pub(crate) golds: Vec<u32>,
    pub(crate) ignored: Vec<u32>,
}
pub(crate) type Queries = [Query];

impl Query {
    pub(crate) fn new(of: usize, golds: Vec<u32>) -> Self {
        Query { of, golds, ignored: vec![] }
    }

    /// Scores and golds without what is ignored.
    pub(crate) fn candidates(&self, scores: &[Number]) -> (Vec<Number>, Vec<u32>) {
        let is_ignored = marks(scores.len(), &self.ignored);
        let mut left = vec![];
        let mut places = vec![u32::MAX; scores.len()];
        for (item, score) in scores.iter().enumerate().filter(|(item, _)| !is_ignored[*item]) {
            places[item] = left.len() as u32;
            left.push(*score);
        }
        (left, self.golds.iter().map(|&gold| places[gold as usize]).collect())
    }

    fn best(&self, scores: &[Number], order: Order) -> Tally {
        let (scores, golds) = self.candidates(scores);
        any_hit(&scores, &golds, order)
    }

    pub(crate) fn every(&self, scores: &[Number], order: Order) -> Vec<Tally> {
        let (scores, golds) = self.candidates(scores);
        every_gold(&scores, &golds, order)
    }
}

impl Matrix {
    pub(crate) fn new<S: Decode>(cells: &[S], rows: usize, columns: usize) -> Self {
        assert_eq!(cells.len(), rows * columns);
        Matrix { rows, columns, cells: cells.iter().map(|&cell| cell.number()).collect() }
    }

    pub(crate) fn row(&self, row: usize) -> Vec<Number> {
        self.cells[row * self.columns..][..self.columns].to_vec()
    }

    pub(crate) fn column(&self, column: usize) -> Vec<Number> {
        (0..self.rows).map(|row| self.cells[row * self.columns + column]).collect()
    }

    /// The NaN cells, or the error that they are.
    pub(crate) fn nans(&self, policy: NanPolicy) -> Result<u64, Error> {
        match self.cells.iter().position(|cell| cell.is_nan()) {
            Some(at) if policy == NanPolicy::Reject => {
                let (row, column) = (at / self.columns, at % self.columns);
                Err(Error::NanScore(Place { row: row as u32, column: column as u32 }))
            }
            _ => Ok(self.cells.iter().filter(|cell| cell.is_nan()).count() as u64),
        }
    }

    pub(crate) fn best_of_rows(&self, queries: &Queries, order: Order) -> Vec<Tally> {
        queries.iter().map(|query| query.best(&self.row(query.of), order)).collect()
    }

    pub(crate) fn best_of_columns(&self, queries: &Queries, order: Order) -> Vec<Tally> {
        queries.iter().map(|query| query.best(&self.column(query.of), order)).collect()
    }
}

/// What a call finds beside the tallies: misses, and queries with nothing to look for.
pub(crate) fn found(nan_cells: u64, tallies: &[Tally], without_entry: usize) -> Found {
    let misses = tallies.iter().filter(|tally| tally.tied_golds == 0).count();
    Found { nan_cells, without_gold: (misses + without_entry) as u64 }
}

/// The two sides of a map from columns to rows.
pub(crate) fn sides(map: &[u32], rows: usize) -> (Vec<Query>, Vec<Query>) {
    let of_row = |row: usize| {
        let columns = (0..map.len()).filter(|&column| map[column] == row as u32);
        Query::new(row, columns.map(|column| column as u32).collect())
    };
    let columns = map.iter().enumerate().filter(|(_, row)| **row != NONE);
    (
        (0..rows).map(of_row).collect(),
        columns.map(|(column, &row)| Query::new(column, vec![row])).collect(),
    )
}

/// 0-based ranks under the default rule.
pub(crate) fn default_ranks(tallies: &[Tally]) -> Vec<u32> {
    tallies.iter().map(|tally| tally.ahead + tally.tied_before).collect()
}

/// Hits at K: queries whose rank is one of the first K places of their gallery.
pub(crate) fn hits(ranks: &[u32], sizes: &[u32], k: u32) -> u64 {
    let mut hits = 0;
    for (&rank, &size) in ranks.iter().zip(sizes) {
        if rank < k && rank < size {
            hits += 1;
        }
    }
    hits
}

/// The two middle values of the sorted ranks.
pub(crate) fn median_pair(ranks: &[u32]) -> (u32, u32) {
    let mut sorted = ranks.to_vec();
    sorted.sort();
    (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}

/// MRR by the fixed-point definition.
pub(crate) fn mrr(ranks: &[u32], sizes: &[u32]) -> f64 {
    let hits = ranks.iter().zip(sizes).filter(|(rank, size)| rank < size);
    let sum: u128 = hits.map(|(&rank, _)| (1u128 << 63) / (u128::from(rank) + 1)).sum();
    sum as f64 / 2f64.powi(63) / ranks.len() as f64
}

/// The place of an id in a list, its length where absent.
pub(crate) fn place_in<I: PartialEq>(list: &[I], id: &I) -> u32 {
    let mut rank = list.len();
    for at in (0..list.len()).rev() {
        if list[at] == *id {
            rank = at;
        }
    }
    rank as u32
}
