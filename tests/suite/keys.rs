//! The order of scores as the kernel sees it, checked through ranks: every
//! 16-bit float against every other, the limits of every integer, the exact
//! reversal by `LowerFirst`, and a processor that flushes subnormals to zero.

use crate::common::{Scratch, Value, backends, emulated, for_each_score};
use crate::oracle;
use crate::oracle::Number;
use recallk::{
    Backend, Bf16, F16, NONE, NanPolicy, Options, Order, Scores, Tally, TieRule, best_tallies,
    ranks_both, tallies, tallies_both,
};

/// The tally of each item as the gold of one row that holds all of them:
/// positions in one sorted list, for -0 and +0 the stretch that they share.
fn tallies_by_sorting(numbers: &[Number], order: Order) -> Vec<Tally> {
    let items = oracle::by_index(numbers, order);
    let mut wanted = vec![Tally::miss(numbers.len() as u32); numbers.len()];
    let groups = items.chunk_by(|&a, &b| numbers[a] == numbers[b]);
    let mut ahead = 0;
    for group in groups {
        for (at, &item) in group.iter().enumerate().filter(|(_, item)| !numbers[**item].is_nan()) {
            wanted[item] = Tally {
                ahead,
                tied_before: at as u32,
                tied_between: 0,
                tied_after: (group.len() - 1 - at) as u32,
                tied_golds: 1,
            };
        }
        ahead += group.len() as u32;
    }
    wanted
}

/// All pairs of bit patterns: one row of all patterns, broadcast to as many
/// rows, each with another gold. Every gold counts every pattern. In emulation
/// every 251st pattern is a gold, whatever its low and its high byte.
fn all_pairs<S: Value>() {
    let patterns: Vec<S> = (0..=u16::MAX).map(|bits| S::from_raw(bits.into())).collect();
    let numbers: Vec<Number> = patterns.iter().map(|pattern| pattern.number()).collect();
    let count = patterns.len();
    let step = if emulated() { 251 } else { 1 };
    let gold: Vec<u32> = (0..count as u32).step_by(step).collect();
    let scores = Scores::strided(&patterns, 0, gold.len(), count, 0, 1).unwrap();
    let nans = numbers.iter().filter(|number| number.is_nan()).count();
    let nan_golds = gold.iter().filter(|gold| numbers[**gold as usize].is_nan()).count();
    for order in [Order::HigherFirst, Order::LowerFirst] {
        let wanted = tallies_by_sorting(&numbers, order);
        for backend in backends() {
            let options = Options { order, nan: NanPolicy::Worst, backend };
            let mut got = vec![Tally::default(); gold.len()];
            let found = tallies(&scores, &gold, &options, &mut got).unwrap();
            for (&gold, got) in gold.iter().zip(&got) {
                let gold = gold as usize;
                assert_eq!(*got, wanted[gold], "{:?} {options:?}", patterns[gold]);
            }
            assert_eq!(found.nan_cells, (nans * gold.len()) as u64);
            assert_eq!(found.without_gold, nan_golds as u64);
        }
    }
}

#[test]
fn all_pairs_of_f16() {
    all_pairs::<F16>();
}

#[test]
fn all_pairs_of_bf16() {
    all_pairs::<Bf16>();
}

/// As columns: 65536 rows with the patterns, each column with another gold.
fn columns_of_patterns<S: Value>() {
    const COLUMNS: usize = 256;
    let patterns: Vec<S> = (0..=u16::MAX).map(|bits| S::from_raw(bits.into())).collect();
    let numbers: Vec<Number> = patterns.iter().map(|pattern| pattern.number()).collect();
    let rows = patterns.len();
    // Side by side, as the fast path wants them.
    let cells: Vec<S> = patterns.iter().flat_map(|&pattern| [pattern; COLUMNS]).collect();
    let scores = Scores::new(&cells, rows, COLUMNS).unwrap();
    // One of every 256 patterns, and each low byte once.
    let map: Vec<u32> = (0..COLUMNS as u32).map(|column| column * 257).collect();
    for order in [Order::HigherFirst, Order::LowerFirst] {
        let wanted = tallies_by_sorting(&numbers, order);
        let options = Options { order, nan: NanPolicy::Worst, ..Options::default() };
        let mut of_rows = vec![Tally::default(); rows];
        let mut got = vec![Tally::default(); COLUMNS];
        let mut scratch = Scratch::<S>::full(rows, COLUMNS);
        tallies_both(&scores, &map, &options, scratch.lend(), &mut of_rows, &mut got).unwrap();
        for (row, got) in map.iter().zip(got) {
            assert_eq!(got, wanted[*row as usize], "{:?} {order:?}", patterns[*row as usize]);
        }
    }
}

#[test]
fn columns_of_f16() {
    columns_of_patterns::<F16>();
}

#[test]
fn columns_of_bf16() {
    columns_of_patterns::<Bf16>();
}

/// Awkward values and their neighbours, each as gold among all, wide enough for
/// every vector width.
fn limits<S: Value>() {
    let mut cells = S::SPECIAL.to_vec();
    // Powers of two, one less, and their complements: both sides of every bit.
    for bit in 0..64 {
        let power = 1u64 << bit;
        cells.extend([power, power - 1, !power, !(power - 1)].map(S::from_raw));
    }
    let numbers: Vec<Number> = cells.iter().map(|cell| cell.number()).collect();
    let scores = Scores::strided(&cells, 0, cells.len(), cells.len(), 0, 1).unwrap();
    let gold: Vec<u32> = (0..cells.len() as u32).collect();
    for order in [Order::HigherFirst, Order::LowerFirst] {
        let wanted = tallies_by_sorting(&numbers, order);
        for backend in backends() {
            let options = Options { order, nan: NanPolicy::Worst, backend };
            let mut got = vec![Tally::default(); cells.len()];
            tallies(&scores, &gold, &options, &mut got).unwrap();
            for (k, cell) in cells.iter().enumerate() {
                assert_eq!(got[k], wanted[k], "{cell:?} {options:?}");
            }
        }
    }
    reversal(&cells, &numbers);
}

/// What is ahead in one order is behind in the other; ties stay where they are.
fn reversal<S: Value>(cells: &[S], numbers: &[Number]) {
    let count = cells.len();
    let scores = Scores::strided(cells, 0, count, count, 0, 1).unwrap();
    let gold: Vec<u32> = (0..count as u32).collect();
    let tallies = |order| {
        let mut out = vec![Tally::default(); count];
        let options = Options { order, nan: NanPolicy::Worst, ..Options::default() };
        tallies(&scores, &gold, &options, &mut out).unwrap();
        out
    };
    let rivals = numbers.iter().filter(|number| !number.is_nan()).count() as u32;
    let both = tallies(Order::HigherFirst).into_iter().zip(tallies(Order::LowerFirst));
    for ((higher, lower), cell) in both.zip(cells).filter(|((higher, _), _)| !higher.is_miss()) {
        assert_eq!((higher.tied_before, higher.tied_after), (lower.tied_before, lower.tied_after));
        assert_eq!(higher.ahead + higher.tied() + lower.ahead + 1, rivals, "{cell:?}");
    }
}

mod limits_of {
    use super::*;
    for_each_score!(limits);
}

/// A processor that flushes subnormals to zero, as audio and inference hosts
/// set theirs, takes subnormals for equal. The kernel must not. (The vectors of a
/// 32-bit ARM flush always, its scalars where they are told to.)
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "arm", target_abi = "eabihf")
))]
mod flush_to_zero {
    use super::*;
    use std::arch::asm;
    use std::hint::black_box;

    /// Flush-to-zero and denormals-are-zero in MXCSR.
    #[cfg(target_arch = "x86_64")]
    const FLUSH: u64 = 1 << 15 | 1 << 6;

    /// Flush-to-zero in FPCR or FPSCR, of operands, too.
    #[cfg(any(target_arch = "aarch64", target_arch = "arm"))]
    const FLUSH: u64 = 1 << 24;

    #[cfg(target_arch = "x86_64")]
    fn control() -> u64 {
        let mut control = 0u32;
        // SAFETY: stores MXCSR, 4 bytes, to a local variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut control, options(nostack)) };
        control.into()
    }

    #[cfg(target_arch = "aarch64")]
    fn control() -> u64 {
        let control;
        // SAFETY: reads FPCR, which every program may.
        unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack)) };
        control
    }

    #[cfg(target_arch = "arm")]
    fn control() -> u64 {
        let control: u32;
        // SAFETY: reads FPSCR, which every program may.
        unsafe { asm!("vmrs {}, fpscr", out(reg) control, options(nomem, nostack)) };
        control.into()
    }

    #[cfg(target_arch = "x86_64")]
    fn set_control(control: u64) {
        let control = control as u32;
        // SAFETY: loads MXCSR with a value read from it, but for two bits that
        // only change what becomes of subnormals; the caller puts it back.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &control, options(nostack)) };
    }

    #[cfg(target_arch = "aarch64")]
    fn set_control(control: u64) {
        // SAFETY: writes FPCR with a value read from it, but for one bit that
        // only changes what becomes of subnormals; the caller puts it back.
        unsafe { asm!("msr fpcr, {}", in(reg) control, options(nostack)) };
    }

    #[cfg(target_arch = "arm")]
    fn set_control(control: u64) {
        let control = control as u32;
        // SAFETY: writes FPSCR with a value read from it, but for one bit that
        // only changes what becomes of subnormals; the caller puts it back.
        unsafe { asm!("vmsr fpscr, {}", in(reg) control, options(nostack)) };
    }

    /// Puts the register back, also when an assertion fails.
    struct Restore(u64);

    impl Drop for Restore {
        fn drop(&mut self) {
            set_control(self.0);
        }
    }

    fn flushed<T>(run: impl FnOnce() -> T) -> T {
        let restore = Restore(control());
        set_control(restore.0 | FLUSH);
        run()
    }

    fn results<S: Value>(cells: &[S], backend: Backend) -> (Vec<Tally>, Vec<Tally>, Vec<Tally>) {
        let count = cells.len();
        let scores = Scores::strided(cells, 0, count, count, 0, 1).unwrap();
        let map: Vec<u32> = (0..count as u32).map(|k| if k == 3 { NONE } else { k }).collect();
        let gold: Vec<u32> = (0..count as u32).collect();
        let offsets: Vec<u64> = (0..=count as u64).collect();
        let golds = recallk::Golds::new(&offsets, &gold);
        let options = Options { nan: NanPolicy::Worst, backend, ..Options::default() };
        let mut out = [(); 4].map(|()| vec![Tally::default(); count]);
        let [rows, best, both, columns] = &mut out;
        tallies(&scores, &gold, &options, rows).unwrap();
        best_tallies(&scores, &golds, &options, best).unwrap();
        let mut scratch = Scratch::<S>::full(count, count);
        tallies_both(&scores, &map, &options, scratch.lend(), both, &mut columns[1..]).unwrap();
        // Ranks have loops of their own.
        let (mut of_rows, mut of_columns) = (vec![0; count], vec![0; count - 1]);
        let lent = scratch.lend();
        ranks_both(&scores, &map, &options, lent, &mut of_rows, &mut of_columns).unwrap();
        assert_eq!(of_rows, ranks_of(both));
        assert_eq!(of_columns, ranks_of(&columns[1..]));
        let [rows, best, both, columns] = out;
        assert_eq!(rows, best);
        (rows, both, columns)
    }

    /// Under the default rule; a miss has the size of the gallery.
    fn ranks_of(tallies: &[Tally]) -> Vec<u32> {
        let rank = |tally: &Tally| tally.rank(TieRule::LowerIndex).unwrap();
        tallies.iter().map(rank).collect()
    }

    fn unchanged<S: Value>() {
        // Subnormals of either sign, among them zeros.
        let few = (0..40u64).map(|k| S::from_raw(k % 13));
        let cells: Vec<S> = S::SPECIAL.iter().copied().chain(few).collect();
        let numbers: Vec<Number> = cells.iter().map(|cell| cell.number()).collect();
        for backend in backends() {
            let usual = results(&cells, backend);
            assert_eq!(usual.0, tallies_by_sorting(&numbers, Order::HigherFirst));
            assert_eq!(flushed(|| results(&cells, backend)), usual, "{backend:?}");
        }
    }

    /// The switch works: it is not the test that is blind.
    #[test]
    fn floats_compare_wrongly() {
        let before = control();
        // Not inlined: the compiler may move a compare past the switch.
        #[inline(never)]
        fn is_zero() -> (bool, bool) {
            let tiny = (black_box(f32::from_bits(1)), black_box(f64::from_bits(1)));
            black_box((tiny.0 == black_box(0.0), tiny.1 == black_box(0.0)))
        }
        assert_eq!(is_zero(), (false, false));
        assert_eq!(flushed(is_zero), (true, true));
        assert_eq!(control() & FLUSH, before & FLUSH, "put back");
        assert_eq!(is_zero(), (false, false));
    }

    for_each_score!(unchanged);
}
