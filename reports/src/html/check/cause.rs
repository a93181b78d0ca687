//! What failed: the list under the verdict, and a card for each root cause with all that shows it.

use maud::{Markup, html};

use super::exchange;
use crate::amounts::counted;
use crate::causes::Cause;
use crate::html::anchors;
use crate::html::pieces::{command, level, verdict};
use crate::html::words::Said;
use crate::ids::compact;
use crate::plain::brief;
use crate::sights::{Sight, sights};
use crate::text::curl;
use crate::{CheckReport, CheckResult, Level, RuleInfo, Verdict, account};

/// How many different sights of a cause a card shows; the report as JSON has all.
const SIGHTS: usize = 8;
/// How many things that were looked at a sight names.
const SUBJECTS: usize = 12;

/// How much is told of what was observed before it is laid open.
const FORETOLD: usize = 100;

/// A cause with its number in the page.
pub(super) type Numbered<'a> = (usize, Cause<'a>);

/// The causes, each a link to its card.
pub(super) fn list(causes: &[Numbered<'_>]) -> Markup {
    html! {
        ol.failed { @for (number, cause) in causes { li {
            a href={ "#" (anchors::cause(*number)) } {
                (verdict(verdict_of(cause))) " " span.text { (title(cause)) } " "
                span.quiet {
                    (level(cause.level())) " "
                    @if cause.unusable.is_none() { (Said(&cause.first().section)) " " }
                    "noticed by " (Said(compact(cause.checks().iter().map(|check| check.id.as_str()))))
                }
            }
        } } }
    }
}

/// A card for each cause.
pub(super) fn cards(causes: &[Numbered<'_>], report: &CheckReport) -> Markup {
    html! { @for (number, cause) in causes { (card(*number, cause, report)) } }
}

fn card(number: usize, cause: &Cause<'_>, report: &CheckReport) -> Markup {
    let again = &report.again;
    let sights = sights(cause);
    let ids: Vec<&str> = cause.checks().iter().map(|check| check.id.as_str()).collect();
    html! {
        article.card.(if cause.level() == Level::Must { "bad" } else { "warn" }) id=(anchors::cause(number)) {
            h3 { (verdict(verdict_of(cause))) " " (title(cause)) }
            p.meta { (level(cause.level())) " " (rules(cause, &report.rules)) }
            p.meta {
                "noticed by "
                @for (place, check) in cause.checks().iter().enumerate() {
                    @if place > 0 { ", " }
                    (anchors::to_check(&check.id)) " " (Said(&check.slug))
                }
                @if !cause.prevented.is_empty() {
                    "; kept from being observed by it: "
                    @for check in &cause.prevented { (anchors::to_check(&check.id)) " " }
                }
            }
            @for (check, entry) in cause.entries(&report.gate) {
                p.notice { "Known to fail in " (Said(&check.id)) " " (Said(&entry.what.binding)) ": " (account::because(entry)) }
            }
            @for (place, sight) in sights.iter().take(SIGHTS).enumerate() { (seen(sight, place == 0)) }
            @if sights.len() > SIGHTS {
                p.quiet { "It shows in " (counted(sights.len() - SIGHTS, "more way", "more ways")) ", which the report as JSON has." }
            }
            dl.facts.commands {
                @if !again.is_empty() { div { dt { "run it again" } dd { (command(&format!("{again} --only {}", ids.join(",")))) } } }
                div { dt { "why it matters" } dd { (command(&format!("a2a-assay explain {}", ids[0]))) } }
            }
        }
    }
}

fn verdict_of(cause: &Cause<'_>) -> Verdict {
    if cause.level() == Level::Must { Verdict::Fail } else { Verdict::Warn }
}

fn title(cause: &Cause<'_>) -> Markup {
    html! {
        @if cause.unusable.is_some() { "no usable answer: " }
        (Said(cause.text()))
    }
}

/// The rules that are broken, each with its section.
fn rules(cause: &Cause<'_>, described: &[RuleInfo]) -> Markup {
    let mut told: Vec<(&str, &str)> = Vec::new();
    for (_, violation) in &cause.shows {
        if !told.iter().any(|(rule, _)| *rule == violation.rule) {
            told.push((&violation.rule, &violation.section));
        }
    }
    html! {
        @for (place, (rule, section)) in told.iter().enumerate() {
            @if place > 0 { ", " }
            span.section { (Said(section)) } " " (anchors::to_rule(described, rule))
        }
    }
}

/// One way in which it shows; the first one is laid open.
fn seen(sight: &Sight<'_>, is_first: bool) -> Markup {
    let violation = sight.violation;
    let exchanges = &violation.exchanges;
    let more = sight.subjects.len().saturating_sub(SUBJECTS);
    html! {
        details.sight open[is_first] {
            summary {
                "seen in "
                @for (place, subject) in sight.subjects.iter().take(SUBJECTS).enumerate() { @if place > 0 { "; " } (Said(subject)) }
                @if more > 0 { "; " (more) " more" }
                @if !sight.bindings.is_empty() { " over " (Said(sight.bindings.join(", "))) }
                @if !is_first { span.quiet { ": " (brief(&violation.observed, FORETOLD)) } }
            }
            div.compare {
                div { h4 { "expected" } p { (Said(&violation.expected)) } }
                div { h4 { "observed" } p.bad { (Said(&violation.observed)) } }
            }
            @if !exchanges.is_empty() {
                h4 { "the conversation" }
                (exchange::transcript(exchanges))
                h4 { "see it yourself" }
                @match exchanges.last().map(curl) {
                    Some(Ok(line)) => (command(&line)),
                    Some(Err(why)) => p.quiet { "No line repeats it: " (Said(why)) "." },
                    None => {},
                }
            }
        }
    }
}

/// The number of the first cause that this check shows.
pub(super) fn shown_by(causes: &[Numbered<'_>], check: &CheckResult) -> Option<usize> {
    let shows = |cause: &Cause<'_>| cause.shows.iter().any(|(shown, _)| shown.id == check.id);
    causes.iter().find(|(_, cause)| shows(cause)).map(|(number, _)| *number)
}
