//! Ranked id lists to ranks.

use core::ffi::c_void;

use super::ptr::{Call, Checked, call};
use super::status::*;
use super::types::*;
use crate::list::{self, IDS_WITHOUT_SCRATCH, Id, ListSlot, Lists};

/// Bytes of scratch that recallk_list_ranks_* and recallk_list_gold_ranks_* need:
/// 0 unless a query has more than 64 relevant ids, else 16 for each id of the
/// largest (more than some of them need).
///
/// @param[in] relevant_offsets, relevant_offsets_len as in those calls
/// @param[out] bytes NULL is not allowed
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_scratch(
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    bytes: *mut usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let offsets = c.input(relevant_offsets, relevant_offsets_len);
            let slots = slots(c.ok(list::largest(offsets))?);
            *c.put(bytes)? = c.bytes_of::<ListSlot<u64>>(slots)?;
            Ok(())
        })
    }
}

/// The 0-based rank of the first relevant id in each list ("any-hit"): the
/// index of its first occurrence, or the length of the list where none of the
/// relevant ids is in it (a miss). To turn such ranks into hits give the lengths
/// as sizes. Ids may repeat, and need not be sorted.
///
/// @param[in] ids, ids_len the lists, best id first
/// @param[in] offsets, offsets_len list q is ids[offsets[q]] to
/// ids[offsets[q + 1] - 1]; or NULL and 0
/// @param[in] lengths, lengths_len without offsets: list q is the first lengths[q]
/// of the ids_len / lengths_len ids of row q of a padded matrix; else NULL and 0
/// @param[in] relevant, relevant_len relevant ids
/// @param[in] relevant_offsets, relevant_offsets_len those of query q are
/// relevant[relevant_offsets[q]] to relevant[relevant_offsets[q + 1] - 1]; NULL
/// and 0 for one relevant id per query
/// @param[in] scratch, scratch_len see recallk_list_scratch
/// @param[out] ranks, ranks_len one per query
/// @return RECALLK_OK, RECALLK_BAD_OFFSETS, RECALLK_WRONG_LENGTH,
/// RECALLK_NO_QUERIES, RECALLK_SCRATCH_TOO_SMALL, or what is wrong with a pointer
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_ranks_u32(
    ids: *const u32,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
    lengths: *const u32,
    lengths_len: usize,
    relevant: *const u32,
    relevant_len: usize,
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let form = Form {
                offsets: c.input(offsets, offsets_len),
                lengths: c.input(lengths, lengths_len),
            };
            let lists = form.lists(c, ids, ids_len)?;
            let relevant =
                relevant_ids(c, relevant, relevant_len, relevant_offsets, relevant_offsets_len)?;
            let slots = c.scratch(scratch, scratch_len, slots(relevant.largest()))?;
            let ranks = c.output(ranks, ranks_len)?;
            c.tell(list::list_ranks(&lists, &relevant, slots, ranks))
        })
    }
}

/// The 0-based rank of every relevant id, in the order given: its first
/// occurrence in the list, or the length of the list where it is absent. An id
/// that the set repeats has its rank once; its later copies get RECALLK_NONE.
///
/// @param[out] ranks, ranks_len one per relevant id
/// @return as recallk_list_ranks_u32
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_gold_ranks_u32(
    ids: *const u32,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
    lengths: *const u32,
    lengths_len: usize,
    relevant: *const u32,
    relevant_len: usize,
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let form = Form {
                offsets: c.input(offsets, offsets_len),
                lengths: c.input(lengths, lengths_len),
            };
            let lists = form.lists(c, ids, ids_len)?;
            let relevant =
                relevant_ids(c, relevant, relevant_len, relevant_offsets, relevant_offsets_len)?;
            let slots = c.scratch(scratch, scratch_len, slots(relevant.largest()))?;
            let ranks = c.output(ranks, ranks_len)?;
            c.tell(list::list_gold_ranks(&lists, &relevant, slots, ranks))
        })
    }
}

/// As recallk_list_ranks_u32, for ids of type uint64_t.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_ranks_u64(
    ids: *const u64,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
    lengths: *const u32,
    lengths_len: usize,
    relevant: *const u64,
    relevant_len: usize,
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let form = Form {
                offsets: c.input(offsets, offsets_len),
                lengths: c.input(lengths, lengths_len),
            };
            let lists = form.lists(c, ids, ids_len)?;
            let relevant =
                relevant_ids(c, relevant, relevant_len, relevant_offsets, relevant_offsets_len)?;
            let slots = c.scratch(scratch, scratch_len, slots(relevant.largest()))?;
            let ranks = c.output(ranks, ranks_len)?;
            c.tell(list::list_ranks(&lists, &relevant, slots, ranks))
        })
    }
}

/// As recallk_list_gold_ranks_u32, for ids of type uint64_t.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_gold_ranks_u64(
    ids: *const u64,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
    lengths: *const u32,
    lengths_len: usize,
    relevant: *const u64,
    relevant_len: usize,
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let form = Form {
                offsets: c.input(offsets, offsets_len),
                lengths: c.input(lengths, lengths_len),
            };
            let lists = form.lists(c, ids, ids_len)?;
            let relevant =
                relevant_ids(c, relevant, relevant_len, relevant_offsets, relevant_offsets_len)?;
            let slots = c.scratch(scratch, scratch_len, slots(relevant.largest()))?;
            let ranks = c.output(ranks, ranks_len)?;
            c.tell(list::list_gold_ranks(&lists, &relevant, slots, ranks))
        })
    }
}

/// As recallk_list_ranks_u32, for ids of type int64_t.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_ranks_i64(
    ids: *const i64,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
    lengths: *const u32,
    lengths_len: usize,
    relevant: *const i64,
    relevant_len: usize,
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let form = Form {
                offsets: c.input(offsets, offsets_len),
                lengths: c.input(lengths, lengths_len),
            };
            let lists = form.lists(c, ids, ids_len)?;
            let relevant =
                relevant_ids(c, relevant, relevant_len, relevant_offsets, relevant_offsets_len)?;
            let slots = c.scratch(scratch, scratch_len, slots(relevant.largest()))?;
            let ranks = c.output(ranks, ranks_len)?;
            c.tell(list::list_ranks(&lists, &relevant, slots, ranks))
        })
    }
}

/// As recallk_list_gold_ranks_u32, for ids of type int64_t.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_list_gold_ranks_i64(
    ids: *const i64,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
    lengths: *const u32,
    lengths_len: usize,
    relevant: *const i64,
    relevant_len: usize,
    relevant_offsets: *const u64,
    relevant_offsets_len: usize,
    scratch: *mut c_void,
    scratch_len: usize,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let form = Form {
                offsets: c.input(offsets, offsets_len),
                lengths: c.input(lengths, lengths_len),
            };
            let lists = form.lists(c, ids, ids_len)?;
            let relevant =
                relevant_ids(c, relevant, relevant_len, relevant_offsets, relevant_offsets_len)?;
            let slots = c.scratch(scratch, scratch_len, slots(relevant.largest()))?;
            let ranks = c.output(ranks, ranks_len)?;
            c.tell(list::list_gold_ranks(&lists, &relevant, slots, ranks))
        })
    }
}

/// How the lists lie: ragged by offsets, or padded with lengths.
struct Form<'a> {
    offsets: &'a [u64],
    lengths: &'a [u32],
}

impl<'a> Form<'a> {
    fn lists<I: Id>(
        &self,
        c: &mut Call<'a, '_>,
        ids: *const I,
        ids_len: usize,
    ) -> Checked<Lists<'a, I>> {
        let ids = c.input(ids, ids_len);
        c.ok(match (self.offsets, self.lengths) {
            (offsets, []) => Lists::ragged(offsets, ids),
            ([], lengths) => Lists::padded(lengths, ids),
            _ => return Err(c.refuse(RECALLK_WRONG_LENGTH)),
        })
    }
}

fn relevant_ids<'a, I: Id>(
    c: &mut Call<'a, '_>,
    ids: *const I,
    ids_len: usize,
    offsets: *const u64,
    offsets_len: usize,
) -> Checked<Lists<'a, I>> {
    let ids = c.input(ids, ids_len);
    let lists = match c.input(offsets, offsets_len) {
        [] => Lists::single(ids),
        offsets => Lists::ragged(offsets, ids),
    };
    c.ok(lists)
}

/// Slots for relevant ids that are too many to be looked for one by one.
fn slots(largest: usize) -> usize {
    if largest > IDS_WITHOUT_SCRATCH { largest } else { 0 }
}
