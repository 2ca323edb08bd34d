//! Dot products of many vectors with many: the one place that calls `gemm`.
//!
//! A score has to have the same bits wherever its two vectors stand, in whatever
//! tile. Inside `gemm` a dot product is one chain of multiply-adds along the
//! depth, whichever of its register blocks it falls into, as long as the depth
//! is at most [`DEEPEST`]; but very small products take other ways. So depths are
//! cut here, no tile is smaller than [`HEIGHT`] x [`WIDTH`], and zeros fill tiles
//! up. The tests below hold it to that.

use gemm_common::Parallelism;
use gemm_f32::gemm::f32::get_gemm_fn;

/// Rows and columns of a tile are multiples of these. Whole register blocks of
/// AVX-512 (6 x 64) and AVX2 (6 x 16) are the fastest.
pub(crate) const HEIGHT: usize = 12;
pub(crate) const WIDTH: usize = 64;

/// Deeper than that, `gemm` cuts the depth by the size of the cache.
const DEEPEST: usize = 512;

/// The shortest: up to two, `gemm` adds outer products instead.
const SHALLOWEST: usize = 4;

/// How vectors are cut: into equal blocks, the last filled up with zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Depth {
    pub(crate) vector: usize,
    pub(crate) block: usize,
    pub(crate) blocks: usize,
}

impl Depth {
    pub(crate) fn of(vector: usize) -> Self {
        let blocks = vector.div_ceil(DEEPEST).max(1);
        let block = vector.div_ceil(blocks).next_multiple_of(SHALLOWEST).max(SHALLOWEST);
        Depth { vector, block, blocks }
    }

    /// Numbers of a vector with its zeros.
    pub(crate) fn padded(self) -> usize {
        self.block * self.blocks
    }
}

/// Row vectors one after the other, and column vectors side by side: number `k`
/// of all columns before number `k + 1` of any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Panels<'a> {
    pub(crate) rows: &'a [f32],
    pub(crate) columns: &'a [f32],
    pub(crate) depth: Depth,
}

impl Panels<'_> {
    pub(crate) fn height(&self) -> usize {
        self.rows.len() / self.depth.padded()
    }

    pub(crate) fn width(&self) -> usize {
        self.columns.len() / self.depth.padded()
    }

    pub(crate) fn cells(&self) -> usize {
        self.height() * self.width()
    }

    /// The dot products of one block of the depth, row by row; `add`: to what
    /// is there, else in its place.
    pub(crate) fn multiply(&self, block: usize, out: &mut [f32], add: bool) {
        let (height, width, padded) = (self.height(), self.width(), self.depth.padded());
        let whole = height.is_multiple_of(HEIGHT) && width.is_multiple_of(WIDTH);
        assert!(whole && block < self.depth.blocks, "{height} x {width}, block {block}");
        assert!(self.rows.len() == height * padded && self.columns.len() == width * padded);
        assert_eq!(out.len(), height * width);
        let start = block * self.depth.block;
        let rows = &self.rows[start..];
        let columns = &self.columns[start * width..];
        let (down, deep) = (width as isize, padded as isize);
        // To `gemm` the columns are the left side, so that the cells of a row lie
        // side by side; strides come as that from column to column, then from row
        // to row, of the result, the left and the right side.
        // SAFETY: `out` has height x width numbers, `width` apart. Both panels
        // have whole vectors of the padded depth, and from `start` on there are
        // `depth.block` numbers of each. `gemm` reads and writes no others; it
        // reads `out` only where it adds.
        unsafe {
            get_gemm_fn()(
                width,
                height,
                self.depth.block,
                out.as_mut_ptr(),
                down,
                1,
                add,
                columns.as_ptr(),
                down,
                1,
                rows.as_ptr(),
                deep,
                1,
                1.0,
                1.0,
                false,
                false,
                false,
                Parallelism::None,
            );
        }
    }

    /// The dot products of the whole depth, block by block in their order.
    pub(crate) fn products(&self, out: &mut [f32]) {
        (0..self.depth.blocks).for_each(|block| self.multiply(block, out, block > 0));
    }
}

/// Writes vectors, which lie one after the other, side by side into a panel, from
/// the place `at` on. By square blocks, so that no cache line is met twice.
pub(crate) fn lay_side_by_side(vectors: &[f32], depth: usize, panel: &mut [f32], at: usize) {
    const SIDE: usize = 16;
    let (width, count) = (panel.len() / depth, vectors.len() / depth);
    for deep in (0..depth).step_by(SIDE) {
        let lines = SIDE.min(depth - deep);
        for first in (0..count).step_by(SIDE) {
            let wide = SIDE.min(count - first);
            let mut block = [[0.0; SIDE]; SIDE];
            for place in 0..wide {
                let numbers = &vectors[(first + place) * depth + deep..][..lines];
                block.iter_mut().zip(numbers).for_each(|(line, x)| line[place] = *x);
            }
            for (line, numbers) in (deep..).zip(&block[..lines]) {
                let into = &mut panel[line * width + at + first..][..wide];
                into.copy_from_slice(&numbers[..wide]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(count: usize, mut state: u64) -> Vec<f32> {
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 40) as f32 / (1 << 23) as f32 - 1.0) * f32::from(1 + (state >> 61) as u8)
        };
        (0..count).map(|_| next()).collect()
    }

    /// Products of the vectors named, each padded with zeros.
    fn products(
        all: [&[f32]; 2],
        vector: usize,
        rows: &[usize],
        columns: &[usize],
    ) -> (usize, Vec<f32>) {
        let depth = Depth::of(vector);
        let padded = depth.padded();
        let take = |all: &[f32], picks: &[usize], multiple: usize| {
            let mut taken = vec![0.0; picks.len().next_multiple_of(multiple) * padded];
            for (into, &at) in taken.chunks_exact_mut(padded).zip(picks) {
                into[..vector].copy_from_slice(&all[at * vector..][..vector]);
            }
            taken
        };
        let rows = take(all[0], rows, HEIGHT);
        let beside = take(all[1], columns, WIDTH);
        let mut columns = vec![0.0; beside.len()];
        lay_side_by_side(&beside, padded, &mut columns, 0);
        let panels = Panels { rows: &rows, columns: &columns, depth };
        let mut out = vec![f32::NAN; panels.cells()];
        panels.products(&mut out);
        (panels.width(), out)
    }

    #[test]
    fn vectors_are_laid_side_by_side() {
        for (count, depth, at, width) in
            [(1, 1, 0, 1), (16, 16, 0, 16), (37, 21, 3, 40), (5, 68, 9, 64)]
        {
            let vectors = noise(count * depth, 7);
            let mut panel = vec![9.0; depth * width];
            lay_side_by_side(&vectors, depth, &mut panel, at);
            for (k, place) in (0..depth).flat_map(|k| (0..width).map(move |place| (k, place))) {
                let inside = (at..at + count).contains(&place);
                let wanted = if inside { vectors[(place - at) * depth + k] } else { 9.0 };
                assert_eq!(panel[k * width + place], wanted, "{k}, {place} of {count} x {depth}");
            }
        }
    }

    #[test]
    fn depths_are_cut_evenly() {
        let cut = |vector| {
            let depth = Depth::of(vector);
            (depth.block, depth.blocks)
        };
        assert_eq!([cut(1), cut(3), cut(5), cut(512)], [(4, 1), (4, 1), (8, 1), (512, 1)]);
        assert_eq!([cut(513), cut(1024), cut(1025)], [(260, 2), (512, 2), (344, 3)]);
    }

    #[test]
    fn small_whole_numbers_are_exact() {
        let whole = |seed| noise(40 * 700, seed).iter().map(|x| (x * 9.0).round()).collect();
        let (a, b): (Vec<f32>, Vec<f32>) = (whole(1), whole(2));
        for vector in [1, 2, 3, 7, 64, 512, 513, 700] {
            let picks: Vec<usize> = (0..40).collect();
            let (width, out) = products([&a, &b], vector, &picks, &picks);
            for (i, j) in (0..40).flat_map(|i| (0..40).map(move |j| (i, j))) {
                let pairs = a[i * vector..][..vector].iter().zip(&b[j * vector..][..vector]);
                let sum: f32 = pairs.map(|(x, y)| x * y).sum();
                assert_eq!(out[i * width + j], sum, "{vector} deep, {i} x {j}");
            }
        }
    }

    #[test]
    fn neither_place_nor_shape_changes_bits() {
        let count = 1200;
        for vector in [1, 2, 5, 63, 128, 512, 513, 1100] {
            let (a, b) = (noise(count * vector, 3), noise(count * vector, 4));
            let all: Vec<usize> = (0..count).collect();
            let (width, whole) = products([&a, &b], vector, &all[..1000], &all);
            let shapes = [(1, 1), (12, 64), (3, 100), (40, 7), (72, 800), (500, 50), (9, 1200)];
            for (round, (height, wide)) in shapes.into_iter().enumerate() {
                // Strides that are prime to the counts: all places are met.
                let rows: Vec<usize> = (0..height).map(|i| (i * 391 + round * 7) % 1000).collect();
                let columns: Vec<usize> = (0..wide).map(|j| (j * 487 + round) % count).collect();
                let (own, part) = products([&a, &b], vector, &rows, &columns);
                for (i, row) in rows.iter().enumerate() {
                    for (j, column) in columns.iter().enumerate() {
                        let (one, other) = (part[i * own + j], whole[row * width + column]);
                        assert!(
                            one.to_bits() == other.to_bits(),
                            "{vector} deep, {row} x {column} at {i}, {j} of {height} x {wide}: \
                             {one:e} is not {other:e}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_vectors_give_the_same_bits_everywhere() {
        for vector in [3, 200, 512, 900] {
            let (a, b) = (noise(vector, 5), noise(vector, 6));
            let (_, out) = products([&a, &b], vector, &[0; 252], &[0; 1152]);
            assert!(out.iter().all(|x| x.to_bits() == out[0].to_bits()), "{vector} deep");
        }
    }
}
