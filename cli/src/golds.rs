//! Golds from files, checked against the shape of the matrix. Whatever is
//! wrong is named with its file and position.

use std::path::{Path, PathBuf};

use recallk::NONE;

use crate::args::GoldArgs;
use crate::error::{Result, counted, refuse};
use crate::npy::Array;
use crate::relevance::{Csr, Relation};

/// The matrix that the golds speak of.
pub(crate) struct Shape<'a> {
    pub(crate) name: &'a str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// The relation that the arguments name; `typed` are golds from JSON.
pub(crate) fn relation(
    args: &GoldArgs,
    typed: Option<Vec<Vec<i128>>>,
    shape: &Shape,
) -> Result<Relation> {
    let options = &args.relevance;
    let named = options.per_row.is_some()
        || options.gold.is_some()
        || options.row_of_column.is_some()
        || options.golds.is_some();
    match typed {
        Some(_) if named => refuse!(
            "{} has golds of its own (\"gold\"), and an option names others. Leave one of them out.",
            shape.name
        ),
        Some(golds) => return typed_golds(golds, shape),
        None => {}
    }
    if args.queries.is_some() && options.golds.is_none() {
        refuse!("--queries lists the rows that the golds of --golds belong to: give both.");
    }
    if let Some(per_row) = options.per_row {
        return regular(per_row, shape);
    }
    if let Some(path) = &options.gold {
        return single(path, shape);
    }
    if let Some(path) = &options.row_of_column {
        return map(path, shape);
    }
    if let Some([offsets, items]) = options.golds.as_deref() {
        return several(offsets, items, args.queries.as_deref(), shape);
    }
    refuse!(
        "{}: who is gold for whom? Give --per-row N, --gold G.npy, --row-of-column M.npy or \
         --golds OFFSETS.npy ITEMS.npy, or \"gold\" in the JSON.",
        shape.name
    )
}

fn regular(per_row: usize, shape: &Shape) -> Result<Relation> {
    let Shape { name, rows, columns } = shape;
    if per_row.checked_mul(*rows) != Some(*columns) {
        let needed = per_row as u128 * *rows as u128;
        refuse!(
            "--per-row {per_row} needs {needed} columns for the {} of {name}, which has {columns}.",
            counted(*rows, "row")
        );
    }
    Ok(Relation::per_row(per_row, *rows))
}

fn single(path: &Path, shape: &Shape) -> Result<Relation> {
    let file = open(path)?;
    let (name, golds) = (&file.name, file.integers()?);
    if golds.len() != shape.rows {
        refuse!(
            "{name} has {}, but {} has {}. One gold column for each row is expected.",
            counted(golds.len(), "gold"),
            shape.name,
            counted(shape.rows, "row")
        );
    }
    let golds = golds.enumerate().map(|(at, gold)| {
        index(gold, shape.columns, || format!("{name}, position {at}: gold"), "column")
    });
    Ok(Relation::of_golds(Csr::one_each(golds.collect::<Result<_>>()?), shape.columns))
}

fn map(path: &Path, shape: &Shape) -> Result<Relation> {
    let file = open(path)?;
    let (name, map) = (&file.name, file.integers()?);
    if map.len() != shape.columns {
        refuse!(
            "{name} has {}, but {} has {}. The row of each column is expected.",
            counted(map.len(), "entry"),
            shape.name,
            counted(shape.columns, "column")
        );
    }
    let map = map.enumerate().map(|(at, row)| match row {
        -1 | 4_294_967_295 => Ok(NONE),
        row => index(row, shape.rows, || format!("{name}, position {at}: row"), "row"),
    });
    let map: Vec<u32> = map.collect::<Result<_>>()?;
    if map.iter().all(|&row| row == NONE) {
        refuse!("{name} marks every column as a distractor: there are no queries.");
    }
    Ok(Relation::of_map(map, shape.rows))
}

fn several(
    offsets: &Path,
    items: &Path,
    queries: Option<&Path>,
    shape: &Shape,
) -> Result<Relation> {
    let file = open(items)?;
    let (name, golds) = (&file.name, file.integers()?);
    let ends = offsets_of(&open(offsets)?, name, golds.len())?;
    let golds = golds.enumerate().map(|(at, gold)| {
        index(gold, shape.columns, || format!("{name}, position {at}: gold"), "column")
    });
    let golds: Vec<u32> = golds.collect::<Result<_>>()?;
    let lists = ends.windows(2).map(|ends| golds[ends[0]..ends[1]].to_vec());
    let rows = match queries {
        None if lists.len() != shape.rows => refuse!(
            "{} has {} entries, but {} has {} rows, which need {}. \
             Where only some rows are queries, list them with --queries.",
            offsets.display(),
            ends.len(),
            shape.name,
            shape.rows,
            shape.rows + 1
        ),
        None => Csr::of_rows(lists),
        Some(path) => {
            let queries = queries_of(path, shape)?;
            if queries.len() != lists.len() {
                refuse!(
                    "{} lists {} queries, but {} has {} entries; one more than queries is expected.",
                    path.display(),
                    queries.len(),
                    offsets.display(),
                    ends.len()
                );
            }
            Csr::of_queries(queries.into_iter().zip(lists).collect())
        }
    };
    Ok(Relation::of_golds(rows, shape.columns))
}

/// Offsets that ascend from 0 to the number of items.
fn offsets_of(file: &Array, items: &str, total: usize) -> Result<Vec<usize>> {
    let (name, offsets) = (&file.name, file.integers()?);
    if offsets.len() < 2 {
        refuse!("{name} has {}: there are no queries.", counted(offsets.len(), "offset"));
    }
    let (mut last, mut ends) = (0, Vec::with_capacity(offsets.len()));
    for (at, offset) in offsets.enumerate() {
        if at == 0 && offset != 0 {
            refuse!("{name} starts with {offset}; offsets start with 0.");
        }
        if offset < last {
            refuse!("{name}, position {at}: offset {offset} is less than {last} before it.");
        }
        // Below the largest that there can be, as the last is checked to be.
        ends.push(usize::try_from(offset).unwrap_or(usize::MAX));
        last = offset;
    }
    if last != total as i128 {
        refuse!(
            "{name} ends with {last}, but {items} has {}. \
             The last offset is the number of golds.",
            counted(total, "gold")
        );
    }
    Ok(ends)
}

/// Query rows, each named once.
fn queries_of(path: &Path, shape: &Shape) -> Result<Vec<u32>> {
    let file = open(path)?;
    let name = &file.name;
    let queries = file
        .integers()?
        .enumerate()
        .map(|(at, row)| index(row, shape.rows, || format!("{name}, position {at}: query"), "row"));
    let queries: Vec<u32> = queries.collect::<Result<_>>()?;
    let mut seen = vec![false; shape.rows];
    for (at, &row) in queries.iter().enumerate() {
        if std::mem::replace(&mut seen[row as usize], true) {
            refuse!("{name}, position {at}: row {row} is listed a second time.");
        }
    }
    Ok(queries)
}

fn typed_golds(golds: Vec<Vec<i128>>, shape: &Shape) -> Result<Relation> {
    if golds.len() != shape.rows {
        refuse!(
            "{} has golds for {}, but scores of {}. Golds for each row are expected.",
            shape.name,
            counted(golds.len(), "row"),
            counted(shape.rows, "row")
        );
    }
    let golds = golds.iter().enumerate().map(|(row, golds)| {
        let of_row = golds.iter().map(|&gold| {
            let what = || format!("{}, golds of row {row}: gold", shape.name);
            index(gold, shape.columns, what, "column")
        });
        of_row.collect()
    });
    let golds: Vec<Vec<u32>> = golds.collect::<Result<_>>()?;
    Ok(Relation::of_golds(Csr::of_rows(golds), shape.columns))
}

fn open(path: &Path) -> Result<Array> {
    Array::open(path, false)
}

/// An index below `limit`; `what` says whose.
fn index(value: i128, limit: usize, what: impl Fn() -> String, side: &str) -> Result<u32> {
    match u32::try_from(value) {
        Ok(index) if (index as usize) < limit => Ok(index),
        _ => refuse!(
            "{} {value} is not a {side} of the matrix, which has {} (0 to {}).",
            what(),
            counted(limit, side),
            limit - 1
        ),
    }
}

/// The files of golds that the arguments name.
pub(crate) fn files(args: &GoldArgs) -> impl Iterator<Item = &PathBuf> {
    let options = &args.relevance;
    let single = [&options.gold, &options.row_of_column, &args.queries];
    single.into_iter().flatten().chain(options.golds.iter().flatten())
}
