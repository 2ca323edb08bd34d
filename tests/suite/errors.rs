//! Every error of the Rust API, with its place; outputs stay untouched.

use recallk::{
    Block, BothScratch, Count, Error, Found, Gold, GoldSlot, Golds, ListSlot, Lists, MAX_KS, NONE,
    NanPolicy, Options, Order, Place, Report, Scores, Sizes, Tally, TieRule, average_recall,
    best_ranks, both_size, gold_ranks, gold_tallies, hits, list_gold_ranks, list_ranks, mean_rank,
    median_rank, mrr, ranks, ranks_both, ranks_both_csr, round, sort_ranks, tallies, totals,
};

const ROWS: usize = 3;
const COLUMNS: usize = 4;
const CELLS: [f32; ROWS * COLUMNS] = [0.5; ROWS * COLUMNS];
const UNTOUCHED: u32 = 12345;

const fn at(row: u32, column: u32) -> Place {
    Place { row, column }
}

const fn length(needed: usize, found: usize) -> Error {
    Error::Length { needed, found }
}

fn scores(cells: &[f32]) -> Scores<'_, f32> {
    Scores::new(cells, ROWS, COLUMNS).unwrap()
}

/// The error of a call, which must have left its output alone.
fn refused(len: usize, call: impl FnOnce(&mut [u32]) -> Result<Found, Error>) -> Option<Error> {
    let mut out = vec![UNTOUCHED; len];
    let error = call(&mut out).err();
    if error.is_some() {
        assert!(out.iter().all(|&rank| rank == UNTOUCHED), "written on an error");
    }
    error
}

fn one(gold: &[u32], len: usize) -> Option<Error> {
    refused(len, |out| ranks(&scores(&CELLS), gold, &Options::default(), out))
}

/// The golds in both calls that take them, any-hit and every-gold.
fn csr(golds: &Golds, any: usize, every: usize) -> [Option<Error>; 2] {
    let (scores, options) = (scores(&CELLS), Options::default());
    [
        refused(any, |out| best_ranks(&scores, golds, &options, out)),
        refused(every, |out| gold_ranks(&scores, golds, &options, &mut [], out)),
    ]
}

/// Both directions into outputs of so many rows and columns.
fn both(
    lens: (usize, usize),
    call: impl FnOnce(BothScratch<f32>, &mut [u32], &mut [u32]) -> Result<Found, Error>,
) -> Option<Error> {
    let size = both_size::<f32>(ROWS, COLUMNS);
    let (mut golds, mut counts) = (vec![Gold::NONE; size.queries], vec![Count::ZERO; size.queries]);
    let (mut links, mut blocks) = (vec![0; size.links], vec![Block::EMPTY; size.blocks]);
    let scratch = BothScratch {
        golds: &mut golds,
        counts: &mut counts,
        links: &mut links,
        blocks: &mut blocks,
    };
    let mut columns = vec![UNTOUCHED; lens.1];
    let error = refused(lens.0, |rows| call(scratch, rows, &mut columns));
    if error.is_some() {
        assert!(columns.iter().all(|&rank| rank == UNTOUCHED), "written on an error");
    }
    error
}

fn map(map: &[u32], lens: (usize, usize)) -> Option<Error> {
    both(lens, |scratch, rows, columns| {
        ranks_both(&scores(&CELLS), map, &Options::default(), scratch, rows, columns)
    })
}

fn sides(of_rows: &Golds, of_columns: &Golds, lens: (usize, usize)) -> Option<Error> {
    both(lens, |scratch, rows, columns| {
        let scores = scores(&CELLS);
        ranks_both_csr(&scores, of_rows, of_columns, &Options::default(), scratch, rows, columns)
    })
}

#[test]
fn views() {
    let view = |origin, rows, columns, down, across| {
        Scores::strided(&CELLS, origin, rows, columns, down, across).err()
    };
    assert_eq!(Scores::new(&CELLS, 3, 5).err(), Some(length(15, 12)));
    assert_eq!(Scores::new(&CELLS, 2, 5).err(), Some(length(10, 12)));
    assert_eq!(Scores::new(&CELLS, usize::MAX, 2).err(), Some(Error::SizeOverflow));
    // The last cell reached exactly, then one further, in all four directions.
    assert_eq!(view(0, 3, 4, 4, 1), None);
    assert_eq!(view(1, 3, 4, 4, 1), Some(Error::OutOfBounds));
    assert_eq!(view(11, 3, 4, -4, -1), None);
    assert_eq!(view(10, 3, 4, -4, -1), Some(Error::OutOfBounds));
    assert_eq!(view(8, 3, 4, -4, 1), None);
    assert_eq!(view(7, 3, 4, -4, 1), Some(Error::OutOfBounds));
    assert_eq!(view(3, 3, 4, 4, -1), None);
    assert_eq!(view(2, 3, 4, 4, -1), Some(Error::OutOfBounds));
    assert_eq!(view(12, 1, 1, 0, 0), Some(Error::OutOfBounds));
    assert_eq!(view(usize::MAX, 2, 1, 1, 0), Some(Error::OutOfBounds));
    assert_eq!(view(0, 2, 1, isize::MIN, 0), Some(Error::SizeOverflow));
    assert_eq!(view(0, 3, 1, isize::MAX, 0), Some(Error::SizeOverflow));
    assert_eq!(view(0, 2, 2, isize::MAX, isize::MAX), Some(Error::SizeOverflow));
    // Matrices without cells reach nowhere.
    assert_eq!(view(usize::MAX, 0, 4, 4, 1), None);
    // The largest gallery, and one item more.
    let most = u32::MAX as usize - 1;
    assert_eq!(view(0, most, 1, 0, 0), None);
    assert_eq!(view(0, most + 1, 1, 0, 0), Some(Error::SizeOverflow));
    assert_eq!(view(0, 1, most + 1, 0, 0), Some(Error::SizeOverflow));
}

#[test]
fn nothing_to_rank() {
    let none = Some(Error::NoQueries);
    for (rows, columns) in [(0, 4), (3, 0), (0, 0)] {
        let empty = Scores::<f32>::new(&[], rows, columns).unwrap();
        let gold = vec![0; rows];
        let found = ranks(&empty, &gold, &Options::default(), &mut vec![0; rows]);
        assert_eq!(found.err(), none, "{rows} x {columns}");
    }
    assert_eq!(csr(&Golds::new(&[], &[]), 0, 0), [none; 2]);
    assert_eq!(csr(&Golds::new(&[0], &[]), 0, 0), [none; 2]);
    assert_eq!(csr(&Golds::of_queries(&[0], &[], &[]), 0, 0), [none; 2]);
    assert_eq!(map(&[NONE; 4], (3, 0)), none);
    let golds = Golds::new(&[0, 0, 0, 0], &[]);
    assert_eq!(sides(&golds, &Golds::of_queries(&[0], &[], &[]), (3, 0)), none);
    assert_eq!(hits(&[], Sizes::All(1), &[1], &mut [0]), Err(Error::NoQueries));
    assert_eq!(median_rank(&[]), Err(Error::NoQueries));
    assert_eq!(mean_rank(&[]), Err(Error::NoQueries));
    assert_eq!(mrr(&[], Sizes::All(1)), Err(Error::NoQueries));
    let report = Report::new(&[], Sizes::All(1), TieRule::LowerIndex, &[1]);
    assert_eq!(report.err(), none);
    assert_eq!(Lists::<u32>::ragged(&[0], &[]).err(), none);
    assert_eq!(Lists::<u32>::padded(&[], &[]).err(), none);
    assert_eq!(Lists::<u32>::single(&[]).err(), none);
}

#[test]
fn golds_out_of_range() {
    assert_eq!(one(&[0, 4, 9], 3), Some(Error::GoldOutOfRange(at(1, 4))));
    assert_eq!(one(&[0, 1, u32::MAX], 3), Some(Error::GoldOutOfRange(at(2, u32::MAX))));
    let golds = Golds::new(&[0, 1, 3, 3], &[3, 2, 4]);
    assert_eq!(csr(&golds, 3, 3), [Some(Error::GoldOutOfRange(at(1, 4))); 2]);
    // The second query of the list is row 2.
    let golds = Golds::of_queries(&[0, 1, 3], &[3, 2, 7], &[0, 2]);
    assert_eq!(csr(&golds, 2, 3), [Some(Error::GoldOutOfRange(at(2, 7))); 2]);
    assert_eq!(map(&[0, 1, 3, NONE], (3, 3)), Some(Error::GoldOutOfRange(at(3, 2))));
    // For a column query the row is the gold.
    let (of_rows, of_columns) =
        (Golds::new(&[0, 0, 0, 0], &[]), Golds::new(&[0, 1, 1, 1, 2], &[2, 3]));
    assert_eq!(sides(&of_rows, &of_columns, (3, 4)), Some(Error::GoldOutOfRange(at(3, 3))));
}

#[test]
fn golds_not_ascending_or_twice() {
    let golds = Golds::new(&[0, 1, 4, 4], &[3, 1, 3, 2]);
    assert_eq!(csr(&golds, 3, 4), [Some(Error::GoldsNotAscending(at(1, 2))); 2]);
    // Twice is fine for any-hit, and an error where each gold has a rank.
    let golds = Golds::new(&[0, 1, 4, 4], &[3, 1, 2, 2]);
    assert_eq!(csr(&golds, 3, 4), [None, Some(Error::DuplicateGold(at(1, 2)))]);
    let of_columns = Golds::new(&[0, 0, 2, 2, 2], &[2, 0]);
    let of_rows = Golds::new(&[0, 2, 2, 2], &[1, 1]);
    assert_eq!(sides(&of_rows, &of_columns, (3, 4)), Some(Error::GoldsNotAscending(at(0, 1))));
}

#[test]
fn offsets() {
    let bad = |at| [Some(Error::BadOffsets { at }); 2];
    assert_eq!(csr(&Golds::new(&[0, 2, 1, 2], &[0, 1]), 3, 2), bad(2));
    assert_eq!(csr(&Golds::new(&[0, 1, 1, 3], &[0, 1]), 3, 2), bad(3));
    assert_eq!(csr(&Golds::new(&[u64::MAX, 0, 0, 0], &[0]), 3, 1), bad(0));
    let (fine, broken) = (Golds::new(&[0, 0, 0, 0], &[]), Golds::new(&[0, 0, 0, 0, 1], &[]));
    assert_eq!(sides(&fine, &broken, (3, 4)), Some(Error::BadOffsets { at: 4 }));
    assert_eq!(sort_ranks(&[2, 1], &mut [0; 3]), Err(Error::BadOffsets { at: 1 }));
    assert_eq!(Lists::ragged(&[0, 2, 1], &[1u32, 2]).err(), Some(Error::BadOffsets { at: 2 }));
    assert_eq!(Lists::padded(&[1, 3], &[1u32; 4]).err(), Some(Error::BadOffsets { at: 1 }));
}

#[test]
fn query_lists() {
    let golds = |queries: &'static [u32]| Golds::of_queries(&[0, 0, 0], &[], queries);
    let descending = [Some(Error::QueriesNotAscending { at: 1 }); 2];
    assert_eq!(csr(&golds(&[2, 1]), 2, 0), descending);
    assert_eq!(csr(&golds(&[1, 1]), 2, 0), descending);
    assert_eq!(csr(&golds(&[1, 3]), 2, 0), [Some(Error::QueryOutOfRange { at: 1 }); 2]);
    // One offset more than queries: two are needed, there are three.
    assert_eq!(csr(&golds(&[1]), 2, 0), [Some(length(2, 3)); 2]);
    // Four columns, three rows.
    assert_eq!(sides(&golds(&[0, 2]), &golds(&[2, 3]), (2, 2)), None);
    let error = Some(Error::QueryOutOfRange { at: 1 });
    assert_eq!(sides(&golds(&[0, 2]), &golds(&[2, 4]), (2, 2)), error);
}

#[test]
fn lengths() {
    assert_eq!(one(&[0; 2], 3), Some(length(3, 2)));
    assert_eq!(one(&[0; 3], 4), Some(length(3, 4)));
    let golds = Golds::new(&[0, 1, 2, 2], &[0, 1]);
    assert_eq!(csr(&golds, 2, 3), [Some(length(3, 2)), Some(length(2, 3))]);
    assert_eq!(csr(&Golds::new(&[0, 0, 0], &[]), 3, 0), [Some(length(4, 3)); 2]);
    assert_eq!(map(&[0; 3], (3, 3)), Some(length(4, 3)));
    assert_eq!(map(&[0, 1, 2, NONE], (3, 4)), Some(length(3, 4)));
    assert_eq!(map(&[0, 1, 2, NONE], (2, 3)), Some(length(3, 2)));
    let (of_rows, of_columns) = (Golds::new(&[0, 0, 0, 0], &[]), Golds::new(&[0, 0, 0, 0, 0], &[]));
    assert_eq!(sides(&of_rows, &of_columns, (3, 3)), Some(length(4, 3)));
    assert_eq!(hits(&[0; 3], Sizes::Each(&[1; 2]), &[1], &mut [0]), Err(length(3, 2)));
    assert_eq!(hits(&[0; 3], Sizes::All(1), &[1], &mut []), Err(length(1, 0)));
    assert_eq!(mrr(&[0; 3], Sizes::Each(&[1; 4])), Err(length(3, 4)));
    let tallies = [Tally::miss(1); 2];
    let rule = TieRule::LowerIndex;
    assert_eq!(totals(&tallies, Sizes::All(1), rule, &[1], &mut [0; 2]), Err(length(1, 2)));
    assert_eq!(totals(&tallies, Sizes::Each(&[1]), rule, &[], &mut []), Err(length(2, 1)));
    let (lists, relevant) = (Lists::single(&[1u32, 2]).unwrap(), Lists::single(&[1]).unwrap());
    let (few, many) = (&mut [0; 1], &mut [0; 3]);
    assert_eq!(list_ranks(&lists, &relevant, &mut [], few), Err(length(2, 1)));
    assert_eq!(list_ranks(&lists, &lists, &mut [], many), Err(length(2, 3)));
    assert_eq!(list_gold_ranks(&lists, &lists, &mut [], many), Err(length(2, 3)));
    assert_eq!(lists.lengths(few), Err(length(2, 1)));
    assert!(matches!(Lists::padded(&[1, 1], &[1u32; 3]), Err(Error::Length { found: 3, .. })));
}

/// The first NaN by row, then column, whoever would have met it.
#[test]
fn nan_scores() {
    let mut cells = CELLS;
    (cells[7], cells[9]) = (f32::NAN, -f32::NAN);
    let (scores, nan) = (scores(&cells), Some(Error::NanScore(at(1, 3))));
    for order in [Order::HigherFirst, Order::LowerFirst] {
        let options = Options { order, ..Options::default() };
        let mut out = [Tally::default(); 3];
        assert_eq!(tallies(&scores, &[0; 3], &options, &mut out).err(), nan);
        // Only row 0 is a query.
        let golds = Golds::of_queries(&[0, 1], &[0], &[0]);
        assert_eq!(best_ranks(&scores, &golds, &options, &mut [0]).err(), nan);
        let every = gold_tallies(&scores, &golds, &options, &mut [], &mut out[..1]);
        assert_eq!(every.err(), nan);
        // Whatever is wrong with the golds is told first: it is cheaper.
        let error = ranks(&scores, &[0, 4, 0], &options, &mut [0; 3]);
        assert_eq!(error, Err(Error::GoldOutOfRange(at(1, 4))));
    }
    let worst = Options { nan: NanPolicy::Worst, ..Options::default() };
    let found = ranks(&scores, &[0, 3, 1], &worst, &mut [0; 3]);
    assert_eq!(found, Ok(Found { nan_cells: 2, without_gold: 2 }));
}

#[test]
fn scratch_cutoffs_digits_and_averages() {
    let cells = [0.5f32; 20];
    let scores = Scores::new(&cells, 1, 20).unwrap();
    let items: Vec<u32> = (0..9).collect();
    let mut slots = [GoldSlot::default(); 9];
    let mut call = |golds: usize, slot_count: usize| {
        let (offsets, slots) = ([0, golds as u64], &mut slots[..slot_count]);
        let (golds, mut out) = (Golds::new(&offsets, &items), vec![0; golds]);
        gold_ranks(&scores, &golds, &Options::default(), slots, &mut out).err()
    };
    assert_eq!([call(8, 0), call(9, 9)], [None; 2]);
    assert_eq!(call(9, 8), Some(Error::ScratchTooSmall { needed: 9 }));

    let ids: Vec<u32> = (0..65).collect();
    let lists = Lists::ragged(&[0, 65], &ids).unwrap();
    let small = Err(Error::ScratchTooSmall { needed: 65 });
    let mut slots = [ListSlot::default(); 64];
    assert_eq!(list_ranks(&lists, &lists, &mut slots, &mut [0]), small);
    assert_eq!(list_gold_ranks(&lists, &lists, &mut slots, &mut [0; 65]), small);

    let report = |ks: &[u32]| Report::new(&[Tally::miss(1)], Sizes::All(1), Default::default(), ks);
    assert!(report(&[1; MAX_KS]).is_ok());
    assert_eq!(report(&[1; MAX_KS + 1]).err(), Some(Error::TooManyCutoffs));
    assert_eq!(round(0.5, 23), Err(Error::TooManyDigits));
    assert_eq!(average_recall(&[]), Err(Error::Empty));
}

/// Errors say where in words, too.
#[test]
fn messages() {
    let message = Error::NanScore(at(17, 4)).to_string();
    assert!(message.contains("NaN") && message.contains("row 17") && message.contains("column 4"));
    assert!(Error::ScratchTooSmall { needed: 65 }.to_string().contains("65"));
    assert!(length(7, 9).to_string().contains('7') && length(7, 9).to_string().contains('9'));
    let outside = Error::TileOutside(at(17, 4)).to_string();
    assert!(outside.contains("row 17") && outside.contains("column 4"));
    assert!(Error::RowNotCovered { row: 8 }.to_string().contains("row 8"));
    assert!(Error::ColumnNotCovered { column: 9 }.to_string().contains("column 9"));
    let error: &dyn std::error::Error = &Error::BadOffsets { at: 3 };
    assert!(error.to_string().contains('3'));
}
