//! From scores and golds to tallies, in one pass over the matrix.

use recallk::{
    Block, BothScratch, Count, Error, Gold, Options, Score, Tally, best_tallies, both_size,
    tallies_both_csr,
};

use crate::args::Direction;
use crate::cells::View;
use crate::relevance::{Csr, Relation};

/// The tallies of the directions that were asked for.
#[derive(Debug)]
pub(crate) struct Tallies {
    pub(crate) rows: Option<Vec<Tally>>,
    pub(crate) columns: Option<Vec<Tally>>,
    pub(crate) nan_cells: u64,
}

/// Tallies of a matrix.
pub(crate) fn tallies<S: Score>(
    view: &View<S>,
    relation: &Relation,
    direction: Direction,
    options: &Options,
) -> Result<Tallies, Error> {
    let rows = direction.rows().then_some(&relation.rows);
    let columns = direction.columns().then_some(&relation.columns);
    if !view.is_column_major() {
        let (rows, columns, nan_cells) = sides(view, rows, columns, options)?;
        return Ok(Tallies { rows, columns, nan_cells });
    }
    // Walked along memory: what is a column of the file is a row here.
    match sides(&view.transposed(), columns, rows, options) {
        Ok((columns, rows, nan_cells)) => Ok(Tallies { rows, columns, nan_cells }),
        // The first NaN by columns is not the first by rows: look again.
        Err(Error::NanScore(_)) => {
            let nobody = Csr::nobody();
            let result =
                best_tallies(&view.scores()?, &nobody.golds(), options, &mut [Tally::default()]);
            Err(result.err().unwrap_or(Error::NoQueries))
        }
        Err(other) => Err(other),
    }
}

type Sides = (Option<Vec<Tally>>, Option<Vec<Tally>>, u64);

/// Tallies of a matrix whose rows lie side by side.
fn sides<S: Score>(
    view: &View<S>,
    rows: Option<&Csr>,
    columns: Option<&Csr>,
    options: &Options,
) -> Result<Sides, Error> {
    let scores = view.scores()?;
    let empty = |golds: &Csr| vec![Tally::default(); golds.len()];
    let Some(columns) = columns else {
        let mut out = rows.map(empty).unwrap_or_default();
        let golds = rows.map(Csr::golds).ok_or(Error::NoQueries)?;
        let found = best_tallies(&scores, &golds, options, &mut out)?;
        return Ok((Some(out), None, found.nan_cells));
    };
    let nobody = Csr::nobody();
    let row_golds = rows.unwrap_or(&nobody);
    let (mut row_out, mut column_out) = (empty(row_golds), empty(columns));
    let size = both_size::<S>(view.rows, view.columns);
    let scratch = BothScratch {
        golds: &mut vec![Gold::NONE; size.queries],
        counts: &mut vec![Count::ZERO; size.queries],
        links: &mut vec![0; size.links],
        blocks: &mut vec![Block::<S>::EMPTY; size.blocks],
    };
    let found = tallies_both_csr(
        &scores,
        &row_golds.golds(),
        &columns.golds(),
        options,
        scratch,
        &mut row_out,
        &mut column_out,
    )?;
    Ok((rows.map(|_| row_out), Some(column_out), found.nan_cells))
}
