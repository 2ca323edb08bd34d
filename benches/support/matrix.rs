//! A score matrix with golds, and the memory that calls on it write to.

use std::hint::black_box;

use recallk::{
    Block, BothScratch, Count, Found, Gold, Options, Score, Scores, Tally, both_size, ranks_both,
    tallies, tallies_both,
};

use super::Random;
use super::read::{Cell, Read, fastest};
use super::turns::{Timed, timed};

/// What is asked of a matrix.
#[derive(Clone, Copy)]
pub(crate) enum Call {
    /// Tallies of the rows.
    Rows,
    /// Tallies of both directions.
    Both,
    /// Ranks alone of both directions.
    Ranks,
}

impl Call {
    pub(crate) const TALLIES: [Self; 2] = [Call::Rows, Call::Both];
    pub(crate) const ALL: [Self; 3] = [Call::Rows, Call::Both, Call::Ranks];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Call::Rows => "rows",
            Call::Both => "both",
            Call::Ranks => "ranks",
        }
    }
}

/// Images as rows, their texts as columns, the same number for each image.
pub(crate) struct Matrix<S> {
    pub(crate) cells: Vec<S>,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// A column of each row.
    pub(crate) gold: Vec<u32>,
    /// The row of each column.
    pub(crate) map: Vec<u32>,
    read: Read<S>,
}

impl<S: Score + Cell> Matrix<S> {
    pub(crate) fn new((rows, columns): (usize, usize), score: impl Fn(f32) -> S) -> Self {
        let mut random = Random::new();
        let cells: Vec<S> = (0..rows * columns).map(|_| score(random.score())).collect();
        let per_row = columns / rows;
        Matrix {
            read: fastest(&cells),
            cells,
            rows,
            columns,
            gold: (0..rows).map(|row| (row * per_row) as u32).collect(),
            map: (0..columns).map(|column| (column / per_row % rows) as u32).collect(),
        }
    }

    pub(crate) fn row_major(&self) -> Scores<'_, S> {
        Scores::new(&self.cells, self.rows, self.columns).unwrap()
    }

    /// The same memory as a matrix of the same shape whose columns lie side by side.
    pub(crate) fn column_major(&self) -> Scores<'_, S> {
        let Matrix { rows, columns, .. } = *self;
        Scores::strided(&self.cells, 0, rows, columns, 1, rows as isize).unwrap()
    }

    /// The reference that reads the cells and does nothing else.
    pub(crate) fn read(&self) -> (&'static str, Timed<'_>) {
        ("read", timed(|| (self.read)(black_box(&self.cells))))
    }

    pub(crate) fn run(
        &self,
        scores: &Scores<S>,
        call: Call,
        options: &Options,
        memory: &mut Memory<S>,
    ) -> Found {
        let Memory { golds, counts, links, blocks, of_rows, of_columns, ranks } = memory;
        let scores = black_box(scores);
        let scratch = BothScratch { golds, counts, links, blocks };
        let found = match call {
            Call::Rows => tallies(scores, &self.gold, options, of_rows),
            Call::Both => tallies_both(scores, &self.map, options, scratch, of_rows, of_columns),
            Call::Ranks => {
                let (of_rows, of_columns) = ranks.split_at_mut(self.rows);
                ranks_both(scores, &self.map, options, scratch, of_rows, of_columns)
            }
        };
        found.unwrap()
    }
}

/// Scratch and outputs of a call.
pub(crate) struct Memory<S: Score> {
    golds: Vec<Gold>,
    counts: Vec<Count>,
    links: Vec<u32>,
    blocks: Vec<Block<S>>,
    of_rows: Vec<Tally>,
    of_columns: Vec<Tally>,
    ranks: Vec<u32>,
}

impl<S: Score> Memory<S> {
    pub(crate) fn new(matrix: &Matrix<S>) -> Self {
        let size = both_size::<S>(matrix.rows, matrix.columns);
        Memory {
            golds: vec![Gold::NONE; size.queries],
            counts: vec![Count::ZERO; size.queries],
            links: vec![0; size.links],
            blocks: vec![Block::EMPTY; size.blocks],
            of_rows: vec![Tally::default(); matrix.rows],
            of_columns: vec![Tally::default(); matrix.columns],
            ranks: vec![0; matrix.rows + matrix.columns],
        }
    }
}
