//! Row queries: the rank of every gold.

use super::{Found, Out, gather, nan_score};
use crate::count::{CHUNK, GROUP, Hits, Kernel};
use crate::error::Error;
use crate::relevance::{Along, Golds};
use crate::sort::sort_by;
use crate::sweep::{Count, Gold};

/// Up to so many golds of a row are counted one by one; more need [`GoldSlot`]s.
pub const GOLDS_WITHOUT_SCRATCH: usize = 8;

/// Working memory for one gold of a row that has more than [`GOLDS_WITHOUT_SCRATCH`].
///
/// The slots of a row hold two things. In order of their keys, one for each
/// distinct key: what is ahead and tied. In order of the golds: the ties before.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct GoldSlot {
    key: i64,
    ahead: u32,
    tied: u32,
    before: u32,
    reserved: u32,
}

/// Every gold in the full order: golds count for each other.
pub(crate) fn every(
    kernel: &dyn Kernel,
    reject: bool,
    golds: &Golds,
    slots: &mut [GoldSlot],
    out: &mut Out,
) -> Result<Found, Error> {
    golds.check(kernel.rows(), kernel.columns(), false, Along::Rows)?;
    let first = golds.start(0);
    let last = golds.queries().saturating_sub(1);
    out.expect_length(golds.start(last) + golds.of(last).len() - first)?;
    let largest = golds.largest();
    if largest > GOLDS_WITHOUT_SCRATCH && slots.len() < largest {
        return Err(Error::ScratchTooSmall { needed: largest as u64 });
    }
    let mut found = Found::default();
    let mut query = 0;
    for row in 0..kernel.rows() {
        let is_query = query < golds.queries() && golds.row(query) == row;
        let items = if is_query { golds.of(query) } else { &[] };
        let at = golds.start(query).saturating_sub(first);
        let nans = if items.len() > GOLDS_WITHOUT_SCRATCH {
            let slots = slots.get_mut(..items.len()).unwrap_or(&mut []);
            many(kernel, row, items, slots, at, out, &mut found)
        } else {
            few(kernel, row, items, at, out, &mut found)
        };
        if reject && nans > 0 {
            return Err(nan_score(kernel.first_nan()));
        }
        found.nan_cells += nans;
        if is_query {
            found.without_gold += u64::from(items.is_empty());
            query += 1;
        }
    }
    Ok(found)
}

/// Some golds of one row, each counted over the whole row.
fn few(
    kernel: &dyn Kernel,
    row: usize,
    items: &[u32],
    at: usize,
    out: &mut Out,
    found: &mut Found,
) -> u64 {
    let columns = 0..kernel.columns();
    if items.is_empty() {
        return kernel.count_row(row, columns, i64::MAX, &mut Hits::default());
    }
    let mut nans = 0;
    for (batch, items) in items.chunks(GROUP).enumerate() {
        let mut golds = [Gold::NONE; GROUP];
        let mut keys = [0; GROUP];
        let mut hits = [Hits::default(); GROUP];
        for ((item, gold), key) in items.iter().zip(&mut golds).zip(&mut keys) {
            *gold = gather(kernel, row, core::slice::from_ref(item));
            *key = gold.key;
        }
        let keys = keys.get(..items.len()).unwrap_or(&[]);
        let rows = [row; GROUP];
        let rows = rows.get(..items.len()).unwrap_or(&[]);
        // The row is read once for each key, and its NaN are met as often (or, under
        // `Reject`, at least once).
        let met = kernel.count(rows, columns.clone(), keys, &mut hits);
        nans = met.div_ceil((items.len() as u64).max(1));
        for (k, (gold, hits)) in golds.iter().zip(&hits).take(items.len()).enumerate() {
            let mut count = Count::ZERO;
            count.add_row(kernel, row, columns.clone(), 0, gold, hits);
            found.put(out, at + batch * GROUP + k, gold, &count, columns.end);
        }
    }
    nans
}

/// Many golds of one row: each cell is looked up among their sorted keys.
fn many(
    kernel: &dyn Kernel,
    row: usize,
    items: &[u32],
    slots: &mut [GoldSlot],
    at: usize,
    out: &mut Out,
    found: &mut Found,
) -> u64 {
    let distinct = sorted_keys(kernel, row, items, slots);
    let mut golds = items.iter().enumerate().peekable();
    let mut met = 0u64;
    for start in (0..kernel.columns()).step_by(CHUNK) {
        let mut keys = [0; CHUNK];
        let len = CHUNK.min(kernel.columns() - start);
        let nans = keys.get_mut(..len).map_or(0, |keys| kernel.keys(row, start, keys));
        met += u64::from(nans.count_ones());
        for (k, &key) in keys.iter().enumerate().take(len) {
            if nans & (1 << k) != 0 {
                continue;
            }
            let below = slots.get(..distinct).unwrap_or(&[]).partition_point(|slot| slot.key < key);
            // Better than all keys below: said once, summed up at the end.
            if let Some(slot) = below.checked_sub(1).and_then(|below| slots.get_mut(below)) {
                slot.ahead = slot.ahead.wrapping_add(1);
            }
            let Some(equal) = slots.get_mut(..distinct).and_then(|slots| slots.get_mut(below))
            else {
                continue;
            };
            if equal.key == key {
                let before = equal.tied;
                equal.tied = before.wrapping_add(1);
                while golds.next_if(|(_, item)| (**item as usize) < start + k).is_some() {}
                if let Some((gold, _)) = golds.next_if(|(_, item)| **item as usize == start + k)
                    && let Some(slot) = slots.get_mut(gold)
                {
                    slot.before = before;
                }
            }
        }
    }
    let mut ahead = 0u32;
    for slot in slots.get_mut(..distinct).unwrap_or(&mut []).iter_mut().rev() {
        ahead = ahead.wrapping_add(slot.ahead);
        slot.ahead = ahead;
    }
    for (k, item) in items.iter().enumerate() {
        let gold = gather(kernel, row, core::slice::from_ref(item));
        let before = slots.get(k).map_or(0, |slot| slot.before);
        let sorted = slots.get(..distinct).unwrap_or(&[]);
        let of_key = sorted.get(sorted.partition_point(|slot| slot.key < gold.key));
        let (ahead, tied) = of_key.map_or((0, 1), |slot| (slot.ahead, slot.tied));
        let after = tied.wrapping_sub(before).wrapping_sub(1);
        found.put(out, at + k, &gold, &Count { ahead, tied, before, after }, kernel.columns());
    }
    met
}

/// Fills the slots with the distinct keys of the golds that have a number,
/// ascending, and returns how many there are.
fn sorted_keys(kernel: &dyn Kernel, row: usize, items: &[u32], slots: &mut [GoldSlot]) -> usize {
    let mut numbers = 0;
    slots.fill(GoldSlot::default());
    for item in items {
        let gold = gather(kernel, row, core::slice::from_ref(item));
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
