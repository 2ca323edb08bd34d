//! From scores and golds to tallies: which way to walk the matrix.

use std::mem::take;
use std::ops::Range;

use recallk::{Error, Options, Relevance, Score, Sides, Tally, best_tallies};

use crate::args::Direction;
use crate::cells::View;
use crate::progress::Progress;
use crate::relevance::{Csr, Relation};
use crate::threads::Threads;
use crate::tiles::Tiles;

/// How matrices are evaluated, and by whom.
pub(crate) struct Evaluator {
    pub(crate) direction: Direction,
    pub(crate) options: Options,
    pub(crate) threads: Threads,
    pub(crate) progress: Progress,
}

/// The tallies of the directions that were asked for.
#[derive(Debug, PartialEq)]
pub(crate) struct Tallies {
    pub(crate) rows: Option<Vec<Tally>>,
    pub(crate) columns: Option<Vec<Tally>>,
    pub(crate) nan_cells: u64,
}

impl Evaluator {
    /// Tallies of a matrix.
    pub(crate) fn tallies<S: Score + Sync>(
        &self,
        view: &View<S>,
        relation: &Relation,
    ) -> Result<Tallies, Error> {
        // Checks the sizes of the whole before it is cut.
        let scores = view.scores()?;
        if view.rows == 0 || view.columns == 0 {
            return Err(Error::NoQueries);
        }
        let rows = self.direction.rows().then_some(&relation.rows);
        let columns = self.direction.columns().then_some(&relation.columns);
        if !view.is_column_major() {
            return self.along(view, rows, columns);
        }
        // Walked along memory: what is a column of the file is a row here.
        match self.along(&view.transposed(), columns, rows) {
            Ok(Tallies { rows: columns, columns: rows, nan_cells }) => {
                Ok(Tallies { rows, columns, nan_cells })
            }
            // The first NaN by columns is not the first by rows: look again.
            Err(Error::NanScore(_)) => {
                let (golds, out) = (Csr::nobody(), &mut [Tally::default()]);
                let result = best_tallies(&scores, &golds.golds(), &self.options, out);
                Err(result.err().unwrap_or(Error::NoQueries))
            }
            Err(other) => Err(other),
        }
    }

    /// Tallies of a matrix whose rows lie side by side.
    fn along<S: Score + Sync>(
        &self,
        view: &View<S>,
        rows: Option<&Csr>,
        columns: Option<&Csr>,
    ) -> Result<Tallies, Error> {
        match (rows, columns) {
            (None, None) => Err(Error::NoQueries),
            (Some(rows), None) => self.rows(view, rows),
            (rows, Some(columns)) => self.both(view, rows, columns),
        }
    }

    /// Each block is a matrix by itself.
    fn rows<S: Score + Sync>(&self, view: &View<S>, golds: &Csr) -> Result<Tallies, Error> {
        let mut out = vec![Tally::default(); golds.len()];
        let mut rest = &mut out[..];
        let jobs = self.threads.blocks(view.rows, view.row_bytes()).into_iter().map(|rows| {
            let (own, others) = take(&mut rest).split_at_mut(golds.inside(&rows).len());
            rest = others;
            (rows, own)
        });
        let nans = self.threads.share(jobs.collect(), |queue| {
            let mut nans = 0;
            queue.each(|(rows, out): (Range<usize>, &mut [Tally])| {
                // Rows that nobody asks for may have NaN cells.
                let nowhere = &mut [Tally::default()][..];
                let (golds, out) = match golds.part(&rows) {
                    Some(part) => (part, out),
                    None => (Csr::nobody(), nowhere),
                };
                let scores = view.of_rows(&rows).scores()?;
                let found = best_tallies(&scores, &golds.golds(), &self.options, out);
                nans += found.map_err(|error| below(error, rows.start))?.nan_cells;
                self.progress.add(rows.len() as u64 * view.columns as u64);
                Ok(())
            })?;
            Ok(nans)
        })?;
        Ok(Tallies { rows: Some(out), columns: None, nan_cells: nans.iter().sum() })
    }

    /// From one pass over the matrix.
    fn both<S: Score + Sync>(
        &self,
        view: &View<S>,
        rows: Option<&Csr>,
        columns: &Csr,
    ) -> Result<Tallies, Error> {
        let nobody = Csr::nobody();
        let row_golds = rows.unwrap_or(&nobody);
        let tiles = Tiles {
            view,
            relevance: Relevance::Golds(row_golds.golds(), columns.golds()),
            options: &self.options,
            threads: &self.threads,
            progress: &self.progress,
        };
        let mut of_rows = vec![Tally::default(); row_golds.len()];
        let mut of_columns = vec![Tally::default(); columns.len()];
        let out = Sides { rows: &mut of_rows[..], columns: &mut of_columns[..] };
        let nan_cells = tiles.tallies(out)?;
        Ok(Tallies { rows: rows.map(|_| of_rows), columns: Some(of_columns), nan_cells })
    }
}

/// An error about a block that begins at a row, as one about the whole matrix.
fn below(error: Error, row: usize) -> Error {
    match error {
        Error::NanScore(mut place) => {
            // The rows of the whole fit 32 bits.
            place.row += row as u32;
            Error::NanScore(place)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
