//! Folds: equal blocks of rows with their own columns, each a matrix by itself.

use recallk::{NONE, Score};

use crate::cells::View;
use crate::error::{Result, explain, refuse};
use crate::evaluate::{Evaluator, Tallies};
use crate::relevance::Relation;

/// A fold, evaluated.
pub(crate) struct Fold {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) tallies: Tallies,
}

/// Checks that so many folds can be made of the rows.
pub(crate) fn check(folds: usize, rows: usize, relation: &Relation) -> Result<()> {
    if relation.map.is_none() {
        refuse!(
            "--folds needs to know which row each column belongs to: \
             give --per-row or --row-of-column."
        );
    }
    if folds == 0 || !rows.is_multiple_of(folds) {
        refuse!("--folds {folds} does not divide the {rows} rows into equal blocks.");
    }
    Ok(())
}

/// How many scores the folds have in all.
pub(crate) fn scores(folds: usize, rows: usize, relation: &Relation) -> u64 {
    let members = relation.columns.len() as u64;
    members * (rows / folds) as u64
}

/// Evaluates each of the folds.
pub(crate) fn evaluate<S: Score + Sync>(
    name: &str,
    view: &View<S>,
    relation: &Relation,
    folds: usize,
    evaluator: &Evaluator,
) -> Result<Vec<Fold>> {
    check(folds, view.rows, relation)?;
    let (map, rows) = (relation.map.as_deref().unwrap_or(&[]), view.rows / folds);
    let mut members = vec![Vec::new(); folds];
    for (column, &row) in map.iter().enumerate().filter(|(_, row)| **row != NONE) {
        members[row as usize / rows].push(column as u32);
    }
    let evaluated = members.iter().enumerate().map(|(fold, columns)| {
        let Some((&first, &last)) = columns.first().zip(columns.last()) else {
            refuse!("No column belongs to the rows of fold {}: nothing to rank.", fold + 1);
        };
        let block = (fold * rows, rows);
        let start = block.0 as u32;
        let own = columns.iter().map(|&column| map[column as usize] - start).collect();
        let relation = Relation::of_map(own, rows);
        let gathered;
        let part = if (last - first) as usize == columns.len() - 1 {
            view.block(block, first as usize, columns.len())
        } else {
            gathered = view.gather(block, columns)?;
            View::dense(&gathered, rows, columns.len())
        };
        let what = || format!("{name}, fold {}", fold + 1);
        let tallies =
            evaluator.tallies(&part, &relation).map_err(|error| explain(error, &what()))?;
        Ok(Fold { rows, columns: columns.len(), tallies })
    });
    evaluated.collect()
}
