//! From ranked id lists to ranks.
//!
//! A relevant id's rank is the index of its first occurrence in the list. An
//! absent id is a miss: its rank is the length of the list. Ids that a list or
//! a set of relevant ids repeats count once.

mod find;

use core::slice;

use crate::error::{Error, narrow};
use crate::rank::Found;
use crate::relevance::{NONE, check_offsets, expect_length, span};
use crate::scores::MAX_ITEMS;
use crate::sort::sort_by;

/// A type of ids: u32, u64, i64. Sealed.
pub trait Id: Copy + Ord + Default + sealed::Sealed + 'static {}

mod sealed {
    pub trait Sealed {
        /// The low 32 bits: with vectors of these every processor can compare.
        fn low(self) -> u32;
    }
}

macro_rules! id {
    ($($int:ty)*) => { $(
        impl sealed::Sealed for $int {
            #[inline(always)]
            fn low(self) -> u32 {
                self as u32
            }
        }
        impl Id for $int {}
    )* };
}

id!(u32 u64 i64);

/// Ids by query: ranked lists, or sets of relevant ids.
#[derive(Debug, Clone, Copy)]
pub struct Lists<'a, I> {
    ids: &'a [I],
    form: Form<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Form<'a> {
    Ragged(&'a [u64]),
    Padded(&'a [u32], usize),
    Single,
}

impl<'a, I: Id> Lists<'a, I> {
    /// List `q` is `ids[offsets[q]..offsets[q + 1]]`; lists may be empty.
    pub fn ragged(offsets: &'a [u64], ids: &'a [I]) -> Result<Self, Error> {
        check_offsets(offsets, ids.len())?;
        if offsets.len() < 2 {
            return Err(Error::NoQueries);
        }
        Self::checked(ids, Form::Ragged(offsets))
    }

    /// List `q` is the first `lengths[q]` ids of row `q` of a matrix with
    /// `ids.len() / lengths.len()` columns.
    pub fn padded(lengths: &'a [u32], ids: &'a [I]) -> Result<Self, Error> {
        let width = ids.len().checked_div(lengths.len()).ok_or(Error::NoQueries)?;
        if width * lengths.len() != ids.len() {
            let needed = (width + 1).saturating_mul(lengths.len());
            return Err(Error::Length { needed, found: ids.len() });
        }
        if let Some(at) = lengths.iter().position(|&length| length as usize > width) {
            return Err(Error::BadOffsets { at });
        }
        Self::checked(ids, Form::Padded(lengths, width))
    }

    /// One id each.
    pub fn single(ids: &'a [I]) -> Result<Self, Error> {
        if ids.is_empty() {
            return Err(Error::NoQueries);
        }
        Ok(Lists { ids, form: Form::Single })
    }

    fn checked(ids: &'a [I], form: Form<'a>) -> Result<Self, Error> {
        let lists = Lists { ids, form };
        let fits = (0..lists.queries()).all(|q| lists.of(q).len() <= MAX_ITEMS);
        if fits { Ok(lists) } else { Err(Error::SizeOverflow) }
    }

    /// Number of queries.
    pub fn queries(&self) -> usize {
        match self.form {
            Form::Ragged(offsets) => offsets.len().saturating_sub(1),
            Form::Padded(lengths, _) => lengths.len(),
            Form::Single => self.ids.len(),
        }
    }

    /// The ids of query `q`.
    pub fn of(&self, q: usize) -> &'a [I] {
        let range = match self.form {
            Form::Ragged(offsets) => span(offsets, q),
            Form::Padded(lengths, width) => lengths.get(q).map(|&length| {
                let start = q.wrapping_mul(width);
                start..start.wrapping_add(length as usize)
            }),
            Form::Single => Some(q..q.wrapping_add(1)),
        };
        range.and_then(|range| self.ids.get(range)).unwrap_or(&[])
    }

    /// The largest number of ids of one query.
    pub fn largest(&self) -> usize {
        (0..self.queries()).map(|q| self.of(q).len()).max().unwrap_or(0)
    }

    /// The length of each list: what the ranks are ranks among.
    pub fn lengths(&self, out: &mut [u32]) -> Result<(), Error> {
        expect_length(out, self.queries())?;
        for (q, out) in out.iter_mut().enumerate() {
            *out = narrow(self.of(q).len());
        }
        Ok(())
    }
}

/// The largest number of ids of one query, by offsets alone.
#[cfg(feature = "capi")]
pub(crate) fn largest(offsets: &[u64]) -> Result<usize, Error> {
    check_offsets(offsets, usize::MAX)?;
    let span = |q| span(offsets, q).map_or(0, |range| range.len());
    Ok((0..offsets.len().saturating_sub(1)).map(span).max().unwrap_or(0))
}

/// Up to so many relevant ids of a query are looked for one by one; more need
/// as many [`ListSlot`]s.
pub const IDS_WITHOUT_SCRATCH: usize = 64;

/// Working memory for one relevant id of a query with more than
/// [`IDS_WITHOUT_SCRATCH`].
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct ListSlot<I> {
    id: I,
    at: u32,
}

fn check<I: Id>(lists: &Lists<I>, relevant: &Lists<I>, slots: &[ListSlot<I>]) -> Result<(), Error> {
    if relevant.queries() != lists.queries() {
        // In elements of the slice at fault: of offsets there is one more.
        let more = usize::from(matches!(relevant.form, Form::Ragged(_)));
        let (needed, found) = (lists.queries() + more, relevant.queries() + more);
        return Err(Error::Length { needed, found });
    }
    let largest = relevant.largest();
    if largest > IDS_WITHOUT_SCRATCH && slots.len() < largest {
        return Err(Error::ScratchTooSmall { needed: largest });
    }
    Ok(())
}

/// The 0-based rank of the first relevant id of each list ("any-hit"), one for
/// each query. `relevant` need not be sorted.
///
/// Cost: one read of the list, up to the id found, which compares each id with
/// every relevant one; above [`IDS_WITHOUT_SCRATCH`] a binary search at each id.
pub fn list_ranks<I: Id>(
    lists: &Lists<I>,
    relevant: &Lists<I>,
    slots: &mut [ListSlot<I>],
    out: &mut [u32],
) -> Result<Found, Error> {
    check(lists, relevant, slots)?;
    expect_length(out, lists.queries())?;
    let mut found = Found::default();
    for (q, out) in out.iter_mut().enumerate() {
        let (list, relevant) = (lists.of(q), relevant.of(q));
        let mut best = list.len();
        if relevant.len() <= IDS_WITHOUT_SCRATCH {
            best = find::position(list, relevant).unwrap_or(best);
        } else {
            let sorted = sort(relevant, slots);
            let is_relevant = |id: &I| sorted.binary_search_by(|slot| slot.id.cmp(id)).is_ok();
            best = list.iter().position(is_relevant).unwrap_or(best);
        }
        found.without_gold += u64::from(best == list.len());
        *out = narrow(best);
    }
    Ok(found)
}

/// The 0-based rank of every relevant id, in the order given. A repeated id
/// has its rank once; its other copies get [`NONE`], which no count takes in.
///
/// Cost: one scan of the list for each relevant id; above
/// [`IDS_WITHOUT_SCRATCH`] ids one scan and a binary search at each id.
pub fn list_gold_ranks<I: Id>(
    lists: &Lists<I>,
    relevant: &Lists<I>,
    slots: &mut [ListSlot<I>],
    out: &mut [u32],
) -> Result<Found, Error> {
    check(lists, relevant, slots)?;
    let total = (0..relevant.queries()).map(|q| relevant.of(q).len()).sum();
    expect_length(out, total)?;
    let mut found = Found::default();
    let mut rest = out;
    for q in 0..lists.queries() {
        let (list, relevant) = (lists.of(q), relevant.of(q));
        let Some((out, behind)) = rest.split_at_mut_checked(relevant.len()) else { break };
        rest = behind;
        out.fill(narrow(list.len()));
        if relevant.len() <= IDS_WITHOUT_SCRATCH {
            for (k, (id, out)) in relevant.iter().zip(out.iter_mut()).enumerate() {
                if relevant.iter().take(k).any(|earlier| earlier == id) {
                    *out = NONE;
                } else if let Some(rank) = find::position(list, slice::from_ref(id)) {
                    *out = narrow(rank);
                }
            }
        } else {
            rank_sorted(list, sort(relevant, slots), out);
        }
        let missed = |rank: &&u32| **rank == narrow(list.len());
        found.without_gold += u64::from(relevant.is_empty());
        found.without_gold += out.iter().filter(missed).count() as u64;
    }
    Ok(found)
}

/// Ranks of relevant ids that come sorted with their places in `out`.
fn rank_sorted<I: Id>(list: &[I], sorted: &[ListSlot<I>], out: &mut [u32]) {
    for pair in sorted.windows(2) {
        if let [first, second] = pair
            && first.id == second.id
            && let Some(out) = out.get_mut(second.at as usize)
        {
            *out = NONE;
        }
    }
    for (rank, id) in list.iter().enumerate() {
        let slot = sorted.get(sorted.partition_point(|slot| slot.id < *id));
        if let Some(slot) = slot.filter(|slot| slot.id == *id)
            && let Some(out) = out.get_mut(slot.at as usize)
        {
            *out = (*out).min(narrow(rank));
        }
    }
}

/// The ids of one query by value, then by place.
fn sort<'a, I: Id>(ids: &[I], slots: &'a mut [ListSlot<I>]) -> &'a [ListSlot<I>] {
    let slots = slots.get_mut(..ids.len()).unwrap_or(&mut []);
    for (k, (slot, &id)) in slots.iter_mut().zip(ids).enumerate() {
        *slot = ListSlot { id, at: narrow(k) };
    }
    sort_by(slots, |a, b| (a.id, a.at) < (b.id, b.at));
    slots
}
