/*
 * recallk: exact retrieval metrics by counting. Generated from src/capi by
 * cbindgen; do not edit.
 *
 * Conventions, for every function:
 *
 * - Fallible functions return a recallk_status_t, 0 for success. Results come
 *   through the last parameters. After an error results are unchanged, except
 *   that a NaN score found midway (RECALLK_NAN_SCORE) leaves the outputs of a
 *   function on score matrices without a result.
 * - Lengths follow their pointer and count elements; those of scratch memory
 *   count bytes. With length 0 any pointer will do, NULL too; else NULL is
 *   allowed only where stated (options, detail). Lengths of outputs must fit
 *   exactly, scratch may be larger than needed.
 * - The caller owns all memory. Pointers must be aligned for their type,
 *   scratch memory to RECALLK_ALIGN. An output, scratch or detail may overlap
 *   no other buffer of the call; a matrix reaches from its lowest to its
 *   highest cell, padding included. Inputs may overlap each other. All of this
 *   is checked; that the memory is really there cannot be. Where several
 *   things are wrong, any one of them is reported.
 * - Nothing allocates, blocks, starts a thread or keeps state, but for the
 *   cached choice of vector instructions. Any number of
 *   threads may call any function at once, as long as no thread writes what
 *   another one reads.
 * - Ranks are 0-based integers; what is named median_rank or mean_rank is
 *   1-based, as papers print it. Recalls are fractions unless called percent.
 * - Structs with a struct_size are to be zeroed, and struct_size set to their
 *   sizeof, before each use.
 */

#ifndef RECALLK_H
#define RECALLK_H

#include <stddef.h>
#include <stdint.h>

#define RECALLK_VERSION "0.1.0"
#define RECALLK_VERSION_MAJOR 0
#define RECALLK_VERSION_MINOR 1
#define RECALLK_VERSION_PATCH 0

#if defined(__cplusplus) && __cplusplus >= 201703L
#define RECALLK_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define RECALLK_NODISCARD __attribute__((warn_unused_result))
#else
#define RECALLK_NODISCARD
#endif

/// In a map from columns to rows: the column is no query. In a
/// recallk_detail_t: there is no such place. In ranks of relevant ids: a
/// repeated id that has its rank elsewhere.
#define RECALLK_NONE UINT32_C(4294967295)

/// Number of this ABI, for recallk_check_abi().
#define RECALLK_ABI 2

/// Alignment of scratch memory in bytes.
#define RECALLK_ALIGN 8

/// Score type: IEEE 754 single precision.
#define RECALLK_F32 1

/// Score type: IEEE 754 double precision.
#define RECALLK_F64 2

/// Score type: IEEE 754 half precision.
#define RECALLK_F16 3

/// Score type: bfloat16, the upper half of a single.
#define RECALLK_BF16 4

/// Score type: int8_t.
#define RECALLK_I8 5

/// Score type: uint8_t.
#define RECALLK_U8 6

/// Score type: int16_t.
#define RECALLK_I16 7

/// Score type: uint16_t.
#define RECALLK_U16 8

/// Score type: int32_t.
#define RECALLK_I32 9

/// Score type: uint32_t.
#define RECALLK_U32 10

/// Score type: int64_t.
#define RECALLK_I64 11

/// Score type: uint64_t.
#define RECALLK_U64 12

/// NaN policy: any NaN in the matrix is RECALLK_NAN_SCORE (default).
#define RECALLK_NAN_REJECT 0

/// NaN policy: a NaN gold is a miss, a NaN candidate is never ahead nor tied.
#define RECALLK_NAN_WORST 1

/// Order: the higher score is better (default).
#define RECALLK_HIGHER_FIRST 0

/// Order: the lower score is better (distances).
#define RECALLK_LOWER_FIRST 1

/// Backend: the fastest that this processor has (default).
#define RECALLK_BACKEND_AUTOMATIC 0

/// Backend: portable code, compiled for the build's target.
#define RECALLK_BACKEND_PORTABLE 1

/// Backend: vectors of 128 bits, on every x86-64.
#define RECALLK_BACKEND_SSE2 2

/// Backend: vectors of 256 bits, x86-64 with AVX2.
#define RECALLK_BACKEND_AVX2 3

/// Backend: vectors of 512 bits, x86-64 with AVX-512 F and BW.
#define RECALLK_BACKEND_AVX512 4

/// Backend: vectors of 128 bits, on every AArch64.
#define RECALLK_BACKEND_NEON 5

/// Tie rule: tied items of lower index come first (default).
#define RECALLK_TIES_LOWER_INDEX 0

/// Tie rule: the gold comes first.
#define RECALLK_TIES_OPTIMISTIC 1

/// Tie rule: the gold comes last.
#define RECALLK_TIES_PESSIMISTIC 2

/// Tie rule: tied items of higher index come first.
#define RECALLK_TIES_HIGHER_INDEX 3

/// Tie rule: the mean of the optimistic and the pessimistic rank, which may
/// end in one half.
#define RECALLK_TIES_REALISTIC 4

/// Metric: P@K, the golds found at K, by K.
#define RECALLK_METRIC_PRECISION 1

/// Metric: recall as a fraction, the golds found at K, by G. (What image-text
/// papers call R@K is recallk_hits of the best golds.)
#define RECALLK_METRIC_RECALL 2

/// Metric: R-precision, the golds found at G, by G.
#define RECALLK_METRIC_R_PRECISION 3

/// Metric: AP@K, the sum of i / (rank + 1) over the golds found at K, where i
/// counts them from 1; by G. The mean is mAP@K.
#define RECALLK_METRIC_AP 4

/// Metric: as RECALLK_METRIC_AP, by min(K, G).
#define RECALLK_METRIC_AP_CAPPED 5

/// Metric: mAP@R, AP@K with K = G, by G.
#define RECALLK_METRIC_AP_AT_R 6

/// Metric: nDCG@K where all golds are equally relevant, the sum of
/// 1 / log2(rank + 2) over the golds found at K, by the same sum with all golds
/// in front. For grades see recallk_graded_ndcg.
#define RECALLK_METRIC_NDCG 7

/// Gain of a gold in nDCG: its grade g (default).
#define RECALLK_GAIN_LINEAR 0

/// Gain of a gold in nDCG: 2^g - 1.
#define RECALLK_GAIN_EXPONENTIAL 1

/// 32-bit counters that a query has: counts of n golds are n times so many.
#define RECALLK_COUNTERS 7

/// Result of a call. 0 is success; the numbers never change meaning.
enum recallk_status_t
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Success.
    RECALLK_OK = 0,
    /// A pointer is NULL whose length is not 0.
    RECALLK_NULL_POINTER = 1,
    /// A pointer is not aligned for its type.
    RECALLK_MISALIGNED = 2,
    /// The dtype of a matrix is none of RECALLK_F32 ... RECALLK_U64.
    RECALLK_UNKNOWN_DTYPE = 3,
    /// The NaN policy is unknown.
    RECALLK_UNKNOWN_POLICY = 4,
    /// The order is unknown.
    RECALLK_UNKNOWN_ORDER = 5,
    /// The tie rule is unknown, or has no integer ranks where these are asked.
    RECALLK_UNKNOWN_RULE = 6,
    /// The backend is unknown.
    RECALLK_UNKNOWN_BACKEND = 7,
    /// The dtype was left out of this build.
    RECALLK_DTYPE_NOT_BUILT = 8,
    /// The backend is not in this build, or not on this processor.
    RECALLK_BACKEND_NOT_AVAILABLE = 9,
    /// Sizes overflow the address space, 2^32 - 2 items, or a sum.
    RECALLK_SIZE_OVERFLOW = 10,
    /// An output overlaps another buffer.
    RECALLK_OVERLAP = 11,
    /// Scratch memory is too small; detail says how many bytes are needed.
    RECALLK_SCRATCH_TOO_SMALL = 12,
    /// A length does not fit the others; detail says which would, in elements.
    RECALLK_WRONG_LENGTH = 13,
    /// There is nothing to rank: no row, no column, or no query.
    RECALLK_NO_QUERIES = 14,
    /// A gold is not an item of the gallery.
    RECALLK_GOLD_OUT_OF_RANGE = 15,
    /// The golds of a query, or their ranks, do not ascend.
    RECALLK_GOLDS_NOT_ASCENDING = 16,
    /// A gold is named twice where each gold has a rank of its own.
    RECALLK_DUPLICATE_GOLD = 17,
    /// A score is NaN; detail names the first one: lowest row, then column.
    RECALLK_NAN_SCORE = 18,
    /// Offsets descend or point behind the end, or a list is longer than its row.
    RECALLK_BAD_OFFSETS = 19,
    /// The listed queries do not ascend strictly.
    RECALLK_QUERIES_NOT_ASCENDING = 20,
    /// A listed query is outside the matrix.
    RECALLK_QUERY_OUT_OF_RANGE = 21,
    /// More than 22 decimals.
    RECALLK_TOO_MANY_DIGITS = 22,
    /// Flags or reserved fields are not 0.
    RECALLK_RESERVED_NOT_ZERO = 23,
    /// A struct_size is not that of this library's ABI.
    RECALLK_ABI_MISMATCH = 24,
    /// An average over no value.
    RECALLK_EMPTY = 25,
    /// A tile reaches outside its matrix.
    RECALLK_TILE_OUTSIDE = 26,
    /// A query was not counted against every item once: a tile is missing, was
    /// counted twice, or was another. detail names the row or the column.
    RECALLK_NOT_COVERED = 27,
    /// An ignored item is not an item of the gallery.
    RECALLK_IGNORED_OUT_OF_RANGE = 28,
    /// The ignored items of a query descend.
    RECALLK_IGNORED_NOT_ASCENDING = 29,
    /// A gold of a query is among the items that it ignores.
    RECALLK_IGNORED_GOLD = 30,
    /// Golds were gathered from scores of another dtype, or under another order.
    RECALLK_OTHER_GOLDS = 31,
    /// Saved bytes are not of this library.
    RECALLK_SAVED_FOREIGN = 32,
    /// Saved bytes are of another version of this library.
    RECALLK_SAVED_VERSION = 33,
    /// Saved bytes hold other numbers of golds and counts.
    RECALLK_SAVED_OTHER_SHAPE = 34,
    /// Saved bytes are damaged or cut off.
    RECALLK_SAVED_DAMAGED = 35,
    /// A sweep has both a map and golds, neither, golds of columns where each gold of
    /// rows is asked for, or scores of one side only.
    RECALLK_SWEEP_UNCLEAR = 36,
    /// The metric, or the gain, is unknown.
    RECALLK_UNKNOWN_METRIC = 37,
    /// The grade of a gold is negative or NaN, or its gain is not finite.
    RECALLK_BAD_GRADE = 38,
    /// A rank has no counter in the histogram; detail names it as row.
    RECALLK_RANK_OUT_OF_RANGE = 39,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum recallk_status_t recallk_status_t;
#else
typedef int32_t recallk_status_t;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// A borrowed score matrix. Cell (i, j) is the element
/// data[i * row_stride + j * column_stride]; strides count elements and may be
/// negative or 0. Rows are queries and columns the items they rank; in both
/// directions columns also rank the rows. Only cells are read, never what lies
/// between rows. Fastest are rows with column_stride 1 and, in both directions,
/// columns with row_stride 1.
typedef struct recallk_matrix_t {
    /// Cell (0, 0), aligned for its type.
    const void *data;
    /// Number of rows, at most 2^32 - 2.
    size_t rows;
    /// Number of columns, at most 2^32 - 2.
    size_t columns;
    /// Elements from one row to the next.
    ptrdiff_t row_stride;
    /// Elements from one column to the next.
    ptrdiff_t column_stride;
    /// One of RECALLK_F32 ... RECALLK_U64.
    int32_t dtype;
    /// 0.
    uint32_t flags;
} recallk_matrix_t;

/// How scores are to be understood. NULL stands for all defaults; a zeroed
/// struct with struct_size set does, too.
typedef struct recallk_options_t {
    /// sizeof(recallk_options_t).
    uint32_t struct_size;
    /// RECALLK_NAN_REJECT or RECALLK_NAN_WORST.
    int32_t nan_policy;
    /// RECALLK_HIGHER_FIRST or RECALLK_LOWER_FIRST.
    int32_t order;
    /// RECALLK_BACKEND_AUTOMATIC, or a backend by name.
    int32_t backend;
    /// 0.
    uint32_t reserved[4];
} recallk_options_t;

/// How one query's gold stands among the other items; every tie rule is a
/// function of it. For several golds and any-hit the gold is the best-scored
/// one, and items that are golds are not counted. A miss has ahead = number of
/// items and tied_golds = 0.
typedef struct recallk_tally_t {
    /// Items that score better.
    uint32_t ahead;
    /// Equal items before the first gold of that score.
    uint32_t tied_before;
    /// Equal items between the first and the last gold of that score.
    uint32_t tied_between;
    /// Equal items behind the last gold of that score.
    uint32_t tied_after;
    /// Golds that have that score.
    uint32_t tied_golds;
} recallk_tally_t;

/// More about what a call found or why it failed: set struct_size and pass
/// it, or pass NULL. Filled on success and on failure, except where detail
/// itself is at fault: its pointer, its struct_size, or an overlap with it.
typedef struct recallk_detail_t {
    /// sizeof(recallk_detail_t), set by the caller.
    uint32_t struct_size;
    /// Where the fault is: row of the score matrix (of a gold of a column: the
    /// gold), or the query of a rank or grade; or the index of the offset, length or listed query at fault, in
    /// the first of the arrays that has one; else RECALLK_NONE.
    uint32_t row;
    /// Column of the score matrix, or which of the ranks or grades of its query;
    /// else RECALLK_NONE.
    uint32_t column;
    /// 0.
    uint32_t reserved;
    /// Number of NaN cells of the matrix (RECALLK_NAN_WORST).
    uint64_t nan_cells;
    /// Number of misses: queries without gold or with NaN golds only, ids absent
    /// from the list; where each gold has a result, each one missed, and each
    /// query without gold. Both directions: of both.
    uint64_t without_gold;
    /// After RECALLK_SCRATCH_TOO_SMALL the bytes, after RECALLK_WRONG_LENGTH
    /// the elements that would have fitted (0 where no number would); else 0.
    uint64_t needed;
} recallk_detail_t;

/// Golds of many queries in compressed rows: those of query q are
/// items[offsets[q]] to items[offsets[q + 1] - 1], ascending; a query may have
/// none, which makes it a miss.
typedef struct recallk_golds_t {
    /// One more than queries.
    const uint64_t *offsets;
    /// Number of offsets.
    size_t offsets_len;
    /// 0-based item indices.
    const uint32_t *items;
    /// Number of items.
    size_t items_len;
    /// NULL: query q is row q, for every row. Else query q is row queries[q],
    /// strictly ascending, and other rows are no queries. (Columns, where the
    /// golds are those of columns.)
    const uint32_t *queries;
    /// Number of listed queries.
    size_t queries_len;
    /// NULL: no query ignores items. Else query q ignores the items
    /// ignored[ignored_offsets[q]] to ignored[ignored_offsets[q + 1] - 1],
    /// ascending, no gold of its own among them: they are no candidates, and its
    /// gallery is smaller by so many. Equal neighbours count once.
    const uint64_t *ignored_offsets;
    /// As offsets_len; 0 with NULL.
    size_t ignored_offsets_len;
    /// 0-based item indices.
    const uint32_t *ignored;
    /// Number of ignored items.
    size_t ignored_len;
} recallk_golds_t;

/// What one direction of an evaluation is quoted by.
typedef struct recallk_report_t {
    /// sizeof(recallk_report_t), set by the caller.
    uint32_t struct_size;
    /// 0.
    uint32_t reserved;
    /// Number of queries.
    uint64_t queries;
    /// Size of the gallery; the largest where sizes differ.
    uint64_t items;
    /// Queries that are misses.
    uint64_t without_gold;
    /// Queries with a non-gold item tied with their gold.
    uint64_t tied_queries;
    /// Sum over the queries of twice the 1-based rank.
    uint64_t rank_sum_doubled;
    /// Twice the lower of the two middle ranks, 1-based.
    uint64_t median_lower_doubled;
    /// Twice the upper of the two middle ranks, 1-based.
    uint64_t median_upper_doubled;
    /// Median rank, 1-based; the mean of the two middle ones.
    double median_rank;
    /// Mean rank, 1-based; misses count with the gallery size + 1.
    double mean_rank;
    /// Mean reciprocal rank, a fraction; misses add 0.
    double mrr;
    /// Mean of the unrounded recalls in percent at K = 1, 5, 10, 20.
    double ar;
} recallk_report_t;

/// A metric over all orders of tied items, a fraction. Three equal values say
/// that ties decide nothing.
typedef struct recallk_range_t {
    /// With every tie against the golds.
    double lowest;
    /// The mean over all orders of the tied items.
    double expected;
    /// With every tie in favour of the golds.
    double highest;
} recallk_range_t;

/// What is to be known of a matrix that comes in tiles: who is a query, and whose
/// golds are whose. Of row_of_column and row_golds one is NULL.
typedef struct recallk_sweep_t {
    /// sizeof(recallk_sweep_t).
    uint32_t struct_size;
    /// The dtype of all tiles.
    int32_t dtype;
    /// Number of rows of the whole matrix.
    size_t rows;
    /// Number of columns of the whole matrix.
    size_t columns;
    /// Both directions, as in recallk_tallies_both.
    const uint32_t *row_of_column;
    /// Number of columns; 0 with NULL.
    size_t row_of_column_len;
    /// Golds of the rows.
    const struct recallk_golds_t *row_golds;
    /// Golds of the columns; NULL: rows alone are queries.
    const struct recallk_golds_t *column_golds;
    /// 1: each gold of the rows has a result of its own, as in
    /// recallk_gold_tallies; column_golds is NULL then. Else 0.
    uint32_t every_gold;
    /// 0.
    uint32_t reserved;
    /// Scores of golds, of the dtype, that come from elsewhere and need not be
    /// found in the tiles: whatever a tile holds in a gold's own cell never counts.
    /// One for each column of a map (that of a distractor is not read), else one for
    /// each item of row_golds. NULL: golds are gathered from the tiles.
    const void *row_scores;
    /// Number of row_scores.
    size_t row_scores_len;
    /// The same for the golds of the columns; for a map one for each column, too.
    const void *column_scores;
    /// Number of column_scores.
    size_t column_scores_len;
} recallk_sweep_t;

/// What a query looks for: to be cleared, gathered, merged, saved and sent about,
/// its members being the library's own business.
typedef struct recallk_gold_t {
    /// Its score as an ordered integer.
    int64_t key;
    /// The first gold of that score.
    uint32_t first;
    /// The last.
    uint32_t last;
    /// How many there are; 0: none was seen yet.
    uint32_t tied;
    /// Of which dtype and order the key is.
    uint32_t kind;
} recallk_gold_t;

/// A part of a matrix. Tiles may have any shape and strides.
typedef struct recallk_tile_t {
    /// The scores.
    struct recallk_matrix_t scores;
    /// The row of the matrix that the first row of scores is.
    size_t row;
    /// The column of the matrix that the first column of scores is.
    size_t column;
} recallk_tile_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// One sentence on a status: static, never NULL, also for unknown numbers.
const char *recallk_status_message(int32_t status);

/// The short name of a backend, for RECALLK_BACKEND_AUTOMATIC that of the one
/// it chooses here: static, never NULL, "unknown" for a number that is none.
const char *recallk_backend_name(int32_t backend);

/// The version of the library, as in "1.2.3".
const char *recallk_version(void);

/// The number of the library's ABI: RECALLK_ABI of the header it was built with.
uint32_t recallk_abi_version(void);

/// Whether the library fits the header a program was compiled with:
/// recallk_check_abi(RECALLK_ABI) before anything else.
///
/// @return RECALLK_OK, RECALLK_ABI_MISMATCH
RECALLK_NODISCARD recallk_status_t recallk_check_abi(uint32_t abi);

/// The tally of one gold per row: gold[i] is the column that is gold for row i.
///
/// @param[in] scores a matrix with at least one cell
/// @param[in] gold, gold_len one gold per row
/// @param[in] options NULL for the defaults
/// @param[out] tallies, tallies_len one per row; no result after an error
/// @param[out] detail NULL allowed
/// @return RECALLK_OK, RECALLK_GOLD_OUT_OF_RANGE, RECALLK_NAN_SCORE,
/// RECALLK_WRONG_LENGTH, or what is wrong with a pointer, matrix or option
RECALLK_NODISCARD
recallk_status_t recallk_tallies(const struct recallk_matrix_t *scores,
                                 const uint32_t *gold,
                                 size_t gold_len,
                                 const struct recallk_options_t *options,
                                 struct recallk_tally_t *tallies,
                                 size_t tallies_len,
                                 struct recallk_detail_t *detail);

/// The tally of the best gold of each query ("any-hit": what image-text papers
/// call R@K). Other golds never count against it.
///
/// @param[in] golds golds of the rows; equal neighbours count once
/// @param[out] tallies, tallies_len one per query; no result after an error
/// @return as recallk_tallies, and RECALLK_BAD_OFFSETS,
/// RECALLK_GOLDS_NOT_ASCENDING, RECALLK_QUERIES_NOT_ASCENDING,
/// RECALLK_QUERY_OUT_OF_RANGE
RECALLK_NODISCARD
recallk_status_t recallk_best_tallies(const struct recallk_matrix_t *scores,
                                      const struct recallk_golds_t *golds,
                                      const struct recallk_options_t *options,
                                      struct recallk_tally_t *tallies,
                                      size_t tallies_len,
                                      struct recallk_detail_t *detail);

/// Bytes of scratch that recallk_gold_tallies and recallk_gold_ranks need: 0
/// unless a query has more than 8 golds, else 24 for each gold of the largest.
///
/// @param[out] bytes NULL is not allowed
RECALLK_NODISCARD
recallk_status_t recallk_gold_scratch(const struct recallk_golds_t *golds,
                                      size_t *bytes,
                                      struct recallk_detail_t *detail);

/// The tally of every gold in the full order: golds count for each other, so
/// that tied_between is 0 and tied_golds 1.
///
/// @param[in] golds golds of the rows; equal neighbours are an error
/// @param[in] scratch, scratch_len see recallk_gold_scratch
/// @param[out] tallies, tallies_len one per gold, in the order of the golds; no
/// result after an error
/// @return as recallk_best_tallies, and RECALLK_DUPLICATE_GOLD,
/// RECALLK_SCRATCH_TOO_SMALL
RECALLK_NODISCARD
recallk_status_t recallk_gold_tallies(const struct recallk_matrix_t *scores,
                                      const struct recallk_golds_t *golds,
                                      const struct recallk_options_t *options,
                                      void *scratch,
                                      size_t scratch_len,
                                      struct recallk_tally_t *tallies,
                                      size_t tallies_len,
                                      struct recallk_detail_t *detail);

/// The 0-based rank of one gold per row under the default tie rule: as
/// recallk_tallies.
RECALLK_NODISCARD
recallk_status_t recallk_ranks(const struct recallk_matrix_t *scores,
                               const uint32_t *gold,
                               size_t gold_len,
                               const struct recallk_options_t *options,
                               uint32_t *ranks,
                               size_t ranks_len,
                               struct recallk_detail_t *detail);

/// The 0-based rank of the best gold of each query: as recallk_best_tallies.
RECALLK_NODISCARD
recallk_status_t recallk_best_ranks(const struct recallk_matrix_t *scores,
                                    const struct recallk_golds_t *golds,
                                    const struct recallk_options_t *options,
                                    uint32_t *ranks,
                                    size_t ranks_len,
                                    struct recallk_detail_t *detail);

/// The 0-based rank of every gold: as recallk_gold_tallies.
RECALLK_NODISCARD
recallk_status_t recallk_gold_ranks(const struct recallk_matrix_t *scores,
                                    const struct recallk_golds_t *golds,
                                    const struct recallk_options_t *options,
                                    void *scratch,
                                    size_t scratch_len,
                                    uint32_t *ranks,
                                    size_t ranks_len,
                                    struct recallk_detail_t *detail);

/// Bytes of scratch that the calls in both directions need for a matrix. They
/// grow with rows + columns. The cells are not read: data may be any pointer
/// that is not NULL and aligned for the dtype.
///
/// @param[out] bytes NULL is not allowed
RECALLK_NODISCARD
recallk_status_t recallk_both_scratch(const struct recallk_matrix_t *scores,
                                      size_t *bytes,
                                      struct recallk_detail_t *detail);

/// Any-hit tallies of both directions from one pass over the matrix.
///
/// @param[in] row_of_column the row that each column belongs to (the image of
/// each text), or RECALLK_NONE for a distractor: an item for the rows that is
/// no query
/// @param[in] scratch, scratch_len see recallk_both_scratch
/// @param[out] row_tallies, row_tallies_len one per row; a row without columns
/// is a miss
/// @param[out] column_tallies, column_tallies_len one per column that is no
/// distractor, in the order of the columns
/// @return as recallk_tallies, and RECALLK_SCRATCH_TOO_SMALL
RECALLK_NODISCARD
recallk_status_t recallk_tallies_both(const struct recallk_matrix_t *scores,
                                      const uint32_t *row_of_column,
                                      size_t row_of_column_len,
                                      const struct recallk_options_t *options,
                                      void *scratch,
                                      size_t scratch_len,
                                      struct recallk_tally_t *row_tallies,
                                      size_t row_tallies_len,
                                      struct recallk_tally_t *column_tallies,
                                      size_t column_tallies_len,
                                      struct recallk_detail_t *detail);

/// Any-hit tallies of both directions with golds on both sides.
///
/// @param[in] row_golds golds of the rows: column indices
/// @param[in] column_golds golds of the columns: row indices, queries are columns
/// @param[in] scratch, scratch_len see recallk_both_scratch
/// @param[out] row_tallies, row_tallies_len one per row query
/// @param[out] column_tallies, column_tallies_len one per column query
/// @return as recallk_best_tallies, and RECALLK_SCRATCH_TOO_SMALL
RECALLK_NODISCARD
recallk_status_t recallk_tallies_both_csr(const struct recallk_matrix_t *scores,
                                          const struct recallk_golds_t *row_golds,
                                          const struct recallk_golds_t *column_golds,
                                          const struct recallk_options_t *options,
                                          void *scratch,
                                          size_t scratch_len,
                                          struct recallk_tally_t *row_tallies,
                                          size_t row_tallies_len,
                                          struct recallk_tally_t *column_tallies,
                                          size_t column_tallies_len,
                                          struct recallk_detail_t *detail);

/// The 0-based ranks of both directions: as recallk_tallies_both.
RECALLK_NODISCARD
recallk_status_t recallk_ranks_both(const struct recallk_matrix_t *scores,
                                    const uint32_t *row_of_column,
                                    size_t row_of_column_len,
                                    const struct recallk_options_t *options,
                                    void *scratch,
                                    size_t scratch_len,
                                    uint32_t *row_ranks,
                                    size_t row_ranks_len,
                                    uint32_t *column_ranks,
                                    size_t column_ranks_len,
                                    struct recallk_detail_t *detail);

/// The 0-based ranks of both directions: as recallk_tallies_both_csr.
RECALLK_NODISCARD
recallk_status_t recallk_ranks_both_csr(const struct recallk_matrix_t *scores,
                                        const struct recallk_golds_t *row_golds,
                                        const struct recallk_golds_t *column_golds,
                                        const struct recallk_options_t *options,
                                        void *scratch,
                                        size_t scratch_len,
                                        uint32_t *row_ranks,
                                        size_t row_ranks_len,
                                        uint32_t *column_ranks,
                                        size_t column_ranks_len,
                                        struct recallk_detail_t *detail);

/// Bytes of scratch that recallk_list_ranks_* and recallk_list_gold_ranks_* need:
/// 0 unless a query has more than 64 relevant ids, else 16 for each id of the
/// largest (more than some of them need).
///
/// @param[in] relevant_offsets, relevant_offsets_len as in those calls
/// @param[out] bytes NULL is not allowed
RECALLK_NODISCARD
recallk_status_t recallk_list_scratch(const uint64_t *relevant_offsets,
                                      size_t relevant_offsets_len,
                                      size_t *bytes,
                                      struct recallk_detail_t *detail);

/// The 0-based rank of the first relevant id in each list ("any-hit"): the
/// index of its first occurrence, or the length of the list where none of the
/// relevant ids is in it (a miss). To turn such ranks into hits give the lengths
/// as sizes. Ids may repeat, and need not be sorted.
///
/// @param[in] ids, ids_len the lists, best id first
/// @param[in] offsets, offsets_len list q is ids[offsets[q]] to
/// ids[offsets[q + 1] - 1]; or NULL and 0
/// @param[in] lengths, lengths_len without offsets: list q is the first lengths[q]
/// of the ids_len / lengths_len ids of row q of a padded matrix; else NULL and 0
/// @param[in] relevant, relevant_len relevant ids
/// @param[in] relevant_offsets, relevant_offsets_len those of query q are
/// relevant[relevant_offsets[q]] to relevant[relevant_offsets[q + 1] - 1]; NULL
/// and 0 for one relevant id per query
/// @param[in] scratch, scratch_len see recallk_list_scratch
/// @param[out] ranks, ranks_len one per query
/// @return RECALLK_OK, RECALLK_BAD_OFFSETS, RECALLK_WRONG_LENGTH,
/// RECALLK_NO_QUERIES, RECALLK_SCRATCH_TOO_SMALL, or what is wrong with a pointer
RECALLK_NODISCARD
recallk_status_t recallk_list_ranks_u32(const uint32_t *ids,
                                        size_t ids_len,
                                        const uint64_t *offsets,
                                        size_t offsets_len,
                                        const uint32_t *lengths,
                                        size_t lengths_len,
                                        const uint32_t *relevant,
                                        size_t relevant_len,
                                        const uint64_t *relevant_offsets,
                                        size_t relevant_offsets_len,
                                        void *scratch,
                                        size_t scratch_len,
                                        uint32_t *ranks,
                                        size_t ranks_len,
                                        struct recallk_detail_t *detail);

/// The 0-based rank of every relevant id, in the order given: its first
/// occurrence in the list, or the length of the list where it is absent. An id
/// that the set repeats has its rank once; its later copies get RECALLK_NONE.
///
/// @param[out] ranks, ranks_len one per relevant id
/// @return as recallk_list_ranks_u32
RECALLK_NODISCARD
recallk_status_t recallk_list_gold_ranks_u32(const uint32_t *ids,
                                             size_t ids_len,
                                             const uint64_t *offsets,
                                             size_t offsets_len,
                                             const uint32_t *lengths,
                                             size_t lengths_len,
                                             const uint32_t *relevant,
                                             size_t relevant_len,
                                             const uint64_t *relevant_offsets,
                                             size_t relevant_offsets_len,
                                             void *scratch,
                                             size_t scratch_len,
                                             uint32_t *ranks,
                                             size_t ranks_len,
                                             struct recallk_detail_t *detail);

/// As recallk_list_ranks_u32, for ids of type uint64_t.
RECALLK_NODISCARD
recallk_status_t recallk_list_ranks_u64(const uint64_t *ids,
                                        size_t ids_len,
                                        const uint64_t *offsets,
                                        size_t offsets_len,
                                        const uint32_t *lengths,
                                        size_t lengths_len,
                                        const uint64_t *relevant,
                                        size_t relevant_len,
                                        const uint64_t *relevant_offsets,
                                        size_t relevant_offsets_len,
                                        void *scratch,
                                        size_t scratch_len,
                                        uint32_t *ranks,
                                        size_t ranks_len,
                                        struct recallk_detail_t *detail);

/// As recallk_list_gold_ranks_u32, for ids of type uint64_t.
RECALLK_NODISCARD
recallk_status_t recallk_list_gold_ranks_u64(const uint64_t *ids,
                                             size_t ids_len,
                                             const uint64_t *offsets,
                                             size_t offsets_len,
                                             const uint32_t *lengths,
                                             size_t lengths_len,
                                             const uint64_t *relevant,
                                             size_t relevant_len,
                                             const uint64_t *relevant_offsets,
                                             size_t relevant_offsets_len,
                                             void *scratch,
                                             size_t scratch_len,
                                             uint32_t *ranks,
                                             size_t ranks_len,
                                             struct recallk_detail_t *detail);

/// As recallk_list_ranks_u32, for ids of type int64_t.
RECALLK_NODISCARD
recallk_status_t recallk_list_ranks_i64(const int64_t *ids,
                                        size_t ids_len,
                                        const uint64_t *offsets,
                                        size_t offsets_len,
                                        const uint32_t *lengths,
                                        size_t lengths_len,
                                        const int64_t *relevant,
                                        size_t relevant_len,
                                        const uint64_t *relevant_offsets,
                                        size_t relevant_offsets_len,
                                        void *scratch,
                                        size_t scratch_len,
                                        uint32_t *ranks,
                                        size_t ranks_len,
                                        struct recallk_detail_t *detail);

/// As recallk_list_gold_ranks_u32, for ids of type int64_t.
RECALLK_NODISCARD
recallk_status_t recallk_list_gold_ranks_i64(const int64_t *ids,
                                             size_t ids_len,
                                             const uint64_t *offsets,
                                             size_t offsets_len,
                                             const uint32_t *lengths,
                                             size_t lengths_len,
                                             const int64_t *relevant,
                                             size_t relevant_len,
                                             const uint64_t *relevant_offsets,
                                             size_t relevant_offsets_len,
                                             void *scratch,
                                             size_t scratch_len,
                                             uint32_t *ranks,
                                             size_t ranks_len,
                                             struct recallk_detail_t *detail);

/// 0-based ranks of tallies under a tie rule with integer ranks.
///
/// @param[in] tallies, tallies_len tallies
/// @param[in] rule RECALLK_TIES_LOWER_INDEX, _OPTIMISTIC, _PESSIMISTIC or
/// _HIGHER_INDEX
/// @param[out] ranks, ranks_len one per tally; a miss has the gallery size
/// @return RECALLK_OK, RECALLK_UNKNOWN_RULE, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_tally_ranks(const struct recallk_tally_t *tallies,
                                     size_t tallies_len,
                                     int32_t rule,
                                     uint32_t *ranks,
                                     size_t ranks_len,
                                     struct recallk_detail_t *detail);

/// Twice the 0-based ranks of tallies under any tie rule: integers also under
/// RECALLK_TIES_REALISTIC.
///
/// @param[out] ranks, ranks_len one per tally; a miss has twice the gallery size
/// @return RECALLK_OK, RECALLK_UNKNOWN_RULE, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_tally_doubled_ranks(const struct recallk_tally_t *tallies,
                                             size_t tallies_len,
                                             int32_t rule,
                                             uint64_t *ranks,
                                             size_t ranks_len,
                                             struct recallk_detail_t *detail);

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
RECALLK_NODISCARD
recallk_status_t recallk_report(const struct recallk_tally_t *tallies,
                                size_t tallies_len,
                                const uint32_t *sizes,
                                size_t sizes_len,
                                int32_t rule,
                                const uint32_t *ks,
                                size_t ks_len,
                                uint64_t *hits,
                                size_t hits_len,
                                double *recall,
                                size_t recall_len,
                                struct recallk_report_t *report,
                                struct recallk_detail_t *detail);

/// For each K the number of queries with rank < min(K, size), in the order of
/// the Ks. K = 0 gives 0; K may exceed the gallery. A rank that is not below its
/// size is a miss and never a hit.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] ks, ks_len cutoffs
/// @param[out] hits, hits_len one per K
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_hits(const uint32_t *ranks,
                              size_t ranks_len,
                              const uint32_t *sizes,
                              size_t sizes_len,
                              const uint32_t *ks,
                              size_t ks_len,
                              uint64_t *hits,
                              size_t hits_len,
                              struct recallk_detail_t *detail);

/// Recall as a fraction: hits / queries in one division; 0 for no query.
double recallk_recall(uint64_t hits, uint64_t queries);

/// Recall in percent: (hits / queries) * 100, in this order; 0 for no query.
double recallk_recall_percent(uint64_t hits, uint64_t queries);

/// AR: the mean of recalls, added from left to right. By definition those at
/// K = 1, 5, 10, 20 in percent, unrounded.
///
/// @param[out] ar the mean
/// @return RECALLK_OK, RECALLK_EMPTY
RECALLK_NODISCARD
recallk_status_t recallk_average_recall(const double *recalls,
                                        size_t recalls_len,
                                        double *ar,
                                        struct recallk_detail_t *detail);

/// rsum: the sum of recalls from left to right. By custom R@1, R@5, R@10 in
/// percent of the row queries, then of the column queries.
///
/// @param[out] rsum the sum, 0 for no value
/// @return RECALLK_OK
RECALLK_NODISCARD
recallk_status_t recallk_rsum(const double *recalls,
                              size_t recalls_len,
                              double *rsum,
                              struct recallk_detail_t *detail);

/// The two middle ranks, 0-based; the same one twice for an odd number. The
/// ranks are only read. The median of papers is (lower + upper) / 2 + 1.
///
/// @param[out] lower, upper the middle ranks
/// @return RECALLK_OK, RECALLK_NO_QUERIES
RECALLK_NODISCARD
recallk_status_t recallk_median_pair(const uint32_t *ranks,
                                     size_t ranks_len,
                                     uint32_t *lower,
                                     uint32_t *upper,
                                     struct recallk_detail_t *detail);

/// Median rank, 1-based: for an even number the mean of the two middle ranks.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[out] median_rank the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES
RECALLK_NODISCARD
recallk_status_t recallk_median_rank(const uint32_t *ranks,
                                     size_t ranks_len,
                                     double *median_rank,
                                     struct recallk_detail_t *detail);

/// Mean rank, 1-based; a miss counts with its rank, the gallery size.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[out] mean_rank the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES
RECALLK_NODISCARD
recallk_status_t recallk_mean_rank(const uint32_t *ranks,
                                   size_t ranks_len,
                                   double *mean_rank,
                                   struct recallk_detail_t *detail);

/// Mean reciprocal rank, a fraction: the mean of 1 / (rank + 1); a miss, whose
/// rank is not below its size, adds 0.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[out] mrr the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_mrr(const uint32_t *ranks,
                             size_t ranks_len,
                             const uint32_t *sizes,
                             size_t sizes_len,
                             double *mrr,
                             struct recallk_detail_t *detail);

/// MRR@K: as recallk_mrr, from the ranks of the best golds, but a rank that is
/// not below K adds 0, too.
///
/// @param[in] ranks, ranks_len 0-based ranks
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] k the cutoff
/// @param[out] mrr the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_mrr_at(const uint32_t *ranks,
                                size_t ranks_len,
                                const uint32_t *sizes,
                                size_t sizes_len,
                                uint32_t k,
                                double *mrr,
                                struct recallk_detail_t *detail);

/// Wilson's 95 % interval of a recall, as fractions: exactly 0 below at no hit,
/// exactly 1 above at a hit in every query.
///
/// @param[out] lower, upper the interval; 0 and 1 for no query
/// @return RECALLK_OK
RECALLK_NODISCARD
recallk_status_t recallk_wilson(uint64_t hits,
                                uint64_t queries,
                                double *lower,
                                double *upper,
                                struct recallk_detail_t *detail);

/// Sorts the ranks of each query ascending, in place: those of query q are
/// ranks[offsets[q]] to ranks[offsets[q + 1] - 1]. Ranks behind the last offset
/// are left alone.
///
/// @return RECALLK_OK, RECALLK_BAD_OFFSETS
RECALLK_NODISCARD
recallk_status_t recallk_sort_ranks(const uint64_t *offsets,
                                    size_t offsets_len,
                                    uint32_t *ranks,
                                    size_t ranks_len,
                                    struct recallk_detail_t *detail);

/// x rounded to so many decimals, exactly as CPython's round(x, digits): the
/// correctly rounded decimal of the binary value, half to even. NaN and
/// infinities come back as they are.
///
/// @param[in] digits 0 to 22
/// @param[out] rounded the result
/// @return RECALLK_OK, RECALLK_TOO_MANY_DIGITS
RECALLK_NODISCARD recallk_status_t recallk_round(double x, uint32_t digits, double *rounded);

/// A metric of every gold, from the ranks of all golds in the full order: see
/// RECALLK_METRIC_PRECISION and the others, where "found" means a rank below
/// min(K, size) and G is the number of a query's golds, those not found
/// included. All are fractions; K = 0, and a query without golds, give 0.
///
/// @param[in] offsets, offsets_len the ranks of query q are ranks[offsets[q]] to
/// ranks[offsets[q + 1] - 1]
/// @param[in] ranks, ranks_len 0-based ranks, ascending within each query
/// (recallk_sort_ranks). Two that are found are never equal; one not below its
/// size is a gold that is not found; RECALLK_NONE is no gold
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] metric one of RECALLK_METRIC_PRECISION ... RECALLK_METRIC_NDCG
/// @param[in] k the cutoff K, UINT32_MAX for the whole ranking; not used by
/// RECALLK_METRIC_R_PRECISION and RECALLK_METRIC_AP_AT_R
/// @param[out] each, each_len the value of each query; or NULL and 0
/// @param[out] mean the mean over all queries, summed as integers in units of
/// 2^-63: the same bits for any order of the queries and on any machine
/// @return RECALLK_OK, RECALLK_UNKNOWN_METRIC, RECALLK_NO_QUERIES,
/// RECALLK_BAD_OFFSETS, RECALLK_WRONG_LENGTH, RECALLK_GOLDS_NOT_ASCENDING (row:
/// the query, column: which of its ranks)
RECALLK_NODISCARD
recallk_status_t recallk_gold_metric(const uint64_t *offsets,
                                     size_t offsets_len,
                                     const uint32_t *ranks,
                                     size_t ranks_len,
                                     const uint32_t *sizes,
                                     size_t sizes_len,
                                     int32_t metric,
                                     uint32_t k,
                                     double *each,
                                     size_t each_len,
                                     double *mean,
                                     struct recallk_detail_t *detail);

/// nDCG@K of golds that are not equally relevant: the sum of gain /
/// log2(rank + 2) over the golds found at K, by the same sum with all golds in
/// front, best first. A query without golds, or without gain, gives 0.
///
/// @param[in] offsets, offsets_len golds of query q are the entries offsets[q]
/// to offsets[q + 1] - 1 of ranks and grades
/// @param[in] ranks, ranks_len 0-based ranks in any order within a query, as
/// recallk_gold_ranks writes them; else as in recallk_gold_metric
/// @param[in] grades, grades_len one per rank, not negative
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] gain RECALLK_GAIN_LINEAR or RECALLK_GAIN_EXPONENTIAL
/// @param[in] k the cutoff K, UINT32_MAX for the whole ranking
/// @param[in] scratch, scratch_len see recallk_graded_ndcg_scratch
/// @param[out] each, each_len the value of each query; or NULL and 0
/// @param[out] mean the mean over all queries
/// @return RECALLK_OK, RECALLK_UNKNOWN_METRIC (of gain), RECALLK_NO_QUERIES,
/// RECALLK_BAD_OFFSETS, RECALLK_WRONG_LENGTH, RECALLK_SCRATCH_TOO_SMALL,
/// RECALLK_BAD_GRADE (row: the query, column: which of its golds),
/// RECALLK_GOLDS_NOT_ASCENDING (two golds that are found have one rank; column:
/// which of the sorted ranks)
RECALLK_NODISCARD
recallk_status_t recallk_graded_ndcg(const uint64_t *offsets,
                                     size_t offsets_len,
                                     const uint32_t *ranks,
                                     size_t ranks_len,
                                     const double *grades,
                                     size_t grades_len,
                                     const uint32_t *sizes,
                                     size_t sizes_len,
                                     int32_t gain,
                                     uint32_t k,
                                     void *scratch,
                                     size_t scratch_len,
                                     double *each,
                                     size_t each_len,
                                     double *mean,
                                     struct recallk_detail_t *detail);

/// Bytes of scratch that recallk_graded_ndcg needs: 16 for each gold of the
/// query with most of them.
///
/// @param[in] offsets, offsets_len as in that call
/// @param[out] bytes NULL is not allowed
/// @return RECALLK_OK, RECALLK_BAD_OFFSETS
RECALLK_NODISCARD
recallk_status_t recallk_graded_ndcg_scratch(const uint64_t *offsets,
                                             size_t offsets_len,
                                             size_t *bytes,
                                             struct recallk_detail_t *detail);

/// Ranks in the "filtered" setting, in which the other golds of a query are no
/// candidates: the i-th gold found (from 0) has its rank minus i. Golds that are
/// not found keep their rank, and stay misses.
///
/// @param[in] offsets, offsets_len, ranks, ranks_len, sizes, sizes_len as in
/// recallk_gold_metric
/// @param[out] filtered, filtered_len one per rank; those outside the offsets are
/// left alone
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_BAD_OFFSETS,
/// RECALLK_WRONG_LENGTH, RECALLK_GOLDS_NOT_ASCENDING (row: the query, column:
/// which of its ranks)
RECALLK_NODISCARD
recallk_status_t recallk_filtered_ranks(const uint64_t *offsets,
                                        size_t offsets_len,
                                        const uint32_t *ranks,
                                        size_t ranks_len,
                                        const uint32_t *sizes,
                                        size_t sizes_len,
                                        uint32_t *filtered,
                                        size_t filtered_len,
                                        struct recallk_detail_t *detail);

/// The tie range of Recall@K of the best gold ("any-hit"), for each K, as
/// fractions. Lowest and highest are the recalls under RECALLK_TIES_PESSIMISTIC
/// and RECALLK_TIES_OPTIMISTIC; expected is the mean over all orders of the tied
/// items. Misses add 0; they are known by their tallies, so no sizes are asked.
///
/// @param[in] tallies, tallies_len of the best gold of each query
/// @param[in] ks, ks_len cutoffs
/// @param[out] ranges, ranges_len one per K
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_recall_range(const struct recallk_tally_t *tallies,
                                      size_t tallies_len,
                                      const uint32_t *ks,
                                      size_t ks_len,
                                      struct recallk_range_t *ranges,
                                      size_t ranges_len,
                                      struct recallk_detail_t *detail);

/// The tie range of the mean reciprocal rank of the best gold. Expected is the
/// mean of 1 / rank over all orders of the tied items. Misses add 0.
///
/// @param[in] tallies, tallies_len of the best gold of each query
/// @param[out] range the result
/// @return RECALLK_OK, RECALLK_NO_QUERIES
RECALLK_NODISCARD
recallk_status_t recallk_mrr_range(const struct recallk_tally_t *tallies,
                                   size_t tallies_len,
                                   struct recallk_range_t *range,
                                   struct recallk_detail_t *detail);

/// The tie range of RECALLK_METRIC_RECALL, the fraction of all golds found at K,
/// for each K. Golds that are missed add 0, as do queries without golds.
///
/// @param[in] offsets, offsets_len the golds of query q are tallies[offsets[q]]
/// to tallies[offsets[q + 1] - 1]
/// @param[in] tallies, tallies_len of every gold, as recallk_gold_tallies writes
/// them
/// @param[in] ks, ks_len cutoffs
/// @param[out] ranges, ranges_len one per K
/// @return RECALLK_OK, RECALLK_NO_QUERIES, RECALLK_BAD_OFFSETS,
/// RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_gold_recall_range(const uint64_t *offsets,
                                           size_t offsets_len,
                                           const struct recallk_tally_t *tallies,
                                           size_t tallies_len,
                                           const uint32_t *ks,
                                           size_t ks_len,
                                           struct recallk_range_t *ranges,
                                           size_t ranges_len,
                                           struct recallk_detail_t *detail);

/// Adds 0-based ranks to a histogram: how many queries have each rank.
///
/// For a gallery of N items the counters are one flat array. The first N count
/// the queries found at rank 0 to N - 1. Then comes one that counts the misses,
/// whose rank is N; or, where queries differ in the size of their gallery (or
/// list) and so misses in rank, N + 1 that count the misses of rank 0 to N. So
/// there are N + 1 or 2 N + 1. They start as zeros, and histograms of the same
/// length are merged by adding them up, element by element, anywhere:
/// recallk_histogram_merge, MPI_SUM on MPI_UINT64_T. Half ranks of
/// RECALLK_TIES_REALISTIC have no histogram.
///
/// After an error the counters are unchanged.
///
/// @param[in] ranks, ranks_len 0-based ranks; a rank not below its size is a miss
/// @param[in] sizes, sizes_len size of the gallery, one for all or one per query
/// @param[in] gallery N: no rank may be larger
/// @param[in,out] counters, counters_len the histogram
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_RANK_OUT_OF_RANGE
RECALLK_NODISCARD
recallk_status_t recallk_histogram_count(const uint32_t *ranks,
                                         size_t ranks_len,
                                         const uint32_t *sizes,
                                         size_t sizes_len,
                                         uint32_t gallery,
                                         uint64_t *counters,
                                         size_t counters_len,
                                         struct recallk_detail_t *detail);

/// Adds the counters of one histogram to those of another, modulo 2^64.
///
/// @param[in] from, from_len the histogram that is added
/// @param[in,out] into, into_len the sum, of the same length
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_histogram_merge(const uint64_t *from,
                                         size_t from_len,
                                         uint64_t *into,
                                         size_t into_len,
                                         struct recallk_detail_t *detail);

/// How many queries a histogram has counted, hits and misses.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] queries their number, 0 for none
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_SIZE_OVERFLOW
RECALLK_NODISCARD
recallk_status_t recallk_histogram_queries(const uint64_t *counters,
                                           size_t counters_len,
                                           uint32_t gallery,
                                           uint64_t *queries,
                                           struct recallk_detail_t *detail);

/// Hits at each K from a histogram: as recallk_hits of the ranks. Misses never
/// hit.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[in] ks, ks_len cutoffs
/// @param[out] hits, hits_len one per K
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
RECALLK_NODISCARD
recallk_status_t recallk_histogram_hits(const uint64_t *counters,
                                        size_t counters_len,
                                        uint32_t gallery,
                                        const uint32_t *ks,
                                        size_t ks_len,
                                        uint64_t *hits,
                                        size_t hits_len,
                                        struct recallk_detail_t *detail);

/// The two middle ranks of a histogram, 0-based: as recallk_median_pair of the
/// ranks.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] lower, upper the middle ranks
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
RECALLK_NODISCARD
recallk_status_t recallk_histogram_median_pair(const uint64_t *counters,
                                               size_t counters_len,
                                               uint32_t gallery,
                                               uint32_t *lower,
                                               uint32_t *upper,
                                               struct recallk_detail_t *detail);

/// Median rank of a histogram, 1-based: as recallk_median_rank of the ranks.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] median_rank the result
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
RECALLK_NODISCARD
recallk_status_t recallk_histogram_median_rank(const uint64_t *counters,
                                               size_t counters_len,
                                               uint32_t gallery,
                                               double *median_rank,
                                               struct recallk_detail_t *detail);

/// Mean rank of a histogram, 1-based: as recallk_mean_rank of the ranks. A miss
/// counts with its rank.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] mean_rank the result
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
RECALLK_NODISCARD
recallk_status_t recallk_histogram_mean_rank(const uint64_t *counters,
                                             size_t counters_len,
                                             uint32_t gallery,
                                             double *mean_rank,
                                             struct recallk_detail_t *detail);

/// Mean reciprocal rank of a histogram, a fraction: as recallk_mrr of the ranks. A
/// miss adds 0.
///
/// @param[in] counters, counters_len a histogram: N + 1 or 2 N + 1
/// @param[in] gallery N
/// @param[out] mrr the result
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_NO_QUERIES,
/// RECALLK_SIZE_OVERFLOW
RECALLK_NODISCARD
recallk_status_t recallk_histogram_mrr(const uint64_t *counters,
                                       size_t counters_len,
                                       uint32_t gallery,
                                       double *mrr,
                                       struct recallk_detail_t *detail);

/// How many golds a sweep has for rows and for columns: one for each row and each
/// column of the matrix, or one for each gold (every_gold), or none where rows
/// alone are queries. The golds of a sweep are one array, those of columns last;
/// counts are RECALLK_COUNTERS times as many.
///
/// @param[out] rows, columns NULL is not allowed
/// @return RECALLK_OK, RECALLK_SWEEP_UNCLEAR, or what is wrong with the golds
RECALLK_NODISCARD
recallk_status_t recallk_sweep_entries(const struct recallk_sweep_t *sweep,
                                       size_t *rows,
                                       size_t *columns,
                                       struct recallk_detail_t *detail);

/// Golds none of which was seen: what a sweep starts with. (Counts start as zeros.)
RECALLK_NODISCARD
recallk_status_t recallk_golds_clear(struct recallk_gold_t *golds,
                                     size_t golds_len,
                                     struct recallk_detail_t *detail);

/// The first sweep: takes in the golds whose scores are in a tile or, with scores
/// given, all of them, once, with any tile. No cell may be gathered twice. NaN golds
/// are passed over: under RECALLK_NAN_REJECT recallk_counts_push will meet them.
///
/// @param[in,out] golds, golds_len see recallk_sweep_entries; unchanged after an error
/// @return RECALLK_OK, RECALLK_TILE_OUTSIDE, RECALLK_OTHER_GOLDS, RECALLK_NAN_SCORE for
/// a NaN among given scores, or what is wrong with the sweep
RECALLK_NODISCARD
recallk_status_t recallk_golds_gather(const struct recallk_sweep_t *sweep,
                                      const struct recallk_tile_t *tile,
                                      const struct recallk_options_t *options,
                                      struct recallk_gold_t *golds,
                                      size_t golds_len,
                                      struct recallk_detail_t *detail);

/// Takes in golds that were gathered elsewhere for the same queries: of each query
/// the better score wins, and equal ones join. In any order; each tile once.
///
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH, RECALLK_OTHER_GOLDS
RECALLK_NODISCARD
recallk_status_t recallk_golds_merge(struct recallk_gold_t *golds,
                                     size_t golds_len,
                                     const struct recallk_gold_t *others,
                                     size_t others_len,
                                     struct recallk_detail_t *detail);

/// Bytes of scratch that counting a tile, or any smaller one of the same strides,
/// needs.
///
/// @param[out] bytes NULL is not allowed
RECALLK_NODISCARD
recallk_status_t recallk_tile_scratch(const struct recallk_sweep_t *sweep,
                                      const struct recallk_tile_t *tile,
                                      size_t *bytes,
                                      struct recallk_detail_t *detail);

/// The second sweep: counts every cell of a tile for its queries. All golds must have
/// been gathered and merged before. Counts may be anybody's: a thread's, a process's.
///
/// @param[in] golds, golds_len see recallk_sweep_entries
/// @param[in] scratch, scratch_len see recallk_tile_scratch
/// @param[in,out] counts, counts_len RECALLK_COUNTERS for each gold, zeros at first;
/// unchanged after an error, also after RECALLK_NAN_SCORE
/// @return RECALLK_OK, RECALLK_NAN_SCORE for the first NaN of the tile,
/// RECALLK_TILE_OUTSIDE, RECALLK_OTHER_GOLDS, or what is wrong with the sweep
RECALLK_NODISCARD
recallk_status_t recallk_counts_push(const struct recallk_sweep_t *sweep,
                                     const struct recallk_tile_t *tile,
                                     const struct recallk_options_t *options,
                                     const struct recallk_gold_t *golds,
                                     size_t golds_len,
                                     void *scratch,
                                     size_t scratch_len,
                                     uint32_t *counts,
                                     size_t counts_len,
                                     struct recallk_detail_t *detail);

/// Takes off what recallk_counts_push has added for a tile.
///
/// @return as recallk_counts_push
RECALLK_NODISCARD
recallk_status_t recallk_counts_unpush(const struct recallk_sweep_t *sweep,
                                       const struct recallk_tile_t *tile,
                                       const struct recallk_options_t *options,
                                       const struct recallk_gold_t *golds,
                                       size_t golds_len,
                                       void *scratch,
                                       size_t scratch_len,
                                       uint32_t *counts,
                                       size_t counts_len,
                                       struct recallk_detail_t *detail);

/// Adds up counts, element by element and modulo 2^32, as MPI_SUM on MPI_UINT32_T
/// does, too.
///
/// @return RECALLK_OK, RECALLK_WRONG_LENGTH
RECALLK_NODISCARD
recallk_status_t recallk_counts_merge(uint32_t *counts,
                                      size_t counts_len,
                                      const uint32_t *others,
                                      size_t others_len,
                                      struct recallk_detail_t *detail);

/// Golds and counts of the whole matrix to tallies, one for each query (or gold), as
/// recallk_tallies_both, recallk_best_tallies or recallk_gold_tallies would give.
///
/// @param[out] row_tallies, row_tallies_len one per row query, or gold
/// @param[out] column_tallies, column_tallies_len one per column query, if these are
/// @return RECALLK_OK, RECALLK_NOT_COVERED with the row or column in detail,
/// RECALLK_OTHER_GOLDS, or what is wrong with the sweep
RECALLK_NODISCARD
recallk_status_t recallk_counts_tallies(const struct recallk_sweep_t *sweep,
                                        const struct recallk_options_t *options,
                                        const struct recallk_gold_t *golds,
                                        size_t golds_len,
                                        const uint32_t *counts,
                                        size_t counts_len,
                                        struct recallk_tally_t *row_tallies,
                                        size_t row_tallies_len,
                                        struct recallk_tally_t *column_tallies,
                                        size_t column_tallies_len,
                                        struct recallk_detail_t *detail);

/// The 0-based ranks under the default tie rule: as recallk_counts_tallies.
RECALLK_NODISCARD
recallk_status_t recallk_counts_ranks(const struct recallk_sweep_t *sweep,
                                      const struct recallk_options_t *options,
                                      const struct recallk_gold_t *golds,
                                      size_t golds_len,
                                      const uint32_t *counts,
                                      size_t counts_len,
                                      uint32_t *row_ranks,
                                      size_t row_ranks_len,
                                      uint32_t *column_ranks,
                                      size_t column_ranks_len,
                                      struct recallk_detail_t *detail);

/// Bytes that golds and counts are saved in; either may be 0.
///
/// @param[in] counts_len RECALLK_COUNTERS for each entry
/// @param[out] bytes NULL is not allowed
RECALLK_NODISCARD
recallk_status_t recallk_saved_size(size_t golds_len,
                                    size_t counts_len,
                                    size_t *bytes,
                                    struct recallk_detail_t *detail);

/// Golds and counts as bytes, the same on every machine: for a job that resumes, or
/// whose parts meet later.
///
/// @param[out] bytes, bytes_len see recallk_saved_size
RECALLK_NODISCARD
recallk_status_t recallk_save(const struct recallk_gold_t *golds,
                              size_t golds_len,
                              const uint32_t *counts,
                              size_t counts_len,
                              uint8_t *bytes,
                              size_t bytes_len,
                              struct recallk_detail_t *detail);

/// Loads what recallk_save has saved; the lengths must be those that were saved.
///
/// @return RECALLK_OK, or, nothing being written, RECALLK_SAVED_FOREIGN,
/// RECALLK_SAVED_VERSION, RECALLK_SAVED_OTHER_SHAPE, RECALLK_SAVED_DAMAGED
RECALLK_NODISCARD
recallk_status_t recallk_load(const uint8_t *bytes,
                              size_t bytes_len,
                              struct recallk_gold_t *golds,
                              size_t golds_len,
                              uint32_t *counts,
                              size_t counts_len,
                              struct recallk_detail_t *detail);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RECALLK_H */


#if defined(__cplusplus)
#define RECALLK_ASSERT(truth) static_assert(truth, #truth)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define RECALLK_ASSERT(truth) _Static_assert(truth, #truth)
#endif
#if defined(RECALLK_ASSERT)
RECALLK_ASSERT(sizeof(recallk_status_t) == 4);
RECALLK_ASSERT(sizeof(recallk_matrix_t) == 5 * sizeof(size_t) + 8);
RECALLK_ASSERT(sizeof(recallk_golds_t) == 10 * sizeof(size_t));
RECALLK_ASSERT(sizeof(recallk_sweep_t) == 10 * sizeof(size_t) + 16);
RECALLK_ASSERT(sizeof(recallk_tile_t) == 7 * sizeof(size_t) + 8);
RECALLK_ASSERT(sizeof(recallk_gold_t) == 24);
RECALLK_ASSERT(sizeof(recallk_options_t) == 32);
RECALLK_ASSERT(sizeof(recallk_detail_t) == 40);
RECALLK_ASSERT(sizeof(recallk_tally_t) == 20);
RECALLK_ASSERT(sizeof(recallk_report_t) == 96);
RECALLK_ASSERT(sizeof(recallk_range_t) == 24);
#undef RECALLK_ASSERT
#endif
