//! The matrix that is never stored: cut into tiles, and the vectors of each.

use std::ops::Range;

use recallk::Error;

use crate::threads::Threads;

use super::metric::Operands;
use super::product::{HEIGHT, Panels, WIDTH, lay_side_by_side};
use super::vectors::Vectors;

/// Measured: tall tiles pay off the packing inside `gemm` and the start of a
/// count in each column; much larger ones leave the cache.
const TALLEST: usize = 1008;
const WIDEST: usize = 1152;

/// Vectors that are read before they are laid side by side.
const GROUP: usize = 64;
const _: () = assert!(WIDTH.is_multiple_of(GROUP));

/// How the matrix is cut: into equal strips of rows, these into equal tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
}

impl Grid {
    pub(crate) fn of(rows: usize, columns: usize) -> Self {
        let even = |whole: usize, most, multiple| {
            whole.div_ceil(whole.div_ceil(most)).next_multiple_of(multiple)
        };
        let (height, width) = (even(rows, TALLEST, HEIGHT), even(columns, WIDEST, WIDTH));
        Grid { rows, columns, height, width }
    }

    fn across(&self) -> usize {
        self.columns.div_ceil(self.width)
    }

    pub(crate) fn tiles(&self) -> usize {
        self.rows.div_ceil(self.height) * self.across()
    }

    /// Tiles are numbered along the strips.
    pub(crate) fn tile(&self, number: usize) -> (Range<usize>, Range<usize>) {
        let (strip, along) = (number / self.across(), number % self.across());
        (part(strip, self.height, self.rows), part(along, self.width, self.columns))
    }

    /// The tiles behind one in its strip.
    pub(crate) fn behind(&self, number: usize) -> Range<usize> {
        number + 1..(number / self.across() + 1) * self.across()
    }
}

/// Part `number` of so many things.
fn part(number: usize, size: usize, whole: usize) -> Range<usize> {
    number * size..whole.min((number + 1) * size)
}

/// The vectors of both sides, and how they are cut.
pub(crate) struct Matrix<'a> {
    pub(crate) rows: Vectors<'a>,
    pub(crate) columns: Vectors<'a>,
    pub(crate) grid: Grid,
    /// The panels of all vectors, where there is memory for them.
    held: Option<[Vec<f32>; 2]>,
}

/// Panels of one's own.
#[derive(Default)]
pub(crate) struct Own {
    rows: Vec<f32>,
    /// Which rows these are.
    of: Range<usize>,
    columns: Vec<f32>,
}

impl<'a> Matrix<'a> {
    pub(crate) fn new(rows: Vectors<'a>, columns: Vectors<'a>) -> Self {
        let grid = Grid::of(rows.count(), columns.count());
        Matrix { rows, columns, grid, held: None }
    }

    /// Makes all panels at once.
    pub(crate) fn hold(&mut self, threads: &Threads) -> Result<(), Error> {
        let padded = self.rows.depth.padded();
        let mut rows = vec![0.0; self.rows.count().next_multiple_of(HEIGHT) * padded];
        let mut columns = vec![0.0; self.columns.count().next_multiple_of(WIDTH) * padded];
        let Grid { height, width, .. } = self.grid;
        let strips = rows.chunks_mut(height * padded).enumerate().map(|job| (true, job));
        let tiles = columns.chunks_mut(width * padded).enumerate().map(|job| (false, job));
        threads.share(strips.chain(tiles).collect(), |queue| {
            queue.each(|(is_rows, (number, panel))| {
                if is_rows {
                    fill_rows(&self.rows, part(number, height, self.rows.count()), panel);
                } else {
                    fill_columns(&self.columns, part(number, width, self.columns.count()), panel);
                }
                Ok::<_, Error>(())
            })
        })?;
        self.held = Some([rows, columns]);
        Ok(())
    }

    /// The vectors of a tile.
    pub(crate) fn operands<'s>(
        &'s self,
        (rows, columns): (&Range<usize>, &Range<usize>),
        own: &'s mut Own,
    ) -> Operands<'s> {
        let (depth, padded) = (self.rows.depth, self.rows.depth.padded());
        let down = rows.len().next_multiple_of(HEIGHT) * padded;
        let across = columns.len().next_multiple_of(WIDTH) * padded;
        let (of_rows, of_columns) = match &self.held {
            Some([all_rows, all_columns]) => (
                &all_rows[rows.start * padded..][..down],
                &all_columns[columns.start * padded..][..across],
            ),
            None => {
                if own.of != *rows {
                    own.rows.resize(down, 0.0);
                    fill_rows(&self.rows, rows.clone(), &mut own.rows);
                    own.of = rows.clone();
                }
                own.columns.resize(across, 0.0);
                fill_columns(&self.columns, columns.clone(), &mut own.columns);
                (&own.rows[..], &own.columns[..])
            }
        };
        Operands {
            panels: Panels { rows: of_rows, columns: of_columns, depth },
            of_rows: self.rows.sizes.get(rows.clone()).unwrap_or(&[]),
            of_columns: self.columns.sizes.get(columns.clone()).unwrap_or(&[]),
        }
    }
}

/// Vectors one after the other, then zeros.
pub(crate) fn fill_rows(
    vectors: &Vectors,
    which: impl IntoIterator<Item = usize>,
    panel: &mut [f32],
) {
    let mut which = which.into_iter();
    for vector in panel.chunks_exact_mut(vectors.depth.padded()) {
        match which.next() {
            Some(at) => vectors.read(at, vector),
            None => vector.fill(0.0),
        }
    }
}

/// Vectors side by side, then zeros.
pub(crate) fn fill_columns(
    vectors: &Vectors,
    which: impl IntoIterator<Item = usize>,
    panel: &mut [f32],
) {
    let padded = vectors.depth.padded();
    let mut which = which.into_iter();
    let mut group = vec![0.0; GROUP * padded];
    // A panel is a multiple of `WIDTH` wide, and so of the group.
    for at in (0..panel.len() / padded).step_by(GROUP) {
        fill_rows(vectors, which.by_ref().take(GROUP), &mut group);
        lay_side_by_side(&group, padded, panel, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_the_matrix_once() {
        for (rows, columns) in
            [(1, 1), (8, 64), (1008, 1152), (1009, 1153), (5000, 25000), (3000, 7)]
        {
            let grid = Grid::of(rows, columns);
            assert!(grid.height <= TALLEST && grid.width <= WIDEST, "{grid:?}");
            let mut cells = 0;
            let (mut row, mut column) = (0, 0);
            for number in 0..grid.tiles() {
                let (down, across) = grid.tile(number);
                assert_eq!((down.start, across.start), (row, column), "{grid:?}");
                cells += down.len() * across.len();
                column = across.end % columns;
                if column == 0 {
                    assert!(grid.behind(number).is_empty());
                    row = down.end;
                } else {
                    assert_eq!(grid.tile(grid.behind(number).end - 1).0, down);
                }
            }
            assert_eq!((row, cells), (rows, rows * columns));
        }
    }
}
