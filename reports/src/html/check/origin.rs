//! Where a report comes from, and what it had to satisfy.

use maud::{Markup, html};

use crate::CheckReport;
use crate::amounts::{counted_requests, seconds};
use crate::html::pieces::{self, command};
use crate::html::words::Said;

/// The program, the checks, the agent and the settings.
pub(super) fn facts(report: &CheckReport) -> Markup {
    let (set, target, gate) = (&report.set, &report.target, &report.gate);
    let said = |text: &str| html! { (Said(text)) };
    let cost = format!("{}, {}", seconds(report.duration_ms), counted_requests(report.requests));
    let observed = if gate.require_observed { ", and every check observed" } else { "" };
    let mut facts = vec![
        ("program", said(&report.tool)),
        ("begun", said(&report.date)),
        (
            "set of checks",
            html! { (Said(&set.name)) ", " (set.checks) " of " (set.whole.max(set.checks)) " checks, digest " code { (Said(&set.digest)) } },
        ),
        ("agent", html! { (Said(&target.name)) " " (Said(&target.version)) }),
        ("address", said(&target.url)),
        ("protocol", said(&target.protocol)),
        ("bindings", said(&target.bindings.join(", "))),
        ("gate", html! { "no " (gate.fail_on.word()) " broken" (observed) "; exit " (gate.exit) }),
        ("cost", said(&cost)),
    ];
    if !report.again.is_empty() {
        facts.push(("again", command(&report.again)));
    }
    pieces::facts(facts)
}
