//! Both directions of a matrix from tiles of whole rows, which threads share.

use std::ops::Range;

use recallk::{
    Block, Count, Counts, Coverage, Error, Gold, Options, Relevance, Score, Sides, Tally, Tile,
    TileScratch, both_size,
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
        let golds = self.gather(blocks.clone())?;
        let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
        let mut counted = self.count(blocks, golds)?;
        counted.counts()?.tallies(&self.relevance, golds, out)?;
        Ok(counted.nans)
    }

    /// The best golds of all queries.
    fn gather(&self, blocks: Vec<Range<usize>>) -> Result<Sides<Vec<Gold>>, Error> {
        let gathered = self.threads.share(blocks, |queue| {
            let none = |queries| vec![Gold::NONE; queries];
            let (mut of_rows, mut of_columns) = (none(self.view.rows), none(self.view.columns));
            queue.each(|rows| {
                let golds = Sides { rows: &mut of_rows[..], columns: &mut of_columns[..] };
                self.tile(&rows)?.gather(&self.relevance, self.options, golds)?;
                self.progress.show();
                Ok(())
            })?;
            Ok(Sides { rows: of_rows, columns: of_columns })
        })?;
        let all = gathered.into_iter().reduce(|mut all, own| {
            let golds = all.rows.iter_mut().chain(&mut all.columns);
            golds.zip(own.rows.iter().chain(&own.columns)).for_each(|(gold, own)| gold.merge(own));
            all
        });
        all.ok_or(Error::NoQueries)
    }

    fn count(&self, blocks: Vec<Range<usize>>, golds: Sides<&[Gold]>) -> Result<Counted, Error> {
        let (rows, columns) = (self.view.rows, self.view.columns);
        let size = both_size::<S>(blocks.first().map_or(0, Range::len), columns);
        self.progress.start();
        let counted = self.threads.share(blocks, |queue| {
            let mut own = Counted::none(rows, columns);
            let (mut links, mut blocks) = (vec![0; size.links], vec![Block::EMPTY; size.blocks]);
            queue.each(|rows| {
                let scratch = TileScratch { links: &mut links, blocks: &mut blocks };
                let mut counts = own.counts()?;
                own.nans += self.tile(&rows)?.count(golds, self.options, scratch, &mut counts)?;
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
    pub(crate) fn none(rows: usize, columns: usize) -> Self {
        let (counts, coverage) = (Count::ZERO, Coverage::NONE);
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
