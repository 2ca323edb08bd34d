//! Arrays in .npy files: the header, the bytes in place, and writing.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use memmap2::Mmap;
use npyz::{AutoSerialize, NpyHeader, Order, TypeChar, TypeStr, WriterBuilder};

use crate::cells::{DType, Raw};
use crate::error::{Failure, Result, refuse};

/// NumPy's own limit. A plain array needs about 100 bytes.
const LONGEST_HEADER: usize = 10_000;

/// An index and `u32::MAX` must both fit 32 bits.
const LARGEST_SIDE: usize = u32::MAX as usize - 1;

/// An array of any shape.
#[derive(Debug)]
pub(crate) struct Array {
    pub(crate) name: String,
    bytes: Bytes,
    /// Where the cells start.
    start: usize,
    pub(crate) shape: Vec<usize>,
    fortran: bool,
    dtype: DType,
    big_endian: bool,
}

#[derive(Debug)]
enum Bytes {
    Mapped(Mmap),
    Read(Vec<u8>),
    Built(&'static [u8]),
    Numbers(Vec<f64>),
}

impl Bytes {
    fn all(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Read(bytes) => bytes,
            Bytes::Built(bytes) => bytes,
            Bytes::Numbers(numbers) => bytemuck::cast_slice(numbers),
        }
    }
}

impl Array {
    /// Opens a file; only its header is read. `bf16`: its 16-bit words are bfloat16.
    pub(crate) fn open(path: &Path, bf16: bool) -> Result<Self> {
        let name = path.display().to_string();
        let bytes =
            load(path).map_err(|error| Failure::new(format!("{name} cannot be read: {error}.")))?;
        Self::parse(name, bytes, bf16)
    }

    /// An array that is part of the program.
    pub(crate) fn built_in(name: &str, bytes: &'static [u8]) -> Result<Self> {
        Self::parse(name.to_owned(), Bytes::Built(bytes), false)
    }

    /// A row-major matrix of numbers.
    pub(crate) fn matrix(name: String, rows: usize, columns: usize, numbers: Vec<f64>) -> Self {
        Array {
            name,
            bytes: Bytes::Numbers(numbers),
            start: 0,
            shape: vec![rows, columns],
            fortran: false,
            dtype: DType::F64,
            big_endian: cfg!(target_endian = "big"),
        }
    }

    fn parse(name: String, bytes: Bytes, bf16: bool) -> Result<Self> {
        let all = bytes.all();
        let start = match header_end(all) {
            Ok(start) => start,
            Err(problem) => refuse!("{name} {problem}."),
        };
        let header = NpyHeader::from_reader(&all[..start])
            .map_err(|error| Failure::new(format!("{name} has a damaged .npy header: {error}.")))?;
        let (dtype, big_endian) = match &header.dtype() {
            npyz::DType::Plain(text) if dtype_of(text, bf16).is_some() => {
                let big = text.endianness() == npyz::Endianness::Big;
                (dtype_of(text, bf16).unwrap_or(DType::F32), big)
            }
            _ if bf16 => refuse!(
                "{name} has dtype {}; with --dtype bf16 16-bit words (u2) are expected.",
                header.dtype().descr()
            ),
            other => refuse!(
                "{name} has dtype {}; f2, f4, f8 and integers i1 to i8, u1 to u8 can be read.",
                other.descr()
            ),
        };
        let shape: Result<Vec<usize>, _> =
            header.shape().iter().map(|&n| usize::try_from(n)).collect();
        let size = shape
            .as_ref()
            .ok()
            .and_then(|shape| shape.iter().try_fold(dtype.size(), |size, &n| size.checked_mul(n)));
        let (Ok(shape), Some(size)) = (shape, size) else {
            refuse!("{name} is larger than the address space: its shape is {:?}.", header.shape());
        };
        let found = all.len() - start;
        if found != size {
            refuse!(
                "{name} {}: its header says shape {} of {}, {size} bytes, but {found} bytes follow.",
                if found < size { "is cut short" } else { "is too long" },
                shape_text(&shape),
                dtype.name(),
            );
        }
        let fortran = header.order() == Order::Fortran;
        Ok(Array { name, bytes, start, shape, fortran, dtype, big_endian })
    }

    /// The array as a matrix of scores.
    pub(crate) fn raw(&self) -> Result<Raw<'_>> {
        let &[rows, columns] = &self.shape[..] else {
            refuse!(
                "{} has shape {}; a matrix of two dimensions, rows x columns, is expected.",
                self.name,
                shape_text(&self.shape)
            );
        };
        if rows == 0 || columns == 0 {
            refuse!(
                "{} has shape {}: there is nothing to rank.",
                self.name,
                shape_text(&self.shape)
            );
        }
        if rows.max(columns) > LARGEST_SIDE {
            refuse!(
                "{} has shape {}; at most {LARGEST_SIDE} rows and columns can be counted.",
                self.name,
                shape_text(&self.shape)
            );
        }
        let (dtype, big_endian, fortran) = (self.dtype, self.big_endian, self.fortran);
        Ok(Raw { bytes: self.cells(), dtype, big_endian, rows, columns, fortran })
    }

    fn cells(&self) -> &[u8] {
        &self.bytes.all()[self.start..]
    }

    pub(crate) fn dtype(&self) -> DType {
        self.dtype
    }

    /// The numbers of a one-dimensional array of integers.
    pub(crate) fn integers(&self) -> Result<impl ExactSizeIterator<Item = i128>> {
        if self.shape.len() != 1 {
            refuse!(
                "{} has shape {}; one dimension is expected.",
                self.name,
                shape_text(&self.shape)
            );
        }
        if matches!(self.dtype, DType::F16 | DType::Bf16 | DType::F32 | DType::F64) {
            refuse!("{} has dtype {}; integers are expected.", self.name, self.dtype.name());
        }
        let signed = matches!(self.dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64);
        let cells = self.cells().chunks_exact(self.dtype.size());
        Ok(cells.map(move |cell| integer(cell, self.big_endian, signed)))
    }
}

/// An integer of up to eight bytes.
fn integer(cell: &[u8], big_endian: bool, signed: bool) -> i128 {
    let join = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
    let value =
        if big_endian { cell.iter().fold(0, join) } else { cell.iter().rev().fold(0, join) };
    let unused = 64 - 8 * cell.len();
    if signed { i128::from((value << unused) as i64 >> unused) } else { i128::from(value) }
}

fn load(path: &Path) -> std::io::Result<Bytes> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() > 0 {
        // SAFETY: the map is only read, and every value of its bytes is valid
        // for what is made of them. It must not change meanwhile; no program can
        // keep another from that, so it is asked of the user, as of every
        // reader that maps files.
        let map = unsafe { Mmap::map(&file)? };
        return Ok(Bytes::Mapped(map));
    }
    // A pipe cannot be mapped.
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Bytes::Read(bytes))
}

/// Where the header ends, if what stands before can be a header: guards the
/// parser against lengths and numbers that no array has.
fn header_end(bytes: &[u8]) -> Result<usize, &'static str> {
    let long = match bytes {
        [] => return Err("is empty"),
        [0x93, b'N', b'U', b'M', b'P', b'Y', 1, _, ..] => false,
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => true,
        _ => return Err("is no .npy file (JSON is read from files that end in .json)"),
    };
    let length = |n: usize| bytes.get(8..8 + n).map(|bytes| integer(bytes, false, false) as usize);
    let (before, length) = if long { (12, length(4)) } else { (10, length(2)) };
    let length = length.ok_or("is cut short within its header")?;
    if length > LONGEST_HEADER {
        return Err("has an .npy header longer than 10000 bytes, which no plain array has");
    }
    let text = bytes.get(before..before + length).ok_or("is cut short within its header")?;
    let brackets = text.iter().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count();
    if brackets > 2 {
        return Err("holds no plain array: records and nested types cannot be read");
    }
    let numbers = text.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let product = numbers.into_iter().try_fold(1u64, |product, digits| {
        let number: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        product.checked_mul(number.max(1))
    });
    product.map(|_| before + length).ok_or("is larger than the address space")
}

fn dtype_of(text: &TypeStr, bf16: bool) -> Option<DType> {
    Some(match (text.type_char(), text.size_field(), bf16) {
        // What `ml_dtypes` writes for its bfloat16 is a void of two bytes.
        (TypeChar::Uint | TypeChar::RawData, 2, true) => DType::Bf16,
        (_, _, true) => return None,
        (TypeChar::Float, 2, _) => DType::F16,
        (TypeChar::Float, 4, _) => DType::F32,
        (TypeChar::Float, 8, _) => DType::F64,
        (TypeChar::Int, 1, _) => DType::I8,
        (TypeChar::Int, 2, _) => DType::I16,
        (TypeChar::Int, 4, _) => DType::I32,
        (TypeChar::Int, 8, _) => DType::I64,
        (TypeChar::Uint, 1, _) => DType::U8,
        (TypeChar::Uint, 2, _) => DType::U16,
        (TypeChar::Uint, 4, _) => DType::U32,
        (TypeChar::Uint, 8, _) => DType::U64,
        _ => return None,
    })
}

/// A shape as NumPy prints it.
pub(crate) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [n] => format!("({n},)"),
        _ => {
            let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", sizes.join(", "))
        }
    }
}

/// Writes an array in C order.
pub(crate) fn write<T: AutoSerialize>(
    path: &Path,
    shape: &[u64],
    cells: impl Iterator<Item = T>,
) -> Result<()> {
    let written = || {
        let mut file = BufWriter::new(File::create(path)?);
        let options = npyz::WriteOptions::new().default_dtype().shape(shape);
        let mut writer = options.writer(&mut file).begin_nd()?;
        writer.extend(cells)?;
        writer.finish()?;
        file.flush()
    };
    let failure = |error| Failure::new(format!("{} cannot be written: {error}.", path.display()));
    written().map_err(failure)
}
