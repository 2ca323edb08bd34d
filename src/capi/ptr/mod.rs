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

mod call;
mod matrix;
mod memory;
mod options;
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

pub(super) use call::{call, call_with_golds};
pub(super) use matrix::Matrix;
pub(super) use memory::BothMemory;
pub(super) use tiles::with_given;

use core::ffi::c_void;
use core::marker::PhantomData;

use super::status::*;
use super::types::*;
use crate::Error;

/// The checked buffers of one call.
pub(super) struct Call<'a, 'b> {
    buffers: &'b mut heapless::VecView<Buffer>,
    /// Bit k is set where buffer k is written.
    written: u32,
    /// The first buffer that another was found to overlap.
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

/// What pointers are refused with has no place.
type Checked<T> = Result<T, recallk_status_t>;

impl<'a> Call<'a, '_> {
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
                    self.overlapped = self.overlapped.min(k);
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

/// Bytes of so many `T`.
pub(super) fn bytes_of<T>(len: usize) -> Checked<usize> {
    let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or(RECALLK_SIZE_OVERFLOW)
}
