//! Rows that are counted together, as nested pairs.
//!
//! `((Row, Row), Row)` is what a loop over an array of three would be, spelled
//! out by the type: the lanes of every row are sure to stay in registers (a loop
//! of eight was seen to go through memory, at twice the time), and one zip of
//! all rows has one length to check.

use core::ops::Range;

use super::Hits;
use super::tile::Reader;
use super::vector::Vector;
use crate::key::Score;
use crate::key::sealed::Integer;

/// The lanes that count for one row.
pub(super) struct Row<V> {
    key: V,
    above: V,
    equal: V,
}

/// The lanes that count for one vector of columns.
pub(super) struct Column<V> {
    pub(super) key: V,
    pub(super) above: V,
    pub(super) equal: V,
}

pub(super) type Rows2<V> = (Row<V>, Row<V>);
pub(super) type Rows4<V> = ((Rows2<V>, Row<V>), Row<V>);
#[cfg(target_arch = "x86_64")]
pub(super) type Rows8<V> = ((((Rows4<V>, Row<V>), Row<V>), Row<V>), Row<V>);

/// One or more rows; what is told of several comes in the order of the rows.
pub(super) trait Stack<V, S, const B: usize, const W: usize>
where
    V: Vector<W, Lane = S::Lane>,
    S: Score,
{
    const ROWS: usize;

    /// 64 bytes of each row.
    type Pieces<'a>: Copy
    where
        S: 'a;

    /// Rows that have counted nothing.
    fn new(keys: &[S::Lane]) -> Self;

    /// Pieces of their own.
    type Owned;

    /// What each row has left behind its whole pieces, then zero scores.
    fn rest(rows: &[&[S]]) -> Self::Owned;

    fn pieces(owned: &Self::Owned) -> Self::Pieces<'_>;

    /// The whole pieces of rows in a range, which is inside.
    fn walk<'a>(rows: &[&'a [S]], pieces: Range<usize>) -> impl Iterator<Item = Self::Pieces<'a>>
    where
        S: 'a;

    fn count<const WORST: bool>(
        &mut self,
        reader: &Reader<V>,
        pieces: Self::Pieces<'_>,
        nan: &mut V,
    );

    /// Counts what each row has left behind its whole pieces, and as many zero
    /// scores as fill a piece up. Where a row is long enough, its last cells are
    /// loaded and those counted before are made zero: no cell is copied.
    fn count_tail<const WORST: bool>(&mut self, reader: &Reader<V>, rows: &[&[S]], nan: &mut V);

    /// Counts the `at`-th vector of each piece, also for its columns; what is tied
    /// only with `TIES`.
    fn count_both<const WORST: bool, const TIES: bool>(
        &mut self,
        reader: &Reader<V>,
        pieces: Self::Pieces<'_>,
        at: usize,
        column: &mut Column<V>,
        nan: &mut V,
    );

    fn add_to(&self, hits: &mut [Hits]);
}

impl<V, S, const B: usize, const W: usize> Stack<V, S, B, W> for Row<V>
where
    V: Vector<W, Lane = S::Lane>,
    S: Score,
{
    const ROWS: usize = 1;

    type Pieces<'a>
        = &'a [S; B]
    where
        S: 'a;

    #[inline(always)]
    fn new(keys: &[S::Lane]) -> Self {
        let zero = V::splat(S::Lane::ZERO);
        let key = keys.first().copied().unwrap_or(S::Lane::ZERO);
        Row { key: V::splat(key), above: zero, equal: zero }
    }

    type Owned = [S; B];

    #[inline(always)]
    fn rest(rows: &[&[S]]) -> [S; B] {
        let mut piece = [S::default(); B];
        let cells = rows.first().map_or(&[][..], |row| row.as_chunks::<B>().1);
        for (slot, &cell) in piece.iter_mut().zip(cells) {
            *slot = cell;
        }
        piece
    }

    #[inline(always)]
    fn pieces(owned: &[S; B]) -> &[S; B] {
        owned
    }

    #[inline(always)]
    fn walk<'a>(rows: &[&'a [S]], pieces: Range<usize>) -> impl Iterator<Item = &'a [S; B]>
    where
        S: 'a,
    {
        let whole = rows.first().map_or(&[][..], |row| row.as_chunks::<B>().0);
        whole.get(pieces).unwrap_or(&[]).iter()
    }

    #[inline(always)]
    fn count<const WORST: bool>(&mut self, reader: &Reader<V>, piece: &[S; B], nan: &mut V) {
        V::prefetch(piece, reader.distance);
        for cells in piece.as_chunks::<W>().0 {
            self.count_bits::<S, W, WORST>(reader, V::load(cells), nan);
        }
    }

    #[inline(always)]
    fn count_tail<const WORST: bool>(&mut self, reader: &Reader<V>, rows: &[&[S]], nan: &mut V) {
        let row = rows.first().map_or(&[][..], |row| *row);
        let Some(last) = row.last_chunk::<B>() else {
            let rest = <Self as Stack<V, S, B, W>>::rest(rows);
            return self.count::<WORST>(reader, &rest, nan);
        };
        let zero = V::splat(S::Lane::ZERO);
        let left = V::splat(S::Lane::cut((row.len() % B) as i64));
        // How many lanes are behind, this one included: B, B - 1, .. 1.
        let behind = S::Lane::COUNTDOWN;
        for (cells, behind) in last.as_chunks::<W>().0.iter().zip(behind.as_ref().as_chunks().0) {
            let bits = V::load(cells).where_above(V::lanes(behind), left, zero);
            self.count_bits::<S, W, WORST>(reader, bits, nan);
        }
    }

    #[inline(always)]
    fn count_both<const WORST: bool, const TIES: bool>(
        &mut self,
        reader: &Reader<V>,
        piece: &[S; B],
        at: usize,
        column: &mut Column<V>,
        nan: &mut V,
    ) {
        if at == 0 {
            V::prefetch(piece, reader.distance);
        }
        if let Some(cells) = piece.as_chunks::<W>().0.get(at) {
            let lanes = reader.lanes::<S, W, WORST>(V::load(cells), nan);
            self.above = self.above.count_above(lanes, self.key, reader.minus_one);
            column.above = column.above.count_above(lanes, column.key, reader.minus_one);
            if TIES {
                self.equal = self.equal.count_equal(lanes, self.key, reader.minus_one);
                column.equal = column.equal.count_equal(lanes, column.key, reader.minus_one);
            }
        }
    }

    #[inline(always)]
    fn add_to(&self, hits: &mut [Hits]) {
        if let Some(hits) = hits.first_mut() {
            hits.ahead = hits.ahead.wrapping_add(self.above.sum());
            hits.tied = hits.tied.wrapping_add(self.equal.sum());
        }
    }
}

impl<V> Row<V> {
    #[inline(always)]
    fn count_bits<S, const W: usize, const WORST: bool>(
        &mut self,
        reader: &Reader<V>,
        bits: V,
        nan: &mut V,
    ) where
        V: Vector<W, Lane = S::Lane>,
        S: Score,
    {
        let lanes = reader.lanes::<S, W, WORST>(bits, nan);
        self.above = self.above.count_above(lanes, self.key, reader.minus_one);
        self.equal = self.equal.count_equal(lanes, self.key, reader.minus_one);
    }
}

impl<V, S, L, const B: usize, const W: usize> Stack<V, S, B, W> for (L, Row<V>)
where
    V: Vector<W, Lane = S::Lane>,
    S: Score,
    L: Stack<V, S, B, W>,
{
    const ROWS: usize = L::ROWS + 1;

    type Pieces<'a>
        = (L::Pieces<'a>, &'a [S; B])
    where
        S: 'a;

    #[inline(always)]
    fn new(keys: &[S::Lane]) -> Self {
        let last = keys.get(L::ROWS..).unwrap_or(&[]);
        (L::new(keys), <Row<V> as Stack<V, S, B, W>>::new(last))
    }

    type Owned = (L::Owned, [S; B]);

    #[inline(always)]
    fn rest(rows: &[&[S]]) -> Self::Owned {
        let last = rows.get(L::ROWS..).unwrap_or(&[]);
        (L::rest(rows), <Row<V> as Stack<V, S, B, W>>::rest(last))
    }

    #[inline(always)]
    fn pieces((owned, last): &Self::Owned) -> Self::Pieces<'_> {
        (L::pieces(owned), last)
    }

    #[inline(always)]
    fn walk<'a>(rows: &[&'a [S]], pieces: Range<usize>) -> impl Iterator<Item = Self::Pieces<'a>>
    where
        S: 'a,
    {
        let last = rows.get(L::ROWS..).unwrap_or(&[]);
        L::walk(rows, pieces.clone()).zip(<Row<V> as Stack<V, S, B, W>>::walk(last, pieces))
    }

    #[inline(always)]
    fn count<const WORST: bool>(
        &mut self,
        reader: &Reader<V>,
        (pieces, piece): Self::Pieces<'_>,
        nan: &mut V,
    ) {
        self.0.count::<WORST>(reader, pieces, nan);
        self.1.count::<WORST>(reader, piece, nan);
    }

    #[inline(always)]
    fn count_tail<const WORST: bool>(&mut self, reader: &Reader<V>, rows: &[&[S]], nan: &mut V) {
        self.0.count_tail::<WORST>(reader, rows, nan);
        let last = rows.get(L::ROWS..).unwrap_or(&[]);
        <Row<V> as Stack<V, S, B, W>>::count_tail::<WORST>(&mut self.1, reader, last, nan);
    }

    #[inline(always)]
    fn count_both<const WORST: bool, const TIES: bool>(
        &mut self,
        reader: &Reader<V>,
        (pieces, piece): Self::Pieces<'_>,
        at: usize,
        column: &mut Column<V>,
        nan: &mut V,
    ) {
        self.0.count_both::<WORST, TIES>(reader, pieces, at, column, nan);
        self.1.count_both::<WORST, TIES>(reader, piece, at, column, nan);
    }

    #[inline(always)]
    fn add_to(&self, hits: &mut [Hits]) {
        if let Some((hits, last)) = hits.split_at_mut_checked(L::ROWS) {
            self.0.add_to(hits);
            Stack::<V, S, B, W>::add_to(&self.1, last);
        }
    }
}
