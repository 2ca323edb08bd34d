//! Measures of every relevant id of ranked lists, under the names that trec_eval
//! has for them.

use recallk::{GoldMetric, GoldRanks, Sizes, mrr, recall, sort_ranks};

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
    pub(crate) fn measures(
        mut self,
        name: &str,
        lengths: &[u32],
        best: &[u32],
        ks: &[u32],
    ) -> Result<Vec<(String, f64)>> {
        const ALL: u32 = u32::MAX;
        let failure = |error| explain(error, name);
        let sizes = Sizes::Each(lengths);
        sort_ranks(&self.offsets, &mut self.ranks).map_err(failure)?;
        let golds = GoldRanks::new(&self.offsets, &self.ranks, sizes).map_err(failure)?;
        let mut hits = vec![0; ks.len()];
        recallk::hits(best, sizes, ks, &mut hits).map_err(failure)?;

        let mut measures = vec![
            ("map".to_owned(), golds.mean(GoldMetric::AveragePrecision(ALL))),
            ("Rprec".to_owned(), golds.mean(GoldMetric::RPrecision)),
            ("recip_rank".to_owned(), mrr(best, sizes).map_err(failure)?),
            ("ndcg".to_owned(), golds.mean(GoldMetric::Ndcg(ALL))),
        ];
        let success = hits.iter().map(|&hits| recall(hits, best.len() as u64));
        measures.extend(ks.iter().zip(success).map(|(k, value)| (format!("success_{k}"), value)));
        let at: [(&str, At); 4] = [
            ("P", GoldMetric::Precision),
            ("recall", GoldMetric::Recall),
            ("map_cut", GoldMetric::AveragePrecision),
            ("ndcg_cut", GoldMetric::Ndcg),
        ];
        for (name, metric) in at {
            measures.extend(ks.iter().map(|&k| (format!("{name}_{k}"), golds.mean(metric(k)))));
        }
        Ok(measures)
    }
}
