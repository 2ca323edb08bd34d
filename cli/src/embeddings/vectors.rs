//! Embeddings of one side, from a file to 32-bit floats.

use bytemuck::try_cast_slice;
use half::slice::{HalfBitsSliceExt, HalfFloatSliceExt};
use half::{bf16, f16};

use crate::args::Measure;
use crate::cells::{DType, Raw};
use crate::error::{Result, refuse};

use super::product::Depth;

/// The vectors of the rows or of the columns, one in each row of a file.
pub(crate) struct Vectors<'a> {
    pub(crate) name: &'a str,
    pub(crate) raw: Raw<'a>,
    pub(crate) depth: Depth,
    /// Each vector's length (cosine) or its square (L2); none for dot products.
    pub(crate) sizes: Vec<f64>,
    /// Vectors are divided by their lengths as they are read.
    unit: bool,
}

impl<'a> Vectors<'a> {
    pub(crate) fn new(name: &'a str, raw: Raw<'a>, measure: Measure) -> Result<Self> {
        if !matches!(raw.dtype, DType::F32 | DType::F16 | DType::Bf16 | DType::I8) {
            refuse!(
                "{name} has dtype {}; embeddings are f32, f16, i8 (f4, f2, i1), or with \
                 --dtype bf16 u2.",
                raw.dtype.name()
            );
        }
        let unit = measure == Measure::Cosine && raw.dtype != DType::I8;
        Ok(Vectors { name, raw, depth: Depth::of(raw.columns), sizes: Vec::new(), unit })
    }

    pub(crate) fn count(&self) -> usize {
        self.raw.rows
    }

    /// The numbers are whole: their products and sums are exact.
    pub(crate) fn whole(&self) -> bool {
        self.raw.dtype == DType::I8
    }

    /// The numbers that scores are made of; those of a zero vector stay 0. The
    /// rest of `out` becomes 0.
    pub(crate) fn read(&self, at: usize, out: &mut [f32]) {
        self.read_plain(at, out);
        let length = self.sizes.get(at).copied().filter(|length| self.unit && *length != 0.0);
        if let Some(length) = length {
            out[..self.raw.columns].iter_mut().for_each(|x| *x = (f64::from(*x) / length) as f32);
        }
    }

    /// The numbers as they stand in the file, exactly.
    pub(crate) fn read_plain(&self, at: usize, out: &mut [f32]) {
        let Raw { bytes, dtype, big_endian, rows, columns, fortran } = self.raw;
        let (out, rest) = out.split_at_mut(columns);
        rest.fill(0.0);
        let size = dtype.size();
        if fortran {
            let cells = bytes.chunks_exact(size).skip(at).step_by(rows);
            out.iter_mut().zip(cells).for_each(|(x, cell)| *x = number(cell, dtype, big_endian));
            return;
        }
        let cells = &bytes[at * columns * size..][..columns * size];
        if big_endian != cfg!(target_endian = "big") || !in_place(cells, dtype, out) {
            let cells = cells.chunks_exact(size);
            out.iter_mut().zip(cells).for_each(|(x, cell)| *x = number(cell, dtype, big_endian));
        }
    }
}

/// Reads numbers in the byte order of the machine all at once, if they are
/// aligned.
fn in_place(cells: &[u8], dtype: DType, out: &mut [f32]) -> bool {
    let words = || try_cast_slice::<u8, u16>(cells).ok();
    match dtype {
        DType::F16 => words().map(|words| {
            words.reinterpret_cast::<f16>().convert_to_f32_slice(out);
        }),
        DType::Bf16 => words().map(|words| {
            words.reinterpret_cast::<bf16>().convert_to_f32_slice(out);
        }),
        DType::F32 => try_cast_slice(cells).ok().map(|cells| out.copy_from_slice(cells)),
        _ => None,
    }
    .is_some()
}

/// One number; only for the types of embeddings.
fn number(cell: &[u8], dtype: DType, big_endian: bool) -> f32 {
    let word = |cell: &[u8]| {
        let bytes = cell.try_into().unwrap_or_default();
        if big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    };
    match dtype {
        DType::F16 => f16::from_bits(word(cell)).to_f32(),
        DType::Bf16 => bf16::from_bits(word(cell)).to_f32(),
        DType::I8 => f32::from(cell[0] as i8),
        _ => {
            let bytes = cell.try_into().unwrap_or_default();
            if big_endian { f32::from_be_bytes(bytes) } else { f32::from_le_bytes(bytes) }
        }
    }
}

/// The square of a vector's length: 64-bit sums in a fixed order, exact for whole
/// numbers.
pub(crate) fn square(vector: &[f32]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0f64; LANES];
    for numbers in vector.chunks(LANES) {
        sums.iter_mut().zip(numbers).for_each(|(sum, x)| *sum += f64::from(*x) * f64::from(*x));
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], dtype: DType, big_endian: bool, fortran: bool) -> Vec<Vec<f32>> {
        let columns = 3;
        let rows = bytes.len() / dtype.size() / columns;
        let raw = Raw { bytes, dtype, big_endian, rows, columns, fortran };
        let vectors = Vectors::new("v", raw, Measure::Dot).unwrap();
        let mut out = vec![7.0; vectors.depth.padded()];
        let all = (0..rows).map(|at| {
            vectors.read(at, &mut out);
            assert_eq!(out[columns..], [0.0]);
            out[..columns].to_vec()
        });
        all.collect()
    }

    #[test]
    fn every_type_and_layout_is_read_exactly() {
        let numbers = [1.5f32, -2.0, 0.25, 100.0, -0.5, 3.0];
        let rows = vec![numbers[..3].to_vec(), numbers[3..].to_vec()];
        let turned = vec![vec![1.5, 0.25, -0.5], vec![-2.0, 100.0, 3.0]];
        type Write = fn(f32) -> Vec<u8>;
        let types: [(DType, Write, Write); 3] = [
            (DType::F32, |x| x.to_le_bytes().to_vec(), |x| x.to_be_bytes().to_vec()),
            (
                DType::F16,
                |x| f16::from_f32(x).to_le_bytes().to_vec(),
                |x| f16::from_f32(x).to_be_bytes().to_vec(),
            ),
            (
                DType::Bf16,
                |x| bf16::from_f32(x).to_le_bytes().to_vec(),
                |x| bf16::from_f32(x).to_be_bytes().to_vec(),
            ),
        ];
        for (dtype, little, big) in types {
            for (write, big_endian) in [(little, false), (big, true)] {
                // One byte in front, so that some are not aligned.
                for shift in 0..2 {
                    let mut bytes = vec![0; shift];
                    bytes.extend(numbers.iter().flat_map(|&x| write(x)));
                    assert_eq!(read(&bytes[shift..], dtype, big_endian, false), rows);
                    assert_eq!(read(&bytes[shift..], dtype, big_endian, true), turned);
                }
            }
        }
        let bytes = [1i8, -128, 127, 0, 5, -6].map(|x| x as u8);
        assert_eq!(read(&bytes, DType::I8, false, false)[0], [1.0, -128.0, 127.0]);
    }

    #[test]
    fn squares_do_not_overflow_and_are_exact_for_whole_numbers() {
        assert_eq!(square(&[3.0, 4.0, 0.0]), 25.0);
        assert_eq!(square(&[-128.0; 1001]), 16384.0 * 1001.0);
        assert!((square(&[1e30; 4]).sqrt() / 2e30 - 1.0).abs() < 1e-7);
        assert!(square(&[f32::from_bits(1)]) > 0.0);
    }
}
