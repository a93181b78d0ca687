//! The report on one agent as a result of the A2A Conformance Test Specification (draft 0.1.0, section 13).
//!
//! That format has one force a test and one transport a document. A check has the force of the most binding rule that
//! it pins, or found broken; a broken recommendation is a failure there, of a test that is none of a requirement.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::plain::plain;
use crate::{CheckReport, CheckResult, Level, Verdict, account};

/// The version of the format that its own test files name.
const VERSION: &str = "1.0";

/// The whole report.
pub(crate) fn check(report: &CheckReport) -> serde_json::Result<String> {
    let levels: HashMap<&str, Level> = report.rules.iter().map(|rule| (rule.id.as_str(), rule.level)).collect();
    let tests: Vec<Test<'_>> = report.checks.iter().map(|check| Test::of(check, &levels)).collect();
    let mut summary = counts(&tests.iter().collect::<Vec<_>>());
    summary.insert("duration_ms".to_owned(), report.duration_ms.into());
    let of_level = |level: &str| counts(&tests.iter().filter(|test| test.level == level).collect::<Vec<_>>());
    summary.insert(
        "by_level".to_owned(),
        json!({ "must": of_level("must"), "should": of_level("should"), "may": of_level("may") }),
    );
    let suites = report.groups().into_iter().map(|(group, checks)| {
        let told = tests.iter().filter(|test| checks.iter().any(|check| check.id == test.check.id));
        json!({ "id": plain(&group.replace('_', "-")), "name": plain(group), "tests": told.map(Test::json).collect::<Vec<_>>() })
    });
    crate::json::lines(&json!({
        "acts_version": VERSION,
        "spec_version": specification(report),
        "generated_at": plain(&report.date),
        "sdk": { "name": account::agent_name(report), "version": plain(&report.target.version), "language": "unknown" },
        "transport": transport(report),
        "environment": {
            "runner": plain(&report.tool),
            "set": plain(&format!("{} {}", report.set.name, report.set.digest)),
            "target": plain(&report.target.url),
            "bindings": plain(&report.target.bindings.join(", ")),
        },
        "summary": summary,
        "suites": suites.collect::<Vec<_>>(),
    }))
}

fn specification(report: &CheckReport) -> String {
    if report.target.protocol.is_empty() { "1.0".to_owned() } else { plain(&report.target.protocol) }
}

/// The preferred binding; the environment names all.
fn transport(report: &CheckReport) -> &'static str {
    match report.target.bindings.first().map(String::as_str) {
        Some("HTTP+JSON") => "rest",
        Some("GRPC") => "grpc",
        _ => "jsonrpc",
    }
}

/// A check as a test of that format.
struct Test<'a> {
    check: &'a CheckResult,
    level: &'static str,
    result: &'static str,
}

impl<'a> Test<'a> {
    fn of(check: &'a CheckResult, levels: &HashMap<&str, Level>) -> Self {
        let pinned = check.rules.iter().filter_map(|rule| levels.get(rule.as_str()).copied()).max();
        let level = account::worst(check).or(pinned).unwrap_or(Level::Must);
        let result = match check.verdict {
            Verdict::Pass => "pass",
            Verdict::Fail | Verdict::Warn | Verdict::Inconclusive => "fail",
            Verdict::NotApplicable | Verdict::NotObserved => "skip",
            Verdict::Error => "error",
        };
        Self { check, level: word(level), result }
    }

    fn json(&self) -> Value {
        let check = self.check;
        let mut test = json!({
            "id": plain(&check.id),
            "name": plain(&check.title),
            "level": self.level,
            "result": self.result,
            "duration_ms": check.duration_ms,
        });
        match self.result {
            "skip" => test["skip_reason"] = format!("{}: {}", check.verdict.word(), account::reason(check)).into(),
            "fail" | "error" => test["failure"] = failure(check),
            _ => {}
        }
        test
    }
}

fn failure(check: &CheckResult) -> Value {
    match check.violations.first() {
        Some(first) => json!({
            "message": account::violation(first),
            "expected": account::expected(first),
            "actual": account::observed(first),
            "step_id": account::place(first),
        }),
        None => json!({ "message": account::reason(check) }),
    }
}

fn word(level: Level) -> &'static str {
    match level {
        Level::Must => "must",
        Level::Should => "should",
        Level::House => "may",
    }
}

fn counts(tests: &[&Test<'_>]) -> Map<String, Value> {
    let of = |result: &str| tests.iter().filter(|test| test.result == result).count();
    let counts = [
        ("total", tests.len()),
        ("passed", of("pass")),
        ("failed", of("fail")),
        ("skipped", of("skip")),
        ("errors", of("error")),
    ];
    counts.map(|(name, count)| (name.to_owned(), count.into())).into_iter().collect()
}
