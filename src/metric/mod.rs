//! From 0-based ranks to the numbers that papers print.
//!
//! A rank equal to the size of the gallery (of the list) marks a miss: it
//! counts in mean and median and is never a hit. So whoever turns ranks into
//! hits gives the sizes, too; tallies know their misses themselves.
//!
//! Means over queries are sums of integers in units of 2^-63, so that their
//! bits depend on no order and no machine.

mod chance;
mod fixed;
mod gain;
mod gold;
mod interval;
mod range;
mod rank;
mod recall;
mod sizes;

pub(crate) use fixed::Fixed;
pub use gain::{Gain, GainSlot, GradedRanks};
pub use gold::{GoldMetric, GoldRanks, filtered_ranks, sort_ranks};
pub use interval::wilson;
pub use range::{TieRange, gold_recall_range, mrr_range, recall_range};
pub(crate) use rank::one_based;
pub use rank::{mean_rank, median_pair, median_rank, mrr, mrr_at};
pub use recall::{AR_KS, average_recall, hits, recall, recall_percent, sum};
pub use sizes::Sizes;
