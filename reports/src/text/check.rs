//! What judging one agent found, from its name to the verdict.

use super::doctor::remarks;
use super::paint::{STRONG, paint, verdict};
use super::{cause, closing};
use crate::amounts::counted;
use crate::causes::causes;
use crate::ids::compact;
use crate::plain::{brief, plain};
use crate::{CheckReport, CheckResult, Level, account};

/// How much is told of a version that an agent names.
const LONGEST: usize = 80;

/// The report on one agent; with `verbose`, every exchange and every occurrence.
pub fn check(report: &CheckReport, verbose: bool) -> String {
    let telling = cause::Telling { again: &report.again, gate: &report.gate, verbose };
    let mut out = headline(report) + "\n";
    out += &remarks(&report.findings);
    out += &table(report);
    let causes = causes(&report.checks);
    let gate = &report.gate;
    let (known, causes): (Vec<_>, Vec<_>) = causes.iter().partition(|cause| cause.is_known(gate));
    let (failures, warnings): (Vec<_>, Vec<_>) = causes.into_iter().partition(|cause| cause.level() == Level::Must);
    if !failures.is_empty() {
        out += &format!("{}\n", counted(failures.len(), "root cause", "root causes"));
    }
    for failure in &failures {
        out += &cause::whole(failure, &telling);
    }
    if !known.is_empty() {
        out += &format!("{}\n", counted(known.len(), "known failure", "known failures"));
    }
    for cause in &known {
        out += &cause::known(cause, &telling);
    }
    if !warnings.is_empty() {
        out += &format!("{}\n", counted(warnings.len(), "warning", "warnings"));
    }
    for warning in &warnings {
        out += &cause::short(warning, &telling);
    }
    out + &closing::closing(report)
}

/// The verdict on one agent, in a line.
pub fn verdict_line(report: &CheckReport) -> String {
    closing::verdict_line(report)
}

fn headline(report: &CheckReport) -> String {
    let target = &report.target;
    let mut parts = vec![paint(STRONG, &account::agent(report))];
    if !target.protocol.is_empty() {
        parts.push(format!("A2A {}", brief(&target.protocol, LONGEST)));
    }
    if !target.bindings.is_empty() {
        parts.push(plain(&target.bindings.join(", ")));
    }
    let checks = if report.set.is_part() {
        format!("{} of {} checks", report.set.checks, report.set.whole)
    } else {
        counted(report.set.checks, "check", "checks")
    };
    parts.push(format!("set {} ({checks})", plain(&report.set.name)));
    parts.join(" · ")
}

/// One row a group, with the words of its checks in catalogue order.
fn table(report: &CheckReport) -> String {
    let rows = report.groups();
    let widest = rows.iter().map(|(group, _)| group.len()).max().unwrap_or_default();
    let row = |(group, checks): (&str, Vec<&CheckResult>)| {
        format!(" {:widest$}  {:>2}  {}\n", plain(group), checks.len(), words(&checks))
    };
    rows.into_iter().map(row).collect()
}

/// The words of checks; one for all of them, where they are some and ended alike.
fn words(checks: &[&CheckResult]) -> String {
    const SOME: usize = 3;
    let word = |ids: &str, check: &CheckResult| {
        format!("{} {}", plain(ids), paint(verdict(check.verdict), check.verdict.word()))
    };
    if checks.len() >= SOME && checks.iter().all(|check| check.verdict == checks[0].verdict) {
        return word(&compact(checks.iter().map(|check| check.id.as_str())), checks[0]);
    }
    checks.iter().map(|check| word(&check.id, check)).collect::<Vec<_>>().join("  ")
}
