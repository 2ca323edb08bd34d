//! Profiles: the settings under which families of published numbers came about.
//!
//! All of them are in one table. A profile is applied to the command line before
//! anything runs; what comes after knows settings alone, not families.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use clap::parser::{ArgMatches, ValueSource};
use recallk::AR_KS;

use crate::args::{Cli, Command, Direction, OutputArgs, RankingArgs, Tie, Unit, name_of};
use crate::error::{Result, refuse};
use crate::golds::Shape;
use crate::relevance::Relation;
use crate::report::{Centre, Recipe};

/// How a family computes its numbers.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// Whose numbers these are.
    whose: &'static str,
    /// What to beware of, for the help.
    trap: &'static str,
    /// What the family itself prints; all other figures are recallk's own.
    prints: &'static str,
    ks: Setting<&'static [u32]>,
    ar_ks: Setting<&'static [u32]>,
    unit: Setting<Unit>,
    round: Setting<Option<u32>>,
    tie_rule: Setting<Tie>,
    pub(crate) recipe: Recipe,
    pub(crate) centre: Centre,
    /// Whether the mean of the two AR is a figure of the family.
    pub(crate) r_mean: bool,
    golds: Golds,
    /// Whether ranked lists say enough.
    lists: bool,
    /// Whether lists have measures of every relevant id.
    pub(crate) measures: bool,
}

static FAMILIES: [Family; 6] = [
    Family {
        name: "vsepp",
        whose: "VSE++ and what builds on its evaluation (SCAN, VSRN, ..)",
        trap: "Medians are rounded down; its logs of five folds misname the averages",
        prints: "R@K, AR, rsum, median and mean rank",
        ks: only(&[1, 5, 10]),
        ar_ks: only(&[1, 5, 10]),
        unit: only(Unit::Percent),
        round: only(Some(1)),
        tie_rule: only(Tie::HigherIndex),
        recipe: Recipe::MultiplyFirst,
        centre: Centre::FromZero,
        r_mean: false,
        golds: Golds::TextsPerImage(5),
        lists: true,
        measures: false,
    },
    Family {
        name: "open_clip",
        whose: "the validation of OpenCLIP: pairs of one image and one text",
        trap: "It scores NaN features 1.0, which is refused here",
        prints: "R@K, median and mean rank",
        ks: only(&[1, 5, 10]),
        ar_ks: unless_asked(&AR_KS),
        unit: only(Unit::Fraction),
        round: unless_asked(None),
        tie_rule: only(Tie::LowerIndex),
        recipe: Recipe::DivideFirst,
        centre: Centre::FromZero,
        r_mean: false,
        golds: Golds::Paired,
        lists: false,
        measures: false,
    },
    Family {
        name: "clip_benchmark",
        whose: "CLIP_benchmark's image_retrieval_recall (columns) and text_retrieval_recall (rows)",
        trap: "It leaves ties open and takes NaN for the best, which is refused here",
        prints: "R@K",
        ks: unless_asked(&[5]),
        ar_ks: unless_asked(&AR_KS),
        unit: only(Unit::Fraction),
        round: unless_asked(None),
        tie_rule: unless_asked(Tie::LowerIndex),
        recipe: Recipe::Single,
        centre: Centre::FromOne,
        r_mean: false,
        golds: Golds::OneImagePerText,
        lists: true,
        measures: false,
    },
    Family {
        name: "itm_eval",
        whose: "ALBEF, BLIP and LAVIS: txt_r (rows), img_r (columns)",
        trap: "What was not re-ranked ties at -100: no median and no mean rank",
        prints: "R@K, AR (txt_r_mean, img_r_mean), r_mean",
        ks: only(&[1, 5, 10]),
        ar_ks: only(&[1, 5, 10]),
        unit: only(Unit::Percent),
        round: unless_asked(None),
        tie_rule: only(Tie::HigherIndex),
        recipe: Recipe::MultiplyFirst,
        centre: Centre::FromOne,
        r_mean: true,
        golds: Golds::OneImagePerText,
        lists: true,
        measures: false,
    },
    Family {
        name: "pykeen",
        whose: "PyKEEN's rank-based evaluator, of one side",
        trap: "A NaN gold has the reciprocal rank 2 there and misses here",
        prints: "R@K (hits_at_k), median, mean rank, MRR",
        ks: unless_asked(&[1, 3, 5, 10]),
        ar_ks: unless_asked(&AR_KS),
        unit: only(Unit::Fraction),
        round: unless_asked(None),
        tie_rule: Setting {
            value: Tie::Realistic,
            instead: Instead::One(&[Tie::Optimistic, Tie::Pessimistic]),
        },
        recipe: Recipe::DivideFirst,
        centre: Centre::FromOne,
        r_mean: false,
        golds: Golds::OneGoldEach,
        lists: false,
        measures: false,
    },
    Family {
        name: "trec",
        whose: "trec_eval: success and recip_rank, for lists also P, recall, map, Rprec, ndcg",
        trap: "Lists must be in its order: by score, then by document name, both descending",
        prints: "R@K (success), MRR (recip_rank) and those named as there",
        ks: unless_asked(&[1, 5, 10]),
        ar_ks: unless_asked(&AR_KS),
        unit: only(Unit::Fraction),
        round: only(Some(4)),
        tie_rule: only(Tie::HigherIndex),
        recipe: Recipe::DivideFirst,
        centre: Centre::FromOne,
        r_mean: false,
        golds: Golds::Any,
        lists: true,
        measures: true,
    },
];

/// An option under a profile.
#[derive(Debug)]
struct Setting<T: 'static> {
    value: T,
    /// What an explicit option may say instead.
    instead: Instead<T>,
}

#[derive(Debug)]
enum Instead<T: 'static> {
    One(&'static [T]),
    Anything,
}

/// The family has no other.
const fn only<T>(value: T) -> Setting<T> {
    Setting { value, instead: Instead::One(&[]) }
}

/// The family's default, or where it has none, ours.
const fn unless_asked<T>(value: T) -> Setting<T> {
    Setting { value, instead: Instead::Anything }
}

impl Setting<&'static [u32]> {
    /// As options are. No family has cutoffs of its own and some others besides.
    fn owned(&self) -> Setting<Vec<u32>> {
        let value = self.value.to_vec();
        match self.instead {
            Instead::One(_) => only(value),
            Instead::Anything => unless_asked(value),
        }
    }
}

/// Who must be gold for whom.
#[derive(Debug)]
enum Golds {
    Any,
    /// Row i and column i belong together, and nothing else.
    Paired,
    /// Each row has so many columns, each column one row.
    TextsPerImage(u64),
    /// Each column has one row.
    OneImagePerText,
    /// Each query has one gold.
    OneGoldEach,
}

/// A family by its name on the command line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Profile(&'static Family);

/// As the command line wants to have them.
static PROFILES: [Profile; FAMILIES.len()] = {
    let mut profiles = [Profile(&FAMILIES[0]); FAMILIES.len()];
    let mut at = 0;
    while at < profiles.len() {
        profiles[at] = Profile(&FAMILIES[at]);
        at += 1;
    }
    profiles
};

impl ValueEnum for Profile {
    fn value_variants<'a>() -> &'a [Self] {
        &PROFILES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let Family { name, whose, trap, .. } = self.0;
        Some(PossibleValue::new(*name).help(format!("{whose}. {trap}")))
    }
}

impl std::ops::Deref for Profile {
    type Target = Family;

    fn deref(&self) -> &Family {
        self.0
    }
}

/// Settles the options that a profile sets. `matches` tell which of them were
/// typed.
pub(crate) fn apply(cli: &mut Cli, matches: &ArgMatches) -> Result<()> {
    let Some((_, typed)) = matches.subcommand() else { return Ok(()) };
    match &mut cli.command {
        None => Ok(()),
        Some(Command::Scores(args)) => settle_ranking(&mut args.output, &mut args.ranking, typed),
        Some(Command::Embeddings(args)) => {
            settle_ranking(&mut args.output, &mut args.ranking, typed)
        }
        Some(Command::Lists(args)) => match args.output.profile {
            Some(family) if !family.lists => refuse!(
                "--profile {} needs scores: ranked lists do not tell what it counts.",
                family.name
            ),
            Some(family) => family.settle(&mut args.output, typed),
            None => Ok(()),
        },
    }
}

fn settle_ranking(
    output: &mut OutputArgs,
    ranking: &mut RankingArgs,
    typed: &ArgMatches,
) -> Result<()> {
    let Some(family) = output.profile else { return Ok(()) };
    family.settle(output, typed)?;
    let rule = &mut ranking.tie_rule;
    family.option(typed, "tie_rule", "--tie-rule", &family.tie_rule, rule, name_of)
}

impl Family {
    /// Settles the options of reports.
    fn settle(&self, output: &mut OutputArgs, typed: &ArgMatches) -> Result<()> {
        let list = |ks: Vec<u32>| {
            let ks: Vec<String> = ks.iter().map(u32::to_string).collect();
            ks.join(",")
        };
        let digits = |round: Option<u32>| round.map_or_else(String::new, |d| d.to_string());
        self.option(typed, "ks", "-k", &self.ks.owned(), &mut output.ks, list)?;
        self.option(typed, "ar_ks", "--ar-ks", &self.ar_ks.owned(), &mut output.ar_ks, list)?;
        self.option(typed, "unit", "--unit", &self.unit, &mut output.unit, name_of)?;
        self.option(typed, "round", "--round", &self.round, &mut output.round, digits)
    }

    /// Settles one option: what was typed must be what the family allows.
    fn option<T: Clone + PartialEq>(
        &self,
        typed: &ArgMatches,
        id: &str,
        flag: &str,
        setting: &Setting<T>,
        option: &mut T,
        text: impl Fn(T) -> String,
    ) -> Result<()> {
        if typed.value_source(id) != Some(ValueSource::CommandLine) {
            *option = setting.value.clone();
            return Ok(());
        }
        let allowed = match setting.instead {
            Instead::Anything => true,
            Instead::One(others) => *option == setting.value || others.contains(option),
        };
        if allowed {
            return Ok(());
        }
        let (name, value) = (self.name, text(setting.value.clone()));
        refuse!(
            "--profile {name} is for {flag} {value}, which {flag} {} contradicts. \
             Leave one of the two out.",
            text(option.clone())
        )
    }

    /// Refuses golds that the family's evaluation knows nothing of.
    pub(crate) fn check(
        &self,
        relation: &Relation,
        direction: Direction,
        shape: &Shape,
    ) -> Result<()> {
        let one_row_each =
            relation.columns.len() == shape.columns && relation.columns.counts().all(|n| n == 1);
        let (holds, needed) = match self.golds {
            Golds::Any => return Ok(()),
            Golds::Paired => (
                relation.is_diagonal(shape.rows, shape.columns),
                "pairs: as many rows as columns, each column the gold of its own row \
                 (--per-row 1)"
                    .to_owned(),
            ),
            Golds::TextsPerImage(texts) => (
                one_row_each
                    && relation.rows.len() == shape.rows
                    && relation.rows.counts().all(|n| n == texts),
                format!("{texts} columns for each row (--per-row {texts})"),
            ),
            Golds::OneImagePerText => {
                (one_row_each, "exactly one gold row for each column".to_owned())
            }
            Golds::OneGoldEach => {
                let rows = !direction.rows() || relation.rows.counts().all(|n| n == 1);
                let columns = !direction.columns() || relation.columns.counts().all(|n| n == 1);
                let needed = "exactly one gold for each query; set other right answers to the \
                              lowest score or to NaN with --nan worst, and give --direction";
                (rows && columns, needed.to_owned())
            }
        };
        if holds {
            return Ok(());
        }
        refuse!("--profile {} is for {needed}. {} has others.", self.name, shape.name)
    }

    /// What is told below a table.
    pub(crate) fn note(&self) -> String {
        let Family { name, whose, prints, centre, .. } = self;
        let median = match centre {
            Centre::FromZero => " Medians are rounded down.",
            Centre::FromOne => "",
        };
        format!(
            "Profile {name}: {whose}.\n\
             Its own figures are {prints}; others are recallk's.{median}"
        )
    }
}
