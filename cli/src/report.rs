//! The figures of an evaluation, unrounded, as every output format takes them.

use recallk::{Sizes, Tally, TieRule, Totals, average_recall, recall, recall_percent, sum, totals};

use crate::args::{Nan, OutputArgs, Tie, Unit};
use crate::error::{Result, explain, refuse};
use crate::profile::Profile;

/// The cutoffs of rsum.
const RSUM_KS: [u32; 3] = [1, 5, 10];

/// How figures are made and named.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) ks: Vec<u32>,
    pub(crate) ar_ks: Vec<u32>,
    pub(crate) unit: Unit,
    pub(crate) round: Option<u32>,
    pub(crate) tie_rule: Tie,
    pub(crate) nan: Nan,
    pub(crate) lower_is_better: bool,
    pub(crate) profile: Option<Profile>,
}

/// In which order hits become a recall: the last bit, and so rounding, depends on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Recipe {
    /// hits / queries, for percents then times 100.
    #[default]
    DivideFirst,
    /// For percents 100 * hits / queries.
    MultiplyFirst,
    /// hits / queries in 32-bit floats, for percents then times 100.
    Single,
}

/// From where ranks count while median and mean are taken. Both are told 1-based.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Centre {
    /// The median of an even number is the mean of the two middle ranks.
    #[default]
    FromOne,
    /// The median is rounded down, and one is added last, to the mean as well.
    FromZero,
}

/// Everything that is printed.
#[derive(Debug)]
pub(crate) struct Report {
    /// What was evaluated.
    pub(crate) title: String,
    pub(crate) settings: Settings,
    pub(crate) body: Body,
}

#[derive(Debug)]
pub(crate) enum Body {
    Scores { whole: Part, folds: Option<Box<Folds>> },
    Lists(ListFigures),
}

/// A matrix or a fold of one, in one or both directions.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) rows: Option<Side>,
    pub(crate) columns: Option<Side>,
    /// R@1 + R@5 + R@10 of both directions.
    pub(crate) rsum: Option<f64>,
    /// The mean of the AR of both directions, where a profile has it.
    pub(crate) r_mean: Option<f64>,
}

/// The folds of a matrix.
#[derive(Debug)]
pub(crate) struct Folds {
    /// Rows of each.
    pub(crate) rows: usize,
    pub(crate) parts: Vec<Part>,
    /// Means over the parts.
    pub(crate) average: Part,
}

/// Ranked lists.
#[derive(Debug)]
pub(crate) struct ListFigures {
    pub(crate) side: Side,
    /// Queries none of whose relevant ids is in the list.
    pub(crate) absent: u64,
    /// Lists shorter than the largest K.
    pub(crate) shorter_than_k: u64,
    /// Measures of every relevant id, where a profile has them.
    pub(crate) measures: Vec<(String, f64)>,
}

/// One direction.
#[derive(Debug)]
pub(crate) struct Side {
    /// Integers; an average has none.
    pub(crate) counts: Option<Counts>,
    /// At each K, in the unit.
    pub(crate) recall: Vec<f64>,
    pub(crate) ar: f64,
    pub(crate) median_rank: f64,
    pub(crate) mean_rank: f64,
    pub(crate) mrr: f64,
    /// The side's share of rsum, at K = 1, 5, 10.
    rsum: [f64; 3],
}

#[derive(Debug)]
pub(crate) struct Counts {
    pub(crate) queries: u64,
    /// Rows (or columns) that could be queries.
    pub(crate) candidates: u64,
    /// Size of the gallery, the longest list.
    pub(crate) items: u64,
    /// At each K.
    pub(crate) hits: Vec<u64>,
    pub(crate) tied_queries: u64,
    pub(crate) without_gold: u64,
    pub(crate) nan_cells: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let ks = recallk::AR_KS.to_vec();
        Settings {
            ar_ks: ks.clone(),
            ks,
            unit: Unit::Percent,
            round: None,
            tie_rule: Tie::LowerIndex,
            nan: Nan::Reject,
            lower_is_better: false,
            profile: None,
        }
    }
}

impl Settings {
    /// As typed; the rules of a score matrix are the defaults.
    pub(crate) fn new(output: &OutputArgs) -> Self {
        let OutputArgs { ks, ar_ks, unit, round, profile, .. } = output;
        let (ks, ar_ks, profile) = (ks.clone(), ar_ks.clone(), *profile);
        Settings { ks, ar_ks, unit: *unit, round: *round, profile, ..Settings::default() }
    }

    /// Hits as a recall in the unit.
    fn recall_of(&self, hits: u64, queries: u64) -> f64 {
        let recipe = self.profile.map_or(Recipe::default(), |profile| profile.recipe);
        match (recipe, self.unit) {
            (Recipe::MultiplyFirst, Unit::Percent) => 100.0 * hits as f64 / queries as f64,
            (Recipe::Single, Unit::Percent) => f64::from(hits as f32 / queries as f32) * 100.0,
            (Recipe::Single, Unit::Fraction) => f64::from(hits as f32 / queries as f32),
            (_, Unit::Percent) => recall_percent(hits, queries),
            (_, Unit::Fraction) => recall(hits, queries),
        }
    }

    /// Median and mean rank, 1-based.
    fn centre_of(&self, totals: &Totals) -> (f64, f64) {
        match self.profile.map_or(Centre::default(), |profile| profile.centre) {
            Centre::FromOne => (totals.median_rank, totals.mean_rank),
            Centre::FromZero => {
                let doubled = totals.rank_sum_doubled - 2 * totals.queries;
                let mean = doubled as f64 / 2.0 / totals.queries as f64;
                (totals.median_rank.floor(), mean + 1.0)
            }
        }
    }

    /// Whether the mean of the two AR is told.
    pub(crate) fn has_r_mean(&self) -> bool {
        self.profile.is_some_and(|profile| profile.r_mean)
    }

    /// A number as it is printed for programs: rounded only where asked.
    pub(crate) fn number(&self, x: f64) -> f64 {
        // The command line allows no more digits than the kernel.
        self.round.and_then(|digits| recallk::round(x, digits).ok()).unwrap_or(x)
    }

    /// A number as it is printed for people.
    fn fixed(&self, x: f64, digits: u32) -> String {
        let digits = self.round.unwrap_or(digits);
        format!("{:.*}", digits as usize, recallk::round(x, digits).unwrap_or(x))
    }

    /// A rank or a percent for people.
    pub(crate) fn text(&self, x: f64) -> String {
        self.fixed(x, 2)
    }

    /// A fraction for people.
    pub(crate) fn fraction(&self, x: f64) -> String {
        self.fixed(x, 4)
    }

    /// A recall in the unit, for people.
    pub(crate) fn recall(&self, x: f64) -> String {
        match self.unit {
            Unit::Percent => self.text(x),
            Unit::Fraction => self.fraction(x),
        }
    }

    /// What stands behind R@K in headings.
    pub(crate) fn sign(&self) -> &'static str {
        match self.unit {
            Unit::Percent => " %",
            Unit::Fraction => "",
        }
    }
}

impl Side {
    /// The figures of tallies. `candidates` are the rows (or columns) that
    /// could be queries.
    pub(crate) fn new(
        name: &str,
        tallies: &[Tally],
        sizes: Sizes,
        candidates: usize,
        nan_cells: u64,
        settings: &Settings,
    ) -> Result<Self> {
        let rule = TieRule::from(settings.tie_rule);
        let (ks, ar_ks) = (settings.ks.len(), settings.ar_ks.len());
        let all = [&settings.ks[..], &settings.ar_ks, &RSUM_KS].concat();
        let mut hits = vec![0; all.len()];
        let totals =
            totals(tallies, sizes, rule, &all, &mut hits).map_err(|error| explain(error, name))?;
        let recall_of = |hits: &u64| settings.recall_of(*hits, totals.queries);
        let recalls: Vec<f64> = hits.iter().map(recall_of).collect();
        let (recall, rest) = recalls.split_at(ks);
        let (of_ar, rsum) = rest.split_at(ar_ks);
        let Ok(ar) = average_recall(of_ar) else {
            refuse!("AR is an average over no cutoffs: --ar-ks needs at least one.")
        };
        hits.truncate(ks);
        let (median_rank, mean_rank) = settings.centre_of(&totals);
        Ok(Side {
            counts: Some(Counts {
                queries: totals.queries,
                candidates: candidates as u64,
                items: totals.items,
                hits,
                tied_queries: totals.tied_queries,
                without_gold: totals.without_gold,
                nan_cells,
            }),
            recall: recall.to_vec(),
            ar,
            median_rank,
            mean_rank,
            mrr: totals.mrr,
            rsum: [rsum[0], rsum[1], rsum[2]],
        })
    }

    /// The mean of each figure over some sides.
    fn average(sides: &[&Side]) -> Side {
        // As the kernel averages: left to right, one division.
        let mean = |figure: &dyn Fn(&Side) -> f64| {
            let figures: Vec<f64> = sides.iter().map(|side| figure(side)).collect();
            sum(&figures) / figures.len() as f64
        };
        let cutoffs = sides.first().map_or(0, |side| side.recall.len());
        Side {
            counts: None,
            recall: (0..cutoffs).map(|k| mean(&|side| side.recall[k])).collect(),
            ar: mean(&|side| side.ar),
            median_rank: mean(&|side| side.median_rank),
            mean_rank: mean(&|side| side.mean_rank),
            mrr: mean(&|side| side.mrr),
            rsum: std::array::from_fn(|k| mean(&|side| side.rsum[k])),
        }
    }
}

impl Part {
    pub(crate) fn new(rows: Option<Side>, columns: Option<Side>, settings: &Settings) -> Self {
        let both = rows.as_ref().zip(columns.as_ref());
        let rsum = both.map(|(rows, columns)| sum(&[rows.rsum, columns.rsum].concat()));
        let r_mean = both.filter(|_| settings.has_r_mean());
        let r_mean = r_mean.map(|(rows, columns)| sum(&[rows.ar, columns.ar]) / 2.0);
        Part { rows, columns, rsum, r_mean }
    }

    /// The mean of each figure over the parts.
    pub(crate) fn average(parts: &[Part]) -> Self {
        let side = |of: fn(&Part) -> Option<&Side>| {
            let sides: Option<Vec<&Side>> = parts.iter().map(of).collect();
            sides.map(|sides| Side::average(&sides))
        };
        let (rows, columns) = (side(|part| part.rows.as_ref()), side(|part| part.columns.as_ref()));
        let mean = |of: fn(&Part) -> Option<f64>| {
            let figures: Option<Vec<f64>> = parts.iter().map(of).collect();
            figures.map(|figures| sum(&figures) / figures.len() as f64)
        };
        let (rsum, r_mean) = (mean(|part| part.rsum), mean(|part| part.r_mean));
        Part { rows, columns, rsum, r_mean }
    }

    /// The sides that there are, with their headings.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (&'static str, &Side)> {
        let rows = self.rows.iter().map(|side| ("rows -> columns", side));
        rows.chain(self.columns.iter().map(|side| ("columns -> rows", side)))
    }
}
