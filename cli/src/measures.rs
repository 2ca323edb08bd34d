//! Measures of every relevant id of ranked lists, under the names that trec_eval
//! has for them.

use recallk::{GoldMetric, GoldRanks, Sizes, sort_ranks, sum};

use crate::error::{Result, explain};

/// The ranks of every relevant id of each list, as they come in.
pub(crate) struct Relevant {
    /// Where the ranks of each list begin, and the end of the last.
    offsets: Vec<u64>,
    ranks: Vec<u32>,
}

/// A metric at a cutoff.
type At = fn(u32) -> GoldMetric;

impl Default for Relevant {
    fn default() -> Self {
        Relevant { offsets: vec![0], ranks: Vec::new() }
    }
}

impl Relevant {
    /// Takes in those of one more list, in any order.
    pub(crate) fn add(&mut self, ranks: &[u32]) {
        self.ranks.extend_from_slice(ranks);
        self.offsets.push(self.ranks.len() as u64);
    }

    /// The measures at these cutoffs, means over the lists, unrounded; `lengths` are
    /// those of the lists, `best` the ranks of the best relevant ids.
    ///
    /// The values of queries are added up as floats, in the order of the lists, as
    /// trec_eval does: where a mean lies between two numbers of four decimals, it
    /// rounds as there.
    pub(crate) fn measures(
        mut self,
        name: &str,
        lengths: &[u32],
        best: &[u32],
        ks: &[u32],
    ) -> Result<Vec<(String, f64)>> {
        const ALL: u32 = u32::MAX;
        let failure = |error| explain(error, name);
        sort_ranks(&self.offsets, &mut self.ranks).map_err(failure)?;
        let sizes = Sizes::Each(lengths);
        let golds = GoldRanks::new(&self.offsets, &self.ranks, sizes).map_err(failure)?;
        let mean = |values: &[f64]| sum(values) / values.len() as f64;
        let of_golds = |metric| {
            let mut values = vec![0.0; golds.queries()];
            golds.each(metric, &mut values).map_err(failure)?;
            Ok(mean(&values))
        };
        let of_best = |k: u32, value: fn(u32) -> f64| {
            let found = |(&rank, &length): (&u32, &u32)| rank < length.min(k);
            let values = best.iter().zip(lengths);
            let values = values.map(|query| if found(query) { value(*query.0) } else { 0.0 });
            mean(&values.collect::<Vec<f64>>())
        };

        let mut measures = vec![
            ("map".to_owned(), of_golds(GoldMetric::AveragePrecision(ALL))?),
            ("Rprec".to_owned(), of_golds(GoldMetric::RPrecision)?),
            ("recip_rank".to_owned(), of_best(ALL, |rank| 1.0 / (f64::from(rank) + 1.0))),
            ("ndcg".to_owned(), of_golds(GoldMetric::Ndcg(ALL))?),
        ];
        measures.extend(ks.iter().map(|&k| (format!("success_{k}"), of_best(k, |_| 1.0))));
        let at: [(&str, At); 4] = [
            ("P", GoldMetric::Precision),
            ("recall", GoldMetric::Recall),
            ("map_cut", GoldMetric::AveragePrecision),
            ("ndcg_cut", GoldMetric::Ndcg),
        ];
        for (name, metric) in at {
            for &k in ks {
                measures.push((format!("{name}_{k}"), of_golds(metric(k))?));
            }
        }
        Ok(measures)
    }
}
