//! Where a report comes from.

use maud::{Markup, html};

use crate::MutationReport;
use crate::amounts::{counted_requests, seconds};
use crate::html::pieces::{self, command};
use crate::html::words::Said;

/// The program, the checks, the agent and the settings.
pub(super) fn facts(report: &MutationReport) -> Markup {
    let said = |text: &str| html! { (Said(text)) };
    let control = &report.control;
    let cost = format!("{}, {}", seconds(report.duration_ms), counted_requests(report.requests));
    let mut facts = vec![("program", said(&report.tool))];
    if !report.date.is_empty() {
        facts.push(("begun", said(&report.date)));
    }
    facts.push((
        "set of checks",
        html! {
            (Said(&report.set)) ", " (control.checks) " checks"
            @if !report.digest.is_empty() { ", digest " code { (Said(&report.digest)) } }
        },
    ));
    if let Some(target) = &report.target {
        facts.push((
            "planted in",
            html! { (Said(&target.name)) " " (Said(&target.version)) ", A2A " (Said(&target.protocol)) },
        ));
        facts.push(("judged over", said(&target.bindings.join(", "))));
    }
    let green = control.checks - control.red.len().min(control.checks);
    let control = format!("{green} of {} checks green in {}", control.checks, seconds(control.duration_ms));
    facts.push(("control", said(&control)));
    if let Some(shard) = report.shard {
        facts.push(("part", said(&shard.to_string())));
    }
    facts.push(("cost", said(&cost)));
    facts.push(("again", command(&format!("a2a-assay mutate --set {}", report.set))));
    pieces::facts(facts)
}
