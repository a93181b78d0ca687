//! Events: each line is whole in itself, and short.

use a2a_assay_reports::{Event, Form, Verdict};
use serde_json::Value;

use super::samples::{broken, check_report, stream_ends_early};
use super::{of_every_agreement, of_every_verdict, rendered};

#[test]
fn every_line_names_its_format_and_what_happened() {
    for shown in [rendered(&of_every_verdict(), Form::Events), rendered(&of_every_agreement(), Form::Events)] {
        let events: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();

        assert!(events.iter().all(|event| event["format"] == "a2a-assay/events" && event["version"] == 1), "{shown}");
        assert_eq!(events.first().expect("an event")["event"], "run-started");
        assert_eq!(events.last().expect("an event")["event"], "run-ended");
        assert!(shown.ends_with('\n'));
    }
}

#[test]
fn a_line_is_short_whatever_an_agent_wrote() {
    let mut long = stream_ends_early("JSONRPC");
    long.observed = "\u{1b}x".repeat(1_000_000);
    let check = broken("S1", "send", "send", Verdict::Fail, vec![long; 500]);

    let line = Event::CheckEnded(&check).line().expect("a line");

    assert!(line.len() < 200_000, "{}", line.len());
    assert_eq!(line.matches('\n').count(), 1);
    let event: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(event["check"]["broken"]["must"], 500);
    assert!(event["check"]["violations"][0].get("exchanges").is_none());
}

#[test]
fn a_run_that_ends_says_how() {
    let mut report = check_report(Vec::new());
    report.gate.exit = 6;

    let line = Event::CheckRunEnded(&report).line().expect("a line");

    let event: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((&event["event"], &event["exit"]), (&"run-ended".into(), &6.into()));
}
