//! The k-th smallest by counting: read-only, no scratch, worst case linear in
//! the number of values (times the bits of their range), and no panic path,
//! which `core`'s selection keeps.

/// Values that can be halved.
pub(crate) trait Value: Copy + Ord {
    /// The middle of two values, rounded down.
    fn middle(self, other: Self) -> Self;
    /// The next higher value. Never asked of the highest.
    fn next(self) -> Self;
}

macro_rules! value {
    ($int:ty) => {
        impl Value for $int {
            fn middle(self, other: Self) -> Self {
                self + (other - self) / 2
            }
            fn next(self) -> Self {
                self.wrapping_add(1)
            }
        }
    };
}

value!(u32);
value!(u64);

/// The two middle values (the same one for an odd number), `None` for no value.
pub(crate) fn middle_pair<T: Value>(values: impl Iterator<Item = T> + Clone) -> Option<(T, T)> {
    let (mut count, mut low, mut high) = (0usize, values.clone().next()?, values.clone().next()?);
    for value in values.clone() {
        count += 1;
        (low, high) = (low.min(value), high.max(value));
    }
    // The lower middle is the least value that more than (count - 1) / 2 values
    // do not exceed.
    let before = (count - 1) / 2;
    let mut up_to_lower = count;
    while low < high {
        let middle = low.middle(high);
        let up_to = up_to(values.clone(), middle);
        if up_to > before {
            (high, up_to_lower) = (middle, up_to);
        } else {
            low = middle.next();
        }
    }
    let upper = if up_to_lower > count / 2 {
        low
    } else {
        values.filter(|value| *value > low).min().unwrap_or(low)
    };
    Some((low, upper))
}

/// How many values do not exceed `bound`.
fn up_to<T: Value>(values: impl Iterator<Item = T>, bound: T) -> usize {
    values.map(|value| (value <= bound) as usize).sum()
}
