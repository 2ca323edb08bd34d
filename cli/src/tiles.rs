//! Both directions of a matrix from tiles of whole rows, which threads share.

use std::ops::Range;

use recallk::{
    Block, Count, Counts, Coverage, Error, Gold, Options, Relevance, Score, Sides, Sweep, Tally,
    Tile, TileScratch, both_size, merge_golds,
};

use crate::cells::View;
use crate::progress::Progress;
use crate::threads::Threads;

/// A matrix whose rows lie side by side, and how to count it.
pub(crate) struct Tiles<'a, S> {
    pub(crate) view: &'a View<'a, S>,
    pub(crate) relevance: Relevance<'a>,
    pub(crate) options: &'a Options,
    pub(crate) threads: &'a Threads,
    pub(crate) progress: &'a Progress,
}

impl<S: Score + Sync> Tiles<'_, S> {
    /// Fills in the tallies of both sides. Returns how many cells are NaN.
    pub(crate) fn tallies(&self, out: Sides<&mut [Tally]>) -> Result<u64, Error> {
        let blocks = self.threads.blocks(self.view.rows, self.view.row_bytes());
        let View { rows, columns, .. } = *self.view;
        let sweep = Sweep::new(rows, columns, self.relevance, *self.options)?;
        let golds = self.gather(&sweep, blocks.clone())?;
        let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
        let mut counted = self.count(&sweep, blocks, golds)?;
        sweep.tallies(golds, &counted.counts()?, out)?;
        Ok(counted.nans)
    }

    /// The best golds of all queries.
    fn gather(
        &self,
        sweep: &Sweep<S>,
        blocks: Vec<Range<usize>>,
    ) -> Result<Sides<Vec<Gold>>, Error> {
        let gathered = self.threads.share(blocks, |queue| {
            let none = |queries| vec![Gold::NONE; queries];
            let (mut of_rows, mut of_columns) = (none(self.view.rows), none(self.view.columns));
            queue.each(|rows| {
                let golds = Sides { rows: &mut of_rows[..], columns: &mut of_columns[..] };
                sweep.gather(&self.tile(&rows)?, golds)?;
                self.progress.show();
                Ok(())
            })?;
            Ok(Sides { rows: of_rows, columns: of_columns })
        })?;
        let mut gathered = gathered.into_iter();
        let mut all = gathered.next().ok_or(Error::NoQueries)?;
        for own in gathered {
            merge_golds(&mut all.rows, &own.rows)?;
            merge_golds(&mut all.columns, &own.columns)?;
        }
        Ok(all)
    }

    fn count(
        &self,
        sweep: &Sweep<S>,
        blocks: Vec<Range<usize>>,
        golds: Sides<&[Gold]>,
    ) -> Result<Counted, Error> {
        let columns = self.view.columns;
        let size = both_size::<S>(blocks.first().map_or(0, Range::len), columns);
        self.progress.start();
        let counted = self.threads.share(blocks, |queue| {
            let mut own = Counted::none(sweep.entries());
            let (mut links, mut blocks) = (vec![0; size.links], vec![Block::EMPTY; size.blocks]);
            queue.each(|rows| {
                let (links, blocks) = (&mut links[..], &mut blocks[..]);
                let scratch = TileScratch { links, blocks, slots: &mut [] };
                own.nans += sweep.count(&self.tile(&rows)?, golds, scratch, &mut own.counts()?)?;
                self.progress.add(rows.len() as u64 * columns as u64);
                Ok(())
            })?;
            Ok(own)
        })?;
        let mut counted = counted.into_iter();
        let mut all = counted.next().ok_or(Error::NoQueries)?;
        counted.try_for_each(|own| all.merge(own))?;
        Ok(all)
    }

    fn tile(&self, rows: &Range<usize>) -> Result<Tile<'_, S>, Error> {
        Ok(Tile { scores: self.view.of_rows(rows).scores()?, row: rows.start, column: 0 })
    }
}

/// What one thread has counted.
pub(crate) struct Counted {
    rows: usize,
    pub(crate) counts: Vec<Count>,
    pub(crate) coverage: Vec<Coverage>,
    pub(crate) nans: u64,
}

impl Counted {
    pub(crate) fn none(entries: Sides<usize>) -> Self {
        let (counts, coverage) = (Count::ZERO, Coverage::NONE);
        let Sides { rows, columns } = entries;
        let queries = rows + columns;
        Counted { rows, counts: vec![counts; queries], coverage: vec![coverage; queries], nans: 0 }
    }

    pub(crate) fn merge(&mut self, mut other: Counted) -> Result<(), Error> {
        self.nans += other.nans;
        self.counts()?.merge(&other.counts()?)
    }

    pub(crate) fn counts(&mut self) -> Result<Counts<'_>, Error> {
        Counts::new(&mut self.counts, &mut self.coverage, self.rows)
    }
}
