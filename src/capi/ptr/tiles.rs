//! Golds, counts and given scores of a sweep over tiles.

use core::ffi::c_void;
use core::ptr::null;

use super::super::status::*;
use super::super::types::*;
use super::matrix::score_log;
use super::{Call, Checked, Matrix};
use crate::rank::{self, Given, Options};
use crate::sweep::{Count, Coverage, Gold};
use crate::{Error, Relevance, Sides};

impl<'a> Call<'a, '_> {
    /// A tile and its place.
    pub(in crate::capi) fn tile(
        &mut self,
        pointer: *const recallk_tile_t,
    ) -> Checked<(Matrix<'a>, Sides<usize>)> {
        let tile = self.value(pointer)?;
        let origin = Sides { rows: tile.row, columns: tile.column };
        Ok((self.matrix(&tile.scores)?, origin))
    }

    /// Who is a query, and whose golds are whose.
    pub(in crate::capi) fn relevance(&mut self, sweep: &recallk_sweep_t) -> Checked<Relevance<'a>> {
        if sweep.struct_size as usize != size_of::<recallk_sweep_t>() {
            return Err(self.refuse(RECALLK_ABI_MISMATCH));
        }
        if sweep.reserved != 0 || sweep.every_gold > 1 {
            return Err(self.refuse(RECALLK_RESERVED_NOT_ZERO));
        }
        score_log(sweep.dtype).map_err(|status| self.refuse(status))?;
        let map = self.optional(sweep.row_of_column, sweep.row_of_column_len);
        let every = sweep.every_gold == 1;
        if let Some(map) = map {
            let other = !sweep.row_golds.is_null() || !sweep.column_golds.is_null() || every;
            let clear = Relevance::RowOfColumn(map);
            return if other { Err(self.refuse(RECALLK_SWEEP_UNCLEAR)) } else { Ok(clear) };
        }
        if sweep.row_golds.is_null() {
            return Err(self.refuse(RECALLK_SWEEP_UNCLEAR));
        }
        let of_rows = self.golds(sweep.row_golds)?;
        match (sweep.column_golds.is_null(), every) {
            (true, true) => Ok(Relevance::EveryGold(of_rows)),
            (true, false) => Ok(Relevance::Rows(of_rows)),
            (false, false) => Ok(Relevance::Golds(of_rows, self.golds(sweep.column_golds)?)),
            (false, true) => Err(self.refuse(RECALLK_SWEEP_UNCLEAR)),
        }
    }

    /// The scores of golds that come from elsewhere, if they do: those of both sides,
    /// but for a side that has no golds.
    pub(in crate::capi) fn given(
        &mut self,
        sweep: &recallk_sweep_t,
        relevance: &Relevance,
    ) -> Checked<Option<GivenScores>> {
        let recallk_sweep_t { dtype, row_scores, column_scores, .. } = *sweep;
        let no_rows = row_scores.is_null() && sweep.row_scores_len == 0;
        let no_columns = column_scores.is_null() && sweep.column_scores_len == 0;
        if no_rows && no_columns {
            return Ok(None);
        }
        let needed = rank::given_sizes(relevance);
        if no_rows && needed.rows > 0 || no_columns && needed.columns > 0 {
            return Err(self.refuse(RECALLK_SWEEP_UNCLEAR));
        }
        let rows = self.scores(dtype, row_scores, sweep.row_scores_len)?;
        let columns = self.scores(dtype, column_scores, sweep.column_scores_len)?;
        Ok(Some(GivenScores { rows, columns }))
    }

    /// Scores side by side.
    fn scores(&mut self, dtype: i32, data: *const c_void, len: usize) -> Checked<recallk_matrix_t> {
        match score_log(dtype).map_err(|status| self.refuse(status))? {
            0 => self.input(data.cast::<u8>(), len).len(),
            1 => self.input(data.cast::<u16>(), len).len(),
            2 => self.input(data.cast::<u32>(), len).len(),
            _ => self.input(data.cast::<u64>(), len).len(),
        };
        self.checked()?;
        let data = if len == 0 { null() } else { data };
        Ok(recallk_matrix_t {
            data,
            rows: 1,
            columns: len,
            row_stride: 0,
            column_stride: 1,
            dtype,
            flags: 0,
        })
    }

    /// Golds of all queries that are read.
    pub(in crate::capi) fn gold_states(
        &mut self,
        pointer: *const recallk_gold_t,
        len: usize,
    ) -> &'a [Gold] {
        self.input(pointer.cast(), len)
    }

    /// Golds of all queries that are written.
    pub(in crate::capi) fn gold_states_out(
        &mut self,
        pointer: *mut recallk_gold_t,
        len: usize,
    ) -> Checked<&'a mut [Gold]> {
        self.output(pointer.cast(), len)
    }

    /// Counters that are written, of as many entries as there are golds.
    pub(in crate::capi) fn counts_out(
        &mut self,
        pointer: *mut u32,
        len: usize,
        entries: usize,
    ) -> Checked<(&'a mut [Count], &'a mut [Coverage])> {
        self.ok(expect_counters(len, entries))?;
        let counters = self.output(pointer, len)?.as_mut_ptr();
        let behind = counters.wrapping_add(entries * (size_of::<Count>() / 4));
        // SAFETY: two parts of the counters, which were just checked to be so many; both
        // are made of u32 alone.
        Ok(unsafe {
            (
                core::slice::from_raw_parts_mut(counters.cast(), entries),
                core::slice::from_raw_parts_mut(behind.cast(), entries),
            )
        })
    }

    /// Counters that are read.
    pub(in crate::capi) fn counts(
        &mut self,
        pointer: *const u32,
        len: usize,
        entries: usize,
    ) -> Checked<(&'a [Count], &'a [Coverage])> {
        self.ok(expect_counters(len, entries))?;
        let counters = self.input(pointer, len);
        self.checked()?;
        let counters = counters.as_ptr();
        let behind = counters.wrapping_add(entries * (size_of::<Count>() / 4));
        // SAFETY: as above.
        Ok(unsafe {
            (
                core::slice::from_raw_parts(counters.cast(), entries),
                core::slice::from_raw_parts(behind.cast(), entries),
            )
        })
    }
}

fn expect_counters(len: usize, entries: usize) -> Result<(), Error> {
    let needed = entries.checked_mul(RECALLK_COUNTERS).ok_or(Error::SizeOverflow)?;
    if len == needed { Ok(()) } else { Err(Error::Length { needed, found: len }) }
}

/// Checked scores of golds.
pub(in crate::capi) struct GivenScores {
    rows: recallk_matrix_t,
    columns: recallk_matrix_t,
}

/// Runs a body with the given scores, if there are any, their dtype erased.
pub(in crate::capi) fn with_given(
    scores: Option<&GivenScores>,
    options: &Options,
    body: &mut dyn FnMut(Option<&Given>) -> Result<u64, Error>,
) -> Result<u64, Error> {
    let Some(GivenScores { rows, columns }) = scores else { return body(None) };
    Matrix::line(rows).counted(false, options, None, |rows| {
        Matrix::line(columns).counted(false, options, None, |columns| {
            body(Some(&Sides { rows: &*rows, columns: &*columns }))
        })
    })
}
