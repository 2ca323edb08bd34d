//! A call of an exported function: its body is run, and the caller's detail filled.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::super::status::*;
use super::super::types::*;
use super::{Buffer, Call};
use crate::error::{self, Error, Place, SavedFault, narrow};
use crate::rank::Found;

/// Most buffers of a call without gold sets.
const FEW: usize = 8;

/// Most buffers of any call: the largest has a sweep with two gold sets of six
/// parts and two of scores, a tile and its matrix, options, golds, scratch, counts and the
/// detail.
const MANY: usize = 25;

/// The body of a call was left. Why, the call has been told: an error that has no
/// size costs the many `?` of the exported functions no code to carry it.
pub(in crate::capi) struct Stop;

pub(in crate::capi) type Checked<T> = Result<T, Stop>;

/// Runs the body of an exported function and fills the caller's detail.
///
/// # Safety
/// Each pointer that `body` hands to the [`Call`] must, unless it is NULL or
/// its length 0, point to as many elements as its length says, readable, for
/// outputs and scratch writable, and left alone by others until `body` is done.
#[inline(always)]
pub(in crate::capi) unsafe fn call<'a>(
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a, '_>) -> Checked<()>,
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
pub(in crate::capi) unsafe fn call_with_golds<'a>(
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a, '_>) -> Checked<()>,
) -> recallk_status_t {
    let mut buffers = heapless::Vec::<_, MANY>::new();
    // SAFETY: the caller's promise.
    unsafe { call_with(&mut buffers, detail, body) }
}

#[inline(always)]
unsafe fn call_with<'a>(
    buffers: &mut heapless::VecView<Buffer>,
    detail: *mut recallk_detail_t,
    body: impl FnOnce(&mut Call<'a, '_>) -> Checked<()>,
) -> recallk_status_t {
    let mut memory = MaybeUninit::uninit();
    // SAFETY: the caller's promise.
    let call = unsafe { Call::begin(&mut memory, buffers, detail) };
    // Why it stopped, the call knows.
    let _ = body(call);
    call.end()
}

impl<'a, 'b> Call<'a, 'b> {
    /// Begins a call in memory of the caller's, which costs no copy.
    ///
    /// # Safety
    /// The detail may be read, if it is not NULL.
    #[inline(never)]
    unsafe fn begin<'m>(
        memory: &'m mut MaybeUninit<Self>,
        buffers: &'b mut heapless::VecView<Buffer>,
        detail: *mut recallk_detail_t,
    ) -> &'m mut Self {
        let call = memory.write(Call {
            buffers,
            written: 0,
            status: RECALLK_OK,
            detail: None,
            place: Place { row: RECALLK_NONE, column: RECALLK_NONE },
            needed: 0,
            found: Found::default(),
            caller: PhantomData,
        });
        if !detail.is_null()
            && let Ok(given) = call.put(detail)
        {
            if given.struct_size as usize == size_of::<recallk_detail_t>() {
                call.detail = Some(given);
            } else {
                call.refuse(RECALLK_ABI_MISMATCH);
            }
        }
        call
    }

    /// Fills the caller's detail.
    #[inline(never)]
    fn end(&mut self) -> recallk_status_t {
        if let Some(detail) = self.detail.take() {
            let Found { nan_cells, without_gold } = self.found;
            let (Place { row, column }, needed) = (self.place, self.needed as u64);
            let struct_size = detail.struct_size;
            *detail = recallk_detail_t {
                struct_size,
                row,
                column,
                reserved: 0,
                nan_cells,
                without_gold,
                needed,
            };
        }
        self.status
    }

    /// Keeps the first thing that was wrong.
    pub(in crate::capi) fn refuse(&mut self, status: recallk_status_t) -> Stop {
        if self.status == RECALLK_OK {
            self.status = status;
        }
        Stop
    }

    /// What the kernel returns, unless that is an error.
    pub(in crate::capi) fn ok<T>(&mut self, result: Result<T, Error>) -> Checked<T> {
        result.map_err(|error| self.fail(&error))
    }

    /// As [`ok`](Call::ok), of what is told beside the outputs.
    pub(in crate::capi) fn tell(&mut self, result: Result<Found, Error>) -> Checked<()> {
        self.found = self.ok(result)?;
        Ok(())
    }

    #[inline(never)]
    fn fail(&mut self, error: &Error) -> Stop {
        // What is wrong with a buffer is told first.
        if self.status != RECALLK_OK {
            return Stop;
        }
        let error = core::ptr::from_ref(error);
        // SAFETY: an enum with this representation begins with its number, and what is
        // behind that lies as in a C struct; the number says what it is.
        unsafe {
            let mut number = *error.cast::<u16>();
            let index = || (*error.cast::<Numbered<usize>>()).value;
            let is = |kind| number & kind != 0;
            if is(error::PLACE) {
                self.place = (*error.cast::<Numbered<Place>>()).value;
            } else if is(error::ROW) {
                self.place.row = narrow(index());
            } else if is(error::COLUMN) {
                self.place.column = narrow(index());
            } else if is(error::NEEDED) {
                self.needed = index();
            } else if is(error::FAULT) {
                number += (*error.cast::<Numbered<SavedFault>>()).value as u16;
            }
            self.status = status_of(number);
            self.found = Found::default();
        }
        Stop
    }
}

#[repr(C)]
struct Numbered<T> {
    number: u16,
    value: T,
}

/// The status of an error with this number.
fn status_of(number: u16) -> recallk_status_t {
    // SAFETY: all statuses up to the last have a number, and none of an error is above it.
    unsafe { core::mem::transmute::<i32, recallk_status_t>(i32::from(number & error::STATUS)) }
}
