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
    let tables = README.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    // Nobody has the password store of the example.
    let file = tables.collect::<String>().replace("pass show bob", "echo bob");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("assay.secret"), "s3cret").expect("a file");
    std::fs::write(
        folder.path().join("card-keys.json"),
        r#"{"keys":[{"kty":"EC","kid":"one","crv":"P-256","x":"AAAA","y":"AAAA"}]}"#,
    )
    .expect("a file");
    let path = folder.path().join("agent.toml");
    std::fs::write(&path, file).expect("a file");
    let words = ["check", "http://127.0.0.1:1", "--webhook", "127.0.0.1:0", "--target", &path.display().to_string()];

    let secrets = [("ALICE_TOKEN", "s3cret"), ("READER_PASSWORD", "s3cret")];
    let output = command(&words).envs(secrets).output().expect("it starts");

    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}
