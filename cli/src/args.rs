//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use recallk::{NanPolicy, TieRule};

use crate::profile::Profile;

/// Exact Recall@K, median rank, AR and rsum for retrieval.
///
/// Ranks are counted, never sorted for: the rank of a gold is the number of
/// items ahead of it. Without a command it reports on a built-in real sample,
/// 120 images and 600 captions.
#[derive(Debug, Parser)]
#[command(name = "recallk", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  recallk                                     the built-in sample
  recallk scores S.npy --per-row 5            images x captions, both directions
  recallk scores S.npy --gold G.npy -k 1,10   one gold column for each row
  recallk embeddings I.npy T.npy --per-row 5  scores are made and counted, never stored
  recallk lists ranked.jsonl --round 2        ranked id lists
  recallk scores S.npy --per-row 5 --profile vsepp
                                              as VSE++ computes it";

const SCORES_EXAMPLES: &str = "\
Examples:
  recallk scores S.npy --per-row 5 --folds 5
      COCO: 5 captions an image; the whole matrix, then five folds and their averages (COCO-1K)
  recallk scores S.npy --row-of-column M.npy --tie-rule pessimistic --format json
  recallk scores D.npy --gold G.npy --lower-is-better --nan worst
  echo '{\"scores\": [[0.1, 0.9], [0.8, 0.3]], \"gold\": [1, 1]}' |
      recallk scores - -k 1,2 --unit fraction --round 4";

const EMBEDDINGS_EXAMPLES: &str = "\
Examples:
  recallk embeddings IMAGES.npy TEXTS.npy --per-row 5 --metric cosine
  recallk embeddings A.npy B.npy --gold G.npy --metric l2 --memory 256M
  recallk embeddings A.npy B.npy --row-of-column M.npy --checkpoint run.state --checkpoint-every 300";

const RELEVANCE: &str = "Who is gold for whom (one of these, unless the JSON has golds)";

const RANKING: &str = "Ranking";

const LISTS_EXAMPLES: &str = "\
Example:
  printf '%s\\n' '{\"ranking\": [1, 2, 3], \"relevant\": 1}' \\
                '{\"ranking\": [4, 5, 6], \"relevant\": [6, 8]}' | recallk lists - -k 1,5";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report on a score matrix: rows are queries for columns, and the other way round.
    Scores(Box<ScoresArgs>),
    /// Report on the scores of two sets of vectors; they are counted as they are made.
    Embeddings(Box<EmbeddingsArgs>),
    /// Report on ranked lists of ids, one JSON object a line.
    Lists(ListsArgs),
}

#[derive(Debug, Args)]
#[command(after_help = SCORES_EXAMPLES)]
pub(crate) struct ScoresArgs {
    /// Score matrix: a .npy file (f2 f4 f8, i1 to i8, u1 to u8; C or Fortran order), or JSON.
    ///
    /// A file that ends in .json, or - for standard input, holds JSON: {"scores": [[..]],
    /// "gold": [..] or [[..]]}. A number in "gold" is the one gold column of its row, a list
    /// holds several. JSON scores are read as 64-bit floats; null or "NaN" is NaN.
    #[arg(value_name = "SCORES")]
    pub(crate) file: PathBuf,

    /// Threads that count [default: as many as can run at once].
    ///
    /// At least 1. Results are the same for any number. Small matrices are counted by one.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) golds: GoldArgs,

    #[command(flatten)]
    pub(crate) ranking: RankingArgs,

    /// Scores are distances: the lowest is the best.
    #[arg(long, help_heading = RANKING)]
    pub(crate) lower_is_better: bool,

    /// Read a u2 (or V2) matrix as bfloat16, which .npy has no type for.
    #[arg(long, value_enum, help_heading = RANKING)]
    pub(crate) dtype: Option<Reinterpret>,

    /// Also report N equal blocks of rows with the columns that belong to them, and the averages.
    ///
    /// Each fold is ranked among its own items only, as VSE++ does for COCO-1K. Needs
    /// --per-row or --row-of-column; columns that belong to no row are in no fold.
    #[arg(long, value_name = "N", help_heading = RANKING)]
    pub(crate) folds: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(after_help = EMBEDDINGS_EXAMPLES)]
pub(crate) struct EmbeddingsArgs {
    /// Vectors of the rows, one a row of the .npy file: f4, f2 or i1.
    #[arg(value_name = "ROWS.npy")]
    pub(crate) rows: PathBuf,

    /// Vectors of the columns, as long as those of the rows. Both are floats, or both i1.
    #[arg(value_name = "COLUMNS.npy")]
    pub(crate) columns: PathBuf,

    /// What the score of two vectors is.
    #[arg(long, value_enum, default_value_t = Measure::Dot)]
    pub(crate) metric: Measure,

    /// Read u2 (or V2) vectors as bfloat16, which .npy has no type for.
    #[arg(long, value_enum)]
    pub(crate) dtype: Option<Reinterpret>,

    /// Threads that count [default: as many as can run at once].
    ///
    /// At least 1. Results are the same for any number.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,

    /// Memory to work in, next to the mapped files: bytes, or with K, M, G, T for powers of 1024.
    ///
    /// Where it is short, vectors are converted again for each tile, and fewer threads count.
    /// Results are the same for any size.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub(crate) memory: usize,

    /// Keep what is counted in FILE now and then, and go on from there after an end before time.
    ///
    /// FILE must belong to the same vectors, golds and options of counting. It is removed when
    /// the report is made.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Seconds between two states of --checkpoint.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, requires = "checkpoint")]
    pub(crate) checkpoint_every: u64,

    #[command(flatten)]
    pub(crate) golds: GoldArgs,

    #[command(flatten)]
    pub(crate) ranking: RankingArgs,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Who is gold for whom, and who asks.
#[derive(Debug, Args)]
pub(crate) struct GoldArgs {
    #[command(flatten)]
    pub(crate) relevance: RelevanceArgs,

    /// The rows that the queries of --golds are; other rows are no queries.
    #[arg(long, value_name = "Q.npy", help_heading = RELEVANCE)]
    pub(crate) queries: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = RANKING)]
pub(crate) struct RankingArgs {
    /// Whose rankings to report [default: both for --per-row and --row-of-column, else rows].
    ///
    /// With --gold, --golds or JSON golds, the column queries are the columns that are gold for
    /// some row query, and their golds are those rows.
    #[arg(long, value_enum)]
    pub(crate) direction: Option<Direction>,

    /// Where the gold stands among items with exactly its score.
    #[arg(long, value_enum, default_value_t = Tie::LowerIndex)]
    pub(crate) tie_rule: Tie,

    /// What a NaN score means.
    #[arg(long, value_enum, default_value_t = Nan::Reject)]
    pub(crate) nan: Nan,

    /// Write the 0-based rank of each query (best = 0) as .npy: u32, realistic ranks as f64.
    ///
    /// A miss has the size of the gallery. Queries come in ascending order of their row or
    /// column, those that are no queries left out. With both directions F.npy becomes
    /// F.rows.npy and F.columns.npy.
    #[arg(long, value_name = "F.npy")]
    pub(crate) save_ranks: Option<PathBuf>,

    /// Write the tally of each query as .npy, u32 of shape n x 5; named as for --save-ranks.
    ///
    /// ahead, tied_before, tied_between, tied_after, tied_golds: every tie rule is a function of them.
    #[arg(long, value_name = "F.npy")]
    pub(crate) save_tallies: Option<PathBuf>,

    /// Write how many queries have each rank as .npy, u64: gallery + 1 counters, the last of misses.
    ///
    /// Histograms of parts of the queries are merged by adding them up. Named as for --save-ranks;
    /// not for realistic ranks, which may end in one half.
    #[arg(long, value_name = "F.npy")]
    pub(crate) save_histogram: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = RELEVANCE)]
#[group(multiple = false)]
pub(crate) struct RelevanceArgs {
    /// Column j belongs to row j / N (rounded down): N texts an image.
    #[arg(long, value_name = "N")]
    pub(crate) per_row: Option<usize>,

    /// One gold column for each row.
    #[arg(long, value_name = "G.npy")]
    pub(crate) gold: Option<PathBuf>,

    /// The row that each column belongs to; -1 or 4294967295 marks a distractor.
    #[arg(long, value_name = "M.npy")]
    pub(crate) row_of_column: Option<PathBuf>,

    /// Several gold columns a row: those of query q are ITEMS[OFFSETS[q]] up to ITEMS[OFFSETS[q + 1] - 1].
    ///
    /// They may come in any order and with repeats. All integer types are read.
    #[arg(long, num_args = 2, value_names = ["OFFSETS.npy", "ITEMS.npy"])]
    pub(crate) golds: Option<Vec<PathBuf>>,
}

#[derive(Debug, Args)]
#[command(after_help = LISTS_EXAMPLES)]
pub(crate) struct ListsArgs {
    /// File of JSON lines, or - for standard input.
    ///
    /// Each line is {"ranking": [ids, best first], "relevant": id or [ids]}. Ids are integers or
    /// strings; 1 and "1" are different ids. Several relevant ids: the best counts (any-hit).
    #[arg(value_name = "LISTS")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(crate) struct OutputArgs {
    /// Cutoffs K of Recall@K.
    #[arg(short = 'k', value_name = "K,K,..", value_delimiter = ',', default_value = "1,5,10,20")]
    pub(crate) ks: Vec<u32>,

    /// Cutoffs whose recalls AR averages.
    #[arg(long, value_name = "K,K,..", value_delimiter = ',', default_value = "1,5,10,20")]
    pub(crate) ar_ks: Vec<u32>,

    /// Unit of recalls, AR and rsum.
    #[arg(long, value_enum, default_value_t = Unit::Percent)]
    pub(crate) unit: Unit,

    /// Round every number to D decimals as Python's round(x, D) does
    /// [default: two in tables (fractions four), none in JSON and CSV].
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=22))]
    pub(crate) round: Option<u32>,

    /// Compute as a family of published numbers was computed.
    ///
    /// Sets cutoffs, unit, rounding, tie rule, the order of operations and what a median is; an
    /// option that contradicts it is refused. NaN scores are refused as ever (--nan): where they
    /// are not, some of these families count them as hits. docs/profiles.md tells the rules.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) profile: Option<Profile>,

    /// How to print.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub(crate) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Direction {
    /// Each row is a query, columns are its gallery.
    Rows,
    /// Each column is a query, rows are its gallery.
    Columns,
    /// Both, from one pass.
    Both,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Measure {
    /// Their dot product.
    Dot,
    /// Their cosine; 0 where one of them is a zero vector.
    Cosine,
    /// Their squared Euclidean distance; the lowest is the best.
    L2,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tie {
    /// Ties of lower index come first: a stable descending sort.
    LowerIndex,
    /// The gold comes first.
    Optimistic,
    /// The gold comes last.
    Pessimistic,
    /// Ties of higher index come first.
    HigherIndex,
    /// The mean of optimistic and pessimistic rank.
    Realistic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Nan {
    /// An error that names the first one.
    Reject,
    /// Worse than every number; a NaN gold is a miss.
    Worst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unit {
    /// 0 to 100.
    Percent,
    /// 0 to 1.
    Fraction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One object.
    Json,
    /// One line a direction (and fold), with a heading.
    Csv,
    /// For pages and papers.
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reinterpret {
    /// bfloat16, stored as 16-bit words.
    Bf16,
}

impl Direction {
    pub(crate) fn rows(self) -> bool {
        self != Direction::Columns
    }

    pub(crate) fn columns(self) -> bool {
        self != Direction::Rows
    }
}

impl From<Tie> for TieRule {
    fn from(tie: Tie) -> Self {
        match tie {
            Tie::LowerIndex => TieRule::LowerIndex,
            Tie::Optimistic => TieRule::Optimistic,
            Tie::Pessimistic => TieRule::Pessimistic,
            Tie::HigherIndex => TieRule::HigherIndex,
            Tie::Realistic => TieRule::Realistic,
        }
    }
}

impl From<Nan> for NanPolicy {
    fn from(nan: Nan) -> Self {
        match nan {
            Nan::Reject => NanPolicy::Reject,
            Nan::Worst => NanPolicy::Worst,
        }
    }
}

/// A number of bytes: digits, and K, M, G or T for powers of 1024.
fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|unit: char| !unit.is_ascii_digit());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        unit => return Err(format!("{unit:?} is no unit; K, M, G or T is expected")),
    };
    let number: u64 =
        digits.parse().map_err(|_| "a number is expected, such as 512M".to_owned())?;
    let bytes = number.checked_mul(1 << shift).and_then(|bytes| usize::try_from(bytes).ok());
    bytes.ok_or_else(|| "that is more than can be addressed".to_owned())
}

/// The name of a choice, as it is typed.
pub(crate) fn name_of(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
