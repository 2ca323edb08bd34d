//! What the rules of several families have in common.

use crate::common::Matrix;

/// Items as a stable ascending sort leaves them, turned round.
pub(crate) fn sorted_and_reversed(scores: &[f64]) -> Vec<usize> {
    let mut items: Vec<usize> = (0..scores.len()).collect();
    items.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    items.reverse();
    items
}

/// Items as a stable descending sort leaves them.
pub(crate) fn sorted_descending(scores: &[f64]) -> Vec<usize> {
    let mut items: Vec<usize> = (0..scores.len()).collect();
    items.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    items
}

/// The place of the first gold.
pub(crate) fn first(items: &[usize], golds: &[usize]) -> usize {
    items.iter().position(|item| golds.contains(item)).unwrap()
}

/// 0-based ranks of all rows and of all columns, `texts` columns a row.
pub(crate) fn ranks(
    matrix: &Matrix,
    texts: usize,
    order: fn(&[f64]) -> Vec<usize>,
) -> [Vec<usize>; 2] {
    let rows = (0..matrix.rows).map(|row| {
        let golds: Vec<usize> = (row * texts..(row + 1) * texts).collect();
        first(&order(&matrix.row(row)), &golds)
    });
    let columns =
        (0..matrix.columns).map(|column| first(&order(&matrix.column(column)), &[column / texts]));
    [rows.collect(), columns.collect()]
}

pub(crate) fn hits(ranks: &[usize], k: usize) -> usize {
    ranks.iter().filter(|&&rank| rank < k).count()
}

/// 100 * hits / queries.
pub(crate) fn percents(ranks: &[usize]) -> [f64; 3] {
    [1, 5, 10].map(|k| 100.0 * hits(ranks, k) as f64 / ranks.len() as f64)
}

pub(crate) fn median(ranks: &[usize]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable();
    let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    (low + high) as f64 / 2.0
}

pub(crate) fn mean(ranks: &[usize]) -> f64 {
    ranks.iter().sum::<usize>() as f64 / ranks.len() as f64
}

/// A number as C prints it with so many decimals.
pub(crate) fn printed(x: f64, digits: usize) -> f64 {
    format!("{x:.digits$}").parse().unwrap()
}
