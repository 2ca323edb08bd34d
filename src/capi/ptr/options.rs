//! Options and gold sets.

use super::super::status::*;
use super::super::types::*;
use super::{Call, Checked};
use crate::rank::Options;
use crate::{Golds, NanPolicy, Order};

impl<'a> Call<'a, '_> {
    /// Compressed golds.
    pub(in crate::capi) fn golds(&mut self, pointer: *const recallk_golds_t) -> Checked<Golds<'a>> {
        let golds = self.value(pointer)?;
        let offsets = self.input(golds.offsets, golds.offsets_len);
        let items = self.input(golds.items, golds.items_len);
        let queries = self.optional(golds.queries, golds.queries_len);
        let ignored_offsets = self.optional(golds.ignored_offsets, golds.ignored_offsets_len);
        let ignored = self.input(golds.ignored, golds.ignored_len);
        let golds = match queries {
            None => Golds::new(offsets, items),
            Some(queries) => Golds::of_queries(offsets, items, queries),
        };
        Ok(match ignored_offsets {
            None if !ignored.is_empty() => return Err(self.refuse(RECALLK_NULL_POINTER)),
            None => golds,
            Some(offsets) => golds.ignoring(offsets, ignored),
        })
    }

    pub(in crate::capi) fn options(
        &mut self,
        pointer: *const recallk_options_t,
    ) -> Checked<Options> {
        if pointer.is_null() {
            return Ok(Options::default());
        }
        let options = self.value(pointer)?;
        read(options).map_err(|status| self.refuse(status))
    }
}

fn read(options: &recallk_options_t) -> Result<Options, recallk_status_t> {
    if options.struct_size as usize != size_of::<recallk_options_t>() {
        return Err(RECALLK_ABI_MISMATCH);
    }
    let [a, b, c, d] = options.reserved;
    if a | b | c | d != 0 {
        return Err(RECALLK_RESERVED_NOT_ZERO);
    }
    const { assert!(RECALLK_NAN_REJECT == 0 && RECALLK_NAN_WORST == 1) };
    if options.nan_policy & !1 != 0 {
        return Err(RECALLK_UNKNOWN_POLICY);
    }
    let nan = if options.nan_policy & 1 == 0 { NanPolicy::Reject } else { NanPolicy::Worst };
    const { assert!(RECALLK_HIGHER_FIRST == 0 && RECALLK_LOWER_FIRST == 1) };
    if options.order & !1 != 0 {
        return Err(RECALLK_UNKNOWN_ORDER);
    }
    let order = if options.order & 1 == 0 { Order::HigherFirst } else { Order::LowerFirst };
    let backend = super::super::backend(options.backend).ok_or(RECALLK_UNKNOWN_BACKEND)?;
    if !backend.is_available() {
        return Err(RECALLK_BACKEND_NOT_AVAILABLE);
    }
    Ok(Options { nan, order, backend })
}
