//! One broken rule: what it asks for, what was there, how to see it again.

use super::causes::Cause;
use super::paint::{FAINT, paint, verdict};
use super::{CheckTextOptions, curl, exchange};
use crate::Verdict;
use crate::plain::{brief, plain};

/// The longest observation in a listing; `--verbose` shows all of it.
const LONGEST: usize = 400;
/// How many exchanges a listing shows; `--verbose` shows all.
const EXCHANGES: usize = 4;
/// How many subjects a listing names; `--verbose` names all.
const SUBJECTS: usize = 6;

/// A broken requirement, with the conversation that shows it and the way to see it again.
pub(super) fn whole(cause: &Cause<'_>, options: &CheckTextOptions) -> String {
    let (check, violation) = cause.first();
    let ids: Vec<&str> = cause.checks().iter().map(|check| check.id.as_str()).collect();
    let mut out = title(cause, Verdict::Fail, options);
    let exchanges = &violation.exchanges;
    let shown = if options.verbose { exchanges.len() } else { EXCHANGES.min(exchanges.len()) };
    if shown < exchanges.len() {
        let left = paint(FAINT, &format!("{} earlier exchanges; --verbose shows them", exchanges.len() - shown));
        out += &format!("            {left}\n");
    }
    for exchange in &exchanges[exchanges.len() - shown..] {
        out += &format!("            {}\n", exchange::line(exchange));
    }
    if let Some(telling) = exchanges.last() {
        out += &labelled("try", &curl::command(telling));
    }
    out += &labelled("again", &format!("{} --only {}", options.again, ids.join(",")));
    out + &labelled("why", &format!("a2a-assay explain {}", check.id))
}

/// A broken recommendation or choice of ours.
pub(super) fn short(cause: &Cause<'_>, options: &CheckTextOptions) -> String {
    title(cause, Verdict::Warn, options)
}

fn title(cause: &Cause<'_>, as_verdict: Verdict, options: &CheckTextOptions) -> String {
    let (_, violation) = cause.first();
    let names: Vec<String> = cause.checks().iter().map(|check| format!("{} {}", check.id, check.slug)).collect();
    let (longest, subjects) = if options.verbose { (usize::MAX, usize::MAX) } else { (LONGEST, SUBJECTS) };
    let word = paint(verdict(as_verdict), as_verdict.word());
    let mut out = format!(
        " {word}  {}  {}  {}  {}\n",
        names.join(", "),
        violation.level.word(),
        plain(&violation.section),
        plain(&violation.text)
    );
    out += &labelled("rule", &plain(&violation.rule));
    let seen = seen(cause, subjects);
    if !seen.is_empty() {
        out += &labelled("seen", &seen);
    }
    out += &labelled("expected", &brief(&violation.expected, longest));
    out + &labelled("observed", &brief(&violation.observed, longest))
}

/// Where it shows: the subjects, and the bindings.
fn seen(cause: &Cause<'_>, most: usize) -> String {
    let subjects = cause.subjects();
    let mut shown: Vec<String> = subjects.iter().take(most).map(|subject| brief(subject, LONGEST)).collect();
    if subjects.len() > most {
        shown.push(format!("{} more", subjects.len() - most));
    }
    let mut seen = shown.join("; ");
    let bindings = cause.bindings();
    if !bindings.is_empty() {
        seen = format!("{seen} over {}", plain(&bindings.join(", ")));
    }
    seen.trim().to_owned()
}

fn labelled(label: &str, words: &str) -> String {
    format!("       {}  {words}\n", paint(FAINT, &format!("{label:8}")))
}
