//! Who is gold for whom: one relation, seen from the rows and from the columns.

use std::ops::Range;

use recallk::{Golds, NONE};

/// Golds of many queries in compressed rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Csr {
    pub(crate) offsets: Vec<u64>,
    pub(crate) items: Vec<u32>,
    /// The rows (or columns) that are queries, ascending; `None`: all.
    pub(crate) queries: Option<Vec<u32>>,
}

/// The golds of the row queries and, turned round, of the column queries.
#[derive(Debug)]
pub(crate) struct Relation {
    pub(crate) rows: Csr,
    pub(crate) columns: Csr,
    /// The row of each column, where the relation was given so.
    pub(crate) map: Option<Vec<u32>>,
}

impl Csr {
    /// From the golds of each row, in any order and with repeats.
    pub(crate) fn of_rows(golds: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let (mut offsets, mut items) = (vec![0], Vec::new());
        for mut golds in golds {
            golds.sort_unstable();
            golds.dedup();
            items.append(&mut golds);
            offsets.push(items.len() as u64);
        }
        Csr { offsets, items, queries: None }
    }

    /// One gold for each row.
    pub(crate) fn one_each(golds: Vec<u32>) -> Self {
        Csr { offsets: (0..=golds.len() as u64).collect(), items: golds, queries: None }
    }

    /// From listed queries with their golds, all in any order; the queries differ.
    pub(crate) fn of_queries(mut golds: Vec<(u32, Vec<u32>)>) -> Self {
        golds.sort_unstable_by_key(|(query, _)| *query);
        let queries = golds.iter().map(|(query, _)| *query).collect();
        Csr { queries: Some(queries), ..Csr::of_rows(golds.into_iter().map(|(_, golds)| golds)) }
    }

    /// One query that has no gold: stands for a side that nobody asks for.
    pub(crate) fn nobody() -> Self {
        Csr { offsets: vec![0, 0], items: Vec::new(), queries: Some(vec![0]) }
    }

    /// As the kernel takes it.
    pub(crate) fn golds(&self) -> Golds<'_> {
        match &self.queries {
            None => Golds::new(&self.offsets, &self.items),
            Some(queries) => Golds::of_queries(&self.offsets, &self.items, queries),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Which queries are in a range of rows.
    pub(crate) fn inside(&self, rows: &Range<usize>) -> Range<usize> {
        let Some(queries) = &self.queries else { return rows.clone() };
        let below = |end| queries.partition_point(|&query| (query as usize) < end);
        below(rows.start)..below(rows.end)
    }

    /// The queries in a range of rows, which are numbered from its start on.
    /// `None` where there are none.
    pub(crate) fn part(&self, rows: &Range<usize>) -> Option<Self> {
        let inside = self.inside(rows);
        if inside.is_empty() {
            return None;
        }
        let (first, last) = (self.offsets[inside.start], self.offsets[inside.end]);
        let offsets = &self.offsets[inside.start..=inside.end];
        let own = |queries: &Vec<u32>| {
            queries[inside.clone()].iter().map(|&query| query - rows.start as u32).collect()
        };
        Some(Csr {
            offsets: offsets.iter().map(|offset| offset - first).collect(),
            items: self.items[first as usize..last as usize].to_vec(),
            queries: self.queries.as_ref().map(own),
        })
    }

    /// How many golds each query has.
    pub(crate) fn counts(&self) -> impl Iterator<Item = u64> {
        self.offsets.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// Each query with one of its golds.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.len()).flat_map(move |q| {
            let query = self.queries.as_ref().map_or(q as u32, |queries| queries[q]);
            let golds = &self.items[self.offsets[q] as usize..self.offsets[q + 1] as usize];
            golds.iter().map(move |&gold| (query, gold))
        })
    }

    /// For each of so many items the queries that it is gold for. Items that
    /// are gold for nobody are no queries, unless all are to be.
    fn inverse(&self, items: usize, all: bool) -> Self {
        let mut ends = vec![0u64; items + 1];
        for (_, gold) in self.pairs() {
            ends[gold as usize + 1] += 1;
        }
        for item in 0..items {
            ends[item + 1] += ends[item];
        }
        let offsets = ends.clone();
        let mut inverse = vec![0; self.items.len()];
        for (query, gold) in self.pairs() {
            let next = &mut ends[gold as usize];
            inverse[*next as usize] = query;
            *next += 1;
        }
        if all {
            return Csr { offsets, items: inverse, queries: None };
        }
        let queries = (0..items).filter(|&item| offsets[item] < offsets[item + 1]);
        let queries: Vec<u32> = queries.map(|item| item as u32).collect();
        // An item without golds adds nothing, so its offset repeats the next.
        let mut kept: Vec<u64> = queries.iter().map(|&item| offsets[item as usize]).collect();
        kept.push(inverse.len() as u64);
        Csr { offsets: kept, items: inverse, queries: Some(queries) }
    }
}

impl Relation {
    /// From the golds of the rows.
    pub(crate) fn of_golds(rows: Csr, columns: usize) -> Self {
        Relation { columns: rows.inverse(columns, false), rows, map: None }
    }

    /// From the row of each column, [`NONE`] for a distractor.
    pub(crate) fn of_map(map: Vec<u32>, rows: usize) -> Self {
        let queries = (0..).zip(&map).filter(|(_, row)| **row != NONE).unzip();
        let (queries, golds): (Vec<u32>, Vec<u32>) = queries;
        let columns = Csr { queries: Some(queries), ..Csr::one_each(golds) };
        Relation { rows: columns.inverse(rows, true), columns, map: Some(map) }
    }

    /// Whether row `i` and column `i` of a square matrix belong together, all of
    /// them, and nothing else.
    pub(crate) fn is_diagonal(&self, rows: usize, columns: usize) -> bool {
        rows == columns
            && self.rows.items.len() == rows
            && self.rows.pairs().all(|(row, column)| row == column)
    }

    /// Column `j` belongs to row `j / per_row`.
    pub(crate) fn per_row(per_row: usize, rows: usize) -> Self {
        Self::of_map((0..rows * per_row).map(|column| (column / per_row) as u32).collect(), rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_seen_from_both_sides() {
        let relation = Relation::of_map(vec![2, NONE, 0, 2], 3);
        assert_eq!(relation.rows, Csr::of_rows([vec![2], vec![], vec![0, 3]]));
        let columns = vec![(0, vec![2]), (2, vec![0]), (3, vec![2])];
        assert_eq!(relation.columns, Csr::of_queries(columns));
    }

    #[test]
    fn parts_are_numbered_from_their_start() {
        let all = Csr::of_rows([vec![4], vec![], vec![0, 3]]);
        assert_eq!(all.part(&(1..3)), Some(Csr::of_rows([vec![], vec![0, 3]])));
        let some = Csr::of_queries(vec![(1, vec![7]), (5, vec![2, 6]), (6, vec![])]);
        assert_eq!(some.part(&(2..6)), Some(Csr::of_queries(vec![(3, vec![2, 6])])));
        assert_eq!(some.part(&(2..5)), None);
    }

    #[test]
    fn golds_are_sorted_and_turned_round() {
        let rows = Csr::of_queries(vec![(5, vec![3, 1, 3]), (2, vec![]), (0, vec![3])]);
        assert_eq!(rows.offsets, [0, 1, 1, 3]);
        assert_eq!(rows.items, [3, 1, 3]);
        assert_eq!(rows.queries.as_deref(), Some(&[0, 2, 5][..]));
        let columns = Relation::of_golds(rows, 4).columns;
        assert_eq!(columns, Csr::of_queries(vec![(1, vec![5]), (3, vec![0, 5])]));
    }
}
