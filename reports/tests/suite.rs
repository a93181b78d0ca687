//! How another suite fared, as people read it.

use a2a_assay_reports::{
    JudgedBy, Notice, Remark, SuiteControl, SuiteDefect, SuiteReport, SuiteScore, by_group, json, text,
};
use anstream::adapter::strip_str;

fn remark(test: &str, because: &str) -> Remark {
    Remark { test: test.into(), because: because.into() }
}

fn defect(name: &str, group: &str, verdict: Notice, noticed_by: Vec<Remark>, ours: &[&str]) -> SuiteDefect {
    SuiteDefect {
        name: name.into(),
        set: "core".into(),
        group: group.into(),
        verdict,
        noticed_by,
        fell_silent: Vec::new(),
        ours: ours.iter().map(|id| (*id).to_owned()).collect(),
        duration_ms: 1200,
    }
}

fn report(control: SuiteControl, defects: Vec<SuiteDefect>) -> SuiteReport {
    SuiteReport {
        format: "a2a-assay/suite".into(),
        version: 1,
        tool: "a2a-assay 0.0.0".into(),
        command: "pytest --sut {url} --junitxml {junit}".into(),
        judged_by: JudgedBy::Junit,
        control,
        summary: SuiteScore::of("all", &defects),
        groups: by_group(&defects, &["auth", "streaming", "push"]),
        defects,
        duration_ms: 65_400,
    }
}

fn control(red: Vec<Remark>, forgiven: bool) -> SuiteControl {
    SuiteControl {
        runs: 2,
        tests: Some(4),
        green: vec!["a::x".into(), "a::y".into(), "a::z".into()],
        red,
        forgiven,
        said: "1 failed, 3 passed\n\u{1b}[2J\n".into(),
        duration_ms: 2400,
    }
}

fn uncoloured(report: &SuiteReport, exit: u8) -> String {
    strip_str(&text::suite(report, exit)).to_string()
}

#[test]
fn a_measured_suite() {
    let two = vec![remark("a::x", "expected 401, was 200"), remark("a::y", "is gone \u{1b}[2J")];
    let silent = vec!["a::z".to_owned()];
    let survived = defect("scope_unchecked", "auth", Notice::Survived, Vec::new(), &["A3"]);
    let late = vec![remark("suite", "not done after 300 s")];
    let defects = vec![
        defect("audience_unchecked", "auth", Notice::Noticed, two, &["A2"]),
        SuiteDefect { fell_silent: silent, ..survived },
        defect("cancel_strands_waiter", "streaming", Notice::TimedOut, late, &["T3"]),
        defect("no_push_retry", "push", Notice::Survived, Vec::new(), &[]),
    ];
    let report = report(control(vec![remark("a::w", "the agent is not blue")], true), defects);

    insta::assert_snapshot!(uncoloured(&report, 0));
    insta::assert_snapshot!("a_measured_suite_as_json", json::suite(&report).expect("it can be written"));
}

#[test]
fn a_suite_that_is_red_on_the_sound_server() {
    let report = report(control(vec![remark("a::w", "the agent is not blue")], false), Vec::new());

    insta::assert_snapshot!(uncoloured(&report, 8));
}
