//! `round` against what CPython's `round` has written down, bit for bit.

use recallk::{Error, recall_percent, round};

/// Written by data/make_round.py.
const CASES: &str = include_str!("data/round.csv");

#[test]
fn as_cpython() {
    let mut count = 0;
    for line in CASES.lines() {
        let mut fields = line.split(',');
        let mut field = || fields.next().unwrap();
        let float = |hex| f64::from_bits(u64::from_str_radix(hex, 16).unwrap());
        let (x, digits, wanted) = (float(field()), field().parse().unwrap(), float(field()));
        let got = round(x, digits).unwrap();
        assert_eq!(got.to_bits(), wanted.to_bits(), "round({x:e}, {digits}) = {got:e}: {line}");
        count += 1;
    }
    assert!(count >= 10_000, "{count} cases");
}

/// The counts for which the order of multiplication decides.
#[test]
fn percents_of_papers() {
    assert_eq!(round(recall_percent(23, 160), 2), Ok(14.37));
    assert_eq!(round(100.0 * 23.0 / 160.0, 2), Ok(14.38));
    assert_eq!(round(recall_percent(57, 20_000), 2), Ok(0.29));
    assert_eq!(round(100.0 * 57.0 / 20_000.0, 2), Ok(0.28));
    assert_eq!(round(recall_percent(1, 3), 2), Ok(33.33));
}

/// A value that has no more decimals than asked for stays as it is, and so
/// does a rounded one.
#[test]
fn twice_is_once() {
    for line in CASES.lines().step_by(7) {
        let (value, digits) = line.split_once(',').unwrap();
        let digits = digits.split_once(',').unwrap().0.parse().unwrap();
        let x = f64::from_bits(u64::from_str_radix(value, 16).unwrap());
        let once = round(x, digits).unwrap();
        assert_eq!(round(once, digits).unwrap().to_bits(), once.to_bits(), "{line}");
    }
}

#[test]
fn no_numbers_pass_through() {
    for digits in [0, 1, 15, 22] {
        for bits in [
            f64::INFINITY.to_bits(),
            f64::NEG_INFINITY.to_bits(),
            // NaN with their payloads, signalling ones included.
            0x7ff8_0000_0000_0000,
            0xfff8_0000_0000_1234,
            0x7ff0_0000_0000_0001,
        ] {
            assert_eq!(round(f64::from_bits(bits), digits).map(f64::to_bits), Ok(bits));
        }
    }
}

#[test]
fn the_sign_of_zero() {
    assert_eq!(round(-0.0, 2).map(f64::to_bits), Ok((-0.0f64).to_bits()));
    assert_eq!(round(-0.4, 0).map(f64::to_bits), Ok((-0.0f64).to_bits()));
    assert_eq!(round(0.4, 0).map(f64::to_bits), Ok(0));
}

#[test]
fn too_many_digits() {
    for digits in [23, 24, 128, u32::MAX] {
        for x in [0.0, 1.5, f64::NAN, f64::INFINITY] {
            assert_eq!(round(x, digits), Err(Error::TooManyDigits));
        }
    }
    assert_eq!(round(1.5, 22), Ok(1.5));
}
