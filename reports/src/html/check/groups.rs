//! Groups of checks against bindings, and what was found before judging.

use maud::{Markup, html};

use crate::amounts::counted;
use crate::html::anchors;
use crate::html::pieces::{dress, heard};
use crate::html::words::Said;
use crate::tally::over_bindings;
use crate::{CheckReport, CheckResult, Finding, Standing, Summary, Verdict};

/// What stands over a column of checks that concern the agent as a whole.
const WHOLE: &str = "the agent as a whole";

/// One row a group, one column a binding.
pub(super) fn table(report: &CheckReport) -> Markup {
    let columns = columns(report);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Groups and bindings" {
            table.groups {
                caption { "How the checks of each group ended, over each binding. What did not pass is a link." }
                thead { tr {
                    th scope="col" { "group" }
                    @for column in &columns { th scope="col" { (Said(if column.is_empty() { WHOLE } else { column })) } }
                } }
                tbody { @for (group, checks) in report.groups() { tr {
                    th scope="row" { (Said(group)) " " span.quiet { (counted(checks.len(), "check", "checks")) } }
                    @for column in &columns { td { (ended(&checks, column)) } }
                } } }
            }
        }
    }
}

/// The bindings that any check ran over, the agent's preferred one first; before them what concerns it as a whole.
fn columns(report: &CheckReport) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::new();
    for (binding, _) in report.checks.iter().flat_map(over_bindings) {
        if !columns.contains(&binding) {
            columns.push(binding);
        }
    }
    let preferred = |binding: &str| report.target.bindings.iter().position(|one| one == binding);
    columns.sort_by_key(|binding| (!binding.is_empty(), preferred(binding)));
    columns
}

/// How the checks that ran over a binding ended: those that passed as a count, the others by name.
fn ended(checks: &[&CheckResult], binding: &str) -> Markup {
    let here: Vec<(&CheckResult, Verdict)> = checks
        .iter()
        .flat_map(|check| over_bindings(check).into_iter().map(|over| (*check, over)))
        .filter(|(_, (over, _))| *over == binding)
        .map(|(check, (_, verdict))| (check, verdict))
        .collect();
    let summary = Summary::of(here.iter().map(|(_, verdict)| *verdict));
    html! {
        @if here.is_empty() { span.quiet { span aria-hidden="true" { "–" } (heard("no check")) } }
        ul.ended { @for verdict in Verdict::ALL.into_iter().filter(|verdict| summary.count(*verdict) > 0) { li.(dress(verdict)) {
            b { (summary.count(verdict)) } " " (verdict.word())
            @if verdict != Verdict::Pass {
                @for (check, _) in here.iter().filter(|(_, of)| *of == verdict) { " " (anchors::to_check(&check.id)) }
            }
        } } }
    }
}

/// What a reader has to know before the verdicts.
pub(super) fn remarks(findings: &[Finding]) -> Option<Markup> {
    let told: Vec<&Finding> = findings.iter().filter(|finding| finding.is_remark()).collect();
    (!told.is_empty()).then(|| {
        html! {
            ul.plain { @for finding in told { li {
                span.badge.(standing(finding.standing)) { (finding.standing.word()) } " "
                b { (Said(&finding.topic)) } " " (Said(&finding.found))
                @if let Some(fix) = &finding.fix { div.quiet { "to mend it: " (Said(fix)) } }
            } } }
        }
    })
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Good => "good",
        Standing::Lacking => "warn",
        Standing::Bad => "bad",
    }
}
