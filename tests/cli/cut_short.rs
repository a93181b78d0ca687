//! Runs that end before all is judged: what was judged by then is reported, whole, and the exit code says why.

use std::path::{Path, PathBuf};

use crate::program::{Served, a2a_assay};

/// A blocked caller that is never released: T3 still waits when everything else is judged.
const STRANDED: [&str; 2] = ["--defect", "cancel_strands_waiter"];
const PATIENT: [&str; 2] = ["--reply-ms", "60000"];
const OLD: &str = "the report of yesterday";

/// A folder with a report of yesterday.
fn yesterday() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json");
    std::fs::write(&report, OLD).expect("a file");
    (folder, report)
}

fn value(report: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(report).expect("a report")).expect("it is whole")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
#[cfg(unix)]
fn a_run_that_is_asked_to_end_leaves_a_whole_new_report() {
    for signal in ["INT", "TERM"] {
        let agent = Served::start(&STRANDED);
        let (folder, report) = yesterday();
        let to = format!("json={}", report.display());

        let ended = agent.checking(&[&PATIENT[..], &["--report", &to]].concat()).stopped(signal);

        let report = value(&report);
        assert_eq!((ended.code, &report["gate"]["exit"]), (Some(130), &130.into()), "{signal}: {}", ended.err);
        assert_eq!(report["gate"]["cut_short"], "interrupted");
        assert_eq!(names(folder.path()), ["report.json"], "{signal}");
    }
}

#[test]
#[cfg(unix)]
fn a_run_that_is_killed_leaves_the_old_report() {
    let agent = Served::start(&STRANDED);
    let (folder, report) = yesterday();
    let to = format!("json={}", report.display());

    let ended = agent.checking(&[&PATIENT[..], &["--report", &to]].concat()).stopped("KILL");

    assert_eq!(ended.code, None);
    assert_eq!(std::fs::read_to_string(&report).expect("a file"), OLD);
    assert_eq!(names(folder.path()), ["report.json"]);
}

#[test]
fn a_deadline_ends_the_run_and_what_was_judged_counts() {
    let agent = Served::start(&STRANDED);
    let (_folder, report) = yesterday();
    let to = format!("json={}", report.display());

    let ended = agent.check(&[&PATIENT[..], &["--deadline", "6s", "--only", "D1,T3", "--report", &to]].concat());

    let report = value(&report);
    assert_eq!((ended.code, &report["gate"]["exit"]), (Some(5), &5.into()), "{ended:?}");
    assert_eq!((&report["summary"]["pass"], &report["summary"]["not_observed"]), (&1.into(), &1.into()));
    assert!(ended.out.contains("T3  the deadline of 6s ran out before it was judged"), "{ended:?}");
    assert!(ended.out.contains("cut short: the deadline of 6s ran out"), "{ended:?}");
}

#[test]
fn an_agent_that_says_nothing_until_the_deadline_is_no_reason_to_wait() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", silent.local_addr().expect("an address"));

    let ended = a2a_assay(&["check", &url, "--deadline", "200ms"]);

    assert_eq!(ended.code, Some(5), "{ended:?}");
    assert!(ended.out.contains("NOTHING JUDGED"), "{ended:?}");
}

#[test]
fn the_first_failure_is_enough_unless_it_is_known() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let (folder, report) = yesterday();
    let (to, report) = (format!("json={}", report.display()), report.display().to_string());
    let baseline = folder.path().join("baseline.json").display().to_string();
    let choice = ["--only", "ST1,ST2", "--jobs", "1"];

    let ended = agent.check(&[&choice[..], &["--fail-fast", "--report", &to]].concat());
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("the run ended with the failure of ST1 before it was judged"), "{ended:?}");

    a2a_assay(&["baseline", "update", &report, "--baseline", &baseline, "--reason", "bug 17"]);
    let ended = agent.check(&[&choice[..], &["--fail-fast", "--baseline", &baseline]].concat());
    assert!(ended.out.contains("cut short: ended with the failure of ST2"), "{ended:?}");
}
