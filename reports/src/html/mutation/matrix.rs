//! The kill matrix as a heat map: a row a defect, a column a check, both by group.
//!
//! There are many cells, and most say the same: they stand in the page as bare as can be, and the style sheet puts glyph
//! and word into them. Where most checks never come by a defect it is that which a bare cell says. Only what was noticed
//! has words of its own.

use maud::{Markup, html};

use crate::amounts::counted;
use crate::html::anchors;
use crate::html::pieces::heard;
use crate::html::words::Said;
use crate::kill_matrix::{Cell, Group, cell, check_groups};
use crate::{CheckInfo, DefectResult, MutationReport};

/// How many checks leave room for larger cells.
const ROOMY: usize = 50;

/// The map with its legend.
pub(super) fn heat_map(report: &MutationReport, groups: &[Group<'_>]) -> Markup {
    let columns = check_groups(report);
    let checks: Vec<&CheckInfo> = columns.iter().flat_map(|(_, checks)| checks.iter().copied()).collect();
    let is_unproven = |check: &CheckInfo| report.unproven.checks.contains(&check.id);
    let bare = if report.summary.not_reached > 0 { Cell::NotReached } else { Cell::Unnoticed };
    html! {
        (legend())
        div.scroll.tall tabindex="0" role="region" aria-label="Kill matrix" {
            table.matrix.roomy[checks.len() <= ROOMY].sparse[bare == Cell::NotReached] data-filter="defects" {
                caption.heard { "Which check noticed which defect. Rows are defects, columns are checks, both by group." }
                colgroup { col; }
                @for (_, checks) in &columns { colgroup { @for _ in checks { col; } } }
                thead {
                    tr {
                        td {}
                        @for (group, checks) in &columns { th scope="colgroup" colspan=(checks.len()) { span { (Said(group.replace('_', " "))) } } }
                    }
                    tr {
                        th scope="col" { "defect" }
                        @for (_, checks) in &columns { @for (place, check) in checks.iter().enumerate() {
                            th scope="col" .first[place == 0] .unproven[is_unproven(check)] title={ (Said(&check.slug)) ": " (Said(&check.title)) } {
                                span { (anchors::to_check(&check.id)) @if is_unproven(check) { "?" (heard("unproven")) } }
                            }
                        } }
                    }
                }
                @for group in groups { (rows(&checks, group, bare)) }
            }
        }
    }
}

fn legend() -> Markup {
    html! {
        ul.legend {
            @for cell in Cell::ALL { li { span.cell.(class(cell)) aria-hidden="true" {} " " (cell.word()) } }
            li { span.cell.unproven aria-hidden="true" { "?" } " a check that no defect makes fail" }
        }
    }
}

/// How a cell is dressed; the style sheet has glyph and word for each.
fn class(cell: Cell) -> &'static str {
    match cell {
        Cell::Intended => "kill",
        Cell::Collateral => "side",
        Cell::Unnoticed => "ran",
        Cell::NotReached => "far",
        Cell::NotApplicable => "off",
    }
}

fn rows(checks: &[&CheckInfo], group: &Group<'_>, bare: Cell) -> Markup {
    let heading = match group.name {
        Some(name) => format!("noticed in {}", name.replace('_', " ")),
        None => "survived".to_owned(),
    };
    html! {
        tbody.survivors[group.name.is_none()] {
            tr.band { th scope="rowgroup" colspan=(checks.len() + 1) { span { (Said(heading)) ": " (counted(group.defects.len(), "defect", "defects")) } } }
            @for defect in &group.defects { (row(checks, defect, bare)) }
        }
    }
}

fn row(checks: &[&CheckInfo], defect: &DefectResult, bare: Cell) -> Markup {
    html! {
        tr {
            th scope="row" {
                (anchors::to_defect(&defect.name))
                @if !defect.verdict.is_right() { b title="the prediction was wrong" { " ≠" (heard("the prediction was wrong")) } }
            }
            @for check in checks { @match cell(check, defect) {
                said if said == bare => td {},
                silent @ (Cell::Unnoticed | Cell::NotReached | Cell::NotApplicable) => td.(class(silent)) {},
                noticed => td.(class(noticed)) title={ (Said(&check.id)) " noticed " (Said(&defect.name)) } {},
            } }
        }
    }
}
