//! The README's C example does what the README says.

use recallk_ffi_tests::{build_dir, library, root, run};
use std::process::Command;

#[test]
fn c_example_of_the_readme() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, behind) = readme.split_once("```c\n").expect("an example in C");
    let (example, after) = behind.split_once("```").expect("its end");
    let (_, behind) = after.split_once("it prints `").expect("what it prints");
    let (expected, _) = behind.split_once('`').expect("its end");

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
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected);
}
