//! The scores of golds, before anything is counted: from small tiles of gathered
//! vectors, with the bits that the tiles of the matrix will have.

use recallk::{Error, Gold, Scores, Sides, Sweep, Tile};

use crate::progress::Progress;
use crate::relevance::Relation;
use crate::threads::Threads;

use super::metric::{Metric, Operands, Room};
use super::panels::{Matrix, fill_columns, fill_rows};
use super::product::{HEIGHT, Panels, WIDTH};
use super::vectors::Vectors;

/// Pairs that are worth a job.
const JOB: usize = 4096;

/// A row and a column.
pub(crate) type Pair = (u32, u32);

/// The best golds of all rows and columns, and the score of each pair.
pub(crate) struct Gathered<S> {
    pub(crate) golds: Sides<Vec<Gold>>,
    pub(crate) scores: Vec<S>,
}

/// Scores all pairs of golds. A side that is not asked for has no golds.
pub(crate) fn gather<M: Metric>(
    matrix: &Matrix,
    metric: &M,
    relation: &Relation,
    sweep: &Sweep<M::Score>,
    threads: &Threads,
    progress: &Progress,
) -> Result<Gathered<M::Score>, Error> {
    let pairs: Vec<Pair> = relation.rows.pairs().collect();
    let mut scores = vec![M::Score::default(); pairs.len()];
    let jobs = pairs.chunks(JOB).zip(scores.chunks_mut(JOB)).collect();
    let sides = (&matrix.rows, &matrix.columns);
    threads.share(jobs, |queue| {
        queue.each(|(pairs, scores): (&[Pair], &mut [M::Score])| {
            score(sides, metric, pairs, scores);
            progress.show();
            Ok::<_, Error>(())
        })
    })?;
    let none = |entries| vec![Gold::NONE; entries];
    let Sides { rows, columns } = sweep.entries();
    let mut golds = Sides { rows: none(rows), columns: none(columns) };
    for (&(row, column), score) in pairs.iter().zip(&scores) {
        let scores = Scores::new(std::slice::from_ref(score), 1, 1)?;
        let tile = Tile { scores, row: row as usize, column: column as usize };
        let into = Sides { rows: &mut golds.rows[..], columns: &mut golds.columns[..] };
        sweep.gather(&tile, into)?;
    }
    Ok(Gathered { golds, scores })
}

/// The scores of pairs. Those with equal rows should be neighbours: the vectors of
/// a few rows and of their columns make a tile.
pub(crate) fn score<M: Metric>(
    (rows, columns): (&Vectors, &Vectors),
    metric: &M,
    mut pairs: &[Pair],
    mut scores: &mut [M::Score],
) {
    let padded = rows.depth.padded();
    let (mut of_rows, mut of_columns) = (vec![0.0; HEIGHT * padded], vec![0.0; WIDTH * padded]);
    let mut room = Room::default();
    while !pairs.is_empty() {
        // Where each pair stands in the tile, and which rows the tile has.
        let (mut picked, mut lines) = (Vec::with_capacity(HEIGHT), Vec::with_capacity(WIDTH));
        for &(row, _) in pairs.iter().take(WIDTH) {
            if picked.last() != Some(&(row as usize)) {
                if picked.len() == HEIGHT {
                    break;
                }
                picked.push(row as usize);
            }
            lines.push(picked.len() - 1);
        }
        let (now, later) = pairs.split_at(lines.len());
        let picked_columns = || now.iter().map(|&(_, column)| column as usize);
        fill_rows(rows, picked.iter().copied(), &mut of_rows);
        fill_columns(columns, picked_columns(), &mut of_columns);
        let size = |vectors: &Vectors, at| vectors.sizes.get(at).copied().unwrap_or_default();
        let row_sizes: Vec<f64> = picked.iter().map(|&row| size(rows, row)).collect();
        let column_sizes: Vec<f64> = picked_columns().map(|column| size(columns, column)).collect();
        let tile = Operands {
            panels: Panels { rows: &of_rows, columns: &of_columns, depth: rows.depth },
            of_rows: &row_sizes,
            of_columns: &column_sizes,
        };
        let all = metric.scores(&tile, &mut room);
        let (into, rest) = scores.split_at_mut(lines.len());
        for ((score, line), place) in into.iter_mut().zip(lines).zip(0..) {
            *score = all[line * WIDTH + place];
        }
        (pairs, scores) = (later, rest);
    }
}
