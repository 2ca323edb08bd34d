//! A case and what it is compared with, measured in turns, so that both meet
//! the same weather on the machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Bencher, BenchmarkId, Criterion, SamplingMode, Throughput};

const SAMPLES: usize = 20;

/// Whether criterion only tries whether each case runs, by the rule it uses.
pub(crate) fn only_tried() -> bool {
    let given = |option: &str| std::env::args().any(|argument| argument == option);
    given("--test") || !given("--bench")
}

/// `full`, or `tiny` where nothing is measured.
pub(crate) fn size<T>(full: T, tiny: T) -> T {
    if only_tried() { tiny } else { full }
}

/// Runs something so many times and tells how long that took.
pub(crate) struct Timed<'a>(Box<dyn FnMut(u64) -> Duration + 'a>);

/// The loop is made here, around a call that is known: cases may take nanoseconds.
pub(crate) fn timed<'a, R>(mut run: impl FnMut() -> R + 'a) -> Timed<'a> {
    Timed(Box::new(move |times| {
        let start = Instant::now();
        for _ in 0..times {
            black_box(run());
        }
        start.elapsed()
    }))
}

/// One sample of a case.
pub(crate) struct Turns<'a, 'b> {
    bencher: &'a mut Bencher<'b>,
    batch: u64,
    compared: &'a mut Vec<Compared>,
}

/// The ratios of a case to one reference, a sample each.
struct Compared {
    to: &'static str,
    ratios: Vec<f64>,
}

impl Turns<'_, '_> {
    /// Measures the case and its references in turn, a batch each. Criterion
    /// sees the time of the case.
    pub(crate) fn take<const N: usize>(
        self,
        mut references: [(&'static str, Timed); N],
        mut case: Timed,
    ) {
        let Turns { bencher, batch, compared } = self;
        bencher.iter_custom(|iterations| {
            let mut taken = Duration::ZERO;
            let mut taken_by = [Duration::ZERO; N];
            let mut left = iterations;
            while left > 0 {
                let times = left.min(batch);
                for (taken, (_, reference)) in taken_by.iter_mut().zip(&mut references) {
                    *taken += (reference.0)(times);
                }
                taken += (case.0)(times);
                left -= times;
            }
            for (&(to, _), by) in references.iter().zip(taken_by) {
                let ratio = taken.as_secs_f64() / by.as_secs_f64();
                match compared.iter_mut().find(|one| one.to == to) {
                    Some(one) => one.ratios.push(ratio),
                    None => compared.push(Compared { to, ratios: vec![ratio] }),
                }
            }
            taken
        });
    }
}

impl Compared {
    fn print(&self, case: &str) {
        // Those before the samples are of the warm-up.
        let warm_up = self.ratios.len().saturating_sub(SAMPLES);
        let mut ratios = self.ratios[warm_up..].to_vec();
        ratios.sort_by(f64::total_cmp);
        let (low, high) = (ratios[0], ratios[ratios.len() - 1]);
        let median = (ratios[(ratios.len() - 1) / 2] + ratios[ratios.len() / 2]) / 2.0;
        let (to, count) = (self.to, ratios.len());
        println!("{case}: {median:.2} x {to} (median of {count}, {low:.2} to {high:.2})");
    }
}

/// A case called `group/name`, of so many elements. `sample` is run for each
/// sample, and only if the case is selected: data is best made there.
pub(crate) fn case(
    criterion: &mut Criterion,
    (group, name): (&str, String),
    elements: usize,
    batch: u64,
    mut sample: impl FnMut(Turns),
) {
    let title = format!("{group}/{name}");
    let mut group = criterion.benchmark_group(group);
    group
        .throughput(Throughput::Elements(elements as u64))
        .sample_size(SAMPLES)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_nanos(300_000_000 + 10 * elements as u64))
        .nresamples(2000);
    let mut compared = Vec::new();
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
        sample(Turns { bencher, batch, compared: &mut compared });
    });
    group.finish();
    if !only_tried() {
        compared.iter().for_each(|one: &Compared| one.print(&title));
    }
}
