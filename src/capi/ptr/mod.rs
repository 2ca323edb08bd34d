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
#[cfg(not(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
)))]
mod plain;
mod tiles;
#[cfg(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
))]
mod typed;

pub(super) use matrix::Matrix;
pub(super) use memory::BothMemory;
pub(super) use tiles::with_given;

use core::ffi::c_void;
use core::marker::PhantomData;

use super::status::*;
use super::types::*;
use crate::rank::{Found, Options};
use crate::{Backend, Error, Golds, NanPolicy, Order};

/// Most buffers of a call without gold sets.
const FEW: usize = 8;

/// Most buffers of any call: the largest has a sweep with two gold sets of six
/// parts and two of scores, a tile, options, golds, scratch, counts and the detail.
const MANY: usize = 24;

/// The checked buffers of one call.
pub(super) struct Call<'a, 'b> {
    buffers: &'b mut heapless::VecView<Buffer>,
    /// Bit k is set where buffer k is written.
    written: u32,
    /// The buffer that another was found to overlap.
    overlapped: usize,
    /// The first thing that was wrong with a buffer.
    status: recallk_status_t,
    caller: PhantomData<&'a mut c_void>,
}

#[derive(Clone, Copy)]
struct Buffer {
    start: usize,
    /// Last byte, so that memory up to the end of the address space fits.
    last: usize,
}

/// What a call may tell beside its outputs.
pub(super) trait Told {
    fn found(&self) -> Option<&Found>;
}

impl Told for () {
    fn found(&self) -> Option<&Found> {
        None
    }
}

impl Told for Found {
    fn found(&self) -> Option<&Found> {
        Some(self)
    }
}

/// What pointers are refused with has no place.
type Checked<T> = Result<T, recallk_status_t>;

/// Runs the body of an exported function and fills the caller's detail.
///
/// # Safety
/// Each pointer that `body` hands to the [`Call`] must, unless it is NULL or
/// its length 0, point to as many elements as its length says, readable, for
/// outputs and scratch writable, and left alone by others until `body` is done.
#[inline(always)]
pub(super) unsafe fn call<'a, T: Told>(
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a, '_>) -> Result<T, Fault>,
) -> recallk_status_t {
    let mut buffers = heapless::Vec::<_, FEW>::new();
    // SAFETY: the caller's promise.
    unsafe { call_with(&mut buffers, detail, body) }
}

/// As [`call`], with gold sets among the buffers.
///
/// # Safety
/// As [`call`].
#[inline(always)]
pub(super) unsafe fn call_with_golds<'a, T: Told>(
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a, '_>) -> Result<T, Fault>,
) -> recallk_status_t {
    let mut buffers = heapless::Vec::<_, MANY>::new();
    // SAFETY: the caller's promise.
    unsafe { call_with(&mut buffers, detail, body) }
}

#[inline(always)]
unsafe fn call_with<'a, T: Told>(
    buffers: &mut heapless::VecView<Buffer>,
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a, '_>) -> Result<T, Fault>,
) -> recallk_status_t {
    // SAFETY: the caller's promise.
    let mut call = match unsafe { Call::begin(buffers, detail) } {
        Ok(call) => call,
        Err(status) => return status,
    };
    let result = body(&mut call);
    let (fault, found) = match &result {
        Ok(found) => (None, found.found()),
        Err(fault) => (Some(fault), None),
    };
    // SAFETY: as above.
    unsafe { call.end(detail, fault, found) }
}

impl<'a, 'b> Call<'a, 'b> {
    /// # Safety
    /// The detail may be read, if it is not NULL.
    #[inline(never)]
    unsafe fn begin(
        buffers: &'b mut heapless::VecView<Buffer>,
        detail: *mut recallk_detail_t,
    ) -> Checked<Self> {
        let mut call =
            Call { buffers, written: 0, overlapped: MANY, status: RECALLK_OK, caller: PhantomData };
        if !detail.is_null() {
            call.put(detail)?;
            // SAFETY: not NULL, aligned, and readable by the caller's promise.
            let size = unsafe { (*detail).struct_size };
            if size as usize != size_of::<recallk_detail_t>() {
                return Err(RECALLK_ABI_MISMATCH);
            }
        }
        Ok(call)
    }

    /// # Safety
    /// The detail, which was begun with, may be written, if it is not NULL.
    #[inline(never)]
    unsafe fn end(
        &self,
        detail: *mut recallk_detail_t,
        fault: Option<&Fault>,
        found: Option<&Found>,
    ) -> recallk_status_t {
        // What is wrong with a buffer is told first.
        let of_buffers = Fault::Status(self.status);
        let fault = fault.filter(|_| self.status == RECALLK_OK).unwrap_or(&of_buffers);
        // The detail is the first buffer. If another overlaps it, it is not to be written.
        if !detail.is_null() && self.overlapped != 0 {
            let (row, column, needed) = fault.detail();
            let Found { nan_cells, without_gold } = found.copied().unwrap_or_default();
            let filled = recallk_detail_t {
                struct_size: size_of::<recallk_detail_t>() as u32,
                row,
                column,
                reserved: 0,
                nan_cells,
                without_gold,
                needed: needed as u64,
            };
            // SAFETY: checked above; no buffer of the call was found to overlap it.
            unsafe { detail.write(filled) };
        }
        status_of(fault)
    }

    /// Notes `len` elements at a pointer. Returns them or, where something is wrong, none.
    fn claim<T>(&mut self, pointer: *const T, len: usize, written: bool) -> (*const T, usize) {
        // One function for all types.
        let layout = size_of::<T>() << 8 | align_of::<T>();
        let (pointer, len) = self.claim_elements(pointer.cast(), len, layout, written);
        (pointer.cast(), len)
    }

    /// `layout` is the size of an element times 256, and its alignment.
    #[inline(never)]
    fn claim_elements(
        &mut self,
        pointer: *const u8,
        len: usize,
        layout: usize,
        written: bool,
    ) -> (*const u8, usize) {
        let (size, align) = (layout >> 8, layout & 0xff);
        let none = core::ptr::without_provenance(align);
        if len == 0 {
            return (none, 0);
        }
        let start = pointer.addr();
        let bytes = len.checked_mul(size).filter(|bytes| *bytes <= isize::MAX as usize);
        let claimed = match bytes {
            _ if start == 0 => Err(RECALLK_NULL_POINTER),
            _ if start & (align - 1) != 0 => Err(RECALLK_MISALIGNED),
            None => Err(RECALLK_SIZE_OVERFLOW),
            Some(bytes) => self.claim_bytes(start, bytes, written),
        };
        if self.note(claimed).is_ok() { (pointer, len) } else { (none, 0) }
    }

    /// Keeps the first thing that was wrong.
    fn note(&mut self, checked: Checked<()>) -> Checked<()> {
        if self.status == RECALLK_OK
            && let Err(status) = checked
        {
            self.status = status;
        }
        checked
    }

    /// Notes some bytes.
    #[inline(never)]
    fn claim_bytes(&mut self, start: usize, bytes: usize, written: bool) -> Checked<()> {
        let Some(behind) = bytes.checked_sub(1) else { return Ok(()) };
        let last = start.checked_add(behind).ok_or(RECALLK_SIZE_OVERFLOW)?;
        // Inputs may overlap each other: as long as there is no output, none is compared.
        let mut others = if written { u32::MAX } else { self.written };
        if others != 0 {
            for (k, other) in self.buffers.iter().enumerate() {
                if others & 1 != 0 && start <= other.last && other.start <= last {
                    self.overlapped = k;
                    return Err(RECALLK_OVERLAP);
                }
                others >>= 1;
            }
        }
        self.written |= u32::from(written) << (self.buffers.len() as u32 & 31);
        let noted = self.buffers.push(Buffer { start, last });
        noted.map_err(|_| RECALLK_SIZE_OVERFLOW)
    }

    /// Nothing has been wrong with a buffer.
    fn checked(&self) -> Checked<()> {
        if self.status == RECALLK_OK { Ok(()) } else { Err(self.status) }
    }

    /// Elements that are read; none where something is wrong with them, which the next
    /// output, value or scratch tells.
    pub(super) fn input<T>(&mut self, pointer: *const T, len: usize) -> &'a [T] {
        let (pointer, len) = self.claim(pointer, len, false);
        // SAFETY: not NULL, aligned, of a size that fits, and by the promise
        // of `call` readable and unchanged; no output overlaps it. Or none.
        unsafe { core::slice::from_raw_parts(pointer, len) }
    }

    /// Elements that are read, or none where the pointer is NULL.
    fn optional<T>(&mut self, pointer: *const T, len: usize) -> Option<&'a [T]> {
        if pointer.is_null() && len == 0 { None } else { Some(self.input(pointer, len)) }
    }

    /// Elements that are written.
    pub(super) fn output<T>(&mut self, pointer: *mut T, len: usize) -> Checked<&'a mut [T]> {
        let (pointer, len) = self.claim(pointer.cast_const(), len, true);
        self.checked()?;
        // SAFETY: not NULL, aligned, of a size that fits, and by the promise
        // of `call` writable and left alone; no other buffer overlaps it. Or none.
        Ok(unsafe { core::slice::from_raw_parts_mut(pointer.cast_mut(), len) })
    }

    /// One value that is read.
    pub(super) fn value<T: 'a>(&mut self, pointer: *const T) -> Checked<&'a T> {
        self.claim(pointer, 1, false);
        self.checked()?;
        // SAFETY: as in `input`, and there is one.
        Ok(unsafe { &*pointer })
    }

    /// One value that is written.
    pub(super) fn put<T: 'a>(&mut self, pointer: *mut T) -> Checked<&'a mut T> {
        self.claim(pointer.cast_const(), 1, true);
        self.checked()?;
        // SAFETY: as in `output`, and there is one.
        Ok(unsafe { &mut *pointer })
    }

    /// Tallies that are read.
    pub(super) fn tallies(
        &mut self,
        pointer: *const recallk_tally_t,
        len: usize,
    ) -> &'a [crate::Tally] {
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
        let offsets = self.input(golds.offsets, golds.offsets_len);
        let items = self.input(golds.items, golds.items_len);
        let queries = self.optional(golds.queries, golds.queries_len);
        let ignored_offsets = self.optional(golds.ignored_offsets, golds.ignored_offsets_len);
        let ignored = self.input(golds.ignored, golds.ignored_len);
        let golds = match queries {
            None => Golds::new(offsets, items),
            Some(queries) => Golds::of_queries(offsets, items, queries),
        };
        Ok(match ignored_offsets {
            None if !ignored.is_empty() => return Err(RECALLK_NULL_POINTER),
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
            return Err(RECALLK_ABI_MISMATCH);
        }
        if options.reserved.iter().fold(0, |any, field| any | field) != 0 {
            return Err(RECALLK_RESERVED_NOT_ZERO);
        }
        Ok(Options {
            nan: match options.nan_policy {
                RECALLK_NAN_REJECT => NanPolicy::Reject,
                RECALLK_NAN_WORST => NanPolicy::Worst,
                _ => return Err(RECALLK_UNKNOWN_POLICY),
            },
            order: match options.order {
                RECALLK_HIGHER_FIRST => Order::HigherFirst,
                RECALLK_LOWER_FIRST => Order::LowerFirst,
                _ => return Err(RECALLK_UNKNOWN_ORDER),
            },
            backend: available(options.backend)?,
        })
    }

    /// Scratch memory, as so many `T`.
    pub(super) fn scratch<T>(
        &mut self,
        scratch: *mut c_void,
        bytes: usize,
        len: usize,
    ) -> Result<&'a mut [T], Fault> {
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
    ) -> Result<*mut u8, Fault> {
        if bytes < needed {
            return Err(Error::ScratchTooSmall { needed }.into());
        }
        if bytes > 0 && scratch.is_null() {
            return Err(RECALLK_NULL_POINTER.into());
        }
        if needed > 0 && !scratch.addr().is_multiple_of(RECALLK_ALIGN) {
            return Err(RECALLK_MISALIGNED.into());
        }
        let claimed = self.claim_bytes(scratch.addr(), bytes, true);
        self.note(claimed)?;
        self.checked()?;
        Ok(scratch.cast())
    }
}

/// The status that stands for a fault.
fn status_of(fault: &Fault) -> recallk_status_t {
    let number = match fault {
        Fault::Status(status) => return *status,
        Fault::Kernel(Error::Saved(fault)) => RECALLK_SAVED_FOREIGN as u8 + *fault as u8,
        // SAFETY: the first byte of an enum with this representation is its number.
        Fault::Kernel(error) => (unsafe { *core::ptr::from_ref(error).cast::<u8>() }) & 63,
    };
    // SAFETY: each error has the number of a status; all statuses up to the last have
    // one, and no number of an error is above it.
    unsafe { core::mem::transmute::<i32, recallk_status_t>(i32::from(number)) }
}

/// A backend by its number.
fn available(number: i32) -> Checked<Backend> {
    let backend = super::backend(number).ok_or(RECALLK_UNKNOWN_BACKEND)?;
    if backend.is_available() { Ok(backend) } else { Err(RECALLK_BACKEND_NOT_AVAILABLE) }
}

/// Bytes of so many `T`.
pub(super) fn bytes_of<T>(len: usize) -> Checked<usize> {
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or(RECALLK_SIZE_OVERFLOW)
}
