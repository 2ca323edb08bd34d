//! Ranks, tallies and histograms as .npy files.

use std::path::{Path, PathBuf};

use recallk::{Histogram, Sizes, Tally, TieRule};

use crate::error::{Result, explain, refuse};
use crate::evaluate::Tallies;
use crate::npy;

/// What goes into a file.
#[derive(Clone, Copy)]
pub(crate) enum What {
    /// 0-based ranks under a rule.
    Ranks(TieRule),
    Tallies,
    /// Counters of the ranks under a rule.
    Histogram(TieRule, Gallery),
}

/// The size of the gallery of the row queries, and of the column queries.
#[derive(Clone, Copy)]
pub(crate) struct Gallery {
    pub(crate) of_rows: usize,
    pub(crate) of_columns: usize,
}

/// A file still to be written.
pub(crate) struct Output<'a> {
    path: PathBuf,
    tallies: &'a [Tally],
    is_rows: bool,
    what: What,
}

/// The files that `path` stands for: one, or one for each direction.
pub(crate) fn outputs<'a>(path: &Path, tallies: &'a Tallies, what: What) -> Vec<Output<'a>> {
    let both = tallies.rows.is_some() && tallies.columns.is_some();
    let sides = [("rows", &tallies.rows), ("columns", &tallies.columns)];
    let sides = sides.into_iter().filter_map(|(side, tallies)| Some((side, tallies.as_ref()?)));
    let named = sides.map(|(side, tallies)| {
        let path = if both { name_of(path, side) } else { path.to_owned() };
        Output { path, tallies, is_rows: side == "rows", what }
    });
    named.collect()
}

/// `F.npy` becomes `F.rows.npy`.
fn name_of(path: &Path, side: &str) -> PathBuf {
    let stem = match path.extension() {
        Some(end) if end == "npy" => path.with_extension(""),
        _ => path.to_owned(),
    };
    let mut name = stem.into_os_string();
    name.push(format!(".{side}.npy"));
    name.into()
}

impl Output<'_> {
    /// Refuses what cannot be written, and to write over an input, which may still
    /// be mapped into memory.
    pub(crate) fn check<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
        if matches!(self.what, What::Histogram(TieRule::Realistic, _)) {
            refuse!("--save-histogram: realistic ranks may end in one half and cannot be counted.");
        }
        let Ok(own) = self.path.canonicalize() else { return Ok(()) };
        for input in inputs {
            if input.canonicalize().is_ok_and(|input| input == own) {
                refuse!("{} is an input; it is not written over.", self.path.display());
            }
        }
        Ok(())
    }

    /// Writes the file and returns a line that tells so.
    pub(crate) fn write(&self) -> Result<String> {
        let (path, n) = (&self.path, self.tallies.len() as u64);
        let kind = match self.what {
            What::Ranks(TieRule::Realistic) => {
                let halves = self.tallies.iter().map(|t| t.doubled_rank(TieRule::Realistic));
                npy::write(path, &[n], halves.map(|doubled| doubled as f64 / 2.0))?;
                format!("{n} ranks, f64, 0-based")
            }
            What::Ranks(rule) => {
                npy::write(path, &[n], self.tallies.iter().filter_map(|t| t.rank(rule)))?;
                format!("{n} ranks, u32, 0-based")
            }
            What::Tallies => {
                let fields = |t: &Tally| {
                    [t.ahead, t.tied_before, t.tied_between, t.tied_after, t.tied_golds]
                };
                npy::write(path, &[n, 5], self.tallies.iter().flat_map(fields))?;
                format!("tallies, u32, shape ({n}, 5)")
            }
            What::Histogram(rule, gallery) => {
                let items = if self.is_rows { gallery.of_rows } else { gallery.of_columns };
                let ranks: Vec<u32> = self.tallies.iter().filter_map(|t| t.rank(rule)).collect();
                let mut counters = vec![0u64; items + 1];
                // Sides have passed the kernel, so that they fit 32 bits.
                let size = items as u32;
                Histogram::count(&mut counters, size, &ranks, Sizes::All(size))
                    .map_err(|error| explain(error, &path.display().to_string()))?;
                npy::write(path, &[counters.len() as u64], counters.into_iter())?;
                format!("histogram of {n} ranks among {items} items, u64")
            }
        };
        Ok(format!("wrote {}: {kind}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_stands_before_the_ending() {
        assert_eq!(name_of(Path::new("a/b.npy"), "rows"), Path::new("a/b.rows.npy"));
        assert_eq!(name_of(Path::new("a/b.v2"), "columns"), Path::new("a/b.v2.columns.npy"));
    }
}
