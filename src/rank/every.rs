//! Row queries: the rank of every gold.

use super::{Found, Out, Results, nan_score};
use crate::engine::{CHUNK, Counter, GROUP, count_rows};
use crate::error::Error;
use crate::relevance::{Along, Golds};
use crate::sort::sort_by;
use crate::sweep::{Count, Gold, RowCells, exclude};

/// Up to so many golds of a row are counted one by one; more need [`GoldSlot`]s.
pub const GOLDS_WITHOUT_SCRATCH: usize = 8;

/// Working memory for one gold of a row that has more than [`GOLDS_WITHOUT_SCRATCH`].
///
/// The slots of a row hold two things. In order of their keys, one for each
/// distinct key: what is ahead and tied. In order of the golds: the ties before,
/// and whether the gold's own cell is tied.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct GoldSlot {
    key: i64,
    ahead: u32,
    tied: u32,
    before: u32,
    own: u32,
}

/// Every gold in the full order: golds count for each other.
pub(crate) fn every(
    counter: &Counter,
    reject: bool,
    golds: &Golds,
    slots: &mut [GoldSlot],
    out: &mut Out,
) -> Result<Found, Error> {
    let (rows, columns) = (counter.rows(), counter.columns());
    golds.check(rows, columns, false, Along::Rows)?;
    out.expect_length(golds.count())?;
    expect_slots(slots, golds)?;
    let mut found = Found::default();
    let mut query = 0;
    for row in 0..rows {
        let is_query = query < golds.queries() && golds.row(query) == row;
        let items = if is_query { golds.of(query) } else { &[] };
        let gold = |k: usize| {
            let item = items.get(k).copied().unwrap_or(0);
            counter.key(row, item as usize).map_or(Gold::NONE, |key| Gold::of(key, item))
        };
        let start = golds.entries(query).start;
        let items_of_query = golds.candidates(query, columns);
        let mut put = |k: usize, gold: &Gold, mut count: Count| {
            exclude(&mut count, gold, golds.ignored(query), |item| counter.key(row, item));
            found.put(out, start + k, gold, &count, items_of_query);
        };
        let of_row =
            OfRow { counter, row, origin: 0, len: items.len(), gold: &gold, in_place: true };
        let nans = of_row.count(slots, &mut put);
        if reject && nans > 0 {
            return Err(nan_score(counter.first_nan()));
        }
        found.nan_cells += nans;
        if is_query {
            found.without_gold += u64::from(items.is_empty());
            query += 1;
        }
    }
    Ok(found)
}

/// Slots enough for the largest query.
pub(crate) fn expect_slots(slots: &[GoldSlot], golds: &Golds) -> Result<(), Error> {
    let largest = golds.largest();
    if largest > GOLDS_WITHOUT_SCRATCH && slots.len() < largest {
        return Err(Error::ScratchTooSmall { needed: largest });
    }
    Ok(())
}

/// The golds of a row of a tile that begins at column `origin` of the matrix,
/// ascending, in the tile or not.
pub(crate) struct OfRow<'a> {
    pub(crate) counter: &'a Counter<'a>,
    pub(crate) row: usize,
    pub(crate) origin: usize,
    /// How many golds.
    pub(crate) len: usize,
    /// Each of them.
    pub(crate) gold: &'a dyn Fn(usize) -> Gold,
    /// Their cells hold the scores that they are counted with.
    pub(crate) in_place: bool,
}

/// Takes what was counted for a gold.
type Put<'a> = dyn FnMut(usize, &Gold, Count) + 'a;

impl OfRow<'_> {
    /// Counts the row for each of its golds. Returns how many NaN it met.
    pub(crate) fn count(&self, slots: &mut [GoldSlot], put: &mut Put) -> u64 {
        if self.len > GOLDS_WITHOUT_SCRATCH {
            self.many(slots.get_mut(..self.len).unwrap_or(&mut []), put)
        } else {
            self.few(put)
        }
    }

    /// Each counted over the whole row.
    fn few(&self, put: &mut Put) -> u64 {
        let (columns, origin, in_place) = (0..self.counter.columns(), self.origin, self.in_place);
        let cells = RowCells { columns, origin, in_place };
        let rows = [self.row; GROUP];
        let mut nans = 0;
        let mut start = 0;
        loop {
            let mut golds = [Gold::NONE; GROUP];
            let mut counts = [Count::ZERO; GROUP];
            // At least once, for the NaN of a row without golds.
            let some = start..self.len.min(start + GROUP);
            let len = some.len().max(1);
            for (k, gold) in some.clone().zip(&mut golds) {
                *gold = (self.gold)(k);
            }
            let rows = rows.get(..len).unwrap_or(&[]);
            // The row is read once for each key, and its NaN are met as often (or, under
            // `Reject`, at least once).
            let met = count_rows(self.counter, rows, &cells, &golds, &mut counts);
            nans = met.div_ceil(len as u64).max(nans);
            for (k, (gold, count)) in some.zip(golds.iter().zip(counts)) {
                put(k, gold, count);
            }
            start += GROUP;
            if start >= self.len {
                return nans;
            }
        }
    }

    /// Each cell is looked up among the sorted keys of the golds.
    fn many(&self, slots: &mut [GoldSlot], put: &mut Put) -> u64 {
        let (counter, row, columns) = (self.counter, self.row, self.counter.columns());
        let distinct = self.sorted_keys(slots);
        // None where a gold is left of the tile, or has no number.
        let place = |k: usize| {
            let gold = (self.gold)(k);
            (gold.first as usize).checked_sub(self.origin).filter(|_| gold.tied > 0)
        };
        // The first gold from one on that has one, and its column.
        let in_sight = |from: usize| {
            let next = (from..self.len).find(|&k| place(k).is_some()).unwrap_or(self.len);
            (next, place(next).filter(|_| next < self.len).unwrap_or(usize::MAX))
        };
        let (mut next, mut at) = in_sight(0);
        let mut met = 0u64;
        for start in (0..columns).step_by(CHUNK) {
            let mut keys = [0; CHUNK];
            let len = CHUNK.min(columns - start);
            let nans = keys.get_mut(..len).map_or(0, |keys| counter.keys(row, start, keys));
            met += u64::from(nans.count_ones());
            for (k, &key) in keys.iter().enumerate().take(len) {
                let is_nan = nans & (1 << k) != 0;
                if at == start + k {
                    let gold = (self.gold)(next);
                    let tied = of_key(slots, distinct, gold.key).map_or(0, |slot| slot.tied);
                    if let Some(slot) = slots.get_mut(next) {
                        (slot.before, slot.own) = (tied, u32::from(!is_nan && key == gold.key));
                    }
                    (next, at) = in_sight(next + 1);
                }
                if is_nan {
                    continue;
                }
                let sorted = slots.get(..distinct).unwrap_or(&[]);
                let below = sorted.partition_point(|slot| slot.key < key);
                // Better than all keys below: said once, summed up at the end.
                if let Some(slot) = below.checked_sub(1).and_then(|below| slots.get_mut(below)) {
                    slot.ahead = slot.ahead.wrapping_add(1);
                }
                let Some(equal) = slots.get_mut(..distinct).and_then(|slots| slots.get_mut(below))
                else {
                    continue;
                };
                if equal.key == key {
                    equal.tied = equal.tied.wrapping_add(1);
                }
            }
        }
        let mut ahead = 0u32;
        for slot in slots.get_mut(..distinct).unwrap_or(&mut []).iter_mut().rev() {
            ahead = ahead.wrapping_add(slot.ahead);
            slot.ahead = ahead;
        }
        for k in 0..self.len {
            let gold = (self.gold)(k);
            let (ahead, tied) =
                of_key(slots, distinct, gold.key).map_or((0, 0), |slot| (slot.ahead, slot.tied));
            let (before, after) = match place(k) {
                None => (0, tied),
                Some(at) if at >= columns => (tied, 0),
                Some(_) => {
                    let (before, own) = slots.get(k).map_or((0, 0), |slot| (slot.before, slot.own));
                    (before, tied.wrapping_sub(before).wrapping_sub(own))
                }
            };
            put(k, &gold, Count { ahead, tied, before, after });
        }
        met
    }

    /// Fills the slots with the distinct keys of the golds that have a number,
    /// ascending, and returns how many there are.
    fn sorted_keys(&self, slots: &mut [GoldSlot]) -> usize {
        let mut numbers = 0;
        slots.fill(GoldSlot::default());
        for k in 0..self.len {
            let gold = (self.gold)(k);
            if gold.tied > 0
                && let Some(slot) = slots.get_mut(numbers)
            {
                slot.key = gold.key;
                numbers += 1;
            }
        }
        sort_by(slots.get_mut(..numbers).unwrap_or(&mut []), |a, b| a.key < b.key);
        let mut distinct = 0usize;
        for k in 0..numbers {
            let Some(&GoldSlot { key, .. }) = slots.get(k) else { break };
            let last = distinct.checked_sub(1).and_then(|last| slots.get(last));
            if last.is_none_or(|last| last.key != key)
                && let Some(slot) = slots.get_mut(distinct)
            {
                slot.key = key;
                distinct += 1;
            }
        }
        distinct
    }
}

/// The slot of a gold's key among the sorted ones.
fn of_key(slots: &[GoldSlot], distinct: usize, key: i64) -> Option<&GoldSlot> {
    let sorted = slots.get(..distinct)?;
    sorted.get(sorted.partition_point(|slot| slot.key < key))
}
