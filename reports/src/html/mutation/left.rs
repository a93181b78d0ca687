//! What the run leaves to be done: a red control, survivors, wrong predictions, and what nothing proves.

use maud::{Markup, html};

use super::defects::difference;
use crate::amounts::counted;
use crate::html::anchors;
use crate::html::page::Part;
use crate::html::words::Said;
use crate::kill_matrix::redundant;
use crate::{Control, DefectResult, MutationReport};

/// Why the sound server is red, where it is.
pub(super) fn red_control(control: &Control) -> Option<Part> {
    let body = html! {
        p { "The checks have to be green against the reference agent before anything is planted in it." }
        ul.plain { @for loss in &control.losses { li { b { (Said(&loss.check)) } " " (Said(&loss.because)) } } }
    };
    let heading = format!("The sound server is red in {}", counted(control.red.len(), "check", "checks"));
    (!control.red.is_empty()).then(|| Part::new("control", heading, body))
}

/// The defects that nobody noticed.
pub(super) fn survivors(report: &MutationReport) -> Option<Part> {
    let survivors: Vec<&DefectResult> = report.defects.iter().filter(|defect| defect.observed.is_empty()).collect();
    let heading = format!("What survived: {}", counted(survivors.len(), "defect", "defects"));
    (!survivors.is_empty()).then(|| Part::new("survivors", heading, list(&survivors)))
}

/// The defects whose prediction was wrong although somebody noticed them.
pub(super) fn surprises(report: &MutationReport) -> Option<Part> {
    let wrong = |defect: &&DefectResult| !defect.verdict.is_right() && !defect.observed.is_empty();
    let surprises: Vec<&DefectResult> = report.defects.iter().filter(wrong).collect();
    let heading = counted(surprises.len(), "prediction was wrong", "predictions were wrong");
    (!surprises.is_empty()).then(|| Part::new("surprises", heading, list(&surprises)))
}

fn list(defects: &[&DefectResult]) -> Markup {
    html! {
        ol.failed { @for defect in defects { li { a href={ "#" (Said(anchors::defect(&defect.name))) } {
            span.badge.(if defect.verdict.is_right() { "warn" } else { "bad" }) { (defect.verdict.words()) } " "
            span.text { (Said(&defect.story)) } " "
            span.quiet {
                code { (Said(&defect.name)) }
                @if !defect.verdict.is_right() { " " (Said(difference(defect))) }
            }
        } } } }
    }
}

/// A check by its id: a link, where the report describes it, which older ones do not.
fn check(report: &MutationReport, id: &str) -> Markup {
    let known = report.checks.iter().any(|check| check.id == id);
    html! { @if known { (anchors::to_check(id)) } @else { (Said(id)) } }
}

/// What no defect makes fail, and what is excused from it.
pub(super) fn unproven(report: &MutationReport) -> Option<Part> {
    let (unproven, never_alone) = (&report.unproven, redundant(report));
    let never_alone: &[&str] = if report.set == "core" { &[] } else { &never_alone };
    let anything = unproven.checks.len() + unproven.assertions.len() + unproven.excused.len() + never_alone.len();
    let body = html! {
        dl.facts {
            @if !unproven.checks.is_empty() { div {
                dt { "checks that no defect makes fail" }
                dd { @for id in &unproven.checks { (check(report, id)) " " } }
            } }
            @if !never_alone.is_empty() { div {
                dt { "checks that never notice anything alone" }
                dd { @for id in never_alone { (check(report, id)) " " } }
            } }
            @if !unproven.assertions.is_empty() { div {
                dt { "assertions that no defect makes fail" }
                dd { details {
                    summary { (counted(unproven.assertions.len(), "assertion", "assertions")) }
                    ul.plain { @for assertion in &unproven.assertions { li { code { (Said(assertion)) } } } }
                } }
            } }
            @if !unproven.excused.is_empty() { div {
                dt { "excused" }
                dd { ul.plain { @for excused in &unproven.excused { li { b { (Said(&excused.what)) } ": " (Said(&excused.reason)) } } } }
            } }
        }
    };
    (anything > 0 && !report.defects.is_empty()).then(|| Part::new("unproven", "What is unproven", body))
}
