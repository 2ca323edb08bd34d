//! The C functions. Thin: pointers are checked in `ptr`, the work is done by
//! the modules above.

// Items have their C names, so that the header needs no table of renames.
#![allow(non_camel_case_types)]
#![allow(unreachable_pub)]
// The docs are for C readers: brackets are no links, and what a caller promises
// stands in the header's preamble, once for all functions.
#![allow(clippy::missing_safety_doc, rustdoc::broken_intra_doc_links)]

mod ptr;

// Apart, since the header lists the functions in this order.
mod types;

mod status;

mod rank;

mod both;

mod list;

mod tally;

mod metric;

mod gold_metric;

mod range;

mod histogram;

mod tiles;

mod saved;

pub use both::*;
pub use gold_metric::*;
pub use histogram::*;
pub use list::*;
pub use metric::*;
pub use range::*;
pub use rank::*;
pub use saved::*;
pub use status::*;
pub use tally::*;
pub use tiles::*;
pub use types::*;

use crate::{Backend, TieRule};

fn backend(number: i32) -> Option<Backend> {
    match number {
        RECALLK_BACKEND_AUTOMATIC => Some(Backend::Automatic),
        RECALLK_BACKEND_PORTABLE => Some(Backend::Portable),
        RECALLK_BACKEND_SSE2 => Some(Backend::Sse2),
        RECALLK_BACKEND_AVX2 => Some(Backend::Avx2),
        RECALLK_BACKEND_AVX512 => Some(Backend::Avx512),
        RECALLK_BACKEND_NEON => Some(Backend::Neon),
        _ => None,
    }
}

fn tie_rule(number: i32) -> Option<TieRule> {
    match number {
        RECALLK_TIES_LOWER_INDEX => Some(TieRule::LowerIndex),
        RECALLK_TIES_OPTIMISTIC => Some(TieRule::Optimistic),
        RECALLK_TIES_PESSIMISTIC => Some(TieRule::Pessimistic),
        RECALLK_TIES_HIGHER_INDEX => Some(TieRule::HigherIndex),
        RECALLK_TIES_REALISTIC => Some(TieRule::Realistic),
        _ => None,
    }
}
