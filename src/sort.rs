//! Sorting without a panic path: `core`'s sorts keep theirs even where the
//! order is total, and cost kilobytes of flash.

/// Sorts in place, worst case `n log n`, by a heap. `before` must be a strict order.
pub(crate) fn sort_by<T: Copy>(slice: &mut [T], before: impl Fn(&T, &T) -> bool) {
    for root in (0..slice.len() / 2).rev() {
        sift(slice, root, &before);
    }
    for end in (1..slice.len()).rev() {
        let Some(heap) = slice.get_mut(..=end) else { return };
        let [first, .., last] = heap else { return };
        core::mem::swap(first, last);
        if let Some(heap) = heap.get_mut(..end) {
            sift(heap, 0, &before);
        }
    }
}

/// Moves the value at `root` down to where no child comes behind it.
fn sift<T: Copy>(heap: &mut [T], mut root: usize, before: &impl Fn(&T, &T) -> bool) {
    let Some(&value) = heap.get(root) else { return };
    loop {
        let child = 2 * root + 1;
        let Some(&left) = heap.get(child) else { break };
        let (child, greater) = match heap.get(child + 1) {
            Some(right) if before(&left, right) => (child + 1, *right),
            _ => (child, left),
        };
        if !before(&value, &greater) {
            break;
        }
        if let Some(slot) = heap.get_mut(root) {
            *slot = greater;
        }
        root = child;
    }
    if let Some(slot) = heap.get_mut(root) {
        *slot = value;
    }
}
