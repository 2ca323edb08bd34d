//! Markdown: a table for pages and papers.

use super::rules;
use crate::report::{Body, Part, Report, Settings, Side};

pub(super) fn text(report: &Report) -> String {
    let settings = &report.settings;
    let mut headings = vec!["".to_owned(), "queries".to_owned(), "items".to_owned()];
    headings.extend(settings.ks.iter().map(|k| format!("R@{k}{}", settings.sign())));
    headings.push(format!("AR{}", settings.sign()));
    headings.extend(["median rank", "mean rank", "MRR"].map(str::to_owned));

    let mut lines = vec![line(&headings), rule(headings.len())];
    let mut notes = Vec::new();
    match &report.body {
        Body::Scores { whole, folds } => {
            add(&mut lines, "", whole, settings);
            let rsum = |part: &Part, name: &str| {
                let rsum = settings.recall(part.rsum?);
                Some(format!("rsum{}{name}: {rsum}.", settings.sign()))
            };
            notes.extend(rsum(whole, ""));
            let r_mean = |mean| format!("r_mean{}: {}.", settings.sign(), settings.recall(mean));
            notes.extend(whole.r_mean.map(r_mean));
            if let Some(folds) = folds {
                for (number, fold) in (1..).zip(&folds.parts) {
                    add(&mut lines, &format!("fold {number}, "), fold, settings);
                }
                add(&mut lines, "mean of folds, ", &folds.average, settings);
                notes.extend(rsum(&folds.average, ", mean of folds"));
            }
        }
        Body::Lists(lists_of) => {
            lines.push(row("lists", &lists_of.side, settings));
            notes.push(format!("Absent: {}.", lists_of.absent));
            let measure =
                |(name, value): &(String, f64)| format!("{name}: {}.", settings.fraction(*value));
            notes.extend(lists_of.measures.iter().map(measure));
        }
    }
    notes.push(rules(&report.body, settings));
    let title = report.title.replace('\n', " ");
    format!("{title}\n\n{}\n\n{}\n", lines.join("\n"), notes.join(" "))
}

fn add(lines: &mut Vec<String>, name: &str, part: &Part, settings: &Settings) {
    for (side_name, side) in part.sides() {
        lines.push(row(&format!("{name}{side_name}"), side, settings));
    }
}

fn row(name: &str, side: &Side, settings: &Settings) -> String {
    let mut cells = vec![name.to_owned()];
    match &side.counts {
        Some(counts) => cells.extend([counts.queries, counts.items].map(|n| n.to_string())),
        None => cells.extend([const { String::new() }; 2]),
    }
    cells.extend(side.recall.iter().map(|&recall| settings.recall(recall)));
    cells.push(settings.recall(side.ar));
    cells.extend([side.median_rank, side.mean_rank].map(|rank| settings.text(rank)));
    cells.push(settings.fraction(side.mrr));
    line(&cells)
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

fn rule(columns: usize) -> String {
    format!("| --- |{}", " ---: |".repeat(columns - 1))
}
