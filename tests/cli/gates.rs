//! What is judged again, and what became different.

use std::path::Path;

use serde_json::Value;

use crate::program::{Served, a2a_assay};

/// Judges an agent, and writes the report here.
fn judged(agent: &Served, only: &str, report: &Path) -> String {
    agent.check(&["--only", only, "--report", &format!("json={}", report.display())]);
    report.display().to_string()
}

fn ids(report: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let checks = report["checks"].as_array().expect("a list").clone();
    checks.iter().map(|check| check["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn what_was_not_green_is_judged_again_and_nothing_else() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let folder = tempfile::tempdir().expect("a folder");
    let report = judged(&agent, "version or ST1", &folder.path().join("r.json"));

    let ended = a2a_assay(&["rerun", &report, "--report", "json=-"]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert_eq!(ids(&ended.out), ["ST1"]);
}

#[test]
fn where_everything_was_green_nothing_is_judged_again() {
    let agent = Served::start(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let report = judged(&agent, "version", &folder.path().join("r.json"));

    let ended = a2a_assay(&["rerun", &report]);

    assert_eq!(ended.code, Some(6), "{ended:?}");
    assert!(ended.err.contains("everything is green"), "{ended:?}");
}

#[test]
fn a_report_runs_no_command_of_its_own() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let folder = tempfile::tempdir().expect("a folder");
    let (path, made) = (folder.path().join("r.json"), folder.path().join("made"));
    judged(&agent, "ST1", &path);
    let mut report: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("a file")).expect("JSON");
    let again = report["again"].as_str().expect("a command").to_owned();
    report["again"] = format!("{again} --bearer 'alice=command:touch {}'", made.display()).into();
    std::fs::write(&path, report.to_string()).expect("a file");

    let ended = a2a_assay(&["rerun", &path.display().to_string()]);

    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("--trust-report") && !made.exists(), "{ended:?}");
}

#[test]
fn what_got_worse_and_what_got_better_is_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = judged(&Served::start(&[]), "ST1,V1", &folder.path().join("before.json"));
    let defective = Served::start(&["--defect", "stream_drops_last_event"]);
    let after = judged(&defective, "ST1,V2", &folder.path().join("after.json"));

    let worse = a2a_assay(&["diff", &before, &after]);
    let better = a2a_assay(&["diff", &after, &before, "--report", "json"]);

    assert_eq!(worse.code, Some(1), "{worse:?}");
    assert!(worse.out.contains("REGRESSED  ST1 JSONRPC") && worse.out.contains("pass → FAIL"), "{worse:?}");
    let better_value: Value = serde_json::from_str(&better.out).expect("JSON");
    assert_eq!(better.code, Some(0), "{better:?}");
    let summary = &better_value["summary"];
    assert_eq!(
        [&summary["regressed"], &summary["fixed"], &summary["new"], &summary["gone"]],
        [0, 2, 2, 2],
        "{summary}"
    );
}

#[test]
fn one_report_is_told_again_as_it_was() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("r.json");
    let to = format!("json={}", path.display());
    let told = agent.check(&["--only", "ST1", "--report", &to]);

    let again = a2a_assay(&["report", &path.display().to_string(), "--report", "text"]);
    let copied = a2a_assay(&["report", &path.display().to_string(), "--report", "json"]);

    assert_eq!((again.code, again.out), (Some(1), told.out));
    assert_eq!(copied.out, std::fs::read_to_string(&path).expect("a file"));
}

#[test]
fn defects_are_listed_by_set() {
    let lines = |set: &str| a2a_assay(&["list", "defects", "--set", set]).out.lines().count();

    let (core, extended) = (lines("core"), lines("extended"));

    assert_eq!((core, core + extended), (26, lines("all")));
}

#[test]
fn checks_are_listed_as_they_are_chosen() {
    let ended = a2a_assay(&["list", "checks", "--only", "ST* and not @3.1.6", "--set", "core"]);

    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.lines().all(|line| line.starts_with("ST")) && !ended.out.is_empty(), "{ended:?}");
}
