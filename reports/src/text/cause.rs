//! One cause of failures: what was asked for, what was there, how to see it again.

use super::paint::{FAINT, STRONG, paint, verdict};
use super::{curl, exchange};
use crate::account::because;
use crate::amounts::counted;
use crate::causes::Cause;
use crate::ids::compact;
use crate::plain::{brief, plain};
use crate::sights::{Sight, sights};
use crate::{Exchange, Gate, Verdict};

/// What is told beyond a cause, and how much of it.
pub(super) struct Telling<'a> {
    /// The command that judges the same agent again, without its choice of checks.
    pub(super) again: &'a str,
    /// What is known to fail.
    pub(super) gate: &'a Gate,
    /// Whether every exchange and every occurrence is shown.
    pub(super) verbose: bool,
}

/// The longest observation in a listing; `--verbose` shows all of it.
const LONGEST: usize = 400;
/// How many exchanges a listing shows; `--verbose` shows all.
const EXCHANGES: usize = 4;
/// How many things that were looked at a listing names; `--verbose` names all.
const SUBJECTS: usize = 6;
/// How many checks a title names; of more it tells the ids.
const NAMED: usize = 4;
/// How many broken rules a listing names where no usable answer came; `--verbose` names all.
const RULES: usize = 3;
/// How many different sights of one broken requirement a listing shows; `--verbose` shows all.
const SIGHTS: usize = 3;

/// A cause for which requirements are broken, with the conversation that shows it and the way to see it again.
pub(super) fn whole(cause: &Cause<'_>, telling: &Telling<'_>) -> String {
    // Where no usable answer came, what each check wanted to see tells nothing more.
    let most = if cause.unusable.is_some() { 1 } else { SIGHTS };
    let mut out =
        title(cause, &as_verdict(Verdict::Fail), telling) + &seen(cause, most, telling) + &borne(cause, telling);
    let exchanges = &cause.first().exchanges;
    out += &conversation(exchanges, telling);
    if let Some(telling) = exchanges.last() {
        let line = curl::curl(telling).unwrap_or_else(|why| format!("no line repeats it: {why}"));
        out += &labelled("try", &line);
    }
    out.extend(cause.first().evidence.iter().map(|file| labelled("evidence", &plain(file))));
    let ids: Vec<&str> = cause.checks().iter().map(|check| check.id.as_str()).collect();
    out += &labelled("again", &plain(&format!("{} --only {}", telling.again, ids.join(","))));
    out + &labelled("why", &plain(&format!("a2a-assay explain {}", ids[0])))
}

/// A cause for which only recommendations or choices of ours are broken.
pub(super) fn short(cause: &Cause<'_>, telling: &Telling<'_>) -> String {
    title(cause, &as_verdict(Verdict::Warn), telling) + &seen(cause, 1, telling)
}

/// A cause that is known, wherever it shows.
pub(super) fn known(cause: &Cause<'_>, telling: &Telling<'_>) -> String {
    title(cause, &paint(STRONG, "known"), telling) + &seen(cause, 1, telling) + &borne(cause, telling)
}

/// Why it is borne where it is known, each reason once.
fn borne(cause: &Cause<'_>, telling: &Telling<'_>) -> String {
    let mut reasons: Vec<(String, Vec<&str>, Vec<&str>)> = Vec::new();
    for (check, entry) in cause.entries(telling.gate) {
        let (reason, id, binding) = (because(entry), check.id.as_str(), entry.what.binding.as_str());
        match reasons.iter_mut().find(|(known, ..)| *known == reason) {
            Some((_, ids, bindings)) => {
                ids.extend((!ids.contains(&id)).then_some(id));
                bindings.extend((!bindings.contains(&binding)).then_some(binding));
            }
            None => reasons.push((reason, vec![id], vec![binding])),
        }
    }
    let line = |(reason, ids, bindings): (String, Vec<&str>, Vec<&str>)| {
        // Where it is known everywhere, it need not be said where.
        let told = !cause.is_known(telling.gate) && bindings.iter().all(|binding| !binding.is_empty());
        let over = if told { format!(" over {}", bindings.join(", ")) } else { String::new() };
        labelled("borne", &format!("{}{}: {reason}", plain(&compact(ids)), plain(&over)))
    };
    reasons.into_iter().map(line).collect()
}

fn as_verdict(as_verdict: Verdict) -> String {
    paint(verdict(as_verdict), as_verdict.word())
}

fn title(cause: &Cause<'_>, word: &str, telling: &Telling<'_>) -> String {
    let (names, level) = (names(cause), cause.level().word());
    if let Some(why) = cause.unusable {
        let title = format!(" {word}  {names}  {level}  no usable answer: {}\n", plain(why));
        return title + &consequences(cause, telling);
    }
    let violation = cause.first();
    let (section, text) = (plain(&violation.section), plain(&violation.text));
    format!(" {word}  {names}  {level}  {section}  {text}\n") + &labelled("rule", &plain(&violation.rule))
}

/// The checks that noticed it: a few by their names, many by their ids alone.
fn names(cause: &Cause<'_>) -> String {
    let checks = cause.checks();
    if checks.len() > NAMED {
        return plain(&compact(checks.iter().map(|check| check.id.as_str())));
    }
    let names: Vec<String> = checks.iter().map(|check| format!("{} {}", check.id, check.slug)).collect();
    plain(&names.join(", "))
}

/// The rules that can't be kept without an answer.
fn consequences(cause: &Cause<'_>, telling: &Telling<'_>) -> String {
    let rules = cause.rules();
    let shown = if telling.verbose { rules.len() } else { rules.len().min(RULES) };
    let mut named = rules[..shown].join(", ");
    if rules.len() > shown {
        named += &format!(" and {}", counted(rules.len() - shown, "other rule", "other rules"));
    }
    labelled("breaks", &plain(&named))
}

fn seen(cause: &Cause<'_>, most: usize, telling: &Telling<'_>) -> String {
    let sights = sights(cause);
    let most = if telling.verbose { sights.len() } else { most };
    let mut out: String = sights.iter().take(most).map(|sight| sighted(sight, telling.verbose)).collect();
    if sights.len() > most {
        out += &labelled(
            "seen",
            &format!("{}; --verbose shows all", counted(sights.len() - most, "more way", "more ways")),
        );
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
fn conversation(exchanges: &[Exchange], telling: &Telling<'_>) -> String {
    let left_out = if telling.verbose { 0 } else { exchanges.len().saturating_sub(EXCHANGES) };
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
