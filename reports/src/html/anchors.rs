//! Places in a page that links lead to. What stands behind the prefix is a name of ours, or was read from a file: it is
//! escaped like any other word, and a link with it stays in the page.

use maud::{Markup, html};

use super::words::Said;
use crate::RuleInfo;

/// The place of a check.
pub(super) fn check(id: &str) -> String {
    format!("check-{id}")
}

/// The place of a defect.
pub(super) fn defect(name: &str) -> String {
    format!("defect-{name}")
}

/// The place of a rule.
pub(super) fn rule(id: &str) -> String {
    format!("rule-{id}")
}

/// The place of a root cause, counted from one.
pub(super) fn cause(number: usize) -> String {
    format!("cause-{number}")
}

/// A link to a check, by its id.
pub(super) fn to_check(id: &str) -> Markup {
    html! { a href={ "#" (Said(check(id))) } { (Said(id)) } }
}

/// A link to a defect, by its name.
pub(super) fn to_defect(name: &str) -> Markup {
    html! { a href={ "#" (Said(defect(name))) } { (Said(name)) } }
}

/// A rule by its id: a link, where the report describes it, which older ones do not.
pub(super) fn to_rule(described: &[RuleInfo], id: &str) -> Markup {
    let known = described.iter().any(|rule| rule.id == id);
    html! { @if known { a href={ "#" (Said(rule(id))) } { (Said(id)) } } @else { code { (Said(id)) } } }
}
