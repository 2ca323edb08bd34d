//! The command `scores`, and the built-in sample.

use std::path::PathBuf;

use recallk::{Options, Order, Score, Sizes};

use crate::args::{Direction, RankingArgs, ScoresArgs};
use crate::cells::{View, Visitor};
use crate::error::{Result, counted, explain, refuse};
use crate::evaluate::{Evaluator, Tallies};
use crate::folds;
use crate::golds::{self, Shape};
use crate::npy::Array;
use crate::progress::Progress;
use crate::relevance::Relation;
use crate::report::{Body, Folds, Part, Report, Settings, Side};
use crate::save::{Gallery, What, outputs};
use crate::threads::{self, Grain, Threads};
use crate::typed;

const SAMPLE: &[u8] = include_bytes!("../data/scores_120x600_f32.npy");

/// Everything about an evaluation but the scores.
struct Job<'a> {
    name: &'a str,
    relation: &'a Relation,
    evaluator: &'a Evaluator,
    folds: Option<usize>,
    settings: &'a Settings,
}

/// What an evaluation gives.
struct Outcome {
    tallies: Tallies,
    body: Body,
}

/// Evaluates and writes the files asked for. Returns the report and lines
/// about the files.
pub(crate) fn run(args: &ScoresArgs) -> Result<(Report, Vec<String>)> {
    let threads = threads::wanted(args.threads)?;
    let (matrix, golds) = if typed::is_json(&args.file) {
        let typed = typed::read(&args.file)?;
        (typed.matrix, typed.golds)
    } else {
        (Array::open(&args.file, args.dtype.is_some())?, None)
    };
    let raw = matrix.raw()?;
    let shape = Shape { name: &matrix.name, rows: raw.rows, columns: raw.columns };
    let relation = golds::relation(&args.golds, golds, &shape)?;
    let mut scores = raw.rows as u64 * raw.columns as u64;
    if let Some(folds) = args.folds {
        folds::check(folds, raw.rows, &relation)?;
        scores += folds::scores(folds, raw.rows, &relation);
    }
    let default = if relation.map.is_some() { Direction::Both } else { Direction::Rows };
    let direction = args.ranking.direction.unwrap_or(default);
    if let Some(profile) = args.output.profile {
        profile.check(&relation, direction, &shape)?;
    }
    let order = if args.lower_is_better { Order::LowerFirst } else { Order::HigherFirst };
    let settings = Settings {
        tie_rule: args.ranking.tie_rule,
        nan: args.ranking.nan,
        lower_is_better: args.lower_is_better,
        ..Settings::new(&args.output)
    };
    let evaluator = Evaluator {
        direction,
        options: Options { order, nan: args.ranking.nan.into(), ..Options::default() },
        threads: Threads::start(threads, raw.bytes.len(), Grain::default())?,
        progress: Progress::of(scores),
    };
    let job = Job {
        name: &matrix.name,
        relation: &relation,
        evaluator: &evaluator,
        folds: args.folds,
        settings: &settings,
    };
    let Outcome { tallies, body } = raw.visit(job)?;

    let inputs = golds::files(&args.golds).chain([&args.file]);
    let (inputs, shape) = (inputs.collect::<Vec<_>>(), (raw.rows, raw.columns));
    let lines = write_files(&args.ranking, &tallies, shape, &inputs)?;
    Ok((Report { title: title(&matrix), settings, body }, lines))
}

/// Writes the files that were asked for, for a matrix of so many rows and columns,
/// none of them over an input. Returns lines
/// about them.
pub(crate) fn write_files(
    args: &RankingArgs,
    tallies: &Tallies,
    (rows, columns): (usize, usize),
    inputs: &[&PathBuf],
) -> Result<Vec<String>> {
    let RankingArgs { save_ranks, save_tallies, save_histogram, .. } = args;
    let saved = [
        ("--save-ranks", save_ranks),
        ("--save-tallies", save_tallies),
        ("--save-histogram", save_histogram),
    ];
    for (at, (one, path)) in saved.iter().enumerate() {
        let same = saved[..at].iter().find(|(_, other)| other.is_some() && other == path);
        if let Some((other, _)) = same {
            refuse!("{other} and {one} name the same file.");
        }
    }
    let mut files = Vec::new();
    if let Some(path) = &args.save_ranks {
        files.extend(outputs(path, tallies, What::Ranks(args.tie_rule.into())));
    }
    if let Some(path) = &args.save_tallies {
        files.extend(outputs(path, tallies, What::Tallies));
    }
    if let Some(path) = save_histogram {
        let gallery = Gallery { of_rows: columns, of_columns: rows };
        let rule = args.tie_rule.into();
        files.extend(outputs(path, tallies, What::Histogram(rule, gallery)));
    }
    for file in &files {
        file.check(inputs.iter().copied())?;
    }
    files.iter().map(|file| file.write()).collect()
}

/// Reports on the built-in sample: 120 images with five captions each.
pub(crate) fn sample() -> Result<Report> {
    let matrix = Array::built_in("built-in sample", SAMPLE)?;
    let raw = matrix.raw()?;
    let relation = Relation::per_row(5, raw.rows);
    let settings = Settings::default();
    let evaluator = Evaluator {
        direction: Direction::Both,
        options: Options::default(),
        threads: Threads::start(1, raw.bytes.len(), Grain::default())?,
        progress: Progress::of(raw.rows as u64 * raw.columns as u64),
    };
    let job = Job {
        name: &matrix.name,
        relation: &relation,
        evaluator: &evaluator,
        folds: None,
        settings: &settings,
    };
    let Outcome { body, .. } = raw.visit(job)?;
    let title = format!(
        "{}\nRows are images, columns their captions (5 each), scores the cosines of a dual encoder.",
        title(&matrix)
    );
    Ok(Report { title, settings, body })
}

fn title(matrix: &Array) -> String {
    let (rows, columns) = (matrix.shape[0], matrix.shape[1]);
    let (rows, columns) = (counted(rows, "row"), counted(columns, "column"));
    format!("{}: {rows} x {columns}, {}", matrix.name, matrix.dtype().name())
}

impl Visitor for Job<'_> {
    type Output = Outcome;

    fn visit<S: Score + Sync>(self, view: View<S>) -> Result<Outcome> {
        let Job { name, relation, evaluator, folds, settings } = self;
        let tallies = evaluator.tallies(&view, relation).map_err(|error| explain(error, name))?;
        let whole = part(name, &tallies, view.rows, view.columns, settings)?;
        let folds = folds.map(|count| {
            let folds = folds::evaluate(name, &view, relation, count, evaluator)?;
            let parts = folds
                .iter()
                .map(|fold| part(name, &fold.tallies, fold.rows, fold.columns, settings));
            let parts: Vec<Part> = parts.collect::<Result<_>>()?;
            let rows = view.rows / count;
            Ok(Box::new(Folds { rows, average: Part::average(&parts), parts }))
        });
        Ok(Outcome { tallies, body: Body::Scores { whole, folds: folds.transpose()? } })
    }
}

/// The figures of a matrix or fold of this shape.
pub(crate) fn part(
    name: &str,
    tallies: &Tallies,
    rows: usize,
    columns: usize,
    settings: &Settings,
) -> Result<Part> {
    let side = |tallies: &Option<Vec<_>>, candidates: usize, items: usize, nan_cells| {
        let side = tallies.as_ref().map(|tallies| {
            // Sides have passed the kernel, so that they fit 32 bits.
            let sizes = Sizes::All(items as u32);
            Side::new(name, tallies, sizes, candidates, nan_cells, settings)
        });
        side.transpose()
    };
    Ok(Part::new(
        side(&tallies.rows, rows, columns, tallies.nan_cells)?,
        side(&tallies.columns, columns, rows, tallies.nan_cells)?,
        settings,
    ))
}
