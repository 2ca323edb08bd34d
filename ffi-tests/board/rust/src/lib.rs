//! An evaluation on a small device, in Rust: the scores of one query at a time, and a
//! rank histogram. Prints what `example.c` prints.

#![no_std]

mod debug;

use core::fmt::Write;
use debug::{Line, print_line};
use heapless::Vec;
use recallk::{
    Error, F16, Golds, Histogram, Options, Scores, Sizes, Tally, TieRule, best_tallies,
    recall_percent, round,
};

const IMAGES: usize = 120;
const CAPTIONS: usize = 600;
const EACH: usize = CAPTIONS / IMAGES;

/// Scores of few bits tie often; what is only tied with others has not been found.
const RULE: TieRule = TieRule::Pessimistic;

unsafe extern "C" {
    /// The built-in sample, from C.
    safe static golden_f16: [F16; IMAGES * CAPTIONS];
}

/// Stands for a model, or for a line: the scores of one image.
fn receive(image: usize, scores: &mut Vec<F16, CAPTIONS>) {
    let sent = golden_f16.iter().skip(image * CAPTIONS).take(CAPTIONS);
    scores.clear();
    scores.extend(sent.copied());
}

/// Where the best of an image's own captions has come out.
fn rank_of(image: usize, scores: &[F16]) -> Result<u32, Error> {
    let own: Vec<u32, EACH> = (0..EACH).map(|k| (image * EACH + k) as u32).collect();
    let row = Scores::new(scores, 1, scores.len())?;
    let golds = Golds::new(&[0, EACH as u64], &own);
    let mut tally = [Tally::default()];
    best_tallies(&row, &golds, &Options::default(), &mut tally)?;
    let [tally] = tally;
    Ok((tally.doubled_rank(RULE) / 2) as u32)
}

fn report(histogram: &Histogram) -> Result<(), Error> {
    let queries = histogram.queries()?;
    let mut line = Line::new();
    // A line holds more than any of these.
    let _ = write!(line, "images -> captions: {queries} queries");
    print_line(line);
    let mut hits = [0; 3];
    histogram.hits(&[1, 5, 10], &mut hits)?;
    for (name, hits) in ["R@1 %", "R@5 %", "R@10 %"].into_iter().zip(hits) {
        print_rounded(name, recall_percent(hits, queries), 2)?;
    }
    print_rounded("median rank", histogram.median_rank()?, 1)?;
    print_rounded("mean rank", histogram.mean_rank()?, 2)?;
    print_rounded("MRR", histogram.mrr()?, 4)
}

/// Without the formatting of floats, which is larger than the kernel.
fn print_rounded(name: &str, value: f64, decimals: u32) -> Result<(), Error> {
    let scale = 10u64.pow(decimals);
    // Rounded already: one half more meets the integer that is meant.
    let units = (round(value, decimals)? * scale as f64 + 0.5) as u64;
    let (whole, part, width) = (units / scale, units % scale, decimals as usize);
    let mut line = Line::new();
    let _ = write!(line, "{name} {whole}.{part:0width$}");
    print_line(line);
    Ok(())
}

fn evaluate() -> Result<(), Error> {
    let mut scores = Vec::new();
    let mut counters = [0; CAPTIONS + 1];
    let gallery = CAPTIONS as u32;
    for image in 0..IMAGES {
        receive(image, &mut scores);
        let rank = rank_of(image, &scores)?;
        Histogram::count(&mut counters, gallery, &[rank], Sizes::All(gallery))?;
    }
    report(&Histogram::new(&counters, gallery)?)
}

/// What the reset leads to; its result is the exit code.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let code = match evaluate() {
        Ok(()) => 0,
        Err(error) => {
            let mut line = Line::new();
            let _ = write!(line, "{error}");
            print_line(line);
            1
        }
    };
    debug::print_stack_used();
    code
}
