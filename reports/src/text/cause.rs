//! One broken rule: what it asks for, what was there, how to see it again.

use super::causes::{Cause, Sight};
use super::paint::{FAINT, paint, verdict};
use super::{CheckTextOptions, curl, exchange};
use crate::plain::{brief, plain};
use crate::{Exchange, Verdict};

/// The longest observation in a listing; `--verbose` shows all of it.
const LONGEST: usize = 400;
/// How many exchanges a listing shows; `--verbose` shows all.
const EXCHANGES: usize = 4;
/// How many things that were looked at a listing names; `--verbose` names all.
const SUBJECTS: usize = 6;
/// How many different sights of one broken requirement a listing shows; `--verbose` shows all.
const SIGHTS: usize = 3;

/// A broken requirement, with the conversation that shows it and the way to see it again.
pub(super) fn whole(cause: &Cause<'_>, options: &CheckTextOptions) -> String {
    let mut out = title(cause, Verdict::Fail) + &seen(cause, SIGHTS, options);
    let exchanges = &cause.first().exchanges;
    out += &conversation(exchanges, options);
    if let Some(telling) = exchanges.last() {
        let line = curl::curl(telling).unwrap_or_else(|why| format!("no line repeats it: {why}"));
        out += &labelled("try", &line);
    }
    let ids: Vec<&str> = cause.checks().iter().map(|check| check.id.as_str()).collect();
    out += &labelled("again", &format!("{} --only {}", options.again, ids.join(",")));
    out + &labelled("why", &format!("a2a-assay explain {}", ids[0]))
}

/// A broken recommendation or choice of ours.
pub(super) fn short(cause: &Cause<'_>, options: &CheckTextOptions) -> String {
    title(cause, Verdict::Warn) + &seen(cause, 1, options)
}

fn title(cause: &Cause<'_>, as_verdict: Verdict) -> String {
    let violation = cause.first();
    let names: Vec<String> = cause.checks().iter().map(|check| format!("{} {}", check.id, check.slug)).collect();
    format!(
        " {}  {}  {}  {}  {}\n{}",
        paint(verdict(as_verdict), as_verdict.word()),
        names.join(", "),
        violation.level.word(),
        plain(&violation.section),
        plain(&violation.text),
        labelled("rule", &plain(&violation.rule))
    )
}

fn seen(cause: &Cause<'_>, most: usize, options: &CheckTextOptions) -> String {
    let sights = cause.sights();
    let most = if options.verbose { sights.len() } else { most };
    let mut out: String = sights.iter().take(most).map(|sight| sighted(sight, options.verbose)).collect();
    if sights.len() > most {
        out += &labelled("seen", &format!("{} more ways; --verbose shows them", sights.len() - most));
    }
    out
}

fn sighted(sight: &Sight<'_>, verbose: bool) -> String {
    let (longest, subjects) = if verbose { (usize::MAX, usize::MAX) } else { (LONGEST, SUBJECTS) };
    let mut named: Vec<String> = sight.subjects.iter().take(subjects).map(|subject| brief(subject, longest)).collect();
    if sight.subjects.len() > subjects {
        named.push(format!("{} more", sight.subjects.len() - subjects));
    }
    let mut place = named.join("; ");
    if !sight.bindings.is_empty() {
        place += &format!(" over {}", plain(&sight.bindings.join(", ")));
    }
    let lines = [
        ("seen", place.trim().to_owned()),
        ("expected", brief(&sight.violation.expected, longest)),
        ("observed", brief(&sight.violation.observed, longest)),
    ];
    lines.iter().filter(|(_, words)| !words.is_empty()).map(|(label, words)| labelled(label, words)).collect()
}

/// The last exchanges, which tell most.
fn conversation(exchanges: &[Exchange], options: &CheckTextOptions) -> String {
    let left_out = if options.verbose { 0 } else { exchanges.len().saturating_sub(EXCHANGES) };
    let mut out = String::new();
    if left_out > 0 {
        let words = paint(FAINT, &format!("{left_out} earlier exchanges; --verbose shows them"));
        out += &format!("            {words}\n");
    }
    for exchange in &exchanges[left_out..] {
        out += &format!("            {}\n", exchange::line(exchange));
    }
    out
}

fn labelled(label: &str, words: &str) -> String {
    format!("       {}  {words}\n", paint(FAINT, &format!("{label:8}")))
}
