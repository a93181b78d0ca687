//! What each check is worth, in a table to be sorted and filtered.

use maud::{Markup, html};

use crate::MutationReport;
use crate::html::anchors;
use crate::html::words::Said;
use crate::kill_matrix::{Worth, worth};

/// One row a check.
pub(super) fn table(report: &MutationReport) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Checks" {
            table.sortable data-filter="checks" {
                caption { "A check is proven by the defects that it noticed, and needed for those that nobody else noticed." }
                thead { tr {
                    th scope="col" { "check" } th scope="col" { "what must be so" } th scope="col" data-choose="group" { "group" }
                    th scope="col" data-choose="proof" { "proof" } th scope="col" .num { "noticed" } th scope="col" .num { "collateral" }
                    th scope="col" .num { "alone" } th scope="col" { "the defects that only it noticed" }
                } }
                tbody { @for worth in worth(report) { (row(report, &worth)) } }
            }
        }
    }
}

fn row(report: &MutationReport, worth: &Worth<'_>) -> Markup {
    let check = worth.check;
    html! {
        tr id=(Said(anchors::check(&check.id))) {
            th scope="row" { (Said(&check.id)) " " span.quiet { (Said(&check.slug)) } }
            td { (Said(&check.title)) }
            td { (Said(&check.group)) }
            td { (proof(report, worth)) }
            td.num { (worth.noticed) }
            td.num { (worth.collateral) }
            td.num { (worth.alone.len()) }
            td { @match worth.alone.len() {
                0 => {},
                1..=3 => (names(worth)),
                many => details { summary { (many) " defects" } (names(worth)) },
            } }
        }
    }
}

fn names(worth: &Worth<'_>) -> Markup {
    html! { @for name in &worth.alone { (anchors::to_defect(name)) br; } }
}

fn proof(report: &MutationReport, worth: &Worth<'_>) -> Markup {
    let (dress, word) = if report.unproven.checks.contains(&worth.check.id) {
        ("warn", "unproven")
    } else if worth.noticed == 0 {
        ("none", "excused")
    } else if worth.alone.is_empty() {
        ("unseen", "never alone")
    } else {
        ("good", "proven")
    };
    html! { span.badge.(dress) { (word) } }
}
