//! Annotations: a line a command, and no more than GitHub shows.

use a2a_assay_reports::{Form, Verdict, Violation};

use super::samples::{broken, check_report, no_envelope};
use super::{of_every_verdict, rendered, sound};

#[test]
fn each_level_has_its_kind_and_the_last_notice_has_the_counts() {
    let shown = rendered(&of_every_verdict(), Form::Github);

    let kind = |line: &str| line.trim_start_matches(':').split(' ').next().expect("a kind").to_owned();
    let kinds: Vec<String> = shown.lines().map(kind).collect();
    assert_eq!(
        kinds,
        ["error", "error", "error", "warning", "warning", "notice", "notice", "notice", "notice"],
        "{shown}"
    );
    assert!(
        shown.starts_with("::error title=ST1 ST3 MUST §3.1.2::the last update of a stream is the terminal one%0Arule ")
    );
    assert!(shown.lines().all(|line| line.starts_with("::")), "{shown}");
}

#[test]
fn a_sound_agent_is_told_in_one_notice() {
    let shown = rendered(&sound(), Form::Github);

    assert_eq!(shown.lines().count(), 1, "{shown}");
    assert!(shown.contains("title=a2a-assay%3A CONFORMANT::echo-agent 2.3.1: 3 checks: 2 pass, 0 FAIL"), "{shown}");
}

#[test]
fn what_github_would_not_show_is_counted() {
    let many = |number: usize| {
        let violation =
            Violation { cause: None, text: format!("rule {number}"), ..no_envelope(&format!("rule-{number}"), "x") };
        broken(&format!("S{number}"), "send", "send", Verdict::Fail, vec![violation])
    };
    let report = check_report((0..13).map(many).collect());

    let shown = rendered(&report, Form::Github);

    assert_eq!(shown.matches("::error ").count(), 10);
    assert!(
        shown.lines().last().expect("a line").ends_with("not shown: 3 more of kind error; the JSON report has all")
    );
}
