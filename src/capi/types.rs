//! The types and constants of the C ABI, under their C names.

use core::ffi::c_void;

/// Number of this ABI, for recallk_check_abi().
pub const RECALLK_ABI: u32 = 1;

/// Alignment of scratch memory in bytes.
pub const RECALLK_ALIGN: usize = 8;

/// In a map from columns to rows: the column is no query. In a
/// recallk_detail_t: there is no such place. In ranks of relevant ids: a
/// repeated id that has its rank elsewhere.
pub const RECALLK_NONE: u32 = 4294967295;

/// Score type: IEEE 754 single precision.
pub const RECALLK_F32: i32 = 1;
/// Score type: IEEE 754 double precision.
pub const RECALLK_F64: i32 = 2;
/// Score type: IEEE 754 half precision.
pub const RECALLK_F16: i32 = 3;
/// Score type: bfloat16, the upper half of a single.
pub const RECALLK_BF16: i32 = 4;
/// Score type: int8_t.
pub const RECALLK_I8: i32 = 5;
/// Score type: uint8_t.
pub const RECALLK_U8: i32 = 6;
/// Score type: int16_t.
pub const RECALLK_I16: i32 = 7;
/// Score type: uint16_t.
pub const RECALLK_U16: i32 = 8;
/// Score type: int32_t.
pub const RECALLK_I32: i32 = 9;
/// Score type: uint32_t.
pub const RECALLK_U32: i32 = 10;
/// Score type: int64_t.
pub const RECALLK_I64: i32 = 11;
/// Score type: uint64_t.
pub const RECALLK_U64: i32 = 12;

/// NaN policy: any NaN in the matrix is RECALLK_NAN_SCORE (default).
pub const RECALLK_NAN_REJECT: i32 = 0;
/// NaN policy: a NaN gold is a miss, a NaN candidate is never ahead nor tied.
pub const RECALLK_NAN_WORST: i32 = 1;

/// Order: the higher score is better (default).
pub const RECALLK_HIGHER_FIRST: i32 = 0;
/// Order: the lower score is better (distances).
pub const RECALLK_LOWER_FIRST: i32 = 1;

/// Backend: the fastest that this processor has (default).
pub const RECALLK_BACKEND_AUTOMATIC: i32 = 0;
/// Backend: portable code, compiled for the build's target.
pub const RECALLK_BACKEND_PORTABLE: i32 = 1;
/// Backend: vectors of 128 bits, on every x86-64.
pub const RECALLK_BACKEND_SSE2: i32 = 2;
/// Backend: vectors of 256 bits, x86-64 with AVX2.
pub const RECALLK_BACKEND_AVX2: i32 = 3;
/// Backend: vectors of 512 bits, x86-64 with AVX-512 F and BW.
pub const RECALLK_BACKEND_AVX512: i32 = 4;
/// Backend: vectors of 128 bits, on every AArch64.
pub const RECALLK_BACKEND_NEON: i32 = 5;

/// Tie rule: tied items of lower index come first (default).
pub const RECALLK_TIES_LOWER_INDEX: i32 = 0;
/// Tie rule: the gold comes first.
pub const RECALLK_TIES_OPTIMISTIC: i32 = 1;
/// Tie rule: the gold comes last.
pub const RECALLK_TIES_PESSIMISTIC: i32 = 2;
/// Tie rule: tied items of higher index come first.
pub const RECALLK_TIES_HIGHER_INDEX: i32 = 3;
/// Tie rule: the mean of the optimistic and the pessimistic rank, which may
/// end in one half.
pub const RECALLK_TIES_REALISTIC: i32 = 4;

/// Metric: P@K, the golds found at K, by K.
pub const RECALLK_METRIC_PRECISION: i32 = 1;
/// Metric: recall as a fraction, the golds found at K, by G. (What image-text
/// papers call R@K is recallk_hits of the best golds.)
pub const RECALLK_METRIC_RECALL: i32 = 2;
/// Metric: R-precision, the golds found at G, by G.
pub const RECALLK_METRIC_R_PRECISION: i32 = 3;
/// Metric: AP@K, the sum of i / (rank + 1) over the golds found at K, where i
/// counts them from 1; by G. The mean is mAP@K.
pub const RECALLK_METRIC_AP: i32 = 4;
/// Metric: as RECALLK_METRIC_AP, by min(K, G).
pub const RECALLK_METRIC_AP_CAPPED: i32 = 5;
/// Metric: mAP@R, AP@K with K = G, by G.
pub const RECALLK_METRIC_AP_AT_R: i32 = 6;
/// Metric: nDCG@K where all golds are equally relevant, the sum of
/// 1 / log2(rank + 2) over the golds found at K, by the same sum with all golds
/// in front. For grades see recallk_graded_ndcg.
pub const RECALLK_METRIC_NDCG: i32 = 7;

/// Gain of a gold in nDCG: its grade g (default).
pub const RECALLK_GAIN_LINEAR: i32 = 0;
/// Gain of a gold in nDCG: 2^g - 1.
pub const RECALLK_GAIN_EXPONENTIAL: i32 = 1;

/// A borrowed score matrix. Cell (i, j) is the element
/// data[i * row_stride + j * column_stride]; strides count elements and may be
/// negative or 0. Rows are queries and columns the items they rank; in both
/// directions columns also rank the rows. Only cells are read, never what lies
/// between rows. Fastest are rows with column_stride 1 and, in both directions,
/// columns with row_stride 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_matrix_t {
    /// Cell (0, 0), aligned for its type.
    pub data: *const c_void,
    /// Number of rows, at most 2^32 - 2.
    pub rows: usize,
    /// Number of columns, at most 2^32 - 2.
    pub columns: usize,
    /// Elements from one row to the next.
    pub row_stride: isize,
    /// Elements from one column to the next.
    pub column_stride: isize,
    /// One of RECALLK_F32 ... RECALLK_U64.
    pub dtype: i32,
    /// 0.
    pub flags: u32,
}

/// Golds of many queries in compressed rows: those of query q are
/// items[offsets[q]] to items[offsets[q + 1] - 1], ascending; a query may have
/// none, which makes it a miss.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_golds_t {
    /// One more than queries.
    pub offsets: *const u64,
    /// Number of offsets.
    pub offsets_len: usize,
    /// 0-based item indices.
    pub items: *const u32,
    /// Number of items.
    pub items_len: usize,
    /// NULL: query q is row q, for every row. Else query q is row queries[q],
    /// strictly ascending, and other rows are no queries. (Columns, where the
    /// golds are those of columns.)
    pub queries: *const u32,
    /// Number of listed queries.
    pub queries_len: usize,
}

/// How scores are to be understood. NULL stands for all defaults; a zeroed
/// struct with struct_size set does, too.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_options_t {
    /// sizeof(recallk_options_t).
    pub struct_size: u32,
    /// RECALLK_NAN_REJECT or RECALLK_NAN_WORST.
    pub nan_policy: i32,
    /// RECALLK_HIGHER_FIRST or RECALLK_LOWER_FIRST.
    pub order: i32,
    /// RECALLK_BACKEND_AUTOMATIC, or a backend by name.
    pub backend: i32,
    /// 0.
    pub reserved: [u32; 4],
}

/// More about what a call found or why it failed: set struct_size and pass
/// it, or pass NULL. Filled on success and on failure, except where detail
/// itself is at fault: its pointer, its struct_size, or an overlap with it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_detail_t {
    /// sizeof(recallk_detail_t), set by the caller.
    pub struct_size: u32,
    /// Where the fault is: row of the score matrix (of a gold of a column: the
    /// gold), or the query of a rank or grade; or the index of the offset, length or listed query at fault, in
    /// the first of the arrays that has one; else RECALLK_NONE.
    pub row: u32,
    /// Column of the score matrix, or which of the ranks or grades of its query;
    /// else RECALLK_NONE.
    pub column: u32,
    /// 0.
    pub reserved: u32,
    /// Number of NaN cells of the matrix (RECALLK_NAN_WORST).
    pub nan_cells: u64,
    /// Number of misses: queries without gold or with NaN golds only, ids absent
    /// from the list; where each gold has a result, each one missed, and each
    /// query without gold. Both directions: of both.
    pub without_gold: u64,
    /// After RECALLK_SCRATCH_TOO_SMALL the bytes, after RECALLK_WRONG_LENGTH
    /// the elements that would have fitted (0 where no number would); else 0.
    pub needed: u64,
}

/// How one query's gold stands among the other items; every tie rule is a
/// function of it. For several golds and any-hit the gold is the best-scored
/// one, and items that are golds are not counted. A miss has ahead = number of
/// items and tied_golds = 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_tally_t {
    /// Items that score better.
    pub ahead: u32,
    /// Equal items before the first gold of that score.
    pub tied_before: u32,
    /// Equal items between the first and the last gold of that score.
    pub tied_between: u32,
    /// Equal items behind the last gold of that score.
    pub tied_after: u32,
    /// Golds that have that score.
    pub tied_golds: u32,
}

/// A metric over all orders of tied items, a fraction. Three equal values say
/// that ties decide nothing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_range_t {
    /// With every tie against the golds.
    pub lowest: f64,
    /// The mean over all orders of the tied items.
    pub expected: f64,
    /// With every tie in favour of the golds.
    pub highest: f64,
}

/// What one direction of an evaluation is quoted by.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct recallk_report_t {
    /// sizeof(recallk_report_t), set by the caller.
    pub struct_size: u32,
    /// 0.
    pub reserved: u32,
    /// Number of queries.
    pub queries: u64,
    /// Size of the gallery; the largest where sizes differ.
    pub items: u64,
    /// Queries that are misses.
    pub without_gold: u64,
    /// Queries with a non-gold item tied with their gold.
    pub tied_queries: u64,
    /// Sum over the queries of twice the 1-based rank.
    pub rank_sum_doubled: u64,
    /// Twice the lower of the two middle ranks, 1-based.
    pub median_lower_doubled: u64,
    /// Twice the upper of the two middle ranks, 1-based.
    pub median_upper_doubled: u64,
    /// Median rank, 1-based; the mean of the two middle ones.
    pub median_rank: f64,
    /// Mean rank, 1-based; misses count with the gallery size + 1.
    pub mean_rank: f64,
    /// Mean reciprocal rank, a fraction; misses add 0.
    pub mrr: f64,
    /// Mean of the unrounded recalls in percent at K = 1, 5, 10, 20.
    pub ar: f64,
}

// The header asserts the same sizes in C.
const _: () = {
    assert!(size_of::<recallk_matrix_t>() == 5 * size_of::<usize>() + 8);
    assert!(size_of::<recallk_golds_t>() == 6 * size_of::<usize>());
    assert!(size_of::<recallk_options_t>() == 32);
    assert!(size_of::<recallk_detail_t>() == 40);
    assert!(size_of::<recallk_tally_t>() == 20);
    assert!(size_of::<recallk_report_t>() == 96);
    assert!(size_of::<recallk_range_t>() == 24);
    // Tallies and ranges are handed through.
    assert!(size_of::<recallk_tally_t>() == size_of::<crate::Tally>());
    assert!(align_of::<recallk_tally_t>() == align_of::<crate::Tally>());
    assert!(size_of::<recallk_range_t>() == size_of::<crate::TieRange>());
    assert!(align_of::<recallk_range_t>() == align_of::<crate::TieRange>());
};
