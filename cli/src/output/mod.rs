//! A report as text, in four formats.

mod csv;
mod json;
mod markdown;
mod table;

use crate::args::{Format, name_of};
use crate::report::{Body, Report, Settings};

/// The report in a format, with a line end.
pub(crate) fn text(report: &Report, format: Format) -> String {
    match format {
        Format::Table => table::text(report),
        Format::Json => json::text(report),
        Format::Csv => csv::text(report),
        Format::Markdown => markdown::text(report),
    }
}

/// Numbers with commas between.
fn joined(ks: &[u32]) -> String {
    let ks: Vec<String> = ks.iter().map(u32::to_string).collect();
    ks.join(", ")
}

/// The rules that the figures follow, for people.
fn rules(body: &Body, settings: &Settings) -> String {
    let ranks = "Ranks count from 1.";
    let ar = format!("AR is the mean of R@{}.", joined(&settings.ar_ks));
    let profile = settings.profile.map_or_else(String::new, |profile| profile.note() + "\n");
    match body {
        Body::Scores { .. } => format!(
            "{profile}Ties: {}. NaN: {}. {}{ranks} {ar}",
            name_of(settings.tie_rule),
            name_of(settings.nan),
            if settings.lower_is_better { "Lower scores are better. " } else { "" }
        ),
        Body::Lists(_) => {
            format!("{profile}{ranks} An absent id has rank length + 1, never a hit. {ar}")
        }
    }
}
