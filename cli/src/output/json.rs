//! JSON: for programs. Numbers are not rounded unless that was asked for.

use serde_json::{Map, Value, json};

use crate::args::name_of;
use crate::report::{Body, Part, Report, Settings, Side};

pub(super) fn text(report: &Report) -> String {
    let settings = &report.settings;
    let mut object = match &report.body {
        Body::Scores { whole, .. } => part(whole, settings),
        Body::Lists(lists) => {
            let mut side = side(&lists.side, settings);
            for key in ["tied_queries", "without_gold", "nan_cells"] {
                side.shift_remove(key);
            }
            side.insert("absent".into(), json!(lists.absent));
            side.insert("shorter_than_k".into(), json!(lists.shorter_than_k));
            if !lists.measures.is_empty() {
                let number =
                    |(name, value): &(String, f64)| (name.clone(), json!(settings.number(*value)));
                let measures = lists.measures.iter().map(number).collect();
                side.insert("measures".into(), Value::Object(measures));
            }
            Map::from_iter([("lists".to_owned(), Value::Object(side))])
        }
    };
    object.insert("unit".into(), json!(name_of(settings.unit)));
    object.insert("ks".into(), json!(settings.ks));
    if let Some(profile) = settings.profile {
        object.insert("profile".into(), json!(profile.name));
    }
    if let Body::Scores { folds, .. } = &report.body {
        object.insert("tie_rule".into(), json!(name_of(settings.tie_rule)));
        object.insert("nan_policy".into(), json!(name_of(settings.nan)));
        if let Some(folds) = folds {
            let parts = folds.parts.iter().map(|fold| Value::Object(part(fold, settings)));
            object.insert("folds".into(), Value::Array(parts.collect()));
            object.insert("average".into(), Value::Object(part(&folds.average, settings)));
        }
    }
    let mut text = format!("{:#}", Value::Object(object));
    text.push('\n');
    text
}

fn part(part: &Part, settings: &Settings) -> Map<String, Value> {
    let side = |of: &Option<Side>| of.as_ref().map(|of| side(of, settings));
    let mut object = Map::new();
    object.insert("rows".into(), json!(side(&part.rows)));
    object.insert("columns".into(), json!(side(&part.columns)));
    object.insert("rsum".into(), json!(part.rsum.map(|rsum| settings.number(rsum))));
    if settings.has_r_mean() {
        object.insert("r_mean".into(), json!(part.r_mean.map(|mean| settings.number(mean))));
    }
    object
}

fn side(side: &Side, settings: &Settings) -> Map<String, Value> {
    let number = |x| json!(settings.number(x));
    let by_k = |values: &mut dyn Iterator<Item = Value>| {
        let keys = settings.ks.iter().map(u32::to_string);
        Value::Object(keys.zip(values).collect())
    };
    let mut object = Map::new();
    if let Some(counts) = &side.counts {
        object.insert("queries".into(), json!(counts.queries));
        object.insert("items".into(), json!(counts.items));
        object.insert("hits".into(), by_k(&mut counts.hits.iter().map(|hits| json!(hits))));
    }
    object.insert("recall".into(), by_k(&mut side.recall.iter().copied().map(number)));
    object.insert("ar".into(), number(side.ar));
    object.insert("ar_ks".into(), json!(settings.ar_ks));
    object.insert("median_rank".into(), number(side.median_rank));
    object.insert("mean_rank".into(), number(side.mean_rank));
    object.insert("mrr".into(), number(side.mrr));
    if let Some(counts) = &side.counts {
        object.insert("tied_queries".into(), json!(counts.tied_queries));
        object.insert("without_gold".into(), json!(counts.without_gold));
        object.insert("nan_cells".into(), json!(counts.nan_cells));
    }
    object
}
