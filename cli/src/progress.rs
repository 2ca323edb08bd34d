//! A progress bar for work that takes long.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::Once;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that is done by then shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar is drawn anew.
const TICK: Duration = Duration::from_millis(200);

/// The share of scores that have been counted, on standard error where that is
/// a terminal.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    shown: Once,
}

impl Progress {
    /// Of so many scores in all.
    pub(crate) fn of(scores: u64) -> Self {
        let bar = stderr().is_terminal().then(|| {
            ProgressBar::with_draw_target(Some(scores), ProgressDrawTarget::hidden())
                .with_style(style())
        });
        Progress { bar, shown: Once::new() }
    }

    /// Counting begins: the time before the first of it says nothing of its pace.
    pub(crate) fn start(&self) {
        if let Some(bar) = self.bar.as_ref().filter(|bar| bar.position() == 0) {
            bar.reset_eta();
        }
    }

    /// So many were counted in an earlier run: they say nothing of the pace.
    pub(crate) fn skip(&self, scores: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(scores);
            bar.reset_eta();
        }
    }

    /// So many more have been counted.
    pub(crate) fn add(&self, scores: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(scores);
            self.show();
        }
    }

    /// From now on the bar is seen, where the work takes long.
    pub(crate) fn show(&self) {
        let late = |bar: &&ProgressBar| bar.elapsed() > PATIENCE;
        if let Some(bar) = self.bar.as_ref().filter(late) {
            self.shown.call_once(|| {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(TICK);
            });
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    let pace = |state: &ProgressState, text: &mut dyn Write| {
        let (millions, left) = (state.per_sec() / 1e6, HumanDuration(state.eta()));
        // What cannot be written is not shown.
        let _ = match state.pos() {
            0 => write!(text, "gathering golds"),
            _ => write!(text, "{millions:.0} million scores/s, {left:#} left"),
        };
    };
    ProgressStyle::with_template("[{bar:32}] {percent:>3} %, {pace}")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("pace", pace)
        .progress_chars("=> ")
}
