//! What stands in a page, whatever stands in the report.

use std::time::{Duration, Instant};

use a2a_assay_reports::{CheckReport, Form, Level, Loss, MutationReport, Report, Verdict, tally};

use crate::everywhere::written_everywhere;
use crate::pages::{agent, matrix};
use crate::samples::hostile::{ACTING, HOSTILE, written_all_over};
use crate::samples::{failing, mutation_report};

/// The tests, by name.
pub(crate) const TESTS: &[(&str, fn())] = &[
    ("no_words_of_an_agent_act_in_a_page", no_words_of_an_agent_act_in_a_page),
    ("no_words_of_a_file_act_in_a_page", no_words_of_a_file_act_in_a_page),
    ("a_page_tells_what_was_counted", a_page_tells_what_was_counted),
    ("a_binding_has_a_column_of_its_own", a_binding_has_a_column_of_its_own),
    ("a_red_control_is_told_with_its_reasons", a_red_control_is_told_with_its_reasons),
    ("an_older_report_makes_a_page", an_older_report_makes_a_page),
    ("a_matrix_stays_small", a_matrix_stays_small),
    ("a_page_is_made_at_once", a_page_is_made_at_once),
];

/// The page of a report.
pub(crate) fn page(report: &impl Report) -> String {
    report.rendered(Form::Html).expect("a page")
}

fn no_words_of_an_agent_act_in_a_page() {
    holds_no_markup(&page(&written_all_over("words")), &page(&written_all_over(HOSTILE)));
}

fn no_words_of_a_file_act_in_a_page() {
    let with = |words: &str| page(&written_everywhere(&failing(), words));
    holds_no_markup(&with("words"), &with(HOSTILE));
    let with = |words: &str| page(&written_everywhere(&matrix(9, 30), words));
    holds_no_markup(&with("words"), &with(HOSTILE));
}

/// Hostile words change neither the number of tags nor that of the values of attributes, and none of them acts.
fn holds_no_markup(harmless: &str, hostile: &str) {
    for mark in ["<", ">", "\"", "<script", "<style"] {
        assert_eq!(hostile.matches(mark).count(), harmless.matches(mark).count(), "{mark}");
    }
    assert!(!hostile.contains(ACTING));
    assert!(hostile.contains("&lt;script&gt;window.owned"), "the words are told");
}

fn a_page_tells_what_was_counted() {
    let report = failing();
    let must = tally::kept(&report, Level::Must);

    let page = page(&report);

    assert!(page.contains(tally::Conclusion::of(&report).words()));
    let told = format!("<b>{}<span class=\"of\"> of {}</span></b> <span>MUST judged pass", must.kept, must.judged);
    assert!(page.contains(&told), "{told}");
    for (count, word) in [(report.summary.pass, "pass"), (report.summary.not_observed, "not observed")] {
        assert!(page.contains(&format!("<b>{count}</b> <span>{word}</span>")), "{count} {word}");
    }
}

fn a_binding_has_a_column_of_its_own() {
    let mut report = failing();
    let failed = report.checks.iter_mut().find(|check| check.id == "ST3").expect("a check");
    failed.bindings = [("JSONRPC".into(), Verdict::Fail), ("HTTP+JSON".into(), Verdict::Pass)].into();

    let page = page(&report);

    assert!(page.contains("<th scope=\"col\">JSONRPC</th><th scope=\"col\">HTTP+JSON</th>"));
    let row =
        page.split("<th scope=\"row\">streaming").nth(1).and_then(|rest| rest.split("</tr>").next()).expect("a row");
    // What is not told apart stands in a column before them.
    let cells: Vec<&str> = row.split("<td>").skip(1).collect();
    assert!(cells[1].contains("FAIL") && !cells[1].contains("pass"), "{cells:?}");
    assert!(cells[2].contains("pass") && !cells[2].contains("FAIL"), "{cells:?}");
}

fn a_red_control_is_told_with_its_reasons() {
    let red = vec![Loss { check: "S1".into(), because: "expected COMPLETED, observed WORKING".into() }];

    let page = page(&mutation_report(red, Vec::new()));

    assert!(page.contains("Nothing judged: the sound server is red"));
    assert!(page.contains("expected COMPLETED, observed WORKING"));
}

fn an_older_report_makes_a_page() {
    let mut value = serde_json::to_value(matrix(4, 8)).expect("a report");
    let members = value.as_object_mut().expect("members");
    for member in ["date", "digest", "target", "rules", "checks"] {
        members.remove(member).expect("a member");
    }

    let report: MutationReport = serde_json::from_value(value).expect("a report");

    assert!(page(&report).contains("answers_wrongly_in_the_manner_of_7"));
}

fn a_matrix_stays_small() {
    let size = page(&matrix(80, 120)).len();

    println!("80 checks x 120 defects: {size} bytes");
    assert!(size < 500_000, "{size}");
}

/// Far more than it takes, so that a busy machine is no failure and a page that grows with the square is.
fn a_page_is_made_at_once() {
    let (matrix, agent): (MutationReport, CheckReport) = (matrix(100, 200), agent(100));
    let begun = Instant::now();

    let bytes = page(&matrix).len() + page(&agent).len();

    let took = begun.elapsed();
    println!("100 checks x 200 defects and a report on 100 checks: {took:?}, {bytes} bytes");
    assert!(took < Duration::from_secs(2), "{took:?}");
}
