//! A call of an exported function: its body is run, and the caller's detail filled.

use core::marker::PhantomData;

use super::super::status::*;
use super::super::types::*;
use super::{Buffer, Call, Checked};
use crate::Error;
use crate::rank::Found;

/// Most buffers of a call without gold sets.
const FEW: usize = 8;

/// Most buffers of any call: the largest has a sweep with two gold sets of six
/// parts and two of scores, a tile, options, golds, scratch, counts and the detail.
const MANY: usize = 24;

/// What a call may tell beside its outputs.
pub(in crate::capi) trait Told {
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

/// Runs the body of an exported function and fills the caller's detail.
///
/// # Safety
/// Each pointer that `body` hands to the [`Call`] must, unless it is NULL or
/// its length 0, point to as many elements as its length says, readable, for
/// outputs and scratch writable, and left alone by others until `body` is done.
#[inline(always)]
pub(in crate::capi) unsafe fn call<'a, T: Told>(
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
pub(in crate::capi) unsafe fn call_with_golds<'a, T: Told>(
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
