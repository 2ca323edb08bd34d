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

mod matrix;
mod memory;
mod tiles;

pub(super) use matrix::Matrix;
pub(super) use memory::BothMemory;
pub(super) use tiles::with_given;

use core::ffi::c_void;
use core::marker::PhantomData;

use super::status::*;
use super::types::*;
use crate::rank::{Found, Options};
use crate::{Golds, NanPolicy, Order};

/// Most buffers of one call: the largest has a sweep with two gold sets of six
/// parts and two of scores, a tile, options, golds, scratch, counts and the detail.
const BUFFERS: usize = 24;

/// The checked buffers of one call.
pub(super) struct Call<'a> {
    buffers: heapless::Vec<Buffer, BUFFERS>,
    /// Whether any of them is written.
    writes: bool,
    /// The buffer that another was found to overlap.
    overlapped: usize,
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
        writes: false,
        overlapped: BUFFERS,
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
    // The detail is the first buffer. If another overlaps it, it is not to be written.
    if !detail.is_null() && call.overlapped != 0 {
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
        // Inputs may overlap each other: as long as there is no output, none is compared.
        if (written || self.writes)
            && let Some(first) = self.buffers.iter().position(overlaps)
        {
            self.overlapped = first;
            return Err(RECALLK_OVERLAP.into());
        }
        self.writes |= written;
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
    pub(super) fn value<T: 'a>(&mut self, pointer: *const T) -> Checked<&'a T> {
        match self.input(pointer, 1)? {
            [value] => Ok(value),
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
        let queries = self.optional(golds.queries, golds.queries_len)?;
        let ignored_offsets = self.optional(golds.ignored_offsets, golds.ignored_offsets_len)?;
        let ignored = self.input(golds.ignored, golds.ignored_len)?;
        let golds = match queries {
            None => Golds::new(offsets, items),
            Some(queries) => Golds::of_queries(offsets, items, queries),
        };
        Ok(match ignored_offsets {
            None if !ignored.is_empty() => return Err(RECALLK_NULL_POINTER.into()),
            None => golds,
            Some(offsets) => golds.ignoring(offsets, ignored),
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
}

/// Bytes of so many `T`.
pub(super) fn bytes_of<T>(len: usize) -> Checked<usize> {
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or(RECALLK_SIZE_OVERFLOW.into())
}
