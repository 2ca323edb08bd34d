//! What can be wrong with an input, and where.

use core::fmt;

/// A cell of the score matrix (or of the golds that refer to it), 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Row of the matrix.
    pub row: u32,
    /// Column of the matrix.
    pub column: u32,
}

// The number of an error is that of its status in C, and on top of it where the error
// says that it is: so C needs no table of either. `capi/ptr/call.rs` reads what is behind
// the number by it, so each variant must hold what its number says.
#[cfg(feature = "capi")]
pub(crate) const STATUS: u16 = 63;
pub(crate) const PLACE: u16 = 1 << 6;
pub(crate) const ROW: u16 = 1 << 7;
pub(crate) const COLUMN: u16 = 1 << 8;
pub(crate) const NEEDED: u16 = 1 << 9;
/// Which fault it is, is added to the number of the status.
pub(crate) const FAULT: u16 = 1 << 10;
/// Tells errors of one status apart.
const SAME: u16 = 1 << 11;

/// Why a call was refused.
///
/// Places are rows and columns of the score matrix. For a column query the
/// row is thus the gold and the column the query. Calls on ranked lists name
/// the query as row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u16)]
pub enum Error {
    /// There is nothing to rank: no row, no column, or no query.
    NoQueries = 14,
    /// A slice has not the length that the shapes demand.
    Length {
        /// Elements demanded.
        needed: usize,
        /// Elements given.
        found: usize,
    } = NEEDED + 13,
    /// Scratch memory is too small.
    ScratchTooSmall {
        /// Elements (of the slice at fault) or, in C, bytes that suffice.
        needed: usize,
    } = NEEDED + 12,
    /// A strided view reaches outside its data.
    OutOfBounds = 10 + SAME,
    /// Rows, columns or a product of them exceed what the kernel can count:
    /// 2^32 - 2 items, or the address space.
    SizeOverflow = 10,
    /// A gold is not an item of the gallery.
    GoldOutOfRange(Place) = PLACE + 15,
    /// The golds of a query are not ascending.
    GoldsNotAscending(Place) = PLACE + 16,
    /// A gold is named twice where each gold has a rank of its own.
    DuplicateGold(Place) = PLACE + 17,
    /// An ignored item is not an item of the gallery.
    IgnoredOutOfRange(Place) = PLACE + 28,
    /// The ignored items of a query are not ascending.
    IgnoredNotAscending(Place) = PLACE + 29,
    /// A gold of a query is among the items that it ignores.
    IgnoredGold(Place) = PLACE + 30,
    /// The ranks of a query's golds do not ascend, or two golds that are found
    /// have one rank. Row is the query, column which of its ranks is at fault
    /// (where they may come in any order: of the sorted ones).
    RanksNotAscending(Place) = PLACE + 16 + SAME,
    /// The grade of a gold is negative or NaN, or its gain is not finite. Row is
    /// the query, column which of its golds is at fault.
    BadGrade(Place) = PLACE + 38,
    /// A score, or a gold's score, is NaN under [`NanPolicy::Reject`](crate::NanPolicy::Reject).
    /// The place is the first NaN of the matrix: lowest row, then lowest column.
    NanScore(Place) = PLACE + 18,
    /// Offsets descend or point behind the end of what they index.
    BadOffsets {
        /// Index of the offset at fault.
        at: usize,
    } = ROW + 19,
    /// The list of query rows is not strictly ascending.
    QueriesNotAscending {
        /// Index in the list of queries.
        at: usize,
    } = ROW + 20,
    /// A listed query is not a row (or column) of the matrix.
    QueryOutOfRange {
        /// Index in the list of queries.
        at: usize,
    } = ROW + 21,
    /// A tile reaches outside its matrix. The place is its first cell.
    TileOutside(Place) = PLACE + 26,
    /// Golds were gathered from scores of another type, or under another order.
    OtherGolds = 31,
    /// Saved golds and counts are not as they were saved, or not of this job.
    Saved(SavedFault) = FAULT + 32,
    /// A row was not counted against every column once: a tile is missing, was
    /// counted twice, or was another.
    RowNotCovered {
        /// The first such row.
        row: usize,
    } = ROW + 27,
    /// A column was not counted against every row once.
    ColumnNotCovered {
        /// The first such column.
        column: usize,
    } = COLUMN + 27,
    /// A rank has no counter in a histogram: it is beyond the gallery, or a miss
    /// below it where misses have one counter alone.
    RankOutOfRange {
        /// Index of the first such rank.
        at: usize,
    } = ROW + 39,
    /// More cutoffs than a [`Report`](crate::Report) holds.
    TooManyCutoffs = 10 + SAME * 2,
    /// Rounding to more than 22 decimals.
    TooManyDigits = 22,
    /// An average over no value.
    Empty = 25,
    /// The backend is not in this build, or not on this processor.
    BackendNotAvailable = 9,
}

/// What is wrong with saved golds and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedFault {
    /// They do not begin as saved bytes do.
    Foreign,
    /// Another version has saved them.
    Version,
    /// They hold other numbers of golds and counts.
    OtherShape,
    /// Their checksum is wrong, or some are missing or too many.
    Damaged,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |f: &mut fmt::Formatter<'_>, what: &str, p: &Place| {
            write!(f, "{what} at row {}, column {}", p.row, p.column)
        };
        match self {
            Error::NoQueries => f.write_str("there are no queries"),
            Error::Length { needed, found } => {
                write!(f, "{needed} elements are needed, {found} were given")
            }
            Error::ScratchTooSmall { needed } => {
                write!(f, "scratch memory is too small, {needed} are needed")
            }
            Error::OutOfBounds => f.write_str("the view reaches outside its data"),
            Error::SizeOverflow => f.write_str("the sizes are too large to count"),
            Error::GoldOutOfRange(p) => at(f, "gold outside the gallery", p),
            Error::GoldsNotAscending(p) => at(f, "golds of a query must ascend, broken", p),
            Error::DuplicateGold(p) => at(f, "gold named twice", p),
            Error::IgnoredOutOfRange(p) => at(f, "ignored item outside the gallery", p),
            Error::IgnoredNotAscending(p) => {
                at(f, "ignored items of a query must ascend, broken", p)
            }
            Error::IgnoredGold(p) => at(f, "a gold is ignored", p),
            Error::RanksNotAscending(p) => {
                write!(f, "rank {} of query {} does not ascend", p.column, p.row)
            }
            Error::BadGrade(p) => {
                write!(f, "grade {} of query {} is no number from 0 on", p.column, p.row)
            }
            Error::NanScore(p) => at(f, "the score is NaN", p),
            Error::BadOffsets { at } => write!(f, "offset {at} descends or points too far"),
            Error::QueriesNotAscending { at } => {
                write!(f, "query {at} of the list does not ascend")
            }
            Error::QueryOutOfRange { at } => write!(f, "query {at} of the list is out of range"),
            Error::TileOutside(p) => at(f, "the tile reaches outside the matrix; it begins", p),
            Error::OtherGolds => {
                f.write_str("the golds are of scores of another type or under another order")
            }
            Error::Saved(fault) => f.write_str(match fault {
                SavedFault::Foreign => "the saved bytes are not of this library",
                SavedFault::Version => "the saved bytes are of another version of this library",
                SavedFault::OtherShape => "the saved bytes hold other numbers of golds and counts",
                SavedFault::Damaged => "the saved bytes are damaged or cut off",
            }),
            Error::RowNotCovered { row } => {
                write!(f, "row {row} was not counted against every column once")
            }
            Error::ColumnNotCovered { column } => {
                write!(f, "column {column} was not counted against every row once")
            }
            Error::RankOutOfRange { at } => write!(f, "rank {at} has no counter"),
            Error::TooManyCutoffs => f.write_str("more than 32 cutoffs"),
            Error::TooManyDigits => f.write_str("more than 22 decimals"),
            Error::BackendNotAvailable => f.write_str("the backend is not available"),
            Error::Empty => f.write_str("an average over no values"),
        }
    }
}

impl core::error::Error for Error {}

/// A place from indices that are known to fit, or are cut to the largest.
pub(crate) fn place(row: usize, column: usize) -> Place {
    Place { row: narrow(row), column: narrow(column) }
}

/// The index as `u32`, `u32::MAX` where it does not fit.
pub(crate) fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
