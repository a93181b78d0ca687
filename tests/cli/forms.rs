//! Reports in the forms that programs read, as the program writes them.

use std::path::Path;

use serde_json::Value;

use crate::program::{Served, a2a_assay};

/// Three checks, of which one finds the stream broken.
const SOME: [&str; 2] = ["--only", "D1,S1,ST1"];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn events(text: &str) -> Vec<Value> {
    assert!(text.ends_with('\n'), "{text}");
    text.lines().map(json).collect()
}

#[track_caller]
fn keeps_to(schema: &Value, report: &Value) {
    let validator = jsonschema::validator_for(schema).expect("a schema");
    let errors: Vec<String> =
        validator.iter_errors(report).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn a_check_is_reported_in_every_form_at_once() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let folder = tempfile::tempdir().expect("a folder");
    let names =
        ["json", "markdown", "junit", "sarif", "github", "events", "har", "acts", "in-toto", "badge", "shields"];
    let to = names.map(|name| format!("{name}={}", folder.path().join(name).display()));
    let reports = to.iter().flat_map(|to| ["--report", to]);
    let words: Vec<&str> = SOME.into_iter().chain(reports).collect();

    let ended = agent.check(&words);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("NOT CONFORMANT"), "{ended:?}");
    let mut written: Vec<String> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    written.sort_unstable();
    let mut names = names.to_vec();
    names.sort_unstable();
    assert_eq!(written, names);
    for (name, words) in [
        ("markdown", "**3 checks**: 2 pass · 1 FAIL"),
        ("junit", "failures=\"1\""),
        ("github", "2 pass, 1 FAIL"),
        ("badge", "MUST 2 of 3"),
    ] {
        assert!(read(&folder.path().join(name)).contains(words), "{name}");
    }
    let verdicts = |value: &Value| value["summary"]["fail"].clone();
    let last = events(&read(&folder.path().join("events"))).pop().expect("an event");
    assert_eq!(verdicts(&json(&read(&folder.path().join("json")))), 1);
    assert_eq!((verdicts(&last), &last["exit"]), (1.into(), &1.into()));
}

#[test]
fn the_program_has_the_schemas_of_its_reports() {
    let schema = |name: &str| json(&a2a_assay(&["report", "--schema", name]).out);
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);

    let check = agent.check(&["--report", "json"]);
    let mutation = a2a_assay(&["mutate", "--defect", "stream_drops_last_event", "--report", "json"]);

    keeps_to(&schema("check"), &json(&check.out));
    keeps_to(&schema("mutation"), &json(&mutation.out));
    let other = a2a_assay(&["report", "--schema", "other"]);
    assert_eq!(other.code, Some(2), "{other:?}");
}

#[test]
fn evidence_stands_in_files_and_the_report_stays_small() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let folder = tempfile::tempdir().expect("a folder");
    let evidence = folder.path().join("new/evidence");

    let ended = agent.check(&["--evidence", &evidence.display().to_string(), "--report", "json"]);

    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert!(ended.out.len() < 200_000, "{} bytes", ended.out.len());
    let report = json(&ended.out);
    let checks = report["checks"].as_array().expect("checks").iter();
    let violations: Vec<&Value> =
        checks.flat_map(|check| check["violations"].as_array().expect("violations")).collect();
    assert!(!violations.is_empty());
    for violation in violations {
        let archive = json(&read(&evidence.join(violation["evidence"].as_str().expect("a file"))));
        assert_eq!(archive["log"]["version"], "1.2");
        assert!(!archive["log"]["entries"].as_array().expect("entries").is_empty());
        assert_eq!(violation["exchanges"], serde_json::json!([]));
    }
    let files = std::fs::read_dir(&evidence).expect("the folder").count();
    assert_eq!(report["evidence"]["files"], files);
}

#[test]
fn where_events_go_to_standard_output_nothing_else_does() {
    let agent = Served::start(&[]);
    let ended = agent.check(&["--only", "D1,S1", "--report", "events"]);

    let names: Vec<Value> = events(&ended.out).iter().map(|event| event["event"].clone()).collect();
    let judged = names.iter().filter(|name| **name == "check-ended").count();
    assert_eq!((ended.code, judged), (Some(0), 2), "{}", ended.out);
    assert_eq!((&names[0], names.last()), (&"run-started".into(), Some(&"run-ended".into())));
}

#[test]
#[cfg(unix)]
fn a_killed_run_leaves_whole_lines_of_what_has_happened() {
    // The blocked caller is never released, so T3 is still waiting when the first check has ended.
    let agent = Served::start(&["--defect", "cancel_strands_waiter"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("events");
    let to = format!("events={}", file.display());

    let ended = agent.checking(&["--report", &to, "--reply-ms", "60000"]).stopped("KILL");

    assert_eq!(ended.code, None, "{}", ended.err);
    let events = events(&read(&file));
    assert_eq!(events[0]["event"], "run-started");
    assert!(events.iter().any(|event| event["event"] == "check-ended"), "{events:?}");
    assert!(!events.iter().any(|event| event["event"] == "run-ended"), "{events:?}");
}

#[test]
fn a_run_that_never_began_to_judge_says_so_in_its_events() {
    let ended = a2a_assay(&["check", "http://127.0.0.1:1", "--report", "events"]);

    let last = events(&ended.out).pop().expect("an event");
    assert_eq!((ended.code, &last["event"], &last["exit"]), (Some(3), &"run-ended".into(), &3.into()), "{ended:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_stops_the_events_and_no_other_report() {
    let agent = Served::start(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("report.json");
    let to = format!("json={}", file.display());

    let ended = agent.check(&["--only", "D1", "--report", "events=/dev/full", "--report", &to]);

    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("no events can be written to `/dev/full`"), "{ended:?}");
    assert_eq!(json(&read(&file))["summary"]["pass"], 1);
}

#[test]
fn planted_defects_are_told_as_they_are_judged_and_as_test_cases() {
    let folder = tempfile::tempdir().expect("a folder");
    let (junit, badge) = (folder.path().join("junit.xml"), folder.path().join("badge.svg"));
    let to = [format!("junit={}", junit.display()), format!("badge={}", badge.display())];
    let words =
        ["mutate", "--defect", "stream_drops_last_event,list_unscoped", "--report", "events", "--report", &to[0]];

    let ended = a2a_assay(&[words.as_slice(), &["--report", &to[1]]].concat());

    let names: Vec<Value> = events(&ended.out).iter().map(|event| event["event"].clone()).collect();
    assert_eq!(names, ["run-started", "control-ended", "defect-ended", "defect-ended", "run-ended"], "{}", ended.err);
    assert!(read(&junit).contains("<testsuites name=\"a2a-assay mutate\" tests=\"3\""), "{}", read(&junit));
    assert!(read(&badge).contains("2 of 2 caught"), "{}", read(&badge));
}
