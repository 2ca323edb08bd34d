//! The tables of docs/boards.md: written with `BLESS=1`, else compared.

use crate::root;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Rows of cells, of which the first ones name the row.
pub struct Table<'a> {
    /// How the document marks it: `<!-- table NAME -->`.
    pub name: &'a str,
    /// What stands above the columns.
    pub columns: Vec<String>,
    /// How many cells name a row.
    pub keys: usize,
    /// What was measured.
    pub rows: Vec<Vec<String>>,
}

/// Tests run at once, and write one file.
static FILE: Mutex<()> = Mutex::new(());

/// Whether what is measured becomes what is committed.
fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn path() -> PathBuf {
    root().join("docs/boards.md")
}

/// Writes text into its place in the document where tables are written. It is not
/// compared.
pub fn note(name: &str, text: &str) {
    println!("{name}:\n{text}");
    if is_blessing() {
        let _one = FILE.lock().unwrap_or_else(PoisonError::into_inner);
        let [before, _, after] = parts(name);
        write([&before, text, "\n", &after]);
    }
}

/// The document around what it has under a name, and that.
fn parts(name: &str) -> [String; 3] {
    let text = std::fs::read_to_string(path()).expect("docs/boards.md is there");
    let start = format!("<!-- table {name} -->\n");
    let (before, rest) = text.split_once(&start).expect("the document has the table");
    let (inside, after) = rest.split_once("<!-- end -->").expect("a table has an end");
    [before.to_owned() + &start, inside.to_owned(), format!("<!-- end -->{after}")]
}

fn write(parts: [&str; 4]) {
    std::fs::write(path(), parts.concat()).expect("docs/boards.md can be written");
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
}

impl Table<'_> {
    /// Compares the rows with the committed ones, or commits them. `margin` is how far
    /// a number may be from the committed one; words must be the same.
    pub fn check(&self, margin: fn(f64) -> f64) {
        self.print();
        let _one = FILE.lock().unwrap_or_else(PoisonError::into_inner);
        let [before, committed, after] = parts(self.name);
        if is_blessing() {
            let table = self.merged(&committed).markdown();
            return write([&before, &table, "", &after]);
        }
        let problems = self.problems(&committed, margin);
        assert!(problems.is_empty(), "docs/boards.md, {}:\n{}", self.name, problems.join("\n"));
    }

    /// As in the document, for whoever runs the test.
    fn print(&self) {
        println!("{}:\n{}", self.name, self.markdown());
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let is_number = |cell: &String| cell.parse::<f64>().is_ok();
        let rule = |index| {
            let right = self.rows.first().is_some_and(|row: &Vec<String>| is_number(&row[index]));
            if right { "---:" } else { "---" }.to_owned()
        };
        let rules: Vec<_> = (0..self.columns.len()).map(rule).collect();
        let rows = self.rows.iter().map(|row| line(row));
        [line(&self.columns), line(&rules)].into_iter().chain(rows).collect()
    }

    /// With the committed rows that were not measured now, where the columns are the same.
    fn merged(&self, committed: &str) -> Table<'_> {
        let mut lines = committed.lines().map(cells);
        let mut rows = Vec::new();
        if lines.next() == Some(self.columns.clone()) {
            let is_row = |line: &Vec<String>| !line[0].starts_with("---");
            rows = lines.filter(is_row).collect();
        }
        for row in &self.rows {
            let is_it = |old: &&mut Vec<String>| old.starts_with(&row[..self.keys]);
            match rows.iter_mut().find(is_it) {
                Some(old) => old.clone_from(row),
                None => rows.push(row.clone()),
            }
        }
        Table { name: self.name, columns: self.columns.clone(), keys: self.keys, rows }
    }

    /// What is not as committed.
    fn problems(&self, committed: &str, margin: fn(f64) -> f64) -> Vec<String> {
        let mut lines = committed.lines().map(cells);
        let mut problems = Vec::new();
        if lines.next() != Some(self.columns.clone()) {
            problems.push("the columns are others: BLESS=1".to_owned());
        }
        let lines: Vec<_> = lines.collect();
        for row in &self.rows {
            let (key, found) = row.split_at(self.keys);
            let Some(line) = lines.iter().find(|line| line.starts_with(key)) else {
                problems.push(format!("{} is not there: BLESS=1", key.join(", ")));
                continue;
            };
            for ((cell, was), column) in
                found.iter().zip(&line[self.keys..]).zip(&self.columns[self.keys..])
            {
                let same = match (cell.parse::<f64>(), was.parse::<f64>()) {
                    (Ok(cell), Ok(was)) => (cell - was).abs() <= margin(was),
                    _ => cell == was,
                };
                if !same {
                    problems.push(format!("{}, {column}: {cell}, was {was}", key.join(", ")));
                }
            }
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn what_is_off_is_named() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        let (columns, rows) = (words("target a b"), vec![words("m0 100 x"), words("m4 7 y")]);
        let table = Table { name: "t", columns, keys: 1, rows };
        let margin = |was: f64| was / 10.0;
        assert!(table.problems(&table.markdown(), margin).is_empty());
        let other = table.markdown().replace("100", "92").replace("| 7 |", "| 6 |");
        assert_eq!(table.problems(&other, margin), ["m4, a: 7, was 6"]);
        let other = table.markdown().replace("| y", "| z").replace("m0", "m1");
        assert_eq!(table.problems(&other, margin), ["m0 is not there: BLESS=1", "m4, b: y, was z"]);
        let merged = table.merged(&other).markdown();
        assert_eq!(merged, other.replace("| z", "| y") + "| m0 | 100 | x |\n");
    }
}
