//! The table: for people. Plain ASCII, one column a direction.

use recallk::wilson;

use super::rules;
use crate::args::Unit;
use crate::report::{Body, Folds, ListFigures, Part, Report, Settings, Side};

/// A figure with its name.
struct Line {
    name: String,
    value: String,
    /// Told only where it is not zero for some direction.
    only_if_any: bool,
}

pub(super) fn text(report: &Report) -> String {
    let settings = &report.settings;
    let mut text = format!("{}\n\n", report.title);
    match &report.body {
        Body::Scores { whole, folds } => {
            text.push_str(&part(whole, settings));
            if let Some(folds) = folds {
                text.push_str(&fold_table(folds, settings));
            }
        }
        Body::Lists(figures) => text.push_str(&lists(figures, settings)),
    }
    let rules = rules(&report.body, settings);
    format!("{text}\n{rules}\nBrackets: 95 % interval (Wilson).\n")
}

/// The directions of a matrix side by side.
fn part(part: &Part, settings: &Settings) -> String {
    let mut cells = vec![vec![String::new()]];
    let mut columns = Vec::new();
    for (heading, side) in part.sides() {
        let kinds = heading.split_once(" -> ").unwrap_or_default();
        cells[0].push(heading.to_owned());
        columns.push(figures(side, kinds, settings));
    }
    let lines = columns.first().map_or(0, Vec::len);
    for at in 0..lines {
        let line: Vec<&Line> = columns.iter().map(|column| &column[at]).collect();
        if line.iter().any(|line| !line.only_if_any || line.value != "0") {
            let values = line.iter().map(|line| line.value.clone());
            cells.push(std::iter::once(line[0].name.clone()).chain(values).collect());
        }
    }
    let mut text = grid(&cells);
    if let Some(rsum) = part.rsum {
        let (sign, rsum) = (settings.sign(), settings.recall(rsum));
        text.push_str(&format!("\nrsum{sign}: {rsum} (R@1 + R@5 + R@10, both directions)\n"));
    }
    if let Some(mean) = part.r_mean {
        let (sign, mean) = (settings.sign(), settings.recall(mean));
        text.push_str(&format!("r_mean{sign}: {mean} (mean of the two AR)\n"));
    }
    text
}

/// All about one direction.
fn figures(side: &Side, (queries, items): (&str, &str), settings: &Settings) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut add = |name: &str, value| {
        lines.push(Line { name: name.to_owned(), value, only_if_any: false });
    };
    if let Some(counts) = &side.counts {
        let some = if counts.queries < counts.candidates {
            format!("{} of ", counts.queries)
        } else {
            String::new()
        };
        add("queries", format!("{some}{} {queries}", counts.candidates));
        add("gallery", format!("{} {items}", counts.items));
    }
    for (at, (k, &recall)) in settings.ks.iter().zip(&side.recall).enumerate() {
        let interval = side.counts.as_ref().map(|counts| {
            let (low, high) = wilson(counts.hits[at], counts.queries);
            let scale = if settings.unit == Unit::Percent { 100.0 } else { 1.0 };
            format!(" [{}, {}]", settings.recall(low * scale), settings.recall(high * scale))
        });
        let value = settings.recall(recall) + interval.as_deref().unwrap_or("");
        add(&format!("R@{k}{}", settings.sign()), value);
    }
    add(&format!("AR{}", settings.sign()), settings.recall(side.ar));
    add("median rank", settings.text(side.median_rank));
    add("mean rank", settings.text(side.mean_rank));
    add("MRR", settings.fraction(side.mrr));
    if let Some(counts) = &side.counts {
        let rare = [
            ("tied queries", counts.tied_queries),
            ("misses", counts.without_gold),
            ("NaN cells", counts.nan_cells),
        ];
        lines.extend(rare.map(|(name, count)| Line {
            name: name.to_owned(),
            value: count.to_string(),
            only_if_any: true,
        }));
    }
    lines
}

fn lists(figures_of: &ListFigures, settings: &Settings) -> String {
    let lines = figures(&figures_of.side, ("lists", "ids at most"), settings);
    let mut cells: Vec<Vec<String>> = lines
        .into_iter()
        .filter(|line| !line.only_if_any)
        .map(|line| vec![line.name, line.value])
        .collect();
    let measure = |(name, value): &(String, f64)| vec![name.clone(), settings.fraction(*value)];
    cells.extend(figures_of.measures.iter().map(measure));
    let largest = settings.ks.iter().copied().max().unwrap_or(0);
    let rare = [
        ("absent".to_owned(), figures_of.absent),
        (format!("shorter than {largest}"), figures_of.shorter_than_k),
    ];
    let rare = rare.into_iter().filter(|(_, count)| *count > 0);
    cells.extend(rare.map(|(name, count)| vec![name, format!("{count} lists")]));
    grid(&cells)
}

/// One line a fold, the directions side by side.
fn fold_table(folds: &Folds, settings: &Settings) -> String {
    let mut groups = vec![String::new()];
    let mut headings = vec!["fold".to_owned()];
    for (heading, _) in folds.average.sides() {
        groups.push(heading.to_owned());
        groups.extend(settings.ks.iter().map(|_| String::new()));
        headings.extend(settings.ks.iter().map(|k| format!("R@{k}")));
        headings.push("median".to_owned());
    }
    if folds.average.rsum.is_some() {
        headings.push("rsum".to_owned());
    }
    let line = |name: String, part: &Part| {
        let mut line = vec![name];
        for (_, side) in part.sides() {
            line.extend(side.recall.iter().map(|&recall| settings.recall(recall)));
            line.push(settings.text(side.median_rank));
        }
        line.extend(part.rsum.map(|rsum| settings.recall(rsum)));
        line
    };
    let mut cells = vec![headings];
    cells.extend((1..).zip(&folds.parts).map(|(number, fold)| line(format!("{number}"), fold)));
    cells.push(line("mean".to_owned(), &folds.average));

    // A direction's name stands above its first column and may be wider.
    let widths = widths(&cells);
    let mut over = String::new();
    let mut end = 0;
    for (group, width) in groups.iter().zip(&widths) {
        if !group.is_empty() {
            over = format!("{over:end$}  {group}");
        }
        end += width + if end == 0 { 0 } else { GAP.len() };
    }
    let title =
        format!("{} folds of {} rows, each with its own columns", folds.parts.len(), folds.rows);
    format!("\n{title}\n\n{over}\n{}", grid(&cells))
}

const GAP: &str = "  ";

fn widths(cells: &[Vec<String>]) -> Vec<usize> {
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| cells.iter().filter_map(|line| line.get(at)).map(String::len).max();
    (0..columns).map(|at| width(at).unwrap_or(0)).collect()
}

/// Cells in columns: names to the left, values to the right.
fn grid(cells: &[Vec<String>]) -> String {
    let widths = widths(cells);
    let mut text = String::new();
    for line in cells {
        let mut out = String::new();
        for (at, (cell, width)) in line.iter().zip(&widths).enumerate() {
            if at == 0 {
                out.push_str(&format!("{cell:<width$}"));
            } else {
                out.push_str(&format!("{GAP}{cell:>width$}"));
            }
        }
        text.push_str(out.trim_end());
        text.push('\n');
    }
    text
}
