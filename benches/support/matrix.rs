//! A score matrix with golds, and the memory that calls on it write to.

use std::hint::black_box;

use recallk::{
    Block, BothScratch, Count, Found, Gold, Options, Score, Scores, Tally, both_size, tallies,
    tallies_both,
};

use super::Random;
use super::read::{Cell, Read, fastest};
use super::turns::{Timed, timed};

/// What is ranked.
#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Rows,
    Both,
}

impl Direction {
    pub(crate) const ALL: [Self; 2] = [Direction::Rows, Direction::Both];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Direction::Rows => "rows",
            Direction::Both => "both",
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
    map: Vec<u32>,
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

    /// Tallies of all row queries, and of all column queries if asked.
    pub(crate) fn tallies(
        &self,
        scores: &Scores<S>,
        direction: Direction,
        options: &Options,
        memory: &mut Memory<S>,
    ) -> Found {
        let Memory { golds, counts, links, blocks, of_rows, of_columns } = memory;
        let found = match direction {
            Direction::Rows => tallies(black_box(scores), &self.gold, options, of_rows),
            Direction::Both => {
                let scratch = BothScratch { golds, counts, links, blocks };
                let scores = black_box(scores);
                tallies_both(scores, &self.map, options, scratch, of_rows, of_columns)
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
        }
    }
}
