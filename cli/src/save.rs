//! Ranks and tallies as .npy files.

use std::path::{Path, PathBuf};

use recallk::{Tally, TieRule};

use crate::error::{Result, refuse};
use crate::evaluate::Tallies;
use crate::npy;

/// What goes into a file.
#[derive(Clone, Copy)]
pub(crate) enum What {
    /// 0-based ranks under a rule.
    Ranks(TieRule),
    Tallies,
}

/// A file still to be written.
pub(crate) struct Output<'a> {
    path: PathBuf,
    tallies: &'a [Tally],
    what: What,
}

/// The files that `path` stands for: one, or one for each direction.
pub(crate) fn outputs<'a>(path: &Path, tallies: &'a Tallies, what: What) -> Vec<Output<'a>> {
    let both = tallies.rows.is_some() && tallies.columns.is_some();
    let sides = [("rows", &tallies.rows), ("columns", &tallies.columns)];
    let sides = sides.into_iter().filter_map(|(side, tallies)| Some((side, tallies.as_ref()?)));
    let named = sides.map(|(side, tallies)| {
        let path = if both { name_of(path, side) } else { path.to_owned() };
        Output { path, tallies, what }
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
    /// Refuses to write over an input, which may still be mapped into memory.
    pub(crate) fn check<'a>(&self, inputs: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
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
