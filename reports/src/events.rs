//! What happens while agents are judged, as lines of JSON: each is whole in itself and written as the thing happens.
//!
//! A line tells no conversation, so that it stays short; the report has those. The same lines can be had of a report
//! that is finished.

use serde::Serialize;
use serde_json::{Value, json};

use crate::json::line;
use crate::tally::Conclusion;
use crate::{
    CheckReport, CheckResult, Control, DefectResult, Finding, Level, Loss, MutationReport, SetInfo, Verdict, brief,
};

/// The name of the format.
const FORMAT: &str = "a2a-assay/events";
/// Its version.
const VERSION: u32 = 1;
/// How much is told of a text.
const LONGEST: usize = 400;
/// How many violations, or losses, are told in one line.
const MOST: usize = 50;

/// What happens.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A run begins with so many things to judge: `check` or `mutate`, by this program.
    RunStarted {
        /// The command.
        command: &'a str,
        /// The program and its version.
        tool: &'a str,
        /// The set of checks.
        set: &'a str,
        /// How many checks, or defects, are to be judged.
        total: usize,
    },
    /// Something was found before judging.
    Finding(&'a Finding),
    /// A check has begun, by its id.
    CheckStarted(&'a str),
    /// A check has ended.
    CheckEnded(&'a CheckResult),
    /// An agent was judged; the last line.
    CheckRunEnded(&'a CheckReport),
    /// The server without a defect was judged.
    Control(&'a Control),
    /// A server with a defect was judged.
    Defect(&'a DefectResult),
    /// All defects were judged; the last line.
    MutationRunEnded {
        /// What was found.
        report: &'a MutationReport,
        /// The exit code, where it is known.
        exit: Option<u8>,
    },
    /// The run ended before there was a report, with this exit code.
    Broken(u8),
}

impl Event<'_> {
    /// The event as one line that ends.
    pub fn line(&self) -> serde_json::Result<String> {
        line(&Line { format: FORMAT, version: VERSION, event: self.name(), told: self.told() })
    }

    fn name(&self) -> &'static str {
        match self {
            Self::RunStarted { .. } => "run-started",
            Self::Finding(_) => "finding",
            Self::CheckStarted(_) => "check-started",
            Self::CheckEnded(_) => "check-ended",
            Self::Control(_) => "control-ended",
            Self::Defect(_) => "defect-ended",
            Self::CheckRunEnded(_) | Self::MutationRunEnded { .. } | Self::Broken(_) => "run-ended",
        }
    }

    fn told(&self) -> Value {
        match self {
            Self::RunStarted { command, tool, set, total } => {
                json!({ "command": command, "tool": tool, "set": set, "total": total })
            }
            Self::Finding(finding) => json!({ "finding": finding }),
            Self::CheckStarted(id) => json!({ "check": id }),
            Self::CheckEnded(check) => check_ended(check),
            Self::CheckRunEnded(report) => json!({
                "conclusion": Conclusion::of(report).words(),
                "summary": report.summary,
                "exit": report.gate.exit,
                "cut_short": report.gate.cut_short,
                "requests": report.requests,
                "duration_ms": report.duration_ms,
            }),
            Self::Control(control) => json!({ "control": {
                "checks": control.checks,
                "red": control.red,
                "losses": control.losses.iter().take(MOST).map(loss).collect::<Vec<_>>(),
                "duration_ms": control.duration_ms,
            }}),
            Self::Defect(defect) => json!({ "defect": {
                "name": defect.name,
                "set": defect.set,
                "verdict": defect.verdict,
                "predicted": defect.predicted,
                "observed": defect.observed,
                "losses": defect.losses.iter().take(MOST).map(loss).collect::<Vec<_>>(),
                "duration_ms": defect.duration_ms,
            }}),
            Self::MutationRunEnded { report, exit } => json!({
                "summary": report.summary,
                "exit": exit,
                "requests": report.requests,
                "duration_ms": report.duration_ms,
            }),
            Self::Broken(exit) => json!({ "exit": exit }),
        }
    }
}

/// A line: what it is, and what it tells.
#[derive(Serialize)]
struct Line {
    format: &'static str,
    version: u32,
    event: &'static str,
    #[serde(flatten)]
    told: Value,
}

/// Everything that happened until this report was there.
pub(crate) fn check(report: &CheckReport) -> serde_json::Result<String> {
    let SetInfo { name, checks, .. } = &report.set;
    let started = Event::RunStarted { command: "check", tool: &report.tool, set: name, total: *checks };
    let findings = report.findings.iter().map(Event::Finding);
    let checks = report.checks.iter().map(Event::CheckEnded);
    lines([started].into_iter().chain(findings).chain(checks).chain([Event::CheckRunEnded(report)]))
}

/// Everything that happened until this report was there.
pub(crate) fn mutation(report: &MutationReport) -> serde_json::Result<String> {
    let total = report.defects.len();
    let started = Event::RunStarted { command: "mutate", tool: &report.tool, set: &report.set, total };
    let defects = report.defects.iter().map(Event::Defect);
    let control = Event::Control(&report.control);
    lines([started, control].into_iter().chain(defects).chain([Event::MutationRunEnded { report, exit: None }]))
}

fn lines<'a>(events: impl Iterator<Item = Event<'a>>) -> serde_json::Result<String> {
    events.map(|event| event.line()).collect()
}

fn check_ended(check: &CheckResult) -> Value {
    let broken = |level: Level| check.violations.iter().filter(|violation| violation.level == level).count();
    let told = check.violations.iter().take(MOST).map(|violation| {
        json!({
            "rule": violation.rule,
            "level": violation.level,
            "section": violation.section,
            "binding": violation.binding,
            "subject": brief(&violation.subject, LONGEST),
            "expected": brief(&violation.expected, LONGEST),
            "observed": brief(&violation.observed, LONGEST),
        })
    });
    let mut ended = json!({
        "id": check.id,
        "slug": check.slug,
        "group": check.group,
        "binding": check.binding,
        "verdict": check.verdict,
        "subjects": check.subjects,
        "broken": { "must": broken(Level::Must), "should": broken(Level::Should), "house": broken(Level::House) },
        "violations": told.collect::<Vec<_>>(),
        "duration_ms": check.duration_ms,
    });
    if !matches!(check.verdict, Verdict::Pass) && check.reason.is_some() {
        ended["reason"] = check.reason.as_deref().map(|reason| brief(reason, LONGEST)).into();
    }
    json!({ "check": ended })
}

fn loss(loss: &Loss) -> Value {
    json!({ "check": loss.check, "because": brief(&loss.because, LONGEST) })
}
