//! The README's C examples do what the README says.

use recallk_ffi_tests::{build_dir, library, root, run};
use std::process::Command;

#[test]
fn c_examples_of_the_readme() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let examples: Vec<_> = readme.split("```c\n").skip(1).collect();
    assert_eq!(examples.len(), 2);
    for behind in examples {
        let (example, after) = behind.split_once("```").expect("its end");
        let (_, behind) = after.split_once("it prints `").expect("what it prints");
        let (expected, _) = behind.split_once('`').expect("its end");
        assert_eq!(printed_by(example), expected);
    }
}

fn printed_by(example: &str) -> String {
    let dir = build_dir("readme");
    std::fs::write(dir.join("example.c"), example).unwrap();
    let library = library("clib", "");
    run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o"])
        .arg(dir.join("example"))
        .arg("-I")
        .arg(root().join("include"))
        .arg(dir.join("example.c"))
        .arg(library.join("librecallk.a")));
    let output = run(&mut Command::new(dir.join("example")));
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}
