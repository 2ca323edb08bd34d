//! The command `embeddings`: from two sets of vectors to ranks. Scores are made
//! in tiles and counted at once; the matrix of them is nowhere.
//!
//! | file | what it does |
//! | --- | --- |
//! | `vectors`, `sizes` | vectors from files; their lengths |
//! | `product` | dot products, the same bits in any tile |
//! | `metric` | from products to scores |
//! | `panels`, `plan` | how the matrix is cut, and what fits into memory |
//! | `gather`, `sweep` | the scores of golds; then everybody is counted |
//! | `checkpoint` | what is counted, in a file |

mod checkpoint;
mod gather;
mod metric;
mod panels;
mod plan;
mod product;
mod sizes;
mod sweep;
mod vectors;

use std::time::Duration;

use recallk::{Gold, Options, Relevance, Score, Sides, Sweep, Tally};

use crate::args::{Direction, EmbeddingsArgs, Measure, name_of};
use crate::error::{Result, counted, explain, refuse};
use crate::evaluate::Tallies;
use crate::golds::{self, Shape};
use crate::npy::Array;
use crate::progress::Progress;
use crate::relevance::{Csr, Relation};
use crate::report::{Body, Report, Settings};
use crate::scores::{part, write_files};
use crate::threads::{self, Grain, Threads};
use crate::tiles::Counted;

use checkpoint::{Checkpoint, Fingerprint};
use gather::gather;
use metric::{Metric, Use};
use panels::Matrix;
use plan::Plan;
use sweep::Counting;
use vectors::Vectors;

/// Evaluates and writes the files asked for. Returns the report and lines for
/// standard error.
pub(crate) fn run(args: &EmbeddingsArgs) -> Result<(Report, Vec<String>)> {
    let threads = threads::wanted(args.threads)?;
    let bf16 = args.dtype.is_some();
    let (rows, columns) = (Array::open(&args.rows, bf16)?, Array::open(&args.columns, bf16)?);
    let (of_rows, of_columns) = (rows.raw()?, columns.raw()?);
    let of_rows = Vectors::new(&rows.name, of_rows, args.metric)?;
    let of_columns = Vectors::new(&columns.name, of_columns, args.metric)?;
    check_pair(&of_rows, &of_columns, args.metric)?;
    let name = format!("{} x {}", rows.name, columns.name);
    let shape = Shape { name: &name, rows: of_rows.count(), columns: of_columns.count() };
    let relation = golds::relation(&args.golds, None, &shape)?;
    let default = if relation.map.is_some() { Direction::Both } else { Direction::Rows };
    let direction = args.ranking.direction.unwrap_or(default);
    if let Some(profile) = args.output.profile {
        profile.check(&relation, direction, &shape)?;
    }
    let settings = Settings {
        tie_rule: args.ranking.tie_rule,
        nan: args.ranking.nan,
        lower_is_better: args.metric == Measure::L2,
        ..Settings::new(&args.output)
    };
    let (whole, blocks) = (of_rows.whole(), of_rows.depth.blocks);
    let job = Job {
        name: &name,
        args,
        relation: &relation,
        direction,
        options: Options {
            order: metric::order(args.metric),
            nan: args.ranking.nan.into(),
            ..Options::default()
        },
        threads,
        matrix: Matrix::new(of_rows, of_columns),
    };
    let (tallies, mut lines) = metric::choose(args.metric, whole, blocks, job)?;
    let whole = part(&name, &tallies, shape.rows, shape.columns, &settings)?;
    let inputs =
        golds::files(&args.golds).chain([&args.rows, &args.columns]).chain(&args.checkpoint);
    let inputs = inputs.collect::<Vec<_>>();
    lines.extend(write_files(&args.ranking, &tallies, (shape.rows, shape.columns), &inputs)?);
    if let Some(path) = &args.checkpoint {
        Checkpoint::remove(path)?;
    }
    let title = format!(
        "{name}: {} x {}, {} of {}, {}",
        counted(shape.rows, "row"),
        counted(shape.columns, "column"),
        name_of(args.metric),
        counted(rows.shape[1], "number"),
        kinds(&rows, &columns),
    );
    Ok((Report { title, settings, body: Body::Scores { whole, folds: None } }, lines))
}

fn kinds(rows: &Array, columns: &Array) -> String {
    match (rows.dtype().name(), columns.dtype().name()) {
        (rows, columns) if rows == columns => rows.to_owned(),
        (rows, columns) => format!("{rows} and {columns}"),
    }
}

/// Vectors that can be multiplied with each other.
fn check_pair(rows: &Vectors, columns: &Vectors, measure: Measure) -> Result<()> {
    let (depth, other) = (rows.raw.columns, columns.raw.columns);
    if depth != other {
        refuse!(
            "{} has vectors of {depth} numbers, {} of {other}. Equally long ones are expected.",
            rows.name,
            columns.name
        );
    }
    if rows.whole() != columns.whole() {
        refuse!(
            "{} has dtype {}, {} {}. Both are floats, or both are i8.",
            rows.name,
            rows.raw.dtype.name(),
            columns.name,
            columns.raw.dtype.name()
        );
    }
    let deepest = metric::deepest(measure);
    if rows.whole() && depth > deepest {
        refuse!(
            "{} has vectors of {depth} numbers; of i8 at most {deepest} can be added up exactly.",
            rows.name
        );
    }
    Ok(())
}

/// Everything but the metric.
struct Job<'a> {
    name: &'a str,
    args: &'a EmbeddingsArgs,
    relation: &'a Relation,
    direction: Direction,
    options: Options,
    threads: usize,
    matrix: Matrix<'a>,
}

impl Use for Job<'_> {
    type Output = Result<(Tallies, Vec<String>)>;

    fn with<M: Metric>(mut self, metric: &M) -> Self::Output {
        let told = |error| explain(error, self.name);
        let (measure, grid) = (self.args.metric, self.matrix.grid);
        let golds = self.relation.rows.items.len();
        let plan = Plan::of::<M>(&self.matrix, golds, self.args.memory, self.threads)?;
        let threads = Threads::start(plan.threads, usize::MAX, Grain::default())?;
        let progress = Progress::of(grid.rows as u64 * grid.columns as u64);
        sizes::find(&mut self.matrix.rows, measure, &threads).map_err(told)?;
        sizes::find(&mut self.matrix.columns, measure, &threads).map_err(told)?;
        let lines =
            [&self.matrix.rows, &self.matrix.columns].map(|vectors| zeros(vectors, measure));
        if plan.held {
            self.matrix.hold(&threads).map_err(told)?;
        }
        let nobody = Csr::nobody();
        let of_columns = if self.direction.columns() { &self.relation.columns } else { &nobody };
        let relevance = match self.direction {
            Direction::Rows => Relevance::Rows(self.relation.rows.golds()),
            Direction::Both => Relevance::Golds(self.relation.rows.golds(), of_columns.golds()),
            Direction::Columns => Relevance::Golds(nobody.golds(), of_columns.golds()),
        };
        let sweep = Sweep::new(grid.rows, grid.columns, relevance, self.options).map_err(told)?;
        let gathered = gather(&self.matrix, metric, self.relation, &sweep, &threads, &progress);
        let gathered = gathered.map_err(told)?;
        let checkpoint = self.args.checkpoint.as_ref().map(|path| {
            let fingerprint = self.fingerprint(bytemuck::cast_slice(&gathered.scores));
            let every = Duration::from_secs(self.args.checkpoint_every);
            Checkpoint::new(path, every, &fingerprint)
        });
        let golds = Sides { rows: &gathered.golds.rows[..], columns: &gathered.golds.columns[..] };
        let counting = Counting {
            matrix: &self.matrix,
            metric,
            sweep: &sweep,
            golds,
            threads: &threads,
            progress: &progress,
            name: self.name,
        };
        let counted = counting.count(checkpoint)?;
        Ok((self.tallies(&sweep, counted, golds)?, lines.into_iter().flatten().collect()))
    }
}

impl Job<'_> {
    /// From counts to the tallies of the directions that were asked for.
    fn tallies<S: Score>(
        &self,
        sweep: &Sweep<S>,
        mut counted: Counted,
        golds: Sides<&[Gold]>,
    ) -> Result<Tallies> {
        let told = |error| explain(error, self.name);
        let rows = self.direction.rows().then_some(&self.relation.rows);
        let columns = self.direction.columns().then_some(&self.relation.columns);
        let none = |entries| vec![Tally::default(); entries];
        let queries = sweep.queries();
        let (mut row_tallies, mut column_tallies) = (none(queries.rows), none(queries.columns));
        let out = Sides { rows: &mut row_tallies[..], columns: &mut column_tallies[..] };
        let counts = counted.counts().map_err(told)?;
        sweep.tallies(golds, &counts, out).map_err(told)?;
        check_ties(&row_tallies, self.matrix.grid.columns)?;
        check_ties(&column_tallies, self.matrix.grid.rows)?;
        Ok(Tallies {
            rows: rows.map(|_| row_tallies),
            columns: columns.map(|_| column_tallies),
            nan_cells: counted.nans,
        })
    }

    /// Of all that counts depend on. The scores of golds tell processors apart
    /// whose floats have other bits.
    fn fingerprint(&self, golds: &[u8]) -> Fingerprint {
        let mut fingerprint = Fingerprint::new();
        let grid = self.matrix.grid;
        let words = [grid.rows, grid.columns, grid.height, grid.width].map(|n| n as u64);
        fingerprint.add(bytemuck::cast_slice(&words));
        let choices =
            [name_of(self.args.metric), name_of(self.args.ranking.nan), name_of(self.direction)];
        choices.iter().for_each(|choice| fingerprint.add(choice.as_bytes()));
        for vectors in [&self.matrix.rows, &self.matrix.columns] {
            let raw = &vectors.raw;
            fingerprint.add(raw.dtype.name().as_bytes());
            fingerprint.add(&[u8::from(raw.big_endian), u8::from(raw.fortran)]);
            fingerprint.add(raw.bytes);
        }
        for golds in [&self.relation.rows, &self.relation.columns] {
            fingerprint.add(bytemuck::cast_slice(&golds.offsets));
            fingerprint.add(bytemuck::cast_slice(&golds.items));
            fingerprint.add(bytemuck::cast_slice(golds.queries.as_deref().unwrap_or(&[])));
        }
        fingerprint.add(golds);
        fingerprint
    }
}

/// What there is to tell of zero vectors, which have no direction.
fn zeros(vectors: &Vectors, measure: Measure) -> Option<String> {
    if measure != Measure::Cosine {
        return None;
    }
    let mut zeros = vectors.sizes.iter().enumerate().filter(|(_, size)| **size == 0.0);
    let (first, _) = zeros.next()?;
    Some(format!(
        "{}: {} (the first in row {first}): each cosine with a zero vector is 0.",
        vectors.name,
        counted(1 + zeros.count(), "zero vector")
    ))
}

/// A gold's own cell ties with it. Were the cell's score computed with other bits
/// than the gold's before, the ties would not add up.
fn check_ties(tallies: &[Tally], items: usize) -> Result<()> {
    let sum = |tally: &Tally| {
        let ties = [tally.tied_before, tally.tied_between, tally.tied_after, tally.tied_golds];
        ties.iter().map(|&tied| u64::from(tied)).sum::<u64>() + u64::from(tally.ahead)
    };
    if tallies.iter().any(|tally| tally.tied_golds > 0 && sum(tally) > items as u64) {
        refuse!(
            "Scores of golds have other bits in tiles than alone: this processor's products cannot be trusted."
        );
    }
    Ok(())
}
