//! Threads that share the blocks of rows of a matrix.

use std::iter::Enumerate;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::vec;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Failure, Result, counted, refuse};

/// Rows are counted in groups of so many: only the last block may end amid one.
const GROUP: usize = 8;

/// How finely work is cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grain {
    /// Bytes of scores that are worth a thread.
    pub(crate) thread: usize,
    /// Bytes of scores that are enough for a block, if it has ...
    pub(crate) block: usize,
    /// ... so many rows.
    pub(crate) rows: usize,
}

impl Default for Grain {
    fn default() -> Self {
        // Measured: to start a thread costs as much as counting some MiB, and to open
        // a block as much as some 70 of its rows.
        Grain { thread: 8 << 20, block: 64 << 20, rows: 2048 }
    }
}

/// Those who count.
#[derive(Debug)]
pub(crate) struct Threads {
    /// `None`: the caller alone.
    pool: Option<ThreadPool>,
    grain: Grain,
}

/// How many threads are asked for; without a wish, as many as can run at once.
pub(crate) fn wanted(threads: Option<usize>) -> Result<usize> {
    match threads {
        Some(0) => refuse!("--threads 0: at least one thread is needed to count."),
        Some(threads) => Ok(threads),
        None => Ok(available_parallelism().map_or(1, usize::from)),
    }
}

impl Threads {
    /// As many threads as are worth it for so many bytes of scores, `most` at most.
    pub(crate) fn start(most: usize, bytes: usize, grain: Grain) -> Result<Self> {
        let threads = most.min(bytes / grain.thread);
        if threads < 2 {
            return Ok(Threads { pool: None, grain });
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            let threads = counted(threads, "thread");
            Failure::new(format!("{threads} cannot be started: {error}. Try fewer with --threads."))
        })?;
        Ok(Threads { pool: Some(pool), grain })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// Cuts the rows of a matrix, which has cells, into blocks: as even as whole
    /// groups of rows allow, and enough for all threads that it is worth.
    pub(crate) fn blocks(&self, rows: usize, row_bytes: usize) -> Vec<Range<usize>> {
        let threads = self.count().min(rows * row_bytes / self.grain.thread).max(1);
        let enough = self.grain.rows.max(self.grain.block / row_bytes);
        let blocks = rows.div_ceil(enough).next_multiple_of(threads);
        let height = rows.div_ceil(blocks).next_multiple_of(GROUP);
        (0..rows).step_by(height).map(|start| start..rows.min(start + height)).collect()
    }

    /// Lets every thread work on the jobs of one queue. Returns what each of them
    /// made of its own, or the error of the first job that has one.
    pub(crate) fn share<J: Send, T: Send, E: Send>(
        &self,
        jobs: Vec<J>,
        work: impl Fn(&Queue<J>) -> Result<T, At<E>> + Sync,
    ) -> Result<Vec<T>, E> {
        let alone = jobs.len() < 2;
        let queue = Queue(Mutex::new(jobs.into_iter().enumerate()));
        let results = match &self.pool {
            Some(pool) if !alone => pool.broadcast(|_| work(&queue)),
            _ => vec![work(&queue)],
        };
        let (mut made, mut failed) = (Vec::with_capacity(results.len()), Vec::new());
        for result in results {
            match result {
                Ok(own) => made.push(own),
                Err(at) => failed.push(at),
            }
        }
        match failed.into_iter().min_by_key(|at| at.job) {
            Some(first) => Err(first.error),
            None => Ok(made),
        }
    }
}

/// Jobs that are handed out in order.
pub(crate) struct Queue<J>(Mutex<Enumerate<vec::IntoIter<J>>>);

/// An error and the number of its job.
pub(crate) struct At<E> {
    job: usize,
    error: E,
}

impl<J> Queue<J> {
    /// Does jobs until none is left, or one fails. Then no further job is begun by
    /// anybody; those before it have been, so that the first error will be known.
    pub(crate) fn each<E>(&self, mut work: impl FnMut(J) -> Result<(), E>) -> Result<(), At<E>> {
        while let Some((job, input)) = self.next() {
            if let Err(error) = work(input) {
                self.jobs().by_ref().for_each(drop);
                return Err(At { job, error });
            }
        }
        Ok(())
    }

    fn next(&self) -> Option<(usize, J)> {
        self.jobs().next()
    }

    fn jobs(&self) -> MutexGuard<'_, Enumerate<vec::IntoIter<J>>> {
        // Nothing that can panic is done under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    const FINE: Grain = Grain { thread: 1, block: 1, rows: 1 };

    #[test]
    fn blocks_are_whole_groups_in_order() {
        let grain = Grain { thread: 100, block: 1000, rows: 20 };
        for threads in [1, 2, 3, 8] {
            let threads = Threads::start(threads, usize::MAX, grain).unwrap();
            for (rows, row_bytes) in [(1, 1), (7, 500), (8, 1), (100, 3), (333, 90), (64, 4)] {
                let blocks = threads.blocks(rows, row_bytes);
                assert!(blocks.iter().all(|block| block.start % GROUP == 0 && !block.is_empty()));
                assert!(blocks.into_iter().flatten().eq(0..rows));
            }
        }
    }

    #[test]
    fn there_are_blocks_for_all_threads_but_no_tiny_ones() {
        let grain = Grain { thread: 100, block: 1000, rows: 20 };
        let threads = Threads::start(3, 300, grain).unwrap();
        assert_eq!(threads.blocks(48, 10), [0..16, 16..32, 32..48]);
        assert_eq!(threads.blocks(48, 5), [0..24, 24..48]);
        assert_eq!(threads.blocks(48, 4).len(), 1);
        // More than one block a thread, and as many for each.
        assert_eq!(threads.blocks(96, 50).len(), 6);
        assert!(Threads::start(8, 199, grain).unwrap().pool.is_none());
        assert!(Threads::start(1, 900, grain).unwrap().pool.is_none());
    }

    #[test]
    fn the_error_of_the_first_job_is_told() {
        let threads = Threads::start(2, usize::MAX, FINE).unwrap();
        let begun = Barrier::new(2);
        let result = threads.share(vec![0, 1, 2], |queue| {
            queue.each(|job| {
                begun.wait();
                Err(job)
            })
        });
        assert_eq!(result, Err(0));
    }

    #[test]
    fn after_an_error_no_job_is_begun() {
        let threads = Threads::start(1, usize::MAX, FINE).unwrap();
        let done = Mutex::new(Vec::new());
        let result = threads.share((0..9).collect(), |queue| {
            queue.each(|job| {
                done.lock().unwrap().push(job);
                if job < 3 { Ok(()) } else { Err(job) }
            })
        });
        assert_eq!((result, &done.into_inner().unwrap()[..]), (Err(3), &[0, 1, 2, 3][..]));
    }
}
