//! Rounding to decimals, bit for bit as CPython's `round(x, digits)`.

use crate::error::Error;

/// Most decimals: 10^22 is the last power of ten that an `f64` holds exactly.
const MAX_DIGITS: u32 = 22;

/// The `f64` nearest to `x` rounded to `digits` decimals, where the decimal is
/// the correctly rounded one of the exact binary value, half to even.
///
/// NaN and infinities come back as they are.
///
/// # Errors
/// [`Error::TooManyDigits`] above 22 decimals.
pub fn round(x: f64, digits: u32) -> Result<f64, Error> {
    if digits > MAX_DIGITS {
        return Err(Error::TooManyDigits);
    }
    let bits = x.to_bits();
    let field = (bits >> 52) as u32 & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    // x = mantissa / 2^shift, up to its sign.
    let (mantissa, shift) = match field {
        0 => (fraction, 1074),
        1..1075 => (fraction | 1 << 52, 1075 - field),
        // An integer, an infinity or a NaN.
        _ => return Ok(x),
    };
    let mut power = 1u64;
    // Two halves, since 10^22 needs 74 bits.
    for _ in 0..digits.min(19) {
        power *= 10;
    }
    let mut scaled = u128::from(mantissa) * u128::from(power);
    for _ in 19..digits {
        scaled *= 10;
    }
    let whole = half_even(scaled, shift);
    // From here on decimals are finer than the floats themselves.
    if whole >= 1 << 53 {
        return Ok(x);
    }
    // Both are exact as floats, so that the division rounds once.
    let mut divisor = power as f64;
    for _ in 19..digits {
        divisor *= 10.0;
    }
    Ok((whole as u64 as f64 / divisor).copysign(x))
}

/// `value / 2^shift`, half to even.
fn half_even(value: u128, shift: u32) -> u128 {
    // The value has at most 127 bits, so that more shift leaves less than a half.
    if shift > 127 {
        return 0;
    }
    let whole = value >> shift;
    let rest = value & ((1 << shift) - 1);
    let half = 1u128 << (shift - 1);
    let up = rest > half || (rest == half && whole & 1 == 1);
    whole + up as u128
}
