//! Exact retrieval metrics by counting: Recall@K, median rank, AR and their kin.
//!
//! At what rank did the right item come out, and what do all those ranks add up
//! to? This crate answers without sorting and without allocating: a gold's rank
//! is the number of items ahead of it, and one pass over a score matrix counts
//! that for every row and every column at once.
//!
//! ```
//! use recallk::{Options, Report, Scores, Sizes, Tally, TieRule, tallies};
//!
//! // Two images by three texts; texts 0 and 2 are the golds.
//! let scores = [0.9f32, 0.2, 0.5, 0.1, 0.8, 0.7];
//! let scores = Scores::new(&scores, 2, 3)?;
//! let mut rows = [Tally::default(); 2];
//! tallies(&scores, &[0, 2], &Options::default(), &mut rows)?;
//! let report = Report::new(&rows, Sizes::All(3), TieRule::LowerIndex, &[1, 5])?;
//! assert_eq!(report.hits(), [1, 2]);
//! assert_eq!(report.percent(0), Some(50.0));
//! assert_eq!(report.totals().median_rank, 1.5);
//! # Ok::<(), recallk::Error>(())
//! ```
//!
//! Ranks are 0-based where they are slices of integers; every `median_rank`
//! and `mean_rank` is 1-based, as papers print it.
//!
//! # Map of the house
//!
//! Each module uses those above it, but the engine, of which there are two: `count`
//! for targets with vector registers, `scalar` for those without. A build has one of
//! them, as `engine`. It counts rows for `rank` and `tiles`, and does the pass that is
//! described in `sweep`; a lane of `key` carries its tiles.
//!
//! | module | what it decides |
//! | --- | --- |
//! | `error` | what can be wrong, and where |
//! | `key` | scores as ordered integers: order, zero, NaN |
//! | `scores`, `sides`, `relevance`, `tally` | strided matrices; rows and columns; who is gold for whom; tie rules |
//! | `sweep` | golds and counts, and what a pass over a matrix needs to fill them |
//! | `engine` | the hot loops: `count`, tiles of several rows; `scalar`, little code |
//! | `rank`, `list`, `select`, `sort` | matrices and id lists to ranks; the median |
//! | `tiles` | matrices in parts that anybody may count |
//! | `metric`, `decimal` | ranks to numbers; rounding |
//! | `report` | the bundle |
//! | `histogram` | counters of ranks, which add up; ranks' numbers from them |
//! | `inner` | the bare loop over rows, for benches |
//! | `capi` | the C functions (feature `capi`) |

#![no_std]
#![deny(unsafe_code)]
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice
)]

mod backend;
#[cfg(feature = "capi")]
#[allow(unsafe_code)]
pub mod capi;
#[cfg(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
))]
mod count;
mod decimal;
mod error;
mod histogram;
#[cfg(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
))]
#[doc(hidden)]
pub mod inner;
mod key;
mod list;
mod metric;
mod rank;
mod relevance;
mod report;
#[cfg(not(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
)))]
mod scalar;
mod scores;
mod select;
mod sides;
mod sort;
mod sweep;
mod tally;
mod tiles;

#[cfg(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
))]
use count as engine;
#[cfg(not(all(
    any(target_feature = "sse2", target_feature = "neon", target_feature = "simd128"),
    not(recallk_scalar)
)))]
use scalar as engine;

pub use backend::Backend;
pub use decimal::round;
pub use engine::{Block, blocks_for};
pub use error::{Error, Place, SavedFault};
pub use histogram::Histogram;
pub use key::{Bf16, F16, Lane, NanPolicy, Order, Score};
pub use list::{IDS_WITHOUT_SCRATCH, Id, ListSlot, Lists, list_gold_ranks, list_ranks};
pub use metric::{
    AR_KS, Gain, GainSlot, GoldMetric, GoldRanks, GradedRanks, Sizes, TieRange, average_recall,
    filtered_ranks, gold_recall_range, hits, mean_rank, median_pair, median_rank, mrr, mrr_at,
    mrr_range, recall, recall_percent, recall_range, sort_ranks, sum, wilson,
};
pub use rank::{
    BothScratch, BothSize, Found, GOLDS_WITHOUT_SCRATCH, GoldSlot, Options, best_ranks,
    best_tallies, both_size, gold_ranks, gold_tallies, ranks, ranks_both, ranks_both_csr, tallies,
    tallies_both, tallies_both_csr,
};
pub use relevance::{Golds, NONE, Relevance};
pub use report::{MAX_KS, Report, Totals, totals};
pub use scores::Scores;
pub use sides::Sides;
pub use sweep::{Count, Coverage, Gold};
pub use tally::{Tally, TieRule};
pub use tiles::{Counts, Sweep, Tile, TileScratch, load, merge_golds, save, saved_size};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
