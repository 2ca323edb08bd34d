//! Everything that is done with a caller's pointer.
//!
//! A [`Call`] turns pointers and lengths into slices after it has checked what
//! can be checked of them: NULL, alignment, overflow, and that no output
//! overlaps any other buffer of the call. What cannot be checked, that the
//! memory is there and is not written by others meanwhile, is the caller's
//! promise; it is given once for each exported function by [`call`].
//!
//! Slices are made of plain integers and floats only, for which every bit
//! pattern is a value. Outputs and scratch may be uninitialised: the kernel
//! writes them before it reads them.

use core::ffi::c_void;
use core::marker::PhantomData;

use super::status::*;
use super::types::*;
use crate::count::{Block, Kernel, Typed};
use crate::key::{Rule, Score};
use crate::rank::{self, BothSize, Found, Options};
use crate::scores::{Cells, MAX_ITEMS, reach};
use crate::sweep::{Count, Gold, State};
use crate::{Golds, NanPolicy, Order};

/// Most buffers of one call: the largest has a matrix, its options, two gold
/// sets of four parts, scratch, two outputs and the detail.
const BUFFERS: usize = 16;

/// The checked buffers of one call.
pub(super) struct Call<'a> {
    buffers: heapless::Vec<Buffer, BUFFERS>,
    /// The first buffer is the caller's detail.
    has_detail: bool,
    /// Another buffer overlaps the detail, which is thus not to be written.
    detail_overlaps: bool,
    caller: PhantomData<&'a mut c_void>,
}

#[derive(Clone, Copy)]
struct Buffer {
    start: usize,
    /// Last byte, so that memory up to the end of the address space fits.
    last: usize,
    written: bool,
}

type Checked<T> = Result<T, Fault>;

/// Runs the body of an exported function and fills the caller's detail.
///
/// # Safety
/// Each pointer that `body` hands to the [`Call`] must, unless it is NULL or
/// its length 0, point to as many elements as its length says, readable, for
/// outputs and scratch writable, and left alone by others until `body` is done.
pub(super) unsafe fn call<'a>(
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a>) -> Checked<Found>,
) -> recallk_status_t {
    let mut call = Call {
        buffers: heapless::Vec::new(),
        has_detail: !detail.is_null(),
        detail_overlaps: false,
        caller: PhantomData,
    };
    if !detail.is_null() {
        let checked = call.claim(detail.cast_const(), 1, true);
        if let Err(fault) = checked {
            return fault.status;
        }
        // SAFETY: not NULL, aligned, and readable by the caller's promise.
        let size = unsafe { (*detail).struct_size };
        if size as usize != size_of::<recallk_detail_t>() {
            return RECALLK_ABI_MISMATCH;
        }
    }
    let (fault, found) = match body(&mut call) {
        Ok(found) => (RECALLK_OK.into(), found),
        Err(fault) => (fault, Found::default()),
    };
    if !detail.is_null() && !call.detail_overlaps {
        let filled = recallk_detail_t {
            struct_size: size_of::<recallk_detail_t>() as u32,
            row: fault.row,
            column: fault.column,
            reserved: 0,
            nan_cells: found.nan_cells,
            without_gold: found.without_gold,
            needed: fault.needed,
        };
        // SAFETY: checked above; no buffer of the call was found to overlap it.
        unsafe { detail.write(filled) };
    }
    fault.status
}

impl<'a> Call<'a> {
    /// Notes `len` elements at `pointer`, which is not NULL.
    fn claim<T>(&mut self, pointer: *const T, len: usize, written: bool) -> Checked<()> {
        if !pointer.is_aligned() {
            return Err(RECALLK_MISALIGNED.into());
        }
        self.claim_bytes(pointer.addr(), bytes_of::<T>(len)?, written)
    }

    fn claim_bytes(&mut self, start: usize, bytes: usize, written: bool) -> Checked<()> {
        let Some(behind) = bytes.checked_sub(1) else { return Ok(()) };
        let last = start.checked_add(behind).ok_or(RECALLK_SIZE_OVERFLOW)?;
        let overlaps = |other: &Buffer| {
            (written || other.written) && start <= other.last && other.start <= last
        };
        if let Some(first) = self.buffers.iter().position(overlaps) {
            self.detail_overlaps = self.has_detail && first == 0;
            return Err(RECALLK_OVERLAP.into());
        }
        let noted = self.buffers.push(Buffer { start, last, written });
        noted.map_err(|_| RECALLK_SIZE_OVERFLOW.into())
    }

    /// Elements that are read.
    pub(super) fn input<T>(&mut self, pointer: *const T, len: usize) -> Checked<&'a [T]> {
        if len == 0 {
            return Ok(&[]);
        }
        if pointer.is_null() {
            return Err(RECALLK_NULL_POINTER.into());
        }
        self.claim(pointer, len, false)?;
        // SAFETY: not NULL, aligned, of a size that fits, and by the promise
        // of `call` readable and unchanged; no output overlaps it.
        Ok(unsafe { core::slice::from_raw_parts(pointer, len) })
    }

    /// Elements that are read, or none where the pointer is NULL.
    fn optional<T>(&mut self, pointer: *const T, len: usize) -> Checked<Option<&'a [T]>> {
        if pointer.is_null() && len == 0 {
            return Ok(None);
        }
        self.input(pointer, len).map(Some)
    }

    /// Elements that are written.
    pub(super) fn output<T>(&mut self, pointer: *mut T, len: usize) -> Checked<&'a mut [T]> {
        if len == 0 {
            return Ok(&mut []);
        }
        if pointer.is_null() {
            return Err(RECALLK_NULL_POINTER.into());
        }
        self.claim(pointer.cast_const(), len, true)?;
        // SAFETY: not NULL, aligned, of a size that fits, and by the promise
        // of `call` writable and left alone; no other buffer overlaps it.
        Ok(unsafe { core::slice::from_raw_parts_mut(pointer, len) })
    }

    /// One value that is read.
    pub(super) fn value<T: Copy + 'a>(&mut self, pointer: *const T) -> Checked<T> {
        match self.input(pointer, 1)? {
            [value] => Ok(*value),
            _ => Err(RECALLK_NULL_POINTER.into()),
        }
    }

    /// One value that is written.
    pub(super) fn put<T: 'a>(&mut self, pointer: *mut T) -> Checked<&'a mut T> {
        match self.output(pointer, 1)? {
            [value] => Ok(value),
            _ => Err(RECALLK_NULL_POINTER.into()),
        }
    }

    /// Tallies that are read.
    pub(super) fn tallies(
        &mut self,
        pointer: *const recallk_tally_t,
        len: usize,
    ) -> Checked<&'a [crate::Tally]> {
        self.input(pointer.cast(), len)
    }

    /// Tallies that are written.
    pub(super) fn tallies_out(
        &mut self,
        pointer: *mut recallk_tally_t,
        len: usize,
    ) -> Checked<&'a mut [crate::Tally]> {
        self.output(pointer.cast(), len)
    }

    /// Compressed golds.
    pub(super) fn golds(&mut self, pointer: *const recallk_golds_t) -> Checked<Golds<'a>> {
        let golds = self.value(pointer)?;
        let offsets = self.input(golds.offsets, golds.offsets_len)?;
        let items = self.input(golds.items, golds.items_len)?;
        Ok(match self.optional(golds.queries, golds.queries_len)? {
            None => Golds::new(offsets, items),
            Some(queries) => Golds::of_queries(offsets, items, queries),
        })
    }

    pub(super) fn options(&mut self, pointer: *const recallk_options_t) -> Checked<Options> {
        if pointer.is_null() {
            return Ok(Options::default());
        }
        let options = self.value(pointer)?;
        if options.struct_size as usize != size_of::<recallk_options_t>() {
            return Err(RECALLK_ABI_MISMATCH.into());
        }
        if options.reserved != [0; 4] {
            return Err(RECALLK_RESERVED_NOT_ZERO.into());
        }
        Ok(Options {
            nan: match options.nan_policy {
                RECALLK_NAN_REJECT => NanPolicy::Reject,
                RECALLK_NAN_WORST => NanPolicy::Worst,
                _ => return Err(RECALLK_UNKNOWN_POLICY.into()),
            },
            order: match options.order {
                RECALLK_HIGHER_FIRST => Order::HigherFirst,
                RECALLK_LOWER_FIRST => Order::LowerFirst,
                _ => return Err(RECALLK_UNKNOWN_ORDER.into()),
            },
            backend: super::backend(options.backend).ok_or(RECALLK_UNKNOWN_BACKEND)?,
        })
    }

    /// A score matrix; its cells are a buffer from the lowest to the highest
    /// byte that is reached, padding between them included.
    pub(super) fn matrix(&mut self, pointer: *const recallk_matrix_t) -> Checked<Matrix<'a>> {
        let given = self.value(pointer)?;
        let size = score_size(given.dtype)?;
        if given.flags != 0 {
            return Err(RECALLK_RESERVED_NOT_ZERO.into());
        }
        let recallk_matrix_t { data, rows, columns, row_stride, column_stride, dtype, .. } = given;
        if rows > MAX_ITEMS || columns > MAX_ITEMS {
            return Err(RECALLK_SIZE_OVERFLOW.into());
        }
        if rows == 0 || columns == 0 {
            return Err(RECALLK_NO_QUERIES.into());
        }
        if data.is_null() {
            return Err(RECALLK_NULL_POINTER.into());
        }
        // A type is aligned to its size, or less: doubles on 32-bit x86.
        if !data.addr().is_multiple_of(size.min(align_of::<u64>())) {
            return Err(RECALLK_MISALIGNED.into());
        }
        let (low, high) = reach(rows, columns, row_stride, column_stride)?;
        let extent = || {
            let low = low.checked_mul(size as isize)?;
            let bytes = high.checked_mul(size as isize)?.checked_sub(low)?;
            let bytes = usize::try_from(bytes).ok()?.checked_add(size)?;
            let fits = bytes <= isize::MAX as usize;
            fits.then_some((data.addr().checked_add_signed(low)?, bytes))
        };
        let (start, bytes) = extent().ok_or(RECALLK_SIZE_OVERFLOW)?;
        self.claim_bytes(start, bytes, false)?;
        Ok(Matrix { data, rows, columns, row_stride, column_stride, dtype, caller: PhantomData })
    }

    /// Scratch memory, as so many `T`.
    pub(super) fn scratch<T>(
        &mut self,
        scratch: *mut c_void,
        bytes: usize,
        len: usize,
    ) -> Checked<&'a mut [T]> {
        const { assert!(align_of::<T>() <= RECALLK_ALIGN) };
        let needed = bytes_of::<T>(len)?;
        let memory = self.scratch_bytes(scratch, bytes, needed)?;
        if len == 0 {
            return Ok(&mut []);
        }
        // SAFETY: `needed` bytes, aligned, nobody else's.
        Ok(unsafe { core::slice::from_raw_parts_mut(memory.cast(), len) })
    }

    fn scratch_bytes(
        &mut self,
        scratch: *mut c_void,
        bytes: usize,
        needed: usize,
    ) -> Checked<*mut u8> {
        if bytes < needed {
            return Err(Fault::needs(RECALLK_SCRATCH_TOO_SMALL, needed as u64));
        }
        if bytes > 0 && scratch.is_null() {
            return Err(RECALLK_NULL_POINTER.into());
        }
        if needed > 0 && !scratch.addr().is_multiple_of(RECALLK_ALIGN) {
            return Err(RECALLK_MISALIGNED.into());
        }
        self.claim_bytes(scratch.addr(), bytes, true)?;
        Ok(scratch.cast())
    }

    /// Scratch memory for both directions over a matrix.
    pub(super) fn both_scratch(
        &mut self,
        matrix: &Matrix,
        scratch: *mut c_void,
        bytes: usize,
    ) -> Checked<BothMemory<'a>> {
        let size = matrix.both_size();
        let needed = matrix.both_bytes()?;
        let memory = self.scratch_bytes(scratch, bytes, needed)?;
        Ok(BothMemory { memory, size, caller: PhantomData })
    }
}

/// Bytes of so many `T`.
pub(super) fn bytes_of<T>(len: usize) -> Checked<usize> {
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or(RECALLK_SIZE_OVERFLOW.into())
}

/// Bytes of one score, for the dtypes of this build.
fn score_size(dtype: i32) -> Checked<usize> {
    let (size, built) = match dtype {
        RECALLK_F32 => (4, true),
        RECALLK_F64 => (8, cfg!(feature = "f64")),
        RECALLK_F16 | RECALLK_BF16 => (2, cfg!(feature = "half")),
        RECALLK_I8 | RECALLK_U8 => (1, cfg!(feature = "int")),
        RECALLK_I16 | RECALLK_U16 => (2, cfg!(feature = "int")),
        RECALLK_I32 | RECALLK_U32 => (4, cfg!(feature = "int")),
        RECALLK_I64 | RECALLK_U64 => (8, cfg!(feature = "int64")),
        _ => return Err(RECALLK_UNKNOWN_DTYPE.into()),
    };
    if built { Ok(size) } else { Err(RECALLK_DTYPE_NOT_BUILT.into()) }
}

/// A checked score matrix, its type still a number.
pub(super) struct Matrix<'a> {
    data: *const c_void,
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
    dtype: i32,
    caller: PhantomData<&'a c_void>,
}

impl Matrix<'_> {
    fn both_size(&self) -> BothSize {
        // All types of one width need the same.
        let of = match score_size(self.dtype).unwrap_or(4) {
            #[cfg(feature = "int")]
            1 => rank::both_size::<i8>,
            #[cfg(feature = "half")]
            2 => rank::both_size::<crate::F16>,
            #[cfg(all(feature = "int", not(feature = "half")))]
            2 => rank::both_size::<i16>,
            #[cfg(feature = "f64")]
            8 => rank::both_size::<f64>,
            #[cfg(all(feature = "int64", not(feature = "f64")))]
            8 => rank::both_size::<i64>,
            _ => rank::both_size::<f32>,
        };
        of(self.rows, self.columns)
    }

    /// Bytes of scratch for both directions.
    pub(super) fn both_bytes(&self) -> Checked<usize> {
        BothMemory::bytes(&self.both_size()).ok_or(RECALLK_SIZE_OVERFLOW.into())
    }

    /// Runs `body` on the matrix. The one place where a dtype becomes a type;
    /// types that are read the same way share one.
    pub(super) fn kernel(
        &self,
        options: &Options,
        memory: Option<&mut BothMemory>,
        body: &mut dyn FnMut(&mut dyn Kernel) -> Checked<Found>,
    ) -> Checked<Found> {
        let (set, nan) = (options.backend.set()?, options.nan);
        macro_rules! run {
            ($score:ty as $read:ty) => {{
                let blocks = memory.map(|memory| memory.blocks::<$read>()).unwrap_or_default();
                let rule = Rule::of::<$score>(options.order);
                body(&mut Typed::new(self.cells::<$read>(), rule, set, nan, blocks))
            }};
        }
        match self.dtype {
            RECALLK_F32 => run!(f32 as f32),
            #[cfg(feature = "f64")]
            RECALLK_F64 => run!(f64 as f64),
            #[cfg(feature = "half")]
            RECALLK_F16 => run!(crate::F16 as crate::F16),
            #[cfg(feature = "half")]
            RECALLK_BF16 => run!(crate::Bf16 as crate::F16),
            #[cfg(feature = "int")]
            RECALLK_I8 => run!(i8 as i8),
            #[cfg(feature = "int")]
            RECALLK_U8 => run!(u8 as i8),
            #[cfg(feature = "int")]
            RECALLK_I16 => run!(i16 as i16),
            #[cfg(feature = "int")]
            RECALLK_U16 => run!(u16 as i16),
            #[cfg(feature = "int")]
            RECALLK_I32 => run!(i32 as i32),
            #[cfg(feature = "int")]
            RECALLK_U32 => run!(u32 as i32),
            #[cfg(feature = "int64")]
            RECALLK_I64 => run!(i64 as i64),
            #[cfg(feature = "int64")]
            RECALLK_U64 => run!(u64 as i64),
            _ => Err(RECALLK_DTYPE_NOT_BUILT.into()),
        }
    }

    fn cells<S>(&self) -> Pointer<'_, S> {
        Pointer {
            data: self.data.cast(),
            rows: self.rows,
            columns: self.columns,
            row_stride: self.row_stride,
            column_stride: self.column_stride,
            caller: PhantomData,
        }
    }
}

/// Rows and columns of scores behind a checked pointer. Row padding is never
/// part of a slice: another thread of the caller may be writing there.
struct Pointer<'a, S> {
    data: *const S,
    rows: usize,
    columns: usize,
    row_stride: isize,
    column_stride: isize,
    caller: PhantomData<&'a [S]>,
}

impl<S: Score> Pointer<'_, S> {
    /// The address of a cell of the matrix.
    fn at(&self, row: usize, column: usize) -> *const S {
        let down = (row as isize).wrapping_mul(self.row_stride);
        let across = (column as isize).wrapping_mul(self.column_stride);
        self.data.wrapping_offset(down.wrapping_add(across))
    }
}

impl<S: Score> Cells for Pointer<'_, S> {
    type Score = S;

    fn rows(&self) -> usize {
        self.rows
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn run(&self, row: usize, column: usize, count: usize) -> Option<&[S]> {
        let inside = row < self.rows && count <= self.columns.checked_sub(column)?;
        if self.column_stride != 1 || !inside {
            return None;
        }
        // SAFETY: these cells are part of the matrix, whose whole extent
        // `Call::matrix` has checked and the caller has promised.
        Some(unsafe { core::slice::from_raw_parts(self.at(row, column), count) })
    }

    fn cell(&self, row: usize, column: usize) -> S {
        if row >= self.rows || column >= self.columns {
            return S::default();
        }
        // SAFETY: as in `run`.
        unsafe { self.at(row, column).read() }
    }
}

/// Scratch for both directions: golds, blocks, counts, links, one after the
/// other, which keeps each aligned.
pub(super) struct BothMemory<'a> {
    memory: *mut u8,
    size: BothSize,
    caller: PhantomData<&'a mut [u8]>,
}

/// Blocks have one size whatever their type.
const BLOCK: usize = size_of::<Block<f32>>();

impl<'a> BothMemory<'a> {
    fn bytes(size: &BothSize) -> Option<usize> {
        let queries = size.queries.checked_mul(size_of::<Gold>() + size_of::<Count>())?;
        let links = size.links.checked_mul(size_of::<u32>())?;
        let bytes = queries.checked_add(links)?.checked_add(size.blocks.checked_mul(BLOCK)?)?;
        Some(bytes).filter(|&bytes| bytes <= isize::MAX as usize)
    }

    fn blocks<S: Score>(&mut self) -> &'a mut [Block<S>] {
        const { assert!(size_of::<Block<S>>() == BLOCK && size_of::<Gold>().is_multiple_of(8)) };
        let start = self.memory.wrapping_add(self.size.queries * size_of::<Gold>());
        // SAFETY: inside the memory that `both_scratch` has checked, behind
        // the golds, and handed out once, since a memory serves one kernel.
        unsafe { core::slice::from_raw_parts_mut(start.cast(), self.size.blocks) }
    }

    /// The state beside the blocks.
    pub(super) fn state(&mut self, matrix: &Matrix) -> Checked<State<'a>> {
        let BothSize { queries, links, blocks } = self.size;
        let counts = self.memory.wrapping_add(queries * size_of::<Gold>() + blocks * BLOCK);
        let behind = counts.wrapping_add(queries * size_of::<Count>());
        // SAFETY: three parts of the checked memory that overlap neither each
        // other nor the blocks; handed out once, as above.
        let (golds, counts, links) = unsafe {
            (
                core::slice::from_raw_parts_mut(self.memory.cast::<Gold>(), queries),
                core::slice::from_raw_parts_mut(counts.cast::<Count>(), queries),
                core::slice::from_raw_parts_mut(behind.cast::<u32>(), links),
            )
        };
        Ok(rank::state(matrix.rows, matrix.columns, golds, counts, links)?)
    }
}
