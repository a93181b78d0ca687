//! The rules, chapter by chapter: which checks watch each, which defects break it, and whether that was noticed.

use std::collections::HashMap;

use maud::{Markup, html};

use crate::html::anchors;
use crate::html::pieces::level;
use crate::html::words::Said;
use crate::{CheckInfo, DefectResult, MutationReport, RuleInfo};

/// The rules with whatever is about them.
struct Coverage<'r> {
    checks: HashMap<&'r str, Vec<&'r CheckInfo>>,
    defects: HashMap<&'r str, Vec<&'r DefectResult>>,
}

/// One row a rule.
pub(super) fn table(report: &MutationReport) -> Markup {
    let coverage = Coverage::of(report);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Rules" {
            table.sortable data-filter="rules" {
                caption { "From the specification to the checks that watch it, and on to the defects that prove them." }
                thead { tr {
                    th scope="col" data-choose="chapter" { "chapter" } th scope="col" { "rule" } th scope="col" data-choose="level" { "level" }
                    th scope="col" { "section" } th scope="col" data-choose="standing" { "standing" }
                    th scope="col" { "checks" } th scope="col" { "defects that break it" }
                } }
                tbody { @for rule in &report.rules { (row(&coverage, &report.set, rule)) } }
            }
        }
    }
}

impl<'r> Coverage<'r> {
    fn of(report: &'r MutationReport) -> Self {
        let mut coverage = Self { checks: HashMap::new(), defects: HashMap::new() };
        for check in &report.checks {
            check.rules.iter().for_each(|rule| coverage.checks.entry(rule).or_default().push(check));
        }
        for defect in &report.defects {
            defect.breaks.iter().for_each(|rule| coverage.defects.entry(rule).or_default().push(defect));
        }
        coverage
    }
}

fn row(coverage: &Coverage<'_>, set: &str, rule: &RuleInfo) -> Markup {
    let checks = coverage.checks.get(rule.id.as_str()).map_or(&[][..], Vec::as_slice);
    let defects = coverage.defects.get(rule.id.as_str()).map_or(&[][..], Vec::as_slice);
    let (dress, word) = standing(rule, checks, defects);
    html! {
        tr id=(Said(anchors::rule(&rule.id))) {
            td { (Said(&rule.chapter)) }
            th scope="row" { (Said(&rule.text)) div.quiet { code { (Said(&rule.id)) } } }
            td { (level(rule.level)) }
            td { (Said(&rule.section)) }
            td { span.badge.(dress) { (word) } }
            td {
                @for check in checks { (anchors::to_check(&check.id)) " " }
                @if checks.is_empty() { span.quiet { @match &rule.unnamed {
                    Some(why) => (Said(why)),
                    None => { "no check of the set " (Said(set)) " names it" },
                } } }
            }
            td { @for defect in defects {
                (anchors::to_defect(&defect.name)) @if defect.observed.is_empty() { " " b.bad { "survived" } } br;
            } }
        }
    }
}

/// What the defects say of a rule. Every one that breaks it has to be noticed.
fn standing(rule: &RuleInfo, checks: &[&CheckInfo], defects: &[&DefectResult]) -> (&'static str, &'static str) {
    if defects.iter().any(|defect| defect.observed.is_empty()) {
        ("warn", "broken unnoticed")
    } else if !defects.is_empty() {
        ("good", "proven")
    } else if checks.is_empty() && rule.unnamed.is_none() {
        ("none", "not watched")
    } else {
        ("unseen", "no defect breaks it")
    }
}
