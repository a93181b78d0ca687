//! Pieces that several parts of a page are made of.

use maud::{Markup, html};

use super::words::Said;
use crate::{Level, Verdict};

/// How a verdict is dressed.
pub(super) fn dress(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "good",
        Verdict::Fail | Verdict::Error => "bad",
        Verdict::Warn => "warn",
        Verdict::NotObserved => "unseen",
        Verdict::Inconclusive => "unsure",
        Verdict::NotApplicable => "none",
    }
}

/// A verdict, in its word.
pub(super) fn verdict(verdict: Verdict) -> Markup {
    html! { span.badge.(dress(verdict)) { (verdict.word()) } }
}

/// How binding a rule is, in its word.
pub(super) fn level(level: Level) -> Markup {
    html! { span.level { (level.word()) } }
}

/// A command, to be copied.
pub(super) fn command(line: &str) -> Markup {
    html! { code.command { (Said(line)) } }
}

/// Names and what they stand for.
pub(super) fn facts<'a>(facts: impl IntoIterator<Item = (&'a str, Markup)>) -> Markup {
    html! { dl.facts { @for (name, fact) in facts { div { dt { (name) } dd { (fact) } } } } }
}

/// Counts that a verdict rests on: how many, of how many, of what, and whether that is as it should be.
pub(super) struct Count {
    /// How many.
    pub(super) number: usize,
    /// Of how many, where that matters.
    pub(super) of: Option<usize>,
    /// What is counted.
    pub(super) what: String,
    /// How it is dressed.
    pub(super) dress: &'static str,
}

/// The counts, in a row.
pub(super) fn counts(counts: &[Count]) -> Markup {
    html! {
        ul.counts {
            @for count in counts {
                li.(count.dress) {
                    b { (count.number) @if let Some(of) = count.of { span.of { " of " (of) } } }
                    " " span { (count.what) }
                }
            }
        }
    }
}

/// The shares of a whole as a bar: how it is dressed and how many. It repeats counts that are told in words beside it.
pub(super) fn bar(shares: &[(&str, usize)]) -> Markup {
    let whole: usize = shares.iter().map(|(_, count)| count).sum();
    let before = |place: usize| shares[..place].iter().map(|(_, count)| count).sum::<usize>();
    html! {
        svg.bar viewBox={ "0 0 " (whole.max(1)) " 1" } preserveAspectRatio="none" aria-hidden="true" {
            @for (place, (dress, count)) in shares.iter().enumerate() {
                @if *count > 0 { rect.(dress) x=(before(place)) y="0" width=(count) height="1" {} }
            }
        }
    }
}

/// Words for those who hear a page instead of seeing it.
pub(super) fn heard(words: &str) -> Markup {
    html! { span.heard { (words) } }
}
