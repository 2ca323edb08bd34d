//! Scratch memory for both directions, cut into its parts.

use core::ffi::c_void;
use core::marker::PhantomData;

use super::super::status::RECALLK_SIZE_OVERFLOW;
use super::{Call, Checked, Matrix};
use crate::Error;
use crate::engine::Block;
use crate::rank::{self, BothSize, State};
use crate::sweep::{Count, Gold};

impl<'a> Call<'a, '_> {
    /// Scratch memory for both directions over a matrix.
    pub(in crate::capi) fn both_scratch(
        &mut self,
        matrix: &Matrix,
        scratch: *mut c_void,
        bytes: usize,
    ) -> Checked<BothMemory<'a>> {
        self.tile_scratch(matrix.both_size(), scratch, bytes)
    }

    /// Scratch memory for a tile, whose golds and counts are elsewhere.
    pub(in crate::capi) fn tile_scratch(
        &mut self,
        size: BothSize,
        scratch: *mut c_void,
        bytes: usize,
    ) -> Checked<BothMemory<'a>> {
        let needed = self.both_bytes(&size)?;
        let memory = self.scratch_bytes(scratch, bytes, needed)?;
        Ok(BothMemory { memory, size, caller: PhantomData })
    }

    /// Bytes of scratch for both directions.
    pub(in crate::capi) fn both_bytes(&mut self, size: &BothSize) -> Checked<usize> {
        BothMemory::bytes(size).ok_or_else(|| self.refuse(RECALLK_SIZE_OVERFLOW))
    }
}

/// Scratch for both directions: golds, blocks, counts, links, one after the
/// other, which keeps each aligned.
pub(in crate::capi) struct BothMemory<'a> {
    pub(super) memory: *mut u8,
    pub(super) size: BothSize,
    caller: PhantomData<&'a mut [u8]>,
}

/// Blocks have one size whatever their type.
pub(super) const BLOCK: usize = size_of::<Block<f32>>();

impl<'a> BothMemory<'a> {
    fn bytes(size: &BothSize) -> Option<usize> {
        let queries = size.queries.checked_mul(size_of::<Gold>() + size_of::<Count>())?;
        let links = size.links.checked_mul(size_of::<u32>())?;
        let bytes = queries.checked_add(links)?.checked_add(size.blocks.checked_mul(BLOCK)?)?;
        Some(bytes).filter(|&bytes| bytes <= isize::MAX as usize)
    }

    /// The links of a tile.
    pub(in crate::capi) fn links(&mut self) -> &'a mut [u32] {
        let BothSize { queries, links, blocks } = self.size;
        let state = queries * (size_of::<Gold>() + size_of::<Count>());
        let start = self.memory.wrapping_add(state + blocks * BLOCK);
        // SAFETY: a part of the checked memory, behind the blocks; handed out once.
        unsafe { core::slice::from_raw_parts_mut(start.cast(), links) }
    }

    /// The state beside the blocks.
    pub(in crate::capi) fn state(&mut self, matrix: &Matrix) -> Result<State<'a>, Error> {
        let BothSize { queries, links, blocks } = self.size;
        let counts = self.memory.wrapping_add(queries * size_of::<Gold>() + blocks * BLOCK);
        let behind = counts.wrapping_add(queries * size_of::<Count>());
        // SAFETY: three parts of the checked memory that overlap neither each
        // other nor the blocks; handed out once, as above.
        let (golds, counts, links) = unsafe {
            (
                core::slice::from_raw_parts_mut(self.memory.cast::<Gold>(), queries),
                core::slice::from_raw_parts_mut(counts.cast::<Count>(), queries),
                core::slice::from_raw_parts_mut(behind.cast::<u32>(), links),
            )
        };
        rank::state(matrix.rows(), matrix.columns(), golds, counts, links)
    }
}
