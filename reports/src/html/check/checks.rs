//! Every check, in a table to be sorted and filtered.

use maud::{Markup, html};

use super::cause::{Numbered, shown_by};
use crate::html::anchors;
use crate::html::pieces::verdict;
use crate::html::words::Said;
use crate::{CheckReport, CheckResult};

/// One row a check.
pub(super) fn table(report: &CheckReport, causes: &[Numbered<'_>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Checks" {
            table.sortable data-filter="checks" {
                caption { "Every check with its verdict, which is the worst over its bindings." }
                thead { tr {
                    th scope="col" { "check" } th scope="col" { "what must be so" } th scope="col" data-choose="group" { "group" }
                    th scope="col" data-choose="verdict" { "verdict" } th scope="col" { "over" }
                    th scope="col" .num { "observations" } th scope="col" .num { "ms" }
                } }
                tbody { @for check in &report.checks { (row(check, shown_by(causes, check))) } }
            }
        }
    }
}

fn row(check: &CheckResult, cause: Option<usize>) -> Markup {
    html! {
        tr id=(Said(anchors::check(&check.id))) {
            th scope="row" { (Said(&check.id)) " " span.quiet { (Said(&check.slug)) } }
            td { (Said(&check.title)) @if let Some(reason) = &check.reason { div.quiet { (Said(reason)) } } }
            td { (Said(&check.group)) }
            td data-value=(check.verdict.word()) {
                (verdict(check.verdict))
                @if let Some(number) = cause { " " a href={ "#" (anchors::cause(number)) } { "why" } }
            }
            td { (Said(&check.binding)) }
            td.num { (check.subjects) }
            td.num { (check.duration_ms) }
        }
    }
}
