//! Markdown: found again by its marker, short enough for a comment, and in the shape that people read.

use a2a_assay_reports::{Form, Verdict, Violation};

use super::samples::{broken, check_report, stream_ends_early};
use super::{of_every_agreement, of_every_verdict, rendered};

#[test]
fn a_failing_agent() {
    insta::assert_snapshot!(rendered(&of_every_verdict(), Form::Markdown));
}

#[test]
fn it_begins_with_the_marker_by_which_a_comment_is_found_again() {
    for shown in [rendered(&of_every_verdict(), Form::Markdown), rendered(&of_every_agreement(), Form::Markdown)] {
        assert!(shown.starts_with("<!-- a2a-assay -->\n"), "{shown}");
    }
}

#[test]
fn a_long_report_fits_a_comment_and_says_what_it_left_out() {
    let many = |number: usize| {
        let sent = stream_ends_early("JSONRPC");
        let violation = Violation { rule: format!("rule-{number}"), observed: "ü|".repeat(5000), ..sent };
        broken(&format!("S{number}"), "send", "send", Verdict::Fail, vec![violation])
    };
    let report = check_report((0..300).map(many).collect());

    let shown = rendered(&report, Form::Markdown);

    assert!(shown.len() < 60_000, "{}", shown.len());
    let told = shown.matches("<details><summary><b>FAIL").count();
    assert!(told > 3, "{told}");
    assert!(shown.contains(&format!("see the JSON report: {} more", 300 - told)), "{shown}");
    assert_eq!(shown.matches("<details>").count(), shown.matches("</details>").count());
}
