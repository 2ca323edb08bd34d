//! Chances under random tie order: what t tied items, g of them golds, make of
//! a value when all their t! orders are equally likely.

/// A chance below this changes no sum of fractions in units of 2^-63.
const NOTHING: f64 = 1.0 / (1u128 << 70) as f64;

/// The chance that one of `golds` of `tied` items is among the first `places`.
///
/// It is 1 - C(t - m, g) / C(t, g) for m places: the same number with m and g
/// exchanged, so that the shorter product will do. Cost: at most min(m, g)
/// steps, and never more than some 7 sqrt(t), behind which nothing is left.
pub(super) fn any_hit(tied: u64, golds: u64, places: u64) -> f64 {
    let (few, many) = if golds < places { (golds, places) } else { (places, golds) };
    let (mut hit, mut missed) = (0.0, 1.0);
    for drawn in 0..few {
        let left = tied.saturating_sub(drawn);
        if left <= many {
            return 1.0;
        }
        hit += missed * (many as f64 / left as f64);
        missed *= (left - many) as f64 / left as f64;
        if missed < NOTHING {
            break;
        }
    }
    hit.min(1.0)
}

/// The mean of 1 / (ahead + p), where p is the 1-based place of the first of
/// `golds` among `tied` items: the sum of C(t - p, g - 1) / C(t, g) / (ahead + p).
///
/// Not all of that sum need be added up. With E(g) for the mean of g golds,
/// C(t - p, g) = C(t - p, g - 1) (t - p - g + 1) / g gives
///
/// E(g + 1) = (g + 1) / (g (t - g)) * ((t + a - g + 1) E(g) - 1),
///
/// upwards from one gold, E(1) = (H(a + t) - H(a)) / t, where errors grow little,
/// or downwards from many golds, where errors die out. Cost: some g steps, and
/// never more than some 14 sqrt(t).
pub(super) fn reciprocal(ahead: u64, tied: u64, golds: u64) -> f64 {
    let others = tied.saturating_sub(golds);
    if others < FEW || golds == 0 {
        return first_place(ahead, tied, golds);
    }
    let (a, t, g) = (ahead as f64, tied as f64, golds as f64);
    // By so much, as an exponent of e, does an error grow with each gold.
    let growth = libm::log1p((a + 1.0) / others as f64);
    if (g - 1.0) * growth <= 3.0 && g * g <= 64.0 * t {
        return upwards(ahead, tied, golds);
    }
    let steps = 42.0 / growth;
    if steps < 48.0 * t / g {
        downwards(ahead, tied, golds, steps as u64)
    } else {
        first_place(ahead, tied, golds)
    }
}

/// Up to so many terms are simply added.
const FEW: u64 = 64;

/// The sum over the places of the first gold.
fn first_place(ahead: u64, tied: u64, golds: u64) -> f64 {
    let (mut sum, mut missed) = (0.0, 1.0);
    for before in 0..=tied.saturating_sub(golds) {
        let left = tied.saturating_sub(before) as f64;
        let place = ahead.saturating_add(before) as f64 + 1.0;
        sum += missed * (golds as f64 / left) / place;
        missed *= (left - golds as f64) / left;
        if missed < NOTHING {
            break;
        }
    }
    sum
}

fn upwards(ahead: u64, tied: u64, golds: u64) -> f64 {
    let (a, t) = (ahead as f64, tied as f64);
    let mut mean = harmonic(ahead, tied) / t;
    for gold in 1..golds {
        let g = gold as f64;
        mean = ((t + a - g + 1.0) * mean - 1.0) * ((g + 1.0) / (g * (t - g)));
    }
    mean
}

fn downwards(ahead: u64, tied: u64, golds: u64, steps: u64) -> f64 {
    let (a, t) = (ahead as f64, tied as f64);
    let start = golds.saturating_add(steps).saturating_add(1).min(tied);
    // The reciprocal of the mean place: exact where all are golds, else near.
    let mut mean = 1.0 / (a + (t + 1.0) / (start as f64 + 1.0));
    for gold in (golds..start).rev() {
        let g = gold as f64;
        mean = (mean * (g * (t - g) / (g + 1.0)) + 1.0) / (t + a - g + 1.0);
    }
    mean
}

/// H(n + count) - H(n): the sum of 1 / (n + i), i from 1 to `count`, to some
/// units of the last digit whatever the sizes.
fn harmonic(n: u64, count: u64) -> f64 {
    // From here on the first terms of the expansion are enough.
    let direct = FEW.saturating_sub(n).max(if count < FEW { FEW } else { 0 }).min(count);
    let term = |i: u64| 1.0 / n.saturating_add(i) as f64;
    let sum = (1..=direct).map(term).sum();
    let (start, count) = (n.saturating_add(direct), count.saturating_sub(direct));
    if count == 0 {
        return sum;
    }
    // H(x - 1/2) = ln x + gamma + 1/(24 x^2) - 7/(960 x^4) + 31/(8064 x^6) - ..
    let (low, high) = (start as f64 + 0.5, start as f64 + 0.5 + count as f64);
    let rest = |x: f64| {
        let y = 1.0 / (x * x);
        y * (1.0 / 24.0 - y * (7.0 / 960.0 - y * (31.0 / 8064.0)))
    };
    sum + (libm::log1p(count as f64 / low) + (rest(high) - rest(low)))
}
