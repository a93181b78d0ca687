//! What people read, as they read it.

mod samples;

use a2a_assay_reports::text;
use a2a_assay_reports::{
    CheckInfo, CheckReport, DefectResult, Level, Loss, MutationReport, Verdict, elements, json, mutation_markdown,
};
use anstream::adapter::strip_str;
use samples::hostile::{ACTING, HOSTILE, written_all_over};
use samples::{
    broken, check, check_report, defect, ending, failing, mutation_report, no_envelope, prevented, rule,
    stream_ends_early, unseen,
};
use serde_json::{Value, json};

#[test]
fn a_failing_agent() {
    insta::assert_snapshot!(uncoloured(&failing()));
}

#[test]
fn a_sound_agent() {
    let mut report = check_report(vec![
        check("D1", "card-valid", "discovery", Verdict::Pass),
        unseen("E1", "premium-by-scope", "extended_card", Verdict::NotApplicable, "the card does not declare it"),
    ]);
    report.set.whole = report.set.checks;

    insta::assert_snapshot!(uncoloured(&report));
}

#[test]
fn an_agent_without_a_usable_answer() {
    let failing = |number: usize| {
        let violations = vec![no_envelope(&format!("rule-{number}"), "a result"), no_envelope("rule-0", "an error")];
        broken(&format!("S{number}"), "send", "send", Verdict::Fail, violations)
    };
    let sound = check("D1", "card-valid", "discovery", Verdict::Pass);
    let checks = std::iter::once(sound)
        .chain((1..=11).map(failing))
        .chain((1..=4).map(|number| prevented(&format!("T{number}"), "task", "tasks")))
        .chain((1..=6).map(|number| prevented(&format!("ST{number}"), "stream", "streaming")));
    let report = check_report(checks.collect());

    insta::assert_snapshot!(uncoloured(&report));
    let causes: Vec<(&str, usize, usize)> =
        report.causes.iter().map(|cause| (cause.text.as_str(), cause.checks.len(), cause.count)).collect();
    assert_eq!(causes, [("an envelope without \"jsonrpc\": \"2.0\"", 11, 22)]);
}

#[test]
fn an_agent_of_another_version() {
    let mut refused = stream_ends_early("JSONRPC");
    refused.observed = "-32601 method not found".into();
    let rest = (1..=11).map(|number| {
        unseen(&format!("S{number}"), "send", "send", Verdict::NotObserved, "the agent has no method of 1.0 (see D3)")
    });
    let first = broken("D3", "interfaces-answer", "discovery", Verdict::Fail, vec![refused]);

    insta::assert_snapshot!(uncoloured(&ending(1, check_report(std::iter::once(first).chain(rest).collect()))));
}

#[test]
fn a_run_that_judged_nothing() {
    let report = check_report(vec![unseen("A3", "missing-scope", "auth", Verdict::NotObserved, "there is no reader")]);

    insta::assert_snapshot!(uncoloured(&ending(6, report)));
}

#[test]
fn a_quiet_run() {
    insta::assert_snapshot!(strip_str(&text::verdict_line(&failing())).to_string());
}

#[test]
fn a_report_as_json() {
    insta::assert_snapshot!(json::check(&failing()).expect("it can be written"));
}

#[test]
fn an_agent_that_writes_to_the_terminal() {
    let mut report = failing();
    report.target.name = "\u{1b}]0;owned\u{7}agent\n CONFORMANT".into();
    report.checks[1].violations[0].observed = "\u{1b}[1A\u{1b}[2Kpass \u{202e}liaf".into();

    let text = uncoloured(&report);

    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text}");
    assert!(text.starts_with("\\u{1b}]0;owned\\u{7}agent\\n CONFORMANT 2.3.1 · "), "{text}");
}

#[test]
fn no_words_of_an_agent_act_on_a_terminal() {
    for verbose in [false, true] {
        let view = |words: &str| {
            let report = written_all_over(words);
            text::check(&report, verbose) + &text::verdict_line(&report)
        };
        let (harmless, hostile) = (view("words"), view(HOSTILE));

        let escapes = |text: &str| text.matches('\u{1b}').count();
        assert_eq!(escapes(&hostile), escapes(&harmless), "{hostile:?}");
        assert_eq!(hostile.lines().count(), harmless.lines().count(), "{hostile}");
        assert!(!hostile.replace('\u{1b}', "").contains(ACTING), "{hostile:?}");
        assert!(hostile.contains("curl -sSN"), "{hostile}");
    }
}

#[test]
fn no_words_of_an_agent_act_on_a_terminal_that_shows_json() {
    let report = written_all_over(HOSTILE);

    let json = json::check(&report).expect("it can be written");

    assert!(!json.contains(ACTING), "{json:?}");
    let again: CheckReport = serde_json::from_str(&json).expect("it can be read");
    assert_eq!(again.target.name, report.target.name);
}

#[test]
fn colour_changes_no_word() {
    let text = text::check(&failing(), false);

    assert!(text.contains("\u{1b}["), "it has colour");
    assert_eq!(strip_str(&text).to_string(), uncoloured(&failing()));
}

#[test]
fn planted_defects() {
    let report = mutation_report(
        Vec::new(),
        vec![
            defect("audience_unchecked", &["A2"], &["A2"]),
            defect("stream_drops_last_event", &["ST1", "ST2"], &["ST2", "ST1"]),
            defect("no_push_retry", &[], &[]),
            defect("blocking_returns_early", &["S1"], &["S1", "T2"]),
            defect("history_length_ignored", &["T1", "T2"], &["T1"]),
            defect("list_unscoped", &["A5"], &[]),
            defect("etag_ignored", &[], &["D2"]),
        ],
    );

    insta::assert_snapshot!(strip_str(&text::mutation(&report, 1)).to_string());
    insta::assert_snapshot!("planted_defects_as_json", json::mutation(&report).expect("it can be written"));
}

#[test]
fn pairs_that_were_not_run() {
    let described = |id: &str| CheckInfo {
        id: id.into(),
        slug: id.to_lowercase(),
        group: "send".into(),
        title: "a check".into(),
        rules: vec!["some-rule".into()],
    };
    let far = DefectResult { not_reached: vec!["S2".into(), "S3".into()], ..defect("far", &["S1"], &["S1"]) };
    let report = MutationReport {
        checks: ["S1", "S2", "S3", "S4"].map(described).into(),
        rules: vec![rule("some-rule", Level::Must)],
        ..mutation_report(Vec::new(), vec![far, defect("near", &["S4"], &["S4"])])
    };

    let told = strip_str(&text::mutation(&report, 0)).to_string();
    assert!(told.contains("2 defects x 4 checks: 6 of 8 pairs; in the others the check never comes by"), "{told}");
    assert!(mutation_markdown(&report).contains("- run 6 of 8 pairs"));
    let grid = strip_str(&text::kill_matrix(&report)).to_string();
    assert!(grid.contains("far     +  .\n") && grid.contains("near    ...+\n"), "{grid}");
    let elements: Value = serde_json::from_str(&elements(&report).expect("it can be written")).expect("JSON");
    let mutants = &elements["files"]["rules/streams.txt"]["mutants"];
    assert_eq!(mutants[0]["coveredBy"], json!(["S1", "S4"]));
    assert_eq!(mutants[1]["testsCompleted"], 4);
}

#[test]
fn a_red_control() {
    let red = vec![Loss { check: "S1".into(), because: "expected COMPLETED, observed WORKING".into() }];

    insta::assert_snapshot!(strip_str(&text::mutation(&mutation_report(red, Vec::new()), 8)).to_string());
}

fn uncoloured(report: &CheckReport) -> String {
    strip_str(&text::check(report, false)).to_string()
}
