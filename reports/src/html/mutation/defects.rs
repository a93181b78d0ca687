//! Every defect, in a table to be sorted and filtered.

use maud::{Markup, html};

use crate::html::anchors;
use crate::html::pieces::{command, heard};
use crate::html::words::Said;
use crate::kill_matrix::{Cell, Group, cell};
use crate::{CheckInfo, DefectResult, MutationReport};

/// One row a defect.
pub(super) fn table(report: &MutationReport, groups: &[Group<'_>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Defects" {
            table.sortable data-filter="defects" {
                caption { "What was planted, and who noticed: " b.kill-ink { "by a rule that the defect breaks" } ", or " span.side-ink { "(by something else)" } "." }
                thead { tr {
                    th scope="col" { "defect" } th scope="col" data-choose="set" { "set" } th scope="col" data-choose="group" { "group" }
                    th scope="col" { "rules broken" } th scope="col" data-choose="prediction" { "prediction" }
                    th scope="col" .num { "checks" } th scope="col" { "noticed by" }
                } }
                tbody { @for group in groups { @for defect in &group.defects { (row(report, group, defect)) } } }
            }
        }
    }
}

fn row(report: &MutationReport, group: &Group<'_>, defect: &DefectResult) -> Markup {
    html! {
        tr id=(Said(anchors::defect(&defect.name))) {
            th scope="row" { code { (Said(&defect.name)) } div.story { (Said(&defect.story)) } }
            td { (Said(&defect.set)) }
            td { (Said(group.name.unwrap_or("survived"))) }
            td { @for rule in &defect.breaks { (anchors::to_rule(&report.rules, rule)) br; } }
            td data-value=(defect.verdict.words()) {
                span.(if defect.verdict.is_right() { "good" } else { "bad" }) { (defect.verdict.words()) }
                @if !defect.verdict.is_right() { div.quiet { (Said(difference(defect))) } }
            }
            td.num { (defect.observed.len()) }
            td { (noticed(&report.checks, defect)) }
        }
    }
}

fn noticed(checks: &[CheckInfo], defect: &DefectResult) -> Markup {
    html! {
        @for check in checks.iter().filter(|check| defect.observed.contains(&check.id)) { @match cell(check, defect) {
            Cell::Intended => { b.kill-ink { (anchors::to_check(&check.id)) } " " },
            _ => { span.side-ink { "(" (anchors::to_check(&check.id)) ")" } " " },
        } }
        @if defect.observed.is_empty() { b.bad { "nobody" } }
        @if !defect.losses.is_empty() || defect.lesson.is_some() { details {
            summary { "what they saw" (heard(" of this defect")) }
            ul.plain { @for loss in &defect.losses { li { b { (Said(&loss.check)) } " " (Said(&loss.because)) } } }
            @if let Some(lesson) = &defect.lesson { p.quiet { "Learnt from the first run: " (Said(lesson)) } }
            (command(&format!("a2a-assay explain {}", defect.name)))
        } }
    }
}

/// What the prediction said, and how it differs.
pub(super) fn difference(defect: &DefectResult) -> String {
    let said = format!("predicted {}", defect.foretold());
    std::iter::once(said).chain(defect.difference()).collect::<Vec<_>>().join(", ")
}
