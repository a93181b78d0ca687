//! Cards judged as files.

use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::{Ended, a2a_assay, answering, command, timeless};

/// A card without a flaw.
pub(crate) const SOUND: &str = r#"{
    "name": "echo", "description": "Says it again.", "version": "1.0.0", "capabilities": {},
    "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
    "skills": [{ "id": "echo", "name": "Echo", "description": "Says it again.", "tags": ["echo"] }],
    "supportedInterfaces": [{ "url": "https://a.test/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }]
}"#;

/// The same with a requirement broken and a recommendation as well.
const FLAWED: &str = r#"{
    "name": "echo", "version": "1.0.0", "capabilities": {},
    "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
    "skills": [{ "id": "echo", "name": "Echo", "description": "Says it again.", "tags": ["echo"] }],
    "supportedInterfaces": [{ "url": "http://a.test/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }]
}"#;

/// A folder with these cards.
fn folder(cards: &[(&str, &str)]) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |(name, text): &(&str, &str)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let paths = cards.iter().map(path).collect();
    (folder, paths)
}

fn judged(paths: &[PathBuf], more: &[&str]) -> Ended {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let words = ["check", "--card"].into_iter().chain(paths.iter().map(String::as_str)).chain(more.iter().copied());
    a2a_assay(&words.collect::<Vec<_>>())
}

#[test]
fn a_sound_card_is_conformant_in_what_a_card_can_show() {
    let (_folder, paths) = folder(&[("card.json", SOUND)]);
    let ended = judged(&paths, &["--fail-on", "house"]);

    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains("echo 1.0.0 · set core (1 of 41 checks)"), "{ended:?}");
    assert!(ended.out.contains("CONFORMANT in what was chosen"), "{ended:?}");
    assert!(ended.out.contains(", 0 requests"), "{ended:?}");
}

#[test]
fn a_flawed_card_is_told_with_rule_and_place() {
    let (folder, paths) = folder(&[("card.json", FLAWED)]);
    let ended = judged(&paths, &[]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    insta::assert_snapshot!(timeless(&ended.out.replace(&folder.path().display().to_string(), "FOLDER")));
}

#[test]
fn a_file_is_judged_as_the_same_card_behind_an_address() {
    let (_folder, paths) = folder(&[("card.json", FLAWED)]);
    let address = answering("application/json", FLAWED);
    let of = |ended: Ended| {
        let report: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");
        let violations = report["checks"][0]["violations"].as_array().expect("a list").iter();
        let told = |one: &serde_json::Value| [one["rule"].clone(), one["subject"].clone(), one["observed"].clone()];
        violations.map(told).collect::<Vec<_>>()
    };

    let file = of(judged(&paths, &["--report", "json=-"]));

    assert!(file.len() > 1, "{file:?}");
    assert_eq!(file, of(a2a_assay(&["check", &address, "--only", "D1", "--report", "json=-"])));
}

#[test]
fn several_cards_end_as_the_worst_of_them() {
    let (_folder, paths) = folder(&[("good.json", SOUND), ("flawed.json", FLAWED), ("none.json", "{\n  \"a\": 1,\n}")]);

    let two = judged(&paths[..2], &["--quiet"]);
    let three = judged(&paths, &["--quiet"]);

    assert_eq!((two.code, two.out.lines().count()), (Some(1), 2), "{two:?}");
    assert!(two.out.contains("good.json: CONFORMANT") && two.out.contains("flawed.json: NOT CONFORMANT"), "{two:?}");
    assert_eq!((three.code, &three.out), (Some(3), &two.out), "{three:?}");
    assert!(three.err.contains("none.json: trailing comma at line 3 column 1"), "{three:?}");
}

#[test]
fn a_card_is_read_from_standard_input() {
    let mut judging = command(&["check", "--card", "-", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    judging.stdin.take().expect("its input").write_all(SOUND.as_bytes()).expect("it listens");

    let ended = judging.wait_with_output().expect("it ends");

    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stdout));
}

#[test]
fn an_address_in_the_environment_does_not_stand_in_the_way_of_a_card() {
    let (_folder, paths) = folder(&[("card.json", SOUND)]);
    let words = ["check", "--card", &paths[0].display().to_string()];

    let ended = command(&words).env("A2A_ASSAY_URL", "http://127.0.0.1:1").output().expect("it starts");

    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
}
