//! From the bytes of a matrix to a view of its score type: the one place that
//! dispatches on it.

use std::ops::Range;

use bytemuck::try_cast_slice;
use recallk::{Bf16, F16, Score, Scores};

use crate::error::{Result, refuse};

/// The score types that files hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DType {
    F16,
    Bf16,
    F32,
    F64,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
}

impl DType {
    pub(crate) fn size(self) -> usize {
        match self {
            DType::I8 | DType::U8 => 1,
            DType::F16 | DType::Bf16 | DType::I16 | DType::U16 => 2,
            DType::F32 | DType::I32 | DType::U32 => 4,
            DType::F64 | DType::I64 | DType::U64 => 8,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            DType::F16 => "f16",
            DType::Bf16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::I8 => "i8",
            DType::U8 => "u8",
            DType::I16 => "i16",
            DType::U16 => "u16",
            DType::I32 => "i32",
            DType::U32 => "u32",
            DType::I64 => "i64",
            DType::U64 => "u64",
        }
    }
}

/// A matrix as it lies in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) dtype: DType,
    pub(crate) big_endian: bool,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Columns lie side by side, not rows.
    pub(crate) fortran: bool,
}

/// A strided view, the parts of which are at hand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a, S> {
    data: &'a [S],
    origin: usize,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    row_stride: usize,
    column_stride: usize,
}

/// What is done with a matrix, whatever its score type.
pub(crate) trait Visitor {
    type Output;
    fn visit<S: Score + Sync>(self, view: View<S>) -> Result<Self::Output>;
}

impl Raw<'_> {
    /// Calls the visitor with the matrix in its own type.
    pub(crate) fn visit<V: Visitor>(&self, visitor: V) -> Result<V::Output> {
        match self.dtype {
            DType::F16 => self.typed::<F16, V>(visitor),
            DType::Bf16 => self.typed::<Bf16, V>(visitor),
            DType::F32 => self.typed::<f32, V>(visitor),
            DType::F64 => self.typed::<f64, V>(visitor),
            DType::I8 => self.typed::<i8, V>(visitor),
            DType::U8 => self.typed::<u8, V>(visitor),
            DType::I16 => self.typed::<i16, V>(visitor),
            DType::U16 => self.typed::<u16, V>(visitor),
            DType::I32 => self.typed::<i32, V>(visitor),
            DType::U32 => self.typed::<u32, V>(visitor),
            DType::I64 => self.typed::<i64, V>(visitor),
            DType::U64 => self.typed::<u64, V>(visitor),
        }
    }

    fn typed<S: Cell, V: Visitor>(&self, visitor: V) -> Result<V::Output> {
        let native = self.big_endian == cfg!(target_endian = "big") || size_of::<S>() == 1;
        match S::cast(self.bytes).filter(|_| native) {
            Some(data) => visitor.visit(self.view(data)),
            None => {
                // Foreign byte order, unaligned, or a type that cannot be cast.
                let count = self.bytes.len() / size_of::<S>();
                let cells = self.bytes.chunks_exact(size_of::<S>());
                let data = copy(cells.map(|bytes| S::read(bytes, self.big_endian)), count)?;
                visitor.visit(self.view(&data))
            }
        }
    }

    fn view<'a, S>(&self, data: &'a [S]) -> View<'a, S> {
        let (row_stride, column_stride) =
            if self.fortran { (1, self.rows) } else { (self.columns, 1) };
        let (rows, columns) = (self.rows, self.columns);
        View { data, origin: 0, rows, columns, row_stride, column_stride }
    }
}

impl<'a, S: Score> View<'a, S> {
    /// The kernel's view of the same cells.
    pub(crate) fn scores(&self) -> Result<Scores<'a, S>, recallk::Error> {
        let stride = |stride| isize::try_from(stride).map_err(|_| recallk::Error::SizeOverflow);
        let (down, across) = (stride(self.row_stride)?, stride(self.column_stride)?);
        Scores::strided(self.data, self.origin, self.rows, self.columns, down, across)
    }

    /// Whether whole columns lie side by side in memory, but rows do not.
    pub(crate) fn is_column_major(&self) -> bool {
        self.row_stride == 1 && self.column_stride != 1
    }

    pub(crate) fn transposed(self) -> Self {
        View {
            rows: self.columns,
            columns: self.rows,
            row_stride: self.column_stride,
            column_stride: self.row_stride,
            ..self
        }
    }

    /// A block of so many rows and columns from a cell on.
    pub(crate) fn block(&self, (row, rows): (usize, usize), column: usize, columns: usize) -> Self {
        let origin = self.origin + row * self.row_stride + column * self.column_stride;
        View { origin, rows, columns, ..*self }
    }

    /// The size of a row, wherever its cells lie.
    pub(crate) fn row_bytes(&self) -> usize {
        self.columns * size_of::<S>()
    }

    /// A block of whole rows.
    pub(crate) fn of_rows(&self, rows: &Range<usize>) -> Self {
        self.block((rows.start, rows.len()), 0, self.columns)
    }

    /// The cells of a block of rows in the given columns, row by row.
    pub(crate) fn gather(&self, (row, rows): (usize, usize), columns: &[u32]) -> Result<Vec<S>> {
        let start = |row| self.origin + row * self.row_stride;
        let cells = (row..row + rows).flat_map(|row| {
            columns.iter().map(move |&column| start(row) + column as usize * self.column_stride)
        });
        copy(cells.map(|at| self.data[at]), rows * columns.len())
    }

    /// A dense row-major matrix.
    pub(crate) fn dense(data: &'a [S], rows: usize, columns: usize) -> Self {
        View { data, origin: 0, rows, columns, row_stride: columns, column_stride: 1 }
    }
}

/// So many cells of their own; a copy that does not fit memory is refused.
fn copy<S>(cells: impl Iterator<Item = S>, count: usize) -> Result<Vec<S>> {
    let mut data = Vec::new();
    if data.try_reserve_exact(count).is_err() {
        refuse!(
            "A copy of {} bytes does not fit into memory. Scores of 16-bit floats, of foreign byte \
             order, not aligned, or of scattered folds are copied.",
            count as u128 * size_of::<S>() as u128
        );
    }
    data.extend(cells);
    Ok(data)
}

/// How one score type lies in bytes.
trait Cell: Score + Sync {
    /// The bytes in place, where they are aligned for the type.
    fn cast(bytes: &[u8]) -> Option<&[Self]>;
    fn read(bytes: &[u8], big_endian: bool) -> Self;
}

macro_rules! cell {
    ($($number:ty)*) => { $(
        impl Cell for $number {
            fn cast(bytes: &[u8]) -> Option<&[Self]> {
                try_cast_slice(bytes).ok()
            }
            fn read(bytes: &[u8], big_endian: bool) -> Self {
                let bytes = bytes.try_into().unwrap_or_default();
                if big_endian { Self::from_be_bytes(bytes) } else { Self::from_le_bytes(bytes) }
            }
        }
    )* };
}

cell!(f32 f64 i8 u8 i16 u16 i32 u32 i64 u64);

macro_rules! half_cell {
    ($half:ident) => {
        impl Cell for $half {
            // `bytemuck` knows nothing of the kernel's own half floats, and
            // without it a cast would be unsafe: these are copied.
            fn cast(_: &[u8]) -> Option<&[Self]> {
                None
            }
            fn read(bytes: &[u8], big_endian: bool) -> Self {
                $half(u16::read(bytes, big_endian))
            }
        }
    };
}

half_cell!(F16);
half_cell!(Bf16);
