//! The built-in sample as C source: bit patterns of the scores, and the figures of
//! expected.json.

use crate::{build_dir, root};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::OnceLock;

const CELLS: usize = 120 * 600;

fn read(name: &str) -> Vec<u8> {
    std::fs::read(root().join("cli/data").join(name)).expect("a file of the sample")
}

/// The figures that came with the sample.
pub fn expected() -> Value {
    serde_json::from_slice(&read("expected.json")).expect("expected.json is JSON")
}

/// The scores of a .npy file of version 1, as numbers in C.
fn scores<const SIZE: usize>(dtype: &str) -> String {
    let bytes = read(&format!("scores_120x600_{dtype}.npy"));
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, data) = bytes[10..].split_at(header);
    let header = std::str::from_utf8(header).expect("a header of characters");
    for part in [&format!("'<f{SIZE}'"), "(120, 600)", "'fortran_order': False"] {
        assert!(header.contains(part), "{dtype}: {header}");
    }
    let (cells, rest) = data.as_chunks::<SIZE>();
    assert!(rest.is_empty() && cells.len() == CELLS);
    let hex = |cell: &[u8; SIZE]| -> String {
        cell.iter().rev().map(|byte| format!("{byte:02x}")).collect()
    };
    let lines = cells.chunks(12).map(|cells| {
        cells.iter().map(|cell| format!("0x{}", hex(cell))).collect::<Vec<_>>().join(", ")
    });
    lines.collect::<Vec<_>>().join(",\n    ")
}

fn figures(of: &Value) -> String {
    let hits = ["1", "5", "10"].map(|k| of["hits"][k].to_string()).join(", ");
    format!("{{{{{hits}}}, {}, {}, {}}}", of["median_rank"], of["mean_rank"], of["mrr"])
}

/// One line of the table of figures.
fn figures_of(expected: &Value, dtype: &str, rule: &str, name: &str) -> String {
    let (images, captions) = (&expected[dtype]["i2t"], &expected[dtype]["t2i"]);
    let ties = |side: &Value| side["queries_with_tie_at_best_gold"].to_string();
    format!(
        "    {{\"{dtype}, {rule}\", golden_{dtype}, RECALLK_{}, RECALLK_TIES_{rule}, {}, {},\n     \
         {},\n     {}}},\n",
        dtype.to_uppercase(),
        ties(images),
        ties(captions),
        figures(&images[name]),
        figures(&captions[name]),
    )
}

fn text() -> String {
    let expected = expected();
    let rules = [
        ("OPTIMISTIC", "optimistic"),
        ("PESSIMISTIC", "pessimistic"),
        ("REALISTIC", "realistic_mean_of_both"),
    ];
    let dtypes = ["f32", "f16"].into_iter();
    let rules = dtypes.flat_map(|dtype| rules.map(|(rule, name)| (dtype, rule, name)));
    // Of scores without ties every rule makes the same.
    let table = std::iter::once(("f32", "LOWER_INDEX", "optimistic")).chain(rules);
    let table: String =
        table.map(|(dtype, rule, name)| figures_of(&expected, dtype, rule, name)).collect();
    let ranks = expected["f32"]["ranks_i2t_optimistic"].as_array().expect("ranks");
    let ranks: Vec<_> = ranks.iter().map(Value::to_string).collect();
    format!(
        "/* Generated from cli/data. */\n\n\
         #include \"golden.h\"\n\n#include \"recallk.h\"\n\n\
         const uint32_t golden_f32[{CELLS}] = {{\n    {}}};\n\n\
         const uint16_t golden_f16[{CELLS}] = {{\n    {}}};\n\n\
         const uint32_t golden_ranks[{}] = {{{}}};\n\n\
         const golden_t golden[] = {{\n{table}}};\n\n\
         const size_t golden_len = sizeof golden / sizeof golden[0];\n",
        scores::<4>("f32"),
        scores::<2>("f16"),
        ranks.len(),
        ranks.join(", "),
    )
}

/// The C file that `ffi-tests/c/golden.h` declares.
pub fn golden() -> PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let dir = build_dir("golden");
        let (file, own) =
            (dir.join("golden.c"), dir.join(format!("golden.c.{}", std::process::id())));
        std::fs::write(&own, text()).expect("the target folder can be written");
        // Another process may be reading the file: it has the same text, all of it.
        std::fs::rename(&own, &file).expect("the target folder can be written");
        file
    };
    FILE.get_or_init(make).clone()
}
