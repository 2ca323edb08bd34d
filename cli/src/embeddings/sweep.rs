//! Tiles are made and counted while they are in the cache, by all threads.

use std::ops::Range;

use recallk::{Block, Error, Gold, Scores, Sides, Sweep, Tile, TileScratch, both_size};

use crate::error::{Result, explain};
use crate::progress::Progress;
use crate::threads::Threads;
use crate::tiles::Counted;

use super::checkpoint::Checkpoint;
use super::metric::{Metric, Room};
use super::panels::{Matrix, Own};

/// Everything that counting needs.
pub(crate) struct Counting<'a, M: Metric> {
    pub(crate) matrix: &'a Matrix<'a>,
    pub(crate) metric: &'a M,
    pub(crate) sweep: &'a Sweep<'a, M::Score>,
    pub(crate) golds: Sides<&'a [Gold]>,
    pub(crate) threads: &'a Threads,
    pub(crate) progress: &'a Progress,
    /// How the matrix is called.
    pub(crate) name: &'a str,
}

/// Memory of one thread.
struct Desk<M: Metric> {
    own: Own,
    room: Room,
    links: Vec<u32>,
    blocks: Vec<Block<M::Score>>,
}

/// An error at a tile.
struct Failed {
    tile: usize,
    error: Error,
}

impl<M: Metric> Counting<'_, M> {
    /// Counts all tiles, or those that a checkpoint has not; it is kept up to date.
    pub(crate) fn count(&self, mut checkpoint: Option<Checkpoint>) -> Result<Counted> {
        let grid = self.matrix.grid;
        let (tiles, mut done) = (grid.tiles(), 0);
        let mut all = Counted::none(self.sweep.entries());
        if let Some(checkpoint) = &mut checkpoint {
            done = checkpoint.resume(&mut all)?;
        }
        self.progress.skip((0..done).map(|tile| self.cells(tile)).sum());
        self.progress.start();
        while done < tiles {
            let round =
                checkpoint.as_mut().map_or(tiles, |checkpoint| checkpoint.round(self.threads));
            let round = done..tiles.min(done.saturating_add(round));
            for own in self.round(round.clone())? {
                all.merge(own).map_err(|error| explain(error, self.name))?;
            }
            done = round.end;
            if let Some(checkpoint) = checkpoint.as_mut().filter(|_| done < tiles) {
                checkpoint.save(done, &all)?;
            }
        }
        Ok(all)
    }

    /// Some tiles; what each thread has counted.
    fn round(&self, tiles: Range<usize>) -> Result<Vec<Counted>> {
        let counted = self.threads.share(tiles.collect(), |queue| {
            let mut own = Counted::none(self.sweep.entries());
            let mut desk = self.desk();
            queue.each(|tile| {
                let counted = self.tile(tile, &mut desk, &mut own);
                counted.map_err(|error| Failed { tile, error })?;
                self.progress.add(self.cells(tile));
                Ok(())
            })?;
            Ok(own)
        });
        counted.map_err(|failed| explain(self.first(failed), self.name))
    }

    fn desk(&self) -> Desk<M> {
        let size = both_size::<M::Score>(self.matrix.grid.height, self.matrix.grid.width);
        Desk {
            own: Own::default(),
            room: Room::default(),
            links: vec![0; size.links],
            blocks: vec![Block::EMPTY; size.blocks],
        }
    }

    fn tile(&self, number: usize, desk: &mut Desk<M>, into: &mut Counted) -> Result<(), Error> {
        let (rows, columns) = self.matrix.grid.tile(number);
        let operands = self.matrix.operands((&rows, &columns), &mut desk.own);
        let width = operands.panels.width();
        let data = self.metric.scores(&operands, &mut desk.room);
        // What only fills the tile up is left out.
        let scores = Scores::strided(data, 0, rows.len(), columns.len(), width as isize, 1)?;
        let tile = Tile { scores, row: rows.start, column: columns.start };
        let (links, blocks) = (&mut desk.links[..], &mut desk.blocks[..]);
        let scratch = TileScratch { links, blocks, slots: &mut [] };
        into.nans += self.sweep.count(&tile, self.golds, scratch, &mut into.counts()?)?;
        Ok(())
    }

    /// The first NaN of the matrix, from that of the first tile that has any: a
    /// tile behind it in its strip may have one in a row above.
    fn first(&self, failed: Failed) -> Error {
        let Error::NanScore(mut first) = failed.error else { return failed.error };
        let mut counted = Counted::none(self.sweep.entries());
        let mut desk = self.desk();
        for tile in self.matrix.grid.behind(failed.tile) {
            if let Err(Error::NanScore(place)) = self.tile(tile, &mut desk, &mut counted)
                && (place.row, place.column) < (first.row, first.column)
            {
                first = place;
            }
        }
        Error::NanScore(first)
    }

    fn cells(&self, tile: usize) -> u64 {
        let (rows, columns) = self.matrix.grid.tile(tile);
        rows.len() as u64 * columns.len() as u64
    }
}
