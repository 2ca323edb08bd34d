//! A score matrix that was typed as JSON: `{"scores": [[..]], "gold": [..]}`.

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

use crate::error::{Failure, Result, counted, refuse};
use crate::npy::Array;

/// A matrix and, where the JSON has them, the golds of its rows.
pub(crate) struct Typed {
    pub(crate) matrix: Array,
    pub(crate) golds: Option<Vec<Vec<i128>>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    scores: Vec<Vec<Number>>,
    gold: Option<Vec<Golds>>,
}

/// How standard input is named in messages.
pub(crate) const STDIN: &str = "standard input";

/// Whether a path means JSON.
pub(crate) fn is_json(path: &Path) -> bool {
    path == Path::new("-") || path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"))
}

/// Reads `-` (standard input) or a file.
pub(crate) fn read(path: &Path) -> Result<Typed> {
    let mut text = Vec::new();
    let (name, outcome) = if path == Path::new("-") {
        (STDIN.to_owned(), std::io::stdin().lock().read_to_end(&mut text).map(|_| ()))
    } else {
        (path.display().to_string(), std::fs::read(path).map(|bytes| text = bytes))
    };
    outcome.map_err(|error| Failure::new(format!("{name} cannot be read: {error}.")))?;
    let document: Document = serde_json::from_slice(&text).map_err(|error| {
        Failure::new(format!(
            "{name}: {error}. \
             {{\"scores\": [[..], ..], \"gold\": [..]}} is expected, NaN written as null."
        ))
    })?;
    let Document { scores, gold } = document;
    let columns = scores.first().map_or(0, Vec::len);
    if let Some(row) = scores.iter().position(|row| row.len() != columns) {
        refuse!(
            "{name}: row {row} has {}, row 0 has {columns}. \
             All rows of a matrix are equally long.",
            counted(scores[row].len(), "score")
        );
    }
    let rows = scores.len();
    let numbers = scores.into_iter().flatten().map(|number| number.0).collect();
    let golds = gold.map(|golds| golds.into_iter().map(|golds| golds.0).collect());
    Ok(Typed { matrix: Array::matrix(name, rows, columns, numbers), golds })
}

/// A score.
struct Number(f64);

/// The golds of one row: one number or a list.
struct Golds(Vec<i128>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a score: a number, null or \"NaN\"")
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_unit<E: Error>(self) -> Result<Number, E> {
        Ok(Number(f64::NAN))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        match text {
            "NaN" => Ok(Number(f64::NAN)),
            // JSON has no other way to write them.
            "Infinity" => Ok(Number(f64::INFINITY)),
            "-Infinity" => Ok(Number(f64::NEG_INFINITY)),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
        }
    }
}

impl<'de> Deserialize<'de> for Golds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(GoldsVisitor)
    }
}

struct GoldsVisitor;

impl<'de> Visitor<'de> for GoldsVisitor {
    type Value = Golds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the gold column of a row, or a list of them")
    }

    fn visit_u64<E: Error>(self, gold: u64) -> Result<Golds, E> {
        Ok(Golds(vec![gold.into()]))
    }

    fn visit_i64<E: Error>(self, gold: i64) -> Result<Golds, E> {
        Ok(Golds(vec![gold.into()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Golds, A::Error> {
        let mut golds = Vec::new();
        while let Some(gold) = list.next_element::<i64>()? {
            golds.push(gold.into());
        }
        Ok(Golds(golds))
    }
}
