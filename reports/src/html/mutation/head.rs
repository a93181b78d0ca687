//! The score, and the counts that it rests on.

use maud::{Markup, html};

use crate::amounts::{counted, counted_requests, seconds};
use crate::html::pieces::{Count, bar, counts};
use crate::html::words::Said;
use crate::{Agreement, MutationReport};

/// The title of the page.
pub(super) fn title(report: &MutationReport) -> String {
    format!("Kill matrix: {}", score(report))
}

/// What stands at its head.
pub(super) fn head(report: &MutationReport) -> Markup {
    html! {
        p.eyebrow { "Planted defects, and the checks that noticed" }
        h1 { span.verdict.(dressed(report)) { (score(report)) } }
        p.lead { (Said(lead(report))) }
        @if is_judged(report) {
            (bar(&[("good", report.summary.caught), ("warn", as_predicted(report)), ("bad", report.summary.escaped.saturating_sub(as_predicted(report)))]))
            (counts(&rested_on(report)))
        }
    }
}

fn is_judged(report: &MutationReport) -> bool {
    report.control.red.is_empty() && report.control.checks > 0
}

fn score(report: &MutationReport) -> String {
    let summary = &report.summary;
    match (report.control.checks, report.control.red.is_empty()) {
        (0, _) => "Nothing judged: no check ran".to_owned(),
        (_, false) => "Nothing judged: the sound server is red".to_owned(),
        _ => format!("{} of {} caught", summary.caught, counted(summary.defects, "defect", "defects")),
    }
}

fn dressed(report: &MutationReport) -> &'static str {
    match (is_judged(report), report.summary.wrong) {
        (false, _) => "bad",
        (true, 0) => "good",
        (true, _) => "warn",
    }
}

fn lead(report: &MutationReport) -> String {
    let part = report.shard.map(|shard| format!("part {shard}")).unwrap_or_default();
    let cost = format!("{} in {}", counted_requests(report.requests), seconds(report.duration_ms));
    let set = format!("{} of the set {}", counted(report.control.checks, "check", "checks"), report.set);
    let parts = [set, part, cost, report.date.clone()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn as_predicted(report: &MutationReport) -> usize {
    report.defects.iter().filter(|defect| defect.verdict == Agreement::EscapedAsPredicted).count()
}

fn rested_on(report: &MutationReport) -> Vec<Count> {
    let (summary, unproven) = (&report.summary, &report.unproven);
    let news = |good: bool| if good { "good" } else { "warn" };
    let count = |number, of, what: &str, dress| Count { number, of, what: what.to_owned(), dress };
    let all = Some(summary.defects);
    let proven = summary.checks - unproven.checks.len().min(summary.checks);
    let assertions = unproven.assertions.len();
    let run = summary.run_of_pairs().map(|(run, all)| count(run, Some(all), "pairs run", "none"));
    let counts = [
        count(summary.caught, all, "caught", news(summary.escaped == as_predicted(report))),
        count(summary.escaped, None, "escaped", if summary.escaped == 0 { "none" } else { "warn" }),
        count(summary.as_predicted, all, "predictions right", news(summary.wrong == 0)),
        count(summary.first_right, all, "first predictions right", "none"),
        count(proven, Some(summary.checks), "checks proven by a defect", news(proven == summary.checks)),
        count(assertions, None, "assertions unproven", if assertions == 0 { "none" } else { "warn" }),
    ];
    counts.into_iter().chain(run).collect()
}
