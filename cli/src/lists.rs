//! The command `lists`: ranked lists of ids, one JSON object a line.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use recallk::{ListSlot, Lists, Sizes, Tally, list_gold_ranks, list_ranks};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use crate::args::ListsArgs;
use crate::error::{Failure, Result, counted, explain, refuse};
use crate::measures::Relevant as EveryRelevant;
use crate::report::{Body, ListFigures, Report, Settings, Side};
use crate::typed::STDIN;

/// One line.
#[derive(serde::Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    ranking: Vec<Id<'a>>,
    #[serde(borrow)]
    relevant: Relevant<'a>,
}

/// An id. The number 1 and the string "1" differ.
#[derive(PartialEq, Eq, Hash)]
enum Id<'a> {
    Number(i128),
    Text(Cow<'a, str>),
}

struct Relevant<'a>(Vec<Id<'a>>);

/// What the lines have given so far.
#[derive(Default)]
struct Ranked {
    tallies: Vec<Tally>,
    lengths: Vec<u32>,
    /// Ranks of the best relevant ids, and of every one.
    best: Vec<u32>,
    every: EveryRelevant,
}

/// Ranks all lists and reports.
pub(crate) fn run(args: &ListsArgs) -> Result<Report> {
    let stdin = args.file == Path::new("-");
    let name = if stdin { STDIN.to_owned() } else { args.file.display().to_string() };
    let unreadable = |error| Failure::new(format!("{name} cannot be read: {error}."));
    let mut input: Box<dyn BufRead> = if stdin {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(&args.file).map_err(unreadable)?))
    };
    let (mut ranked, mut line, mut number) = (Ranked::default(), Vec::new(), 0);
    while input.read_until(b'\n', &mut line).map_err(unreadable)? > 0 {
        number += 1;
        if !line.trim_ascii().is_empty() {
            ranked
                .add(&line)
                .map_err(|problem| Failure::new(format!("{name}, line {number}{problem}.")))?;
        }
        line.clear();
    }
    if ranked.tallies.is_empty() {
        refuse!(
            "{name} has no lists. Lines like {{\"ranking\": [3, 1], \"relevant\": 1}} are expected."
        );
    }

    let settings = Settings::new(&args.output);
    let Ranked { tallies, lengths, best, every } = ranked;
    let sizes = Sizes::Each(&lengths);
    let side = Side::new(&name, &tallies, sizes, tallies.len(), 0, &settings)?;
    let largest = settings.ks.iter().copied().max().unwrap_or(0);
    let absent = tallies.iter().filter(|tally| tally.is_miss()).count() as u64;
    let shorter_than_k = lengths.iter().filter(|&&length| length < largest).count() as u64;
    let measures = if settings.profile.is_some_and(|profile| profile.measures) {
        every.measures(&name, &lengths, &best, &settings.ks)?
    } else {
        Vec::new()
    };
    let body = Body::Lists(ListFigures { side, absent, shorter_than_k, measures });
    Ok(Report {
        title: format!("{name}: {}", counted(tallies.len(), "ranked list")),
        settings,
        body,
    })
}

impl Ranked {
    /// Takes in one line.
    fn add(&mut self, line: &[u8]) -> Result<(), String> {
        let Line { ranking, relevant } = serde_json::from_slice(line).map_err(describe)?;
        // Only sameness matters, and only within a line: relevant ids get
        // numbers, all others share one.
        const OTHER: u64 = u64::MAX;
        let mut numbers = HashMap::new();
        let next = |numbers: &HashMap<_, _>| numbers.len() as u64;
        let wanted = relevant.0.into_iter().map(|id| {
            let new = next(&numbers);
            *numbers.entry(id).or_insert(new)
        });
        let wanted: Vec<u64> = wanted.collect();
        let ids: Vec<u64> =
            ranking.iter().map(|id| numbers.get(id).copied().unwrap_or(OTHER)).collect();

        let mut rank = [0];
        let mut every = vec![0; wanted.len()];
        let mut ranks = || {
            let (list_ends, wanted_ends) = ([0, ids.len() as u64], [0, wanted.len() as u64]);
            let lists = Lists::ragged(&list_ends, &ids)?;
            let relevant = Lists::ragged(&wanted_ends, &wanted)?;
            let mut slots = vec![ListSlot::default(); wanted.len()];
            let mut lengths = [0];
            lists.lengths(&mut lengths)?;
            list_ranks(&lists, &relevant, &mut slots, &mut rank)?;
            list_gold_ranks(&lists, &relevant, &mut slots, &mut every)?;
            Ok((rank[0], lengths[0]))
        };
        let (rank, length) =
            ranks().map_err(|error| format!(": {}", explain(error, "the list")))?;
        self.lengths.push(length);
        self.best.push(rank);
        self.every.add(&every);
        self.tallies.push(if rank == length {
            Tally::miss(length)
        } else {
            Tally { ahead: rank, tied_golds: 1, ..Tally::default() }
        });
        Ok(())
    }
}

/// What is wrong with a line, and at which of its columns.
fn describe(error: serde_json::Error) -> String {
    let text = error.to_string();
    // The library counts lines within the line.
    let problem = text.rsplit_once(" at line ").map_or(&text[..], |(problem, _)| problem);
    format!(
        ", column {}: {problem}. {{\"ranking\": [ids], \"relevant\": id or [ids]}} is expected",
        error.column()
    )
}

impl<'de: 'a, 'a> Deserialize<'de> for Id<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl<'de> Visitor<'de> for IdVisitor {
    type Value = Id<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id: an integer of 64 bits or a string")
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<Id<'de>, E> {
        Ok(Id::Number(id.into()))
    }

    fn visit_i64<E: Error>(self, id: i64) -> Result<Id<'de>, E> {
        Ok(Id::Number(id.into()))
    }

    fn visit_borrowed_str<E: Error>(self, id: &'de str) -> Result<Id<'de>, E> {
        Ok(Id::Text(Cow::Borrowed(id)))
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Id<'de>, E> {
        Ok(Id::Text(Cow::Owned(id.to_owned())))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Relevant<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RelevantVisitor).map(Relevant)
    }
}

struct RelevantVisitor;

impl<'de> Visitor<'de> for RelevantVisitor {
    type Value = Vec<Id<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a relevant id (an integer or a string) or a list of them")
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<Self::Value, E> {
        IdVisitor.visit_u64(id).map(|id| vec![id])
    }

    fn visit_i64<E: Error>(self, id: i64) -> Result<Self::Value, E> {
        IdVisitor.visit_i64(id).map(|id| vec![id])
    }

    fn visit_borrowed_str<E: Error>(self, id: &'de str) -> Result<Self::Value, E> {
        IdVisitor.visit_borrowed_str(id).map(|id| vec![id])
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Self::Value, E> {
        IdVisitor.visit_str(id).map(|id| vec![id])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut ids = Vec::new();
        while let Some(id) = list.next_element()? {
            ids.push(id);
        }
        Ok(ids)
    }
}
