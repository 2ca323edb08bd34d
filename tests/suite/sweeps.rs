//! Sweeps over tiles: what coverage tells, and what is refused.

use crate::tiles::{Memory, State};
use recallk::{
    Block, Count, Counts, Coverage, Error, Gold, Golds, NONE, Options, Order, Place, Relevance,
    SavedFault, Scores, Sides, Sweep, Tile, TileScratch, load, merge_golds, save, saved_size,
};

/// Six rows by four columns, in tiles of two rows by two columns.
fn small() -> (Vec<f32>, [u32; 4], State) {
    let data: Vec<f32> = (0..24).map(|k| (k * 7 % 5) as f32).collect();
    (data, [0, 3, 5, 5], State::new(Sides { rows: 6, columns: 4 }))
}

fn tile(data: &[f32], row: usize, column: usize) -> Tile<'_, f32> {
    let scores = Scores::strided(data, row * 4 + column, 2, 2, 4, 1).unwrap();
    Tile { scores, row, column }
}

const TILES: [(usize, usize); 6] = [(0, 0), (0, 2), (2, 0), (2, 2), (4, 0), (4, 2)];

/// Each tile missing, pushed twice, or pushed in place of each other tile.
#[test]
fn coverage() {
    let (data, map, mut state) = small();
    let sweep = Sweep::new(6, 4, Relevance::RowOfColumn(&map), Options::default()).unwrap();
    for (row, column) in TILES {
        sweep.gather(&tile(&data, row, column), state.lend_golds()).unwrap();
    }
    let finish = |pushed: &[(usize, usize)]| {
        let mut state = state.clone();
        for &(row, column) in pushed {
            let golds = state.golds.clone();
            let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
            let tile = tile(&data, row, column);
            assert_eq!(state.count(&sweep, &tile, golds, Memory::default()), Ok(0));
        }
        state.finish(&sweep, (6, 4)).map(|_| ())
    };
    let row_error = |row: usize| Err(Error::RowNotCovered { row });
    assert_eq!(finish(&TILES), Ok(()));
    for k in 0..TILES.len() {
        let mut missing = TILES.to_vec();
        missing.remove(k);
        assert_eq!(finish(&missing), row_error(TILES[k].0));
        let mut twice = TILES.to_vec();
        twice.push(TILES[k]);
        assert_eq!(finish(&twice), row_error(TILES[k].0));
        for other in (0..TILES.len()).filter(|&other| other != k) {
            let mut swapped = TILES.to_vec();
            swapped[k] = TILES[other];
            assert!(finish(&swapped).is_err(), "{swapped:?}");
        }
    }
    // All columns of all rows, but two rows of one column stand in for another's.
    let odd = Tile { scores: tile(&data, 0, 0).scores, row: 2, column: 0 };
    let mut state = state.clone();
    let golds = state.golds.clone();
    let golds = Sides { rows: &golds.rows[..], columns: &golds.columns[..] };
    for (row, column) in TILES.into_iter().filter(|&at| at != (0, 0)) {
        state.count(&sweep, &tile(&data, row, column), golds, Memory::default()).unwrap();
    }
    state.count(&sweep, &odd, golds, Memory::default()).unwrap();
    assert_eq!(state.finish(&sweep, (6, 4)), Err(Error::RowNotCovered { row: 0 }));
}

/// A tile that reaches outside, and memory that does not fit, change nothing.
#[test]
fn refused() {
    let (data, map, mut state) = small();
    let sweep = Sweep::new(6, 4, Relevance::RowOfColumn(&map), Options::default()).unwrap();
    let fresh = state.clone();
    let none = [Gold::NONE; 6];
    let golds = Sides { rows: &none[..], columns: &none[..4] };
    for (row, column) in [(5, 0), (0, 3), (6, 0), (usize::MAX, 0), (0, usize::MAX)] {
        let outside = Tile { row, column, ..tile(&data, 0, 0) };
        let narrow = |at| u32::try_from(at).unwrap_or(u32::MAX);
        let error = Error::TileOutside(Place { row: narrow(row), column: narrow(column) });
        assert_eq!(sweep.gather(&outside, state.lend_golds()), Err(error));
        assert_eq!(state.count(&sweep, &outside, golds, Memory::default()), Err(error));
    }
    let inside = tile(&data, 0, 0);
    let few = Sides { rows: &none[..5], columns: &none[..4] };
    let length = |needed, found| Err(Error::Length { needed, found });
    assert_eq!(state.count(&sweep, &inside, few, Memory::default()), length(6, 5));
    let mut count = |links: &mut [u32], blocks: &mut [Block<f32>]| {
        let scratch = TileScratch { links, blocks, slots: &mut [] };
        sweep.count(&inside, golds, scratch, &mut state.counts())
    };
    let small = |needed| Err(Error::ScratchTooSmall { needed });
    // Without vectors there are no strips, and nothing is needed for them.
    if recallk::blocks_for::<f32>(1) > 0 {
        assert_eq!(count(&mut [0; 1], &mut [Block::EMPTY]), small(2));
        assert_eq!(count(&mut [0; 3], &mut []), small(1));
    }
    let wrong = Sweep::<f32>::new(6, 4, Relevance::RowOfColumn(&[0, 6, 0, 0]), Options::default());
    assert_eq!(wrong.err(), Some(Error::GoldOutOfRange(Place { row: 6, column: 1 })));
    let mut other = State::new(Sides { rows: 5, columns: 5 });
    assert_eq!(state.counts().merge(&other.counts()), length(6, 5).map(|_: u64| ()));
    assert_eq!(state, fresh);
    assert_eq!(
        Counts::new(&mut [Count::ZERO; 4], &mut [Coverage::NONE; 3], 2).map(|_| ()),
        Err(Error::Length { needed: 4, found: 3 })
    );
    assert_eq!(
        Counts::new(&mut [Count::ZERO; 4], &mut [Coverage::NONE; 4], 5).map(|_| ()),
        Err(Error::Length { needed: 5, found: 4 })
    );
}

/// Golds of one type and order are not taken for those of another.
#[test]
fn golds_of_other_scores() {
    let (data, map, mut state) = small();
    let relevance = Relevance::RowOfColumn(&map);
    let lower = Options { order: Order::LowerFirst, ..Options::default() };
    let sweep = Sweep::new(6, 4, relevance, Options::default()).unwrap();
    let inside = tile(&data, 0, 0);
    sweep.gather(&inside, state.lend_golds()).unwrap();
    let gathered = state.clone();

    let turned = Sweep::new(6, 4, relevance, lower).unwrap();
    let other = Err(Error::OtherGolds);
    assert_eq!(turned.gather(&inside, state.lend_golds()), other);
    let golds = gathered.golds();
    assert_eq!(state.count(&turned, &inside, golds, Memory::default()), Err(Error::OtherGolds));
    let integers = [1u32; 4];
    let scores = Scores::new(&integers, 2, 2).unwrap();
    let integers = Sweep::new(6, 4, relevance, Options::default()).unwrap();
    let inside = Tile { scores, row: 0, column: 0 };
    assert_eq!(integers.gather(&inside, state.lend_golds()), other);
    assert_eq!(state, gathered);

    let mut others = State::new(integers.entries());
    integers.gather(&inside, others.lend_golds()).unwrap();
    assert_eq!(merge_golds(&mut state.golds.rows, &others.golds.rows), other);
    assert_eq!(state, gathered);
}

/// A NaN among given scores is told, with the cell of its gold, unless it is no gold's.
#[test]
fn given_nan() {
    let sweep =
        Sweep::<f32>::new(6, 4, Relevance::RowOfColumn(&[0, NONE, 5, 5]), Options::default());
    let sweep = sweep.unwrap();
    let with = |scores: [f32; 4]| {
        sweep.with_gold_scores(Sides { rows: &scores, columns: &scores }).map(|_| ()).err()
    };
    assert_eq!(with([1.0, f32::NAN, 0.5, 2.0]), None);
    let place = Place { row: 5, column: 3 };
    assert_eq!(with([1.0, 0.0, 0.5, f32::NAN]), Some(Error::NanScore(place)));
    let short = sweep.with_gold_scores(Sides { rows: &[1.0; 3], columns: &[1.0; 4] });
    assert_eq!(short.err(), Some(Error::Length { needed: 4, found: 3 }));
}

/// Ignored items out of range, descending, or golds, each with its place.
#[test]
fn wrong_ignored() {
    let golds = Golds::new(&[0, 1, 3], &[2, 0, 3]);
    let sweep = |offsets: &[u64], items: &[u32]| {
        let relevance = Relevance::Rows(golds.ignoring(offsets, items));
        Sweep::<f32>::new(2, 4, relevance, Options::default()).map(|_| ()).err()
    };
    let place = |row, column| Place { row, column };
    assert_eq!(sweep(&[0, 2, 4], &[0, 3, 1, 1]), None);
    assert_eq!(sweep(&[0, 2, 4], &[0, 4, 1, 2]), Some(Error::IgnoredOutOfRange(place(0, 4))));
    assert_eq!(sweep(&[0, 2, 4], &[0, 3, 2, 1]), Some(Error::IgnoredNotAscending(place(1, 1))));
    assert_eq!(sweep(&[0, 2, 4], &[0, 3, 1, 3]), Some(Error::IgnoredGold(place(1, 3))));
    assert_eq!(sweep(&[0, 2], &[0, 3]), Some(Error::Length { needed: 3, found: 2 }));
    assert_eq!(sweep(&[0, 2, 5], &[0, 3, 1, 1]), Some(Error::BadOffsets { at: 2 }));
}

/// Each bit of saved bytes that is turned, each length, and other sizes are told, and
/// nothing is written.
#[test]
fn damaged_bytes() {
    let (data, map, mut state) = small();
    let sweep = Sweep::new(6, 4, Relevance::RowOfColumn(&map), Options::default()).unwrap();
    sweep.gather(&tile(&data, 0, 0), state.lend_golds()).unwrap();
    let golds = state.clone();
    state.count(&sweep, &tile(&data, 0, 0), golds.golds(), Memory::default()).unwrap();
    let golds = [&state.golds.rows[..], &state.golds.columns[..]].concat();
    let mut bytes = vec![0; saved_size(10, 10).unwrap()];
    save(&golds, &state.counts, &state.coverage, &mut bytes).unwrap();

    let load_into = |bytes: &[u8], len: usize| {
        let (mut golds, mut counts) = (vec![Gold::NONE; len], vec![Count::ZERO; len]);
        let mut coverage = vec![Coverage::NONE; len];
        let loaded = load(bytes, &mut golds, &mut counts, &mut coverage);
        if loaded.is_err() {
            let fresh = golds.iter().all(|gold| *gold == Gold::NONE)
                && counts.iter().all(|count| *count == Count::ZERO);
            assert!(fresh, "written on an error");
        }
        loaded
    };
    let fault = |fault| Err(Error::Saved(fault));
    assert_eq!(load_into(&bytes, 10), Ok(()));
    assert_eq!(load_into(&bytes, 9), fault(SavedFault::OtherShape));
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let wanted = match bit / 8 {
            0..8 => SavedFault::Foreign,
            8..12 => SavedFault::Version,
            16..32 => SavedFault::OtherShape,
            _ => SavedFault::Damaged,
        };
        assert_eq!(load_into(&damaged, 10), fault(wanted), "bit {bit}");
    }
    for len in 0..bytes.len() {
        let wanted = if len < 8 { SavedFault::Foreign } else { SavedFault::Damaged };
        assert_eq!(load_into(&bytes[..len], 10), fault(wanted), "{len} bytes");
    }
    bytes.push(0);
    assert_eq!(load_into(&bytes, 10), fault(SavedFault::Damaged));
    assert_eq!(
        save(&golds, &state.counts, &state.coverage, &mut bytes),
        Err(Error::Length { needed: bytes.len() - 1, found: bytes.len() })
    );
}
