//! Rows of a matrix whose columns lie side by side: read across, each cell would
//! be on another page. Instead the transposed matrix is passed over in strips,
//! whose columns are the queries.

use super::Block;
use crate::error::Error;
use crate::key::Score;
use crate::rank::{Asked, Query, Results, Run, nan_score};
use crate::sides::Sides;
use crate::sweep::{Count, Gold, Pass, Sight};

/// Most queries of a strip, whose state is on the stack: 24 KB, and 6 KB of
/// blocks. With half of it the loop takes a quarter longer.
const STRIP: usize = 512;

/// Blocks of a strip: as many columns of 32 bits.
const BLOCKS: usize = STRIP / 16;

/// Links of a strip. Where a matrix has more columns than 256 groups, some share a
/// list.
const LINKS: usize = STRIP + 256;

/// Whether strips are worth it: not for few queries.
pub(crate) fn goes_down(is_column_major: bool, rows: usize) -> bool {
    is_column_major && rows >= 64
}

/// Lends the blocks of a strip to a body.
#[inline(never)]
pub(crate) fn with_blocks<S: Score, T>(body: &mut dyn FnMut(&mut [Block<S>]) -> T) -> T {
    body(&mut [Block::EMPTY; BLOCKS])
}

/// Counts every row of a transposed sight. Its stack is for its callers alone.
#[inline(never)]
pub(super) fn each<A: Asked, R: Results + ?Sized>(
    mut run: Run<A, R>,
    sight: &mut Sight,
    reject: bool,
) -> Result<(), Error> {
    let rows = sight.rows();
    let width = sight.counter.strip().min(STRIP);
    let mut start = 0;
    while start < rows && width > 0 {
        let strip = start..rows.min(start + width);
        let (mut indices, mut golds) = ([usize::MAX; STRIP], [Gold::NONE; STRIP]);
        for (row, (index, gold)) in strip.clone().zip(indices.iter_mut().zip(&mut golds)) {
            let mut query = Query::NONE;
            run.ask(sight, row, &mut query);
            (*index, *gold) = (query.index, query.gold);
        }
        let (mut counts, mut links) = ([Count::ZERO; STRIP], [0; LINKS]);
        let len = strip.len();
        let mut pass = Pass {
            golds: Sides { rows: golds.get(..len).unwrap_or(&[]), columns: &[] },
            counts: Sides { rows: counts.get_mut(..len).unwrap_or(&mut []), columns: &mut [] },
            origin: Sides { rows: 0, columns: 0 },
            ranks_only: run.wants_ranks(),
            in_place: true,
            links: &mut links,
        };
        run.found.nan_cells += pass.turned().run(sight.counter, strip.clone(), reject);
        if reject && run.found.nan_cells > 0 {
            return Err(nan_score(sight.first_nan()));
        }
        let queries = indices.into_iter().zip(golds).zip(&mut counts);
        for (row, ((index, gold), count)) in strip.clone().zip(queries) {
            if index != usize::MAX {
                run.put(sight, row, &Query { index, gold }, count);
            }
        }
        start = strip.end;
    }
    Ok(())
}
