//! What a report tells of an agent, of a check and of a violation, in plain words on single lines: what most forms share.

use crate::plain::{brief, plain};
use crate::text::{curl, exchange};
use crate::{CheckReport, CheckResult, Entry, Level, Violation};

/// How much is told of a name that an agent gives itself.
const NAME: usize = 80;
/// How much is told of what was expected and of what was there.
const LONGEST: usize = 400;
/// How many exchanges are told of a violation: the last ones, which tell most.
const EXCHANGES: usize = 4;
/// How many violations are told of a check.
const VIOLATIONS: usize = 20;
/// The longest line of curl; a longer one would drown what stands around it.
const CURL: usize = 8000;

/// What the agent calls itself, or where it is.
pub(crate) fn agent(report: &CheckReport) -> String {
    match (report.target.name.as_str(), report.target.version.as_str()) {
        ("", _) => plain(&report.target.url),
        (name, "") => brief(name, NAME),
        (name, version) => format!("{} {}", brief(name, NAME), brief(version, NAME)),
    }
}

/// What the agent calls itself without its version, or where it is.
pub(crate) fn agent_name(report: &CheckReport) -> String {
    if report.target.name.is_empty() { plain(&report.target.url) } else { brief(&report.target.name, NAME) }
}

/// A check by its id and its short name.
pub(crate) fn check(check: &CheckResult) -> String {
    plain(&format!("{} {}", check.id, check.slug))
}

/// What is broken and how, in one line.
pub(crate) fn violation(violation: &Violation) -> String {
    format!("{}: expected {}, observed {}", rule(violation), expected(violation), observed(violation))
}

/// The rule with its force and its section.
pub(crate) fn rule(violation: &Violation) -> String {
    plain(&format!("{} {} {}", violation.level.word(), violation.section, violation.rule))
}

/// What the rule asks for.
pub(crate) fn expected(violation: &Violation) -> String {
    brief(&violation.expected, LONGEST)
}

/// What was there.
pub(crate) fn observed(violation: &Violation) -> String {
    brief(&violation.observed, LONGEST)
}

/// What was looked at, and over which binding.
pub(crate) fn place(violation: &Violation) -> String {
    let subject = brief(&violation.subject, LONGEST);
    match violation.binding.as_str() {
        "" => subject,
        binding => format!("{subject} over {}", plain(binding)),
    }
}

/// The line that repeats the request that shows it, if there is one that fits.
pub(crate) fn repeated(violation: &Violation) -> Option<String> {
    let last = violation.exchanges.last()?;
    Some(match curl(last) {
        Ok(line) if line.len() > CURL => format!("no line repeats it here: it has {} bytes", line.len()),
        Ok(line) => line,
        Err(why) => format!("no line repeats it: {why}"),
    })
}

/// The command that judges this check again.
pub(crate) fn again(report: &CheckReport, check: &CheckResult) -> String {
    plain(&format!("{} --only {}", report.again, check.id))
}

/// Why a check came to no judgement.
pub(crate) fn reason(check: &CheckResult) -> String {
    plain(check.reason.as_deref().unwrap_or("no reason given"))
}

/// Why a failure is borne, and until when.
pub(crate) fn because(entry: &Entry) -> String {
    let until = entry.expires.map_or_else(String::new, |last| format!(", until {last}"));
    format!("{}{until}", plain(&entry.reason))
}

/// Why nothing that a check has fails the run, where that is for what was known before.
pub(crate) fn borne(report: &CheckReport, check: &CheckResult) -> Option<String> {
    let weighed = report.gate.baseline.as_ref()?;
    let failing = report.gate.failing(check);
    let entries: Option<Vec<&Entry>> = failing.iter().map(|failing| weighed.entry(failing, check)).collect();
    let mut reasons: Vec<String> = entries?.into_iter().map(because).collect();
    reasons.dedup();
    (!reasons.is_empty()).then(|| format!("known: {}", reasons.join("; ")))
}

/// The most binding level at which a check found a rule broken.
pub(crate) fn worst(check: &CheckResult) -> Option<Level> {
    check.violations.iter().map(|violation| violation.level).max()
}

/// Everything that a check found broken, with the conversation that shows it and the way to see it again.
pub(crate) fn lines(report: &CheckReport, check: &CheckResult) -> Vec<String> {
    let mut lines = Vec::new();
    for broken in check.violations.iter().take(VIOLATIONS) {
        lines.push(format!("{}: {}", rule(broken), plain(&broken.text)));
        let told = [("seen", place(broken)), ("expected", expected(broken)), ("observed", observed(broken))];
        lines.extend(told.iter().map(|(label, words)| labelled(label, words)));
        lines.extend(report.gate.known(check, broken).map(|entry| labelled("known", &because(entry))));
        let left_out = broken.exchanges.len().saturating_sub(EXCHANGES);
        lines.extend(broken.exchanges[left_out..].iter().map(|told| format!("     {}", exchange::line(told))));
        lines.extend(repeated(broken).map(|line| labelled("try", &line)));
    }
    if check.violations.len() > VIOLATIONS {
        lines.push(format!("and {} more", check.violations.len() - VIOLATIONS));
    }
    lines.push(labelled("again", &again(report, check)));
    lines.push(labelled("why", &plain(&format!("a2a-assay explain {}", check.id))));
    lines
}

fn labelled(label: &str, words: &str) -> String {
    format!("     {label:8}  {words}")
}
