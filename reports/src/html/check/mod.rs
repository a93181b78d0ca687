//! The page on one agent, from the verdict down to the exchange that shows why.

mod cause;
mod checks;
mod exchange;
mod groups;
mod head;
mod indented;
mod origin;
mod rules;
mod unjudged;

use super::page::{Page, Part};
use crate::amounts::counted;
use crate::causes::{Cause, causes};
use crate::{CheckReport, Level};

/// The report on one agent.
pub fn check(report: &CheckReport) -> String {
    let causes = numbered(report);
    let (broken, weaker) = causes.split_at(causes.partition_point(|(_, cause)| cause.level() == Level::Must));
    let mut parts = Vec::new();
    if !broken.is_empty() {
        let heading = format!("What failed: {}", counted(broken.len(), "root cause", "root causes"));
        parts.push(Part::new("failed", heading, cause::list(broken)));
    }
    if let Some(findings) = groups::remarks(&report.findings) {
        parts.push(Part::new("before", "Found before judging", findings));
    }
    parts.push(Part::new("groups", "Groups and bindings", groups::table(report)));
    if !broken.is_empty() {
        parts.push(Part::new("evidence", "The evidence", cause::cards(broken, report)));
    }
    if !weaker.is_empty() {
        let heading = counted(weaker.len(), "warning", "warnings");
        parts.push(Part::new("warnings", heading, cause::cards(weaker, report)));
    }
    parts.extend(unjudged::part(report));
    parts.push(Part::new("checks", counted(report.checks.len(), "check", "checks"), checks::table(report, &causes)));
    if !report.rules.is_empty() {
        parts.push(Part::new("rules", "Rules and the checks that watch them", rules::table(report)));
    }
    parts.push(Part::new("origin", "Where this comes from", origin::facts(report)));
    Page { title: head::title(report), tool: &report.tool, head: head::head(report), parts }.written()
}

/// The causes as they are numbered in the page: what breaks requirements first.
fn numbered(report: &CheckReport) -> Vec<(usize, Cause<'_>)> {
    let (broken, weaker): (Vec<_>, Vec<_>) =
        causes(&report.checks).into_iter().partition(|cause| cause.level() == Level::Must);
    (1..).zip(broken.into_iter().chain(weaker)).collect()
}
