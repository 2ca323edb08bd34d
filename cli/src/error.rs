//! What the program tells people when it cannot go on.

use std::fmt;

/// One or two sentences: what is wrong and what was expected.
#[derive(Debug)]
pub(crate) struct Failure(String);

/// What everything here returns.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    pub(crate) fn new(sentences: impl Into<String>) -> Self {
        Failure(sentences.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns a [`Failure`] with the formatted sentences.
macro_rules! refuse {
    ($($text:tt)*) => { return Err($crate::error::Failure::new(format!($($text)*))) };
}
pub(crate) use refuse;

/// A number of things: "1 row", "2 rows".
pub(crate) fn counted(n: usize, thing: &str) -> String {
    match (n, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (n, Some(stem)) => format!("{n} {stem}ies"),
        (n, None) => format!("{n} {thing}s"),
    }
}

/// An error of the kernel about the scores of `name`. What can be wrong with
/// golds was checked before, where files and positions were known.
pub(crate) fn explain(error: recallk::Error, name: &str) -> Failure {
    Failure::new(match error {
        recallk::Error::NanScore(place) => format!(
            "{name}: the score at row {}, column {} is NaN. Scores must be numbers; \
             --nan worst takes NaN as the worst score and a NaN gold as a miss.",
            place.row, place.column
        ),
        recallk::Error::NoQueries => format!("{name}: there are no queries to rank for."),
        recallk::Error::SizeOverflow => {
            format!("{name} is too large: at most 4294967294 rows and columns can be counted.")
        }
        other => format!("{name}: {other}."),
    })
}
