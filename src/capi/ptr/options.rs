//! Options and gold sets.

use super::super::status::*;
use super::super::types::*;
use super::{Call, Checked};
use crate::rank::Options;
use crate::{Backend, Golds, NanPolicy, Order};

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
            None if !ignored.is_empty() => return Err(RECALLK_NULL_POINTER),
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
        if options.struct_size as usize != size_of::<recallk_options_t>() {
            return Err(RECALLK_ABI_MISMATCH);
        }
        if options.reserved.iter().fold(0, |any, field| any | field) != 0 {
            return Err(RECALLK_RESERVED_NOT_ZERO);
        }
        Ok(Options {
            nan: match options.nan_policy {
                RECALLK_NAN_REJECT => NanPolicy::Reject,
                RECALLK_NAN_WORST => NanPolicy::Worst,
                _ => return Err(RECALLK_UNKNOWN_POLICY),
            },
            order: match options.order {
                RECALLK_HIGHER_FIRST => Order::HigherFirst,
                RECALLK_LOWER_FIRST => Order::LowerFirst,
                _ => return Err(RECALLK_UNKNOWN_ORDER),
            },
            backend: available(options.backend)?,
        })
    }
}

/// A backend by its number.
fn available(number: i32) -> Checked<Backend> {
    let backend = super::super::backend(number).ok_or(RECALLK_UNKNOWN_BACKEND)?;
    if backend.is_available() { Ok(backend) } else { Err(RECALLK_BACKEND_NOT_AVAILABLE) }
}
