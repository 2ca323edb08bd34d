//! How much memory the work takes, and what fits what is allowed.

use recallk::{Block, Count, Coverage, Gold, Tally, both_size};

use crate::error::{Result, counted, refuse};

use super::metric::Metric;
use super::panels::Matrix;
use super::product::{HEIGHT, WIDTH};

/// For what `gemm` packs, for stacks and for what is small.
const THREAD: usize = 4 << 20;

/// What the relation and the size of a vector take for each row and column ...
const QUERY: usize = 28;

/// ... and for each gold, with its score.
const GOLD: usize = 24;

/// Who works, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) threads: usize,
    /// The panels of all vectors are made once.
    pub(crate) held: bool,
}

impl Plan {
    /// The best that fits the memory: first as many threads as wanted, then
    /// vectors held.
    pub(crate) fn of<M: Metric>(
        matrix: &Matrix,
        golds: usize,
        memory: usize,
        threads: usize,
    ) -> Result<Self> {
        let grid = matrix.grid;
        let queries = grid.rows + grid.columns;
        let counts = queries * (size_of::<Count>() + size_of::<Coverage>());
        let query = size_of::<Gold>() + size_of::<Tally>() + QUERY;
        let shared = counts + queries * query + golds * GOLD;
        let size = both_size::<M::Score>(grid.height, grid.width);
        let scratch = size.links * 4 + size.blocks * size_of::<Block<M::Score>>();
        let vector = 4 * matrix.rows.depth.padded();
        let own = counts + scratch + THREAD + grid.height * grid.width * M::CELL;
        let passing = own + (grid.height + grid.width) * vector;
        let all = grid.rows.next_multiple_of(HEIGHT) + grid.columns.next_multiple_of(WIDTH);
        let threads = threads.min(grid.tiles());
        let fit = memory.saturating_sub(shared) / passing;
        if fit == 0 {
            refuse!(
                "--memory {}K is too little: {} and {} of {} numbers take {}K with one thread.",
                memory >> 10,
                counted(grid.rows, "row"),
                counted(grid.columns, "column"),
                matrix.rows.depth.vector,
                (shared + passing).div_ceil(1 << 10)
            );
        }
        let threads = threads.min(fit);
        Ok(Plan { threads, held: shared + threads * own + all * vector <= memory })
    }
}
