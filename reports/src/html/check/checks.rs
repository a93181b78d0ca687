//! Every check, in a table to be sorted and filtered.

use maud::{Markup, html};

use super::cause::number_of;
use crate::html::anchors;
use crate::html::pieces::verdict;
use crate::html::words::Said;
use crate::{CheckReport, CheckResult};

/// One row a check.
pub(super) fn table(report: &CheckReport) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Checks" {
            table.sortable data-filter="checks" {
                caption { "Every check with its verdict, which is the worst over its bindings." }
                thead { tr {
                    th scope="col" { "check" } th scope="col" { "what must be so" } th scope="col" data-choose="group" { "group" }
                    th scope="col" data-choose="verdict" { "verdict" } th scope="col" { "over" }
                    th scope="col" .num { "observations" } th scope="col" .num { "ms" }
                } }
                tbody { @for check in &report.checks { (row(report, check)) } }
            }
        }
    }
}

fn row(report: &CheckReport, check: &CheckResult) -> Markup {
    html! {
        tr id=(Said(anchors::check(&check.id))) {
            th scope="row" { (Said(&check.id)) " " span.quiet { (Said(&check.slug)) } }
            td { (Said(&check.title)) @if let Some(reason) = &check.reason { div.quiet { (Said(reason)) } } }
            td { (Said(&check.group)) }
            td data-value=(check.verdict.word()) {
                (verdict(check.verdict))
                @if !check.violations.is_empty() {
                    @if let Some(number) = number_of(report, &check.id) { " " a href={ "#" (anchors::cause(number)) } { "why" } }
                }
            }
            td { (Said(&check.binding)) }
            td.num { (check.subjects) }
            td.num { (check.duration_ms) }
        }
    }
}
