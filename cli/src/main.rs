//! `recallk`: exact retrieval metrics on the command line.
//!
//! | module | what it does |
//! | --- | --- |
//! | `args` | the command line |
//! | `npy`, `typed` | matrices from files: .npy, JSON |
//! | `cells` | bytes to a view of their score type |
//! | `golds`, `relevance` | who is gold for whom: from files; as one relation |
//! | `threads`, `progress` | who counts which rows; how far they are |
//! | `evaluate`, `tiles`, `folds` | tallies of a matrix, of both directions at once, of its folds |
//! | `measures` | of every relevant id of lists |
//! | `profile` | settings of families of published numbers |
//! | `report` | the figures |
//! | `scores`, `embeddings`, `lists` | the commands |
//! | `output`, `save` | what is printed and written |

mod args;
mod cells;
mod embeddings;
mod error;
mod evaluate;
mod folds;
mod golds;
mod lists;
mod measures;
mod npy;
mod output;
mod profile;
mod progress;
mod relevance;
mod report;
mod save;
mod scores;
mod threads;
mod tiles;
mod typed;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command, Format};
use error::{Failure, Result};

/// As clap's own errors exit.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    // What was typed tells from what is a default, which a profile may change.
    let typed = Cli::command().get_matches();
    let mut cli = Cli::from_arg_matches(&typed).unwrap_or_else(|error| error.exit());
    let outcome = profile::apply(&mut cli, &typed).and_then(|()| run(&cli));
    // Everything is computed before the first byte is printed.
    match outcome.and_then(|(text, lines)| print(&text, &lines)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nowhere is left to tell if this fails.
            let _ = writeln!(std::io::stderr(), "recallk: {failure}");
            ExitCode::from(REFUSED)
        }
    }
}

/// What goes to standard output, and lines for standard error.
fn run(cli: &Cli) -> Result<(String, Vec<String>)> {
    let (report, format, lines) = match &cli.command {
        None => {
            let hint = "See `recallk --help` for reports on data of your own.";
            (scores::sample()?, Format::Table, vec![hint.to_owned()])
        }
        Some(Command::Scores(args)) => {
            let (report, lines) = scores::run(args)?;
            (report, args.output.format, lines)
        }
        Some(Command::Embeddings(args)) => {
            let (report, lines) = embeddings::run(args)?;
            (report, args.output.format, lines)
        }
        Some(Command::Lists(args)) => (lists::run(args)?, args.output.format, Vec::new()),
    };
    Ok((output::text(&report, format), lines))
}

fn print(text: &str, lines: &[String]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // The reader has seen enough: `recallk | head -1`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => {
            return Err(Failure::new(format!("The report cannot be printed: {error}.")));
        }
        Ok(()) => {}
    }
    for line in lines {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
    Ok(())
}
