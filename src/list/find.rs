//! Where an id stands in a list, at about the speed of reading it.

use super::Id;
use crate::engine::VECTORS;

/// Ids that are compared together: without a way out between them the
/// comparison becomes vector code.
const CHUNK: usize = 16;

/// The index of the first id that is one of the wanted.
#[inline]
pub(crate) fn position<I: Id>(ids: &[I], wanted: &[I]) -> Option<usize> {
    let place_any = |ids: &[I]| ids.iter().position(|id| wanted.contains(id));
    match wanted {
        _ if !VECTORS => place_any(ids),
        [one] => search(ids, |chunk| may_hold(chunk, one), |ids| place(ids, one)),
        _ => {
            let may = |chunk: &_| wanted.iter().fold(false, |may, one| may | may_hold(chunk, one));
            search(ids, may, place_any)
        }
    }
}

/// Asks `place` for the index within a chunk, or within less, wherever `may`
/// says that the chunk may hold an id.
#[inline(always)]
fn search<I: Id>(
    ids: &[I],
    may: impl Fn(&[I; CHUNK]) -> bool,
    place: impl Fn(&[I]) -> Option<usize>,
) -> Option<usize> {
    let (chunks, rest) = ids.as_chunks();
    for (k, chunk) in chunks.iter().enumerate() {
        if may(chunk)
            && let Some(at) = place(chunk)
        {
            return Some(k * CHUNK + at);
        }
    }
    match ids.last_chunk() {
        // The last ids once more with some before them.
        Some(last) if !rest.is_empty() && may(last) => Some(ids.len() - CHUNK + place(last)?),
        Some(_) => None,
        None => place(rest),
    }
}

/// Whether an id is in a chunk, as far as the low bits tell.
#[inline(always)]
fn may_hold<I: Id>(chunk: &[I; CHUNK], wanted: &I) -> bool {
    chunk.iter().fold(false, |any, id| any | (id.low() == wanted.low()))
}

/// The index of an id among a chunk or less, without a branch: nobody can
/// foresee it. Inlined it would spoil the loop that asks for it.
#[inline(never)]
fn place<I: Id>(ids: &[I], wanted: &I) -> Option<usize> {
    let bits = ids.iter().rev().fold(0u32, |bits, id| bits << 1 | u32::from(id == wanted));
    if bits == 0 { None } else { Some(bits.trailing_zeros() as usize) }
}
