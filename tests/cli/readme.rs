//! What the README says of the program is so.

use crate::program::{a2a_assay, command};

const README: &str = include_str!("../../README.md");

#[test]
fn the_readme_lists_the_exit_codes() {
    let help = a2a_assay(&["--help"]).out;
    let table = &help[help.find("Exit codes:").expect("a table")..];

    assert!(README.contains(table.trim_end()), "{table}");
}

#[test]
fn the_readmes_target_file_is_understood() {
    let file = README.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a target file");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("agent.toml");
    std::fs::write(&path, file).expect("a file");
    let words = ["check", "http://127.0.0.1:1", "--webhook", "127.0.0.1:0", "--target", &path.display().to_string()];

    let output = command(&words).env("ALICE_TOKEN", "s3cret").output().expect("it starts");

    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}
