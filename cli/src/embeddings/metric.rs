//! From dot products to scores. Each score is a function of its two vectors
//! alone, so that equal vectors tie wherever they stand.

use bytemuck::NoUninit;
use recallk::{Order, Score};

use crate::args::Measure;

use super::product::Panels;

/// Whole numbers of 8 bits: the products of so many blocks of the depth add up to
/// 2^24 at most, which 32-bit floats hold exactly.
const EXACT_BLOCKS: usize = 2;

/// What a tile is made of: its vectors and, where the metric needs them, the
/// sizes of these.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operands<'a> {
    pub(crate) panels: Panels<'a>,
    pub(crate) of_rows: &'a [f64],
    pub(crate) of_columns: &'a [f64],
}

/// Memory for the scores of a tile.
#[derive(Default)]
pub(crate) struct Room {
    products: Vec<f32>,
    sums: Vec<i32>,
    wide: Vec<f64>,
}

/// Makes the scores of a tile, row by row; those of vectors that only fill the
/// tile up mean nothing.
pub(crate) trait Metric: Sync {
    type Score: Score + NoUninit + Default + Send + Sync;
    /// Bytes of [`Room`] for a cell.
    const CELL: usize;
    fn scores<'r>(&self, tile: &Operands, room: &'r mut Room) -> &'r [Self::Score];
}

/// The products as they are: floats, or whole numbers of a small depth.
pub(crate) struct Plain;

/// Squared distances of floats, `a * a + b * b - 2 * a * b`.
pub(crate) struct FloatDistance;

/// Sums of products of whole numbers.
pub(crate) struct WholeProduct;

/// Squared distances of whole numbers.
pub(crate) struct WholeDistance;

/// Cosines of whole numbers, in 64-bit floats; 0 where a vector is zero.
pub(crate) struct WholeCosine;

impl Metric for Plain {
    type Score = f32;
    const CELL: usize = 4;

    fn scores<'r>(&self, tile: &Operands, room: &'r mut Room) -> &'r [f32] {
        let products = sized(&mut room.products, tile);
        tile.panels.products(products);
        products
    }
}

impl Metric for FloatDistance {
    type Score = f32;
    const CELL: usize = 4;

    fn scores<'r>(&self, tile: &Operands, room: &'r mut Room) -> &'r [f32] {
        let products = sized(&mut room.products, tile);
        tile.panels.products(products);
        let squares: Vec<f32> = tile.of_columns.iter().map(|square| *square as f32).collect();
        let rows = products.chunks_exact_mut(tile.panels.width());
        for (row, of_row) in rows.zip(tile.of_rows) {
            let of_row = *of_row as f32;
            row.iter_mut().zip(&squares).for_each(|(x, square)| *x = (of_row + square) - 2.0 * *x);
        }
        products
    }
}

impl Metric for WholeProduct {
    type Score = i32;
    const CELL: usize = 8;

    fn scores<'r>(&self, tile: &Operands, room: &'r mut Room) -> &'r [i32] {
        sums(tile, room);
        &room.sums
    }
}

impl Metric for WholeDistance {
    type Score = i32;
    const CELL: usize = 8;

    fn scores<'r>(&self, tile: &Operands, room: &'r mut Room) -> &'r [i32] {
        sums(tile, room);
        let squares: Vec<i32> = tile.of_columns.iter().map(|square| *square as i32).collect();
        let rows = room.sums.chunks_exact_mut(tile.panels.width());
        for (row, of_row) in rows.zip(tile.of_rows) {
            let of_row = *of_row as i32;
            // No intermediate value matters: the result fits.
            row.iter_mut().zip(&squares).for_each(|(x, square)| {
                *x = of_row.wrapping_add(*square).wrapping_sub(x.wrapping_mul(2));
            });
        }
        &room.sums
    }
}

impl Metric for WholeCosine {
    type Score = f64;
    const CELL: usize = 16;

    fn scores<'r>(&self, tile: &Operands, room: &'r mut Room) -> &'r [f64] {
        sums(tile, room);
        let (width, wide) = (tile.panels.width(), sized(&mut room.wide, tile));
        let rows = wide.chunks_exact_mut(width).zip(room.sums.chunks_exact(width));
        for ((row, sums), of_row) in rows.zip(tile.of_rows) {
            for ((x, sum), of_column) in row.iter_mut().zip(sums).zip(tile.of_columns) {
                // The product of the squares is exact, or rounded the same for all.
                let lengths = (of_row * of_column).sqrt();
                *x = if lengths == 0.0 { 0.0 } else { f64::from(*sum) / lengths };
            }
        }
        wide
    }
}

/// As many numbers as the tile has cells.
fn sized<'r, T: Copy + Default>(room: &'r mut Vec<T>, tile: &Operands) -> &'r mut [T] {
    room.resize(tile.panels.cells(), T::default());
    room
}

/// Exact sums of whole numbers, in `room.sums`.
fn sums(tile: &Operands, room: &mut Room) {
    sized(&mut room.sums, tile).fill(0);
    let products = sized(&mut room.products, tile);
    let blocks = tile.panels.depth.blocks;
    for block in 0..blocks {
        let within = block % EXACT_BLOCKS;
        tile.panels.multiply(block, products, within > 0);
        if within + 1 == EXACT_BLOCKS || block + 1 == blocks {
            let sums = room.sums.iter_mut();
            sums.zip(&*products).for_each(|(sum, x)| *sum = sum.wrapping_add(*x as i32));
        }
    }
}

/// What is done with a metric, whatever its scores are.
pub(crate) trait Use {
    type Output;
    fn with<M: Metric>(self, metric: &M) -> Self::Output;
}

/// Calls `user` with the metric of a measure on whole numbers or floats of so
/// many blocks.
pub(crate) fn choose<U: Use>(measure: Measure, whole: bool, blocks: usize, user: U) -> U::Output {
    match (measure, whole) {
        (Measure::Dot | Measure::Cosine, false) => user.with(&Plain),
        (Measure::L2, false) => user.with(&FloatDistance),
        (Measure::Dot, true) if blocks <= EXACT_BLOCKS => user.with(&Plain),
        (Measure::Dot, true) => user.with(&WholeProduct),
        (Measure::L2, true) => user.with(&WholeDistance),
        (Measure::Cosine, true) => user.with(&WholeCosine),
    }
}

/// Which score is the better.
pub(crate) fn order(measure: Measure) -> Order {
    match measure {
        Measure::L2 => Order::LowerFirst,
        Measure::Dot | Measure::Cosine => Order::HigherFirst,
    }
}

/// The deepest vectors of whole numbers whose scores fit 32 bits.
pub(crate) fn deepest(measure: Measure) -> usize {
    let largest = match measure {
        Measure::Dot | Measure::Cosine => 128 * 128,
        Measure::L2 => 255 * 255,
    };
    i32::MAX as usize / largest
}
