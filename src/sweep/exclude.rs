//! Cells that are counted along with all others and should not be.

use super::{Count, Gold};
use crate::relevance::distinct;

impl Count {
    /// What a cell, whose key is given if it is a number, adds for a query.
    pub(crate) fn of_cell(key: Option<i64>, item: u32, gold: &Gold) -> Self {
        let mut count = Count::ZERO;
        match key {
            Some(key) if key > gold.key => count.ahead = 1,
            Some(key) if key == gold.key => {
                count.tied = 1;
                count.before = u32::from(item < gold.first);
                count.after = u32::from(item > gold.last);
            }
            _ => {}
        }
        count
    }
}

/// Takes off what the cells of some items have added, each once.
pub(crate) fn exclude(
    count: &mut Count,
    gold: &Gold,
    items: &[u32],
    key: impl Fn(usize) -> Option<i64>,
) {
    for item in distinct(items) {
        count.merge(&Count::of_cell(key(item as usize), item, gold).negated());
    }
}
