//! Lengths and squares of vectors, where a metric needs them.

use recallk::Error;

use crate::args::Measure;
use crate::threads::Threads;

use super::gather::{Pair, score};
use super::metric::Plain;
use super::vectors::{Vectors, square};

/// Vectors that are worth a job.
const JOB: usize = 4096;

/// Finds the sizes of all vectors.
pub(crate) fn find(
    vectors: &mut Vectors,
    measure: Measure,
    threads: &Threads,
) -> Result<(), Error> {
    if measure == Measure::Dot {
        return Ok(());
    }
    let mut sizes = vec![0.0; vectors.count()];
    let own = &*vectors;
    threads.share(sizes.chunks_mut(JOB).zip(0..).collect(), |queue| {
        queue.each(|(sizes, job): (&mut [f64], usize)| {
            let first = job * JOB;
            if measure == Measure::L2 && !own.whole() {
                products(own, first, sizes);
            } else {
                squares(own, first, sizes);
                if measure == Measure::Cosine && !own.whole() {
                    sizes.iter_mut().for_each(|size| *size = size.sqrt());
                }
            }
            Ok::<_, Error>(())
        })
    })?;
    vectors.sizes = sizes;
    Ok(())
}

fn squares(vectors: &Vectors, first: usize, sizes: &mut [f64]) {
    let mut vector = vec![0.0; vectors.depth.padded()];
    for (at, size) in (first..).zip(sizes) {
        vectors.read_plain(at, &mut vector);
        *size = square(&vector);
    }
}

/// Products of vectors with themselves, of the very bits that tiles have: so the
/// distance of equal vectors is 0.
fn products(vectors: &Vectors, first: usize, sizes: &mut [f64]) {
    let numbers = first as u32..(first + sizes.len()) as u32;
    let pairs: Vec<Pair> = numbers.map(|at| (at, at)).collect();
    let mut products = vec![0.0f32; pairs.len()];
    score((vectors, vectors), &Plain, &pairs, &mut products);
    sizes.iter_mut().zip(products).for_each(|(size, product)| *size = f64::from(product));
}
