//! The gallery spread over the processes of an MPI job: the same bytes for any
//! number of processes, and those of one call on the whole matrix.

use recallk::{Block, BothScratch, Count, Gold, Options, Scores, Tally, both_size, tallies_both};
use recallk_ffi_tests::{build_dir, has, library, output_of, root, run};
use std::path::Path;
use std::process::Command;

const ROWS: usize = 120;
const COLUMNS: usize = 600;
const EACH: usize = COLUMNS / ROWS;

#[test]
fn any_number_of_processes() {
    if !has("mpicxx") || !has("mpirun") {
        assert!(std::env::var_os("CI").is_none(), "openmpi-bin and libopenmpi-dev are needed");
        println!("skipped: no MPI is installed");
        return;
    }
    let dir = build_dir("mpi");
    let program = dir.join("main");
    run(Command::new("mpicxx")
        .args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg("-I")
        .arg(root().join("include"))
        .arg(root().join("ffi-tests/mpi/main.cpp"))
        .arg(library("clib", "").join("librecallk.a")));
    let sample = root().join("cli/data/scores_120x600_f32.npy");
    let (wanted, mut report) = (whole(&sample), None);
    for processes in 1..=4 {
        let saved = dir.join(format!("tallies-{processes}"));
        let printed = output_of(
            Command::new("mpirun")
                .args(["--allow-run-as-root", "--oversubscribe", "-n", &processes.to_string()])
                .arg(&program)
                .arg(&sample)
                .arg(EACH.to_string())
                .arg(&saved),
        );
        assert!(std::fs::read(&saved).unwrap() == wanted, "tallies of {processes} processes");
        assert_eq!(&printed, report.get_or_insert(printed.clone()), "{processes} processes");
    }
    let report = report.unwrap_or_default();
    assert!(report.contains("rows: 120 queries, R@1 38.33, R@5 58.33, R@10 65.00"), "{report}");
}

/// The tallies of both directions from one call, as bytes.
fn whole(sample: &Path) -> Vec<u8> {
    let bytes = std::fs::read(sample).unwrap();
    let cells = &bytes[bytes.len() - 4 * ROWS * COLUMNS..];
    let (cells, _) = cells.as_chunks::<4>();
    let cells: Vec<f32> = cells.iter().map(|cell| f32::from_le_bytes(*cell)).collect();
    let map: Vec<u32> = (0..COLUMNS).map(|column| (column / EACH) as u32).collect();
    let size = both_size::<f32>(ROWS, COLUMNS);
    let scratch = BothScratch {
        golds: &mut vec![Gold::NONE; size.queries],
        counts: &mut vec![Count::ZERO; size.queries],
        links: &mut vec![0; size.links],
        blocks: &mut vec![Block::EMPTY; size.blocks],
    };
    let scores = Scores::new(&cells, ROWS, COLUMNS).unwrap();
    let mut rows = vec![Tally::default(); ROWS];
    let mut columns = vec![Tally::default(); COLUMNS];
    tallies_both(&scores, &map, &Options::default(), scratch, &mut rows, &mut columns).unwrap();
    let fields = |t: &Tally| [t.ahead, t.tied_before, t.tied_between, t.tied_after, t.tied_golds];
    rows.iter().chain(&columns).flat_map(fields).flat_map(u32::to_le_bytes).collect()
}
