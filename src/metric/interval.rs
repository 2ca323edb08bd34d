//! How sure a recall is.

use super::recall::recall;

/// Wilson's 95 % interval of a recall, as fractions: the range of true recalls
/// that the observed hits do not contradict. Exactly 0 below at no hit and
/// exactly 1 above at a hit in every query; (0, 1) for no query.
///
/// Source: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927), with z = 1.959963984540054.
pub fn wilson(hits: u64, queries: u64) -> (f64, f64) {
    const Z: f64 = 1.959963984540054;
    if queries == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (queries as f64, recall(hits, queries));
    let scale = 1.0 + Z * Z / n;
    let centre = p + Z * Z / (2.0 * n);
    let width = Z * libm::sqrt(p * (1.0 - p) / n + Z * Z / (4.0 * n * n));
    let lower = if hits == 0 { 0.0 } else { ((centre - width) / scale).max(0.0) };
    let upper = if hits >= queries { 1.0 } else { ((centre + width) / scale).min(1.0) };
    (lower, upper)
}
