//! Status codes, their messages.

use core::ffi::{CStr, c_char};

/// Result of a call. 0 is success; the numbers never change meaning.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum recallk_status_t {
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
}

pub(super) use recallk_status_t::*;

/// One sentence for each status, in the order of the numbers.
const MESSAGES: [&CStr; 40] = [
    c"success",
    c"a pointer is NULL though its length is not 0",
    c"a pointer is not aligned for its type",
    c"the dtype of the matrix is unknown",
    c"the NaN policy is unknown",
    c"the order is unknown",
    c"the tie rule is unknown, or has no integer ranks",
    c"the backend is unknown",
    c"the dtype was left out of this build",
    c"the backend is not available in this build or on this processor",
    c"sizes are too large to address or to count",
    c"an output overlaps another buffer",
    c"the scratch memory is too small",
    c"a length does not fit the others",
    c"there are no queries or no items",
    c"a gold is not an item of the gallery",
    c"the golds of a query, or their ranks, do not ascend",
    c"a gold is named twice",
    c"a score is NaN",
    c"offsets descend or point behind the end",
    c"the listed queries do not ascend",
    c"a listed query is outside the matrix",
    c"more than 22 decimals",
    c"flags or reserved fields are not 0",
    c"a struct_size does not fit this library's ABI",
    c"an average over no value",
    c"a tile reaches outside its matrix",
    c"a query was not counted against every item once",
    c"an ignored item is not an item of the gallery",
    c"the ignored items of a query do not ascend",
    c"a gold of a query is ignored",
    c"the golds are of another dtype or order",
    c"the saved bytes are not of this library",
    c"the saved bytes are of another version of this library",
    c"the saved bytes hold other numbers of golds and counts",
    c"the saved bytes are damaged or cut off",
    c"it is not clear whose golds are whose in the sweep",
    c"the metric or the gain is unknown",
    c"the grade of a gold is negative or not a number, or its gain is not finite",
    c"a rank has no counter in the histogram",
];

/// One sentence on a status: static, never NULL, also for unknown numbers.
#[unsafe(no_mangle)]
pub extern "C" fn recallk_status_message(status: i32) -> *const c_char {
    let message = usize::try_from(status).ok().and_then(|status| MESSAGES.get(status));
    message.copied().unwrap_or(c"unknown status").as_ptr()
}

/// The short name of a backend, for RECALLK_BACKEND_AUTOMATIC that of the one
/// it chooses here: static, never NULL, "unknown" for a number that is none.
#[unsafe(no_mangle)]
pub extern "C" fn recallk_backend_name(backend: i32) -> *const c_char {
    super::backend(backend).map_or(c"unknown", |backend| backend.name()).as_ptr()
}

/// The version of the library, as in "1.2.3".
#[unsafe(no_mangle)]
pub extern "C" fn recallk_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The number of the library's ABI: RECALLK_ABI of the header it was built with.
#[unsafe(no_mangle)]
pub extern "C" fn recallk_abi_version() -> u32 {
    super::types::RECALLK_ABI
}

/// Whether the library fits the header a program was compiled with:
/// recallk_check_abi(RECALLK_ABI) before anything else.
///
/// @return RECALLK_OK, RECALLK_ABI_MISMATCH
#[unsafe(no_mangle)]
#[must_use]
pub extern "C" fn recallk_check_abi(abi: u32) -> recallk_status_t {
    if abi == super::types::RECALLK_ABI { RECALLK_OK } else { RECALLK_ABI_MISMATCH }
}
