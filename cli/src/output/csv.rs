//! CSV: one line for each direction of the whole, of each fold and of their
//! average. No field needs quotes.

use crate::args::name_of;
use crate::report::{Body, Part, Report, Settings, Side};

pub(super) fn text(report: &Report) -> String {
    let settings = &report.settings;
    let mut lines = Vec::new();
    let mut last = match &report.body {
        Body::Scores { .. } => "tied_queries,without_gold,nan_cells,rsum,unit,tie_rule,nan_policy",
        Body::Lists(_) => "absent,shorter_than_k,unit",
    }
    .to_owned();
    if settings.profile.is_some() {
        last.push_str(",profile");
        if let Body::Lists(lists) = &report.body {
            let names = lists.measures.iter().map(|(name, _)| format!(",{name}"));
            last.extend(names);
        }
        if matches!(report.body, Body::Scores { .. }) && settings.has_r_mean() {
            last.push_str(",r_mean");
        }
    }
    let mut heading = "part,direction,queries,items".to_owned();
    for name in ["hits", "recall"] {
        for k in &settings.ks {
            heading.push_str(&format!(",{name}@{k}"));
        }
    }
    lines.push(format!("{heading},ar,median_rank,mean_rank,mrr,{last}"));
    match &report.body {
        Body::Scores { whole, folds } => {
            add(&mut lines, "all", whole, settings);
            if let Some(folds) = folds {
                for (number, fold) in (1..).zip(&folds.parts) {
                    add(&mut lines, &format!("fold {number}"), fold, settings);
                }
                add(&mut lines, "average", &folds.average, settings);
            }
        }
        Body::Lists(lists) => {
            let mut fields = vec!["all".to_owned(), "lists".to_owned()];
            fields.extend(figures(&lists.side, settings));
            fields.push(lists.absent.to_string());
            fields.push(lists.shorter_than_k.to_string());
            fields.push(name_of(settings.unit));
            fields.extend(settings.profile.map(|profile| profile.name.to_owned()));
            fields.extend(lists.measures.iter().map(|(_, value)| number(*value, settings)));
            lines.push(fields.join(","));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn add(lines: &mut Vec<String>, name: &str, part: &Part, settings: &Settings) {
    for (direction, side) in [("rows", &part.rows), ("columns", &part.columns)] {
        let Some(side) = side else { continue };
        let mut fields = vec![name.to_owned(), direction.to_owned()];
        fields.extend(figures(side, settings));
        match &side.counts {
            Some(counts) => {
                let counts = [counts.tied_queries, counts.without_gold, counts.nan_cells];
                fields.extend(counts.map(|count| count.to_string()));
            }
            None => fields.extend([const { String::new() }; 3]),
        }
        fields.push(part.rsum.map_or_else(String::new, |rsum| number(rsum, settings)));
        fields.push(name_of(settings.unit));
        fields.push(name_of(settings.tie_rule));
        fields.push(name_of(settings.nan));
        fields.extend(settings.profile.map(|profile| profile.name.to_owned()));
        if settings.has_r_mean() {
            let r_mean = part.r_mean.map(|mean| number(mean, settings));
            fields.push(r_mean.unwrap_or_default());
        }
        lines.push(fields.join(","));
    }
}

/// Counts (empty for an average), recalls and the figures behind them.
fn figures(side: &Side, settings: &Settings) -> Vec<String> {
    let mut fields = match &side.counts {
        Some(counts) => {
            let counts = [counts.queries, counts.items].into_iter().chain(counts.hits.clone());
            counts.map(|count| count.to_string()).collect()
        }
        None => vec![String::new(); 2 + settings.ks.len()],
    };
    let figures = [side.ar, side.median_rank, side.mean_rank, side.mrr];
    let figures = side.recall.iter().copied().chain(figures);
    fields.extend(figures.map(|figure| number(figure, settings)));
    fields
}

fn number(x: f64, settings: &Settings) -> String {
    format!("{:?}", settings.number(x))
}
