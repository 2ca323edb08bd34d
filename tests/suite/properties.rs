//! Row queries against the oracle: every score type, any layout, many ties.

use crate::both::{Side, side_of};
use crate::common::{Grid, Shape, Value, for_each_score, run, shapes, tall_shapes};
use crate::oracle;
use crate::oracle::Matrix;
use proptest::collection::vec;
use proptest::prelude::*;
use recallk::{
    Error, Found, GOLDS_WITHOUT_SCRATCH, GoldSlot, Golds, Scores, Tally, TieRule, best_ranks,
    best_tallies, gold_ranks, gold_tallies, ranks, tallies,
};

const ROWS: usize = 20;
const COLUMNS: usize = 150;

/// Golds of rows, of some more than [`GOLDS_WITHOUT_SCRATCH`].
fn asked() -> impl Strategy<Value = Side> {
    side_of(prop_oneof![
        1 => Just(vec![]),
        3 => vec(any::<u32>(), 1..=3),
        // Whole batches of 4 and 8, and what comes beyond.
        3 => vec(any::<u32>(), 4..=9),
        2 => vec(any::<u32>(), 10..40),
    ])
}

const RULES: [TieRule; 5] = [
    TieRule::LowerIndex,
    TieRule::Optimistic,
    TieRule::Pessimistic,
    TieRule::HigherIndex,
    TieRule::Realistic,
];

/// Each tie rule is the rank after sorting by that rule.
fn check_rules(
    matrix: &Matrix,
    queries: &oracle::Queries,
    shape: &Shape,
    tallies: &[Tally],
) -> Result<(), TestCaseError> {
    for (query, tally) in queries.iter().zip(tallies) {
        let (scores, golds) = query.candidates(&matrix.row(query.of));
        for rule in RULES {
            let wanted = oracle::doubled_rank(&scores, &golds, shape.options.order, rule);
            prop_assert_eq!(tally.doubled_rank(rule), wanted, "{:?}", rule);
            let halved = (rule != TieRule::Realistic).then_some(wanted / 2);
            prop_assert_eq!(tally.rank(rule).map(u64::from), halved, "{:?}", rule);
        }
    }
    Ok(())
}

/// The same call for tallies and for ranks against what the oracle wants.
fn check_call(
    wanted: &Result<(Vec<Tally>, Found), Error>,
    len: usize,
    tallies: impl FnOnce(&mut [Tally]) -> Result<Found, Error>,
    ranks: impl FnOnce(&mut [u32]) -> Result<Found, Error>,
) -> Result<(), TestCaseError> {
    let (mut got, mut got_ranks) = (vec![Tally::default(); len], vec![0; len]);
    let (found, found_by_ranks) = (tallies(&mut got), ranks(&mut got_ranks));
    match wanted {
        Err(error) => {
            prop_assert_eq!(found, Err(*error));
            prop_assert_eq!(found_by_ranks, Err(*error));
        }
        Ok((tallies, wanted)) => {
            prop_assert_eq!(found, Ok(*wanted));
            prop_assert_eq!(found_by_ranks, Ok(*wanted));
            prop_assert_eq!(&got, tallies);
            prop_assert_eq!(got_ranks, oracle::default_ranks(tallies));
        }
    }
    Ok(())
}

fn check_one<S: Value>(shape: &Shape, gold: &[u32]) -> Result<(), TestCaseError> {
    let grid = Grid::<S>::new(shape);
    let (scores, matrix, options) = (grid.view(), grid.matrix(), &shape.options);
    let gold: Vec<u32> =
        (0..shape.rows).map(|row| gold[row % gold.len()] % shape.columns as u32).collect();
    let query = |(row, &gold): (usize, &u32)| oracle::Query::new(row, vec![gold]);
    let queries: Vec<_> = gold.iter().enumerate().map(query).collect();

    let best = matrix.best_of_rows(&queries, options.order);
    check_rules(&matrix, &queries, shape, &best)?;
    let wanted = matrix.nans(options.nan).map(|nans| {
        let found = oracle::found(nans, &best, 0);
        (best, found)
    });
    check_call(
        &wanted,
        shape.rows,
        |out| tallies(&scores, &gold, options, out),
        |out| ranks(&scores, &gold, options, out),
    )
}

fn check_best<S: Value>(shape: &Shape, asked: &Side) -> Result<(), TestCaseError> {
    let grid = Grid::<S>::new(shape);
    let (scores, matrix, options) = (grid.view(), grid.matrix(), &shape.options);
    let cut = asked.cut(shape.rows, shape.columns);
    let (queries, golds) = (&cut.queries, cut.golds());

    let best = matrix.best_of_rows(queries, options.order);
    check_rules(&matrix, queries, shape, &best)?;
    let wanted = match queries.is_empty() {
        true => Err(Error::NoQueries),
        false => matrix.nans(options.nan).map(|nans| {
            let found = oracle::found(nans, &best, 0);
            (best, found)
        }),
    };
    check_call(
        &wanted,
        queries.len(),
        |out| best_tallies(&scores, &golds, options, out),
        |out| best_ranks(&scores, &golds, options, out),
    )
}

fn check_every<S: Value>(shape: &Shape, asked: &Side) -> Result<(), TestCaseError> {
    let grid = Grid::<S>::new(shape);
    let (scores, matrix, options) = (grid.view(), grid.matrix(), &shape.options);
    let cut = asked.cut_to(shape.rows, shape.columns, true);
    let (queries, golds) = (&cut.queries, cut.golds());

    let every: Vec<Tally> = queries
        .iter()
        .flat_map(|query| query.every(&matrix.row(query.of), options.order))
        .collect();
    let empty = queries.iter().filter(|query| query.golds.is_empty()).count();
    let len = every.len();
    let wanted = match queries.is_empty() {
        true => Err(Error::NoQueries),
        false => matrix.nans(options.nan).map(|nans| {
            let found = oracle::found(nans, &every, empty);
            (every, found)
        }),
    };
    let largest = queries.iter().map(|query| query.golds.len()).max().unwrap_or(0);
    let needed = if largest > GOLDS_WITHOUT_SCRATCH { largest } else { 0 };
    // Working memory as small as allowed, and dirty: the ranks come second.
    let mut slots = vec![GoldSlot::default(); needed];
    let mut dirty = slots.clone();
    let _ = gold_ranks(&scores, &golds, options, &mut dirty, &mut vec![0; len]);
    check_call(
        &wanted,
        len,
        |out| gold_tallies(&scores, &golds, options, &mut slots, out),
        |out| gold_ranks(&scores, &golds, options, &mut dirty, out),
    )?;
    if needed > 0 {
        check_too_small(&scores, &golds, shape, needed, len)?;
    }
    Ok(())
}

/// One slot too few is told, and nothing is written.
fn check_too_small<S: Value>(
    scores: &Scores<S>,
    golds: &Golds,
    shape: &Shape,
    needed: usize,
    len: usize,
) -> Result<(), TestCaseError> {
    let mut slots = vec![GoldSlot::default(); needed - 1];
    let mut out = vec![12345; len];
    let error = gold_ranks(scores, golds, &shape.options, &mut slots, &mut out);
    prop_assert_eq!(error, Err(Error::ScratchTooSmall { needed }));
    prop_assert!(out.iter().all(|&rank| rank == 12345));
    Ok(())
}

fn rows_against_the_oracle<S: Value>() {
    let gold = vec(any::<u32>(), ROWS);
    run(2500, (shapes(ROWS, COLUMNS), gold, asked()), |(shape, gold, asked)| {
        check_one::<S>(&shape, &gold)?;
        check_best::<S>(&shape, &asked)?;
        check_every::<S>(&shape, &asked)
    });
}

mod rows {
    use super::*;
    for_each_score!(rows_against_the_oracle);
}

/// More than one strip of queries, and few of them.
fn tall_against_the_oracle<S: Value>() {
    let gold = vec(any::<u32>(), ROWS);
    run(150, (tall_shapes(60..=1100, 20), gold, asked()), |(shape, gold, asked)| {
        check_one::<S>(&shape, &gold)?;
        check_best::<S>(&shape, &asked)
    });
}

mod tall {
    use super::*;
    for_each_score!(tall_against_the_oracle);
}
