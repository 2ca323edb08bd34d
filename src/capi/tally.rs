//! Tallies to ranks under a tie rule, and to a report.

use super::metric::{same_length, sizes};
use super::ptr::call;
use super::status::*;
use super::types::*;
use crate::{TieRule, metric, report};

/// 0-based ranks of tallies under a tie rule with integer ranks.
///
/// @param[in] tallies, tallies_len tallies
/// @param[in] rule RECALLK_TIES_LOWER_INDEX, _OPTIMISTIC, _PESSIMISTIC or
/// _HIGHER_INDEX
/// @param[out] ranks, ranks_len one per tally; a miss has the gallery size
/// @return RECALLK_OK, RECALLK_UNKNOWN_RULE, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_tally_ranks(
    tallies: *const recallk_tally_t,
    tallies_len: usize,
    rule: i32,
    ranks: *mut u32,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let rule = super::tie_rule(rule).filter(|rule| *rule != TieRule::Realistic);
            let rule = rule.ok_or_else(|| c.refuse(RECALLK_UNKNOWN_RULE))?;
            let tallies = c.tallies(tallies, tallies_len);
            let ranks = c.output(ranks, ranks_len)?;
            c.ok(same_length(ranks.len(), tallies.len()))?;
            for (rank, tally) in ranks.iter_mut().zip(tallies) {
                *rank = tally.rank(rule).unwrap_or_default();
            }
            Ok(())
        })
    }
}

/// Twice the 0-based ranks of tallies under any tie rule: integers also under
/// RECALLK_TIES_REALISTIC.
///
/// @param[out] ranks, ranks_len one per tally; a miss has twice the gallery size
/// @return RECALLK_OK, RECALLK_UNKNOWN_RULE, RECALLK_WRONG_LENGTH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_tally_doubled_ranks(
    tallies: *const recallk_tally_t,
    tallies_len: usize,
    rule: i32,
    ranks: *mut u64,
    ranks_len: usize,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let rule = super::tie_rule(rule).ok_or_else(|| c.refuse(RECALLK_UNKNOWN_RULE))?;
            let tallies = c.tallies(tallies, tallies_len);
            let ranks = c.output(ranks, ranks_len)?;
            c.ok(same_length(ranks.len(), tallies.len()))?;
            for (rank, tally) in ranks.iter_mut().zip(tallies) {
                *rank = tally.doubled_rank(rule);
            }
            Ok(())
        })
    }
}

/// Everything one direction of an evaluation is quoted by, from its tallies.
///
/// @param[in] tallies, tallies_len one per query
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] rule a tie rule
/// @param[in] ks, ks_len cutoffs
/// @param[out] hits, hits_len hits at each K; NULL and 0 with ks_len 0
/// @param[out] recall, recall_len recall at each K, a fraction; or NULL and 0
/// @param[in,out] report struct_size is set by the caller
/// @return RECALLK_OK, RECALLK_UNKNOWN_RULE, RECALLK_NO_QUERIES,
/// RECALLK_WRONG_LENGTH, RECALLK_ABI_MISMATCH
#[unsafe(no_mangle)]
#[must_use]
pub unsafe extern "C" fn recallk_report(
    tallies: *const recallk_tally_t,
    tallies_len: usize,
    sizes: *const u32,
    sizes_len: usize,
    rule: i32,
    ks: *const u32,
    ks_len: usize,
    hits: *mut u64,
    hits_len: usize,
    recall: *mut f64,
    recall_len: usize,
    report: *mut recallk_report_t,
    detail: *mut recallk_detail_t,
) -> recallk_status_t {
    // SAFETY: the caller's promise in the preamble of the header.
    unsafe {
        call(detail, |c| {
            let rule = super::tie_rule(rule).ok_or_else(|| c.refuse(RECALLK_UNKNOWN_RULE))?;
            let (tallies, sizes) = (c.tallies(tallies, tallies_len), c.input(sizes, sizes_len));
            let (ks, hits) = (c.input(ks, ks_len), c.output(hits, hits_len)?);
            let (recall, report) = (c.output(recall, recall_len)?, c.put(report)?);
            if report.struct_size as usize != size_of::<recallk_report_t>() {
                return Err(c.refuse(RECALLK_ABI_MISMATCH));
            }
            if !recall.is_empty() {
                c.ok(same_length(recall.len(), ks.len()))?;
            }
            let totals = report::totals(tallies, self::sizes(sizes), rule, ks, hits);
            let totals = c.ok(totals)?;
            for (recall, hits) in recall.iter_mut().zip(hits) {
                *recall = metric::recall(*hits, totals.queries);
            }
            *report = totals.into();
            Ok(())
        })
    }
}

impl From<report::Totals> for recallk_report_t {
    fn from(totals: report::Totals) -> Self {
        recallk_report_t {
            struct_size: size_of::<recallk_report_t>() as u32,
            reserved: 0,
            queries: totals.queries,
            items: totals.items,
            without_gold: totals.without_gold,
            tied_queries: totals.tied_queries,
            rank_sum_doubled: totals.rank_sum_doubled,
            median_lower_doubled: totals.median_lower_doubled,
            median_upper_doubled: totals.median_upper_doubled,
            median_rank: totals.median_rank,
            mean_rank: totals.mean_rank,
            mrr: totals.mrr,
            ar: totals.ar,
        }
    }
}
