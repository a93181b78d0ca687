//! The rules, chapter by chapter: what became of each, and which checks watch it.

use maud::{Markup, html};

use crate::html::anchors;
use crate::html::pieces::{dress, level};
use crate::html::words::Said;
use crate::tally::{RuleStanding, standing};
use crate::{CheckReport, RuleInfo, Verdict};

/// One row a rule.
pub(super) fn table(report: &CheckReport) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Rules" {
            table.sortable data-filter="rules" {
                caption { "Every rule that the chosen checks watch. A rule is kept where no check that was judged found it broken." }
                thead { tr {
                    th scope="col" data-choose="chapter" { "chapter" } th scope="col" { "rule" } th scope="col" data-choose="level" { "level" }
                    th scope="col" { "section" } th scope="col" data-choose="standing" { "standing" } th scope="col" { "checks" }
                } }
                tbody { @for rule in &report.rules { (row(report, rule)) } }
            }
        }
    }
}

fn row(report: &CheckReport, rule: &RuleInfo) -> Markup {
    let checks: Vec<_> = report.checks.iter().filter(|check| check.rules.contains(&rule.id)).collect();
    let standing = standing(report, rule);
    html! {
        tr id=(Said(anchors::rule(&rule.id))) {
            td { (Said(&rule.chapter)) }
            th scope="row" { (Said(&rule.text)) div.quiet { code { (Said(&rule.id)) } } }
            td { (level(rule.level)) }
            td { (Said(&rule.section)) }
            td { span.badge.(dressed(standing)) { (standing.word()) } }
            td {
                @for check in &checks { span.(dress(check.verdict)) { (anchors::to_check(&check.id)) " " (check.verdict.word()) } " " }
                @if checks.is_empty() { @if let Some(why) = &rule.unnamed { span.quiet { (Said(why)) } } }
            }
        }
    }
}

fn dressed(standing: RuleStanding) -> &'static str {
    dress(match standing {
        RuleStanding::Broken => Verdict::Fail,
        RuleStanding::Kept => Verdict::Pass,
        RuleStanding::Unjudged => Verdict::NotObserved,
    })
}
