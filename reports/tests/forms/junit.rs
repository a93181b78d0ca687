//! JUnit, as another reader takes it.

use a2a_assay_reports::{Form, Level, Loss};
use junit_parser::{TestCase, TestStatus};

use super::samples::mutation_report;
use super::{of_every_agreement, of_every_verdict, rendered};

fn case<'r>(read: &'r junit_parser::TestSuites, name: &str) -> &'r TestCase {
    let mut cases = read.suites.iter().flat_map(|suite| &suite.cases);
    cases.find(|case| case.original_name == name).unwrap_or_else(|| panic!("no case {name}"))
}

#[test]
fn a_failure_tells_the_rule_both_sides_and_the_way_to_see_it_again() {
    let shown = rendered(&of_every_verdict(), Form::Junit);

    let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");

    let TestStatus::Failure(failure) = &case(&read, "ST1 task-then-updates").status else { panic!("{shown}") };
    // That reader drops what is escaped in a text, so the text is read by another one.
    let document = roxmltree::Document::parse(&shown).expect("XML");
    let text = document.descendants().find(|node| node.has_tag_name("failure")).and_then(|node| node.text());
    let text = text.expect("a text");
    assert_eq!(failure.failure_type, "MUST");
    assert!(failure.message.contains("MUST §3.1.2 stream-ends-terminal: expected a terminal status update"));
    let told = [
        "observed  end of stream after 2 events",
        "over HTTP+JSON",
        "try       curl -sSN http://127.0.0.1:9999/rpc",
        "authorization: Bearer '\"$ALICE\"",
        "again     a2a-assay check http://127.0.0.1:9999 --target echo.toml --only ST1",
        "why       a2a-assay explain ST1",
    ];
    for words in told {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn what_was_not_judged_is_skipped_with_its_reason() {
    let shown = rendered(&of_every_verdict(), Form::Junit);

    let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");

    let reasons = [
        ("A4 foreign-task-absent", "not observed: no credential for bob"),
        ("ST6 streaming-off", "n/a: no second agent"),
    ];
    for (name, reason) in reasons {
        let TestStatus::Skipped(skipped) = &case(&read, name).status else { panic!("{shown}") };
        assert_eq!(skipped.message, reason);
    }
}

#[test]
fn a_broken_recommendation_fails_where_the_gate_says_so() {
    for (fail_on, fails) in [(Level::Must, false), (Level::Should, true)] {
        let mut report = of_every_verdict();
        report.gate.fail_on = fail_on;

        let shown = rendered(&report, Form::Junit);

        let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");
        assert_eq!(case(&read, "D2 card-caching").status.is_failure(), fails, "{fail_on:?}");
        assert!(shown.contains("card-has-etag"), "{shown}");
    }
}

#[test]
fn what_was_not_observed_fails_where_the_gate_says_so() {
    let mut report = of_every_verdict();
    report.gate.require_observed = true;

    let shown = rendered(&report, Form::Junit);

    let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");
    let TestStatus::Failure(failure) = &case(&read, "A4 foreign-task-absent").status else { panic!("{shown}") };
    assert_eq!((failure.failure_type.as_str(), failure.message.as_str()), ("not observed", "no credential for bob"));
    assert!(case(&read, "ST6 streaming-off").status.is_skipped());
}

#[test]
fn a_defect_fails_where_the_prediction_was_wrong() {
    let shown = rendered(&of_every_agreement(), Form::Junit);

    let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");

    for (name, word) in [("audience_unchecked", None), ("no_push_retry", None), ("list_unscoped", Some("missed"))] {
        let failed = match &case(&read, name).status {
            TestStatus::Failure(failure) => Some(failure.failure_type.as_str()),
            _ => None,
        };
        assert_eq!(failed, word, "{name}");
    }
    assert!(case(&read, "the server without a defect").status.is_success());
}

#[test]
fn a_red_control_is_a_failure() {
    let losses = vec![Loss { check: "S1".into(), because: "expected COMPLETED, observed WORKING".into() }];

    let shown = rendered(&mutation_report(losses, Vec::new()), Form::Junit);

    let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");
    assert_eq!((read.tests, read.failures), (1, 1), "{shown}");
}
