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

pub(super) use call::{Checked, Stop, call, call_with_golds};
pub(super) use matrix::Matrix;
pub(super) use memory::BothMemory;
pub(super) use tiles::with_given;

use core::ffi::c_void;
use core::marker::PhantomData;

use super::status::*;
use super::types::*;
use crate::error::{Error, Place};
use crate::rank::Found;

/// The checked buffers of one call.
pub(super) struct Call<'a, 'b> {
    buffers: &'b mut heapless::VecView<Buffer>,
    /// Bit k is set where buffer k is written.
    written: u32,
    /// The first thing that was wrong.
    status: recallk_status_t,
    /// The caller's detail, the first buffer, as long as it may be written.
    detail: Option<&'a mut recallk_detail_t>,
    /// What it is to say.
    place: Place,
    needed: usize,
    pub(super) found: Found,
    caller: PhantomData<&'a mut c_void>,
}

#[derive(Clone, Copy)]
struct Buffer {
    start: usize,
    /// Last byte, so that memory up to the end of the address space fits.
    last: usize,
}

impl<'a> Call<'a, '_> {
    /// Notes `len` elements at a pointer. Returns them or, where something is wrong, none.
    fn claim<T>(&mut self, pointer: *const T, len: usize, written: bool) -> (*const T, usize) {
        // One function for all types.
        const { assert!(align_of::<T>() < 128) };
        let layout = size_of::<T>() << 8 | usize::from(written) << 7 | align_of::<T>();
        let (pointer, len) = self.claim_elements(pointer.cast(), len, layout);
        // SAFETY: NULL is refused; none is aligned and thus not NULL. Said here, it saves
        // each caller to look again.
        unsafe { core::hint::assert_unchecked(!pointer.is_null()) };
        (pointer.cast(), len)
    }

    /// `layout` is the size of an element times 256, its alignment, and 128 if it is
    /// written: four arguments are what processors take in registers.
    #[inline(never)]
    fn claim_elements(
        &mut self,
        pointer: *const u8,
        len: usize,
        layout: usize,
    ) -> (*const u8, usize) {
        let (size, written, align) = (layout >> 8, layout & 128 != 0, layout & 127);
        let none = (core::ptr::without_provenance(align), 0);
        if len == 0 {
            return none;
        }
        let start = pointer.addr();
        let bytes = len.checked_mul(size).filter(|bytes| *bytes <= isize::MAX as usize);
        let claimed = if start == 0 {
            Err(RECALLK_NULL_POINTER)
        } else if start & (align - 1) != 0 {
            Err(RECALLK_MISALIGNED)
        } else if let Some(bytes) = bytes {
            self.claim_bytes(start, bytes, written)
        } else {
            Err(RECALLK_SIZE_OVERFLOW)
        };
        match claimed {
            Ok(()) => (pointer, len),
            Err(status) => {
                self.refuse(status);
                none
            }
        }
    }

    /// Notes some bytes, at least one.
    #[inline(never)]
    fn claim_bytes(
        &mut self,
        start: usize,
        bytes: usize,
        written: bool,
    ) -> Result<(), recallk_status_t> {
        let last = start.checked_add(bytes.wrapping_sub(1)).ok_or(RECALLK_SIZE_OVERFLOW)?;
        // Inputs may overlap each other.
        let mut others = if written { u32::MAX } else { self.written };
        let overlapped = self.buffers.iter().position(|other| {
            let is_other = others & 1 != 0;
            others >>= 1;
            is_other && start <= other.last && other.start <= last
        });
        if let Some(k) = overlapped {
            if k == 0 {
                self.detail = None;
            }
            return Err(RECALLK_OVERLAP);
        }
        self.written |= u32::from(written) << (self.buffers.len() as u32 & 31);
        self.buffers.push(Buffer { start, last }).map_err(|_| RECALLK_SIZE_OVERFLOW)
    }

    /// Nothing has been wrong with a buffer.
    fn checked(&self) -> Checked<()> {
        if self.status == RECALLK_OK { Ok(()) } else { Err(Stop) }
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
        let (pointer, _) = self.claim(pointer, 1, false);
        self.checked()?;
        // SAFETY: as in `input`, and there is one.
        Ok(unsafe { &*pointer })
    }

    /// One value that is written.
    pub(super) fn put<T: 'a>(&mut self, pointer: *mut T) -> Checked<&'a mut T> {
        let (pointer, _) = self.claim(pointer.cast_const(), 1, true);
        self.checked()?;
        // SAFETY: as in `output`, and there is one.
        Ok(unsafe { &mut *pointer.cast_mut() })
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
    ) -> Checked<&'a mut [T]> {
        const { assert!(align_of::<T>() <= RECALLK_ALIGN) };
        let needed = self.bytes_of::<T>(len)?;
        let memory = self.scratch_bytes(scratch, bytes, needed)?;
        if len == 0 {
            return Ok(&mut []);
        }
        // SAFETY: `needed` bytes, aligned, nobody else's.
        Ok(unsafe { core::slice::from_raw_parts_mut(memory.cast(), len) })
    }

    #[inline(never)]
    fn scratch_bytes(
        &mut self,
        scratch: *mut c_void,
        bytes: usize,
        needed: usize,
    ) -> Checked<*mut u8> {
        if bytes < needed {
            return self.ok(Err(Error::ScratchTooSmall { needed }));
        }
        if bytes > 0 && scratch.is_null() {
            return Err(self.refuse(RECALLK_NULL_POINTER));
        }
        if needed > 0 && !scratch.addr().is_multiple_of(RECALLK_ALIGN) {
            return Err(self.refuse(RECALLK_MISALIGNED));
        }
        if bytes > 0 {
            let claimed = self.claim_bytes(scratch.addr(), bytes, true);
            claimed.map_err(|status| self.refuse(status))?;
        }
        self.checked()?;
        Ok(scratch.cast())
    }

    /// Bytes of so many `T`.
    pub(super) fn bytes_of<T>(&mut self, len: usize) -> Checked<usize> {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        bytes.ok_or_else(|| self.refuse(RECALLK_SIZE_OVERFLOW))
    }
}
