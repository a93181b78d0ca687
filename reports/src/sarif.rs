//! The report on one agent in the Static Analysis Results Interchange Format, version 2.1.0: the rules with their force,
//! and a result for each violation.

mod result;

use serde_json::{Map, Value, json};

use crate::plain::plain;
use crate::tally::Conclusion;
use crate::{CheckReport, CheckResult, Level, RuleInfo, Verdict, account};

/// Where the format is described.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Where this program is at home.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");
/// The specification whose sections the rules name.
const SPECIFICATION: &str = "https://a2a-protocol.org/v1.0.0/specification/";

/// The whole report.
pub(crate) fn check(report: &CheckReport) -> serde_json::Result<String> {
    let rules = rules(report);
    let run = json!({
        "tool": { "driver": driver(report, &rules) },
        "invocations": [invocation(report)],
        "artifacts": [{ "location": { "uri": result::uri(&report.target.url) }, "description": { "text": "the agent" } }],
        "automationDetails": { "id": format!("a2a-assay/{}/", plain(&report.set.name)) },
        "columnKind": "unicodeCodePoints",
        "results": result::all(report, &rules),
        "properties": properties(report),
    });
    crate::json::lines(&json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }))
}

/// The rules that the checks pin, and those found broken besides.
fn rules(report: &CheckReport) -> Vec<RuleInfo> {
    let mut rules = report.rules.clone();
    for violation in report.checks.iter().flat_map(|check| &check.violations) {
        if !rules.iter().any(|rule| rule.id == violation.rule) {
            rules.push(RuleInfo {
                id: violation.rule.clone(),
                chapter: String::new(),
                level: violation.level,
                section: violation.section.clone(),
                text: violation.text.clone(),
                unnamed: None,
            });
        }
    }
    rules
}

fn driver(report: &CheckReport, rules: &[RuleInfo]) -> Value {
    let tool = plain(&report.tool);
    let (name, version) = tool.split_once(' ').unwrap_or((&tool, "0"));
    json!({
        "name": name,
        "version": version,
        "informationUri": HOME,
        "rules": rules.iter().map(descriptor).collect::<Vec<_>>(),
    })
}

fn descriptor(rule: &RuleInfo) -> Value {
    let text = plain(&format!("{} {}: {}", rule.level.word(), rule.section, rule.text));
    json!({
        "id": plain(&rule.id),
        "shortDescription": { "text": plain(&rule.text) },
        "fullDescription": { "text": text },
        "help": { "text": plain(&format!("a2a-assay explain {}", rule.id)) },
        "helpUri": SPECIFICATION,
        "defaultConfiguration": { "level": level(rule.level) },
        "properties": { "level": rule.level.word(), "section": plain(&rule.section), "tags": ["A2A", plain(&rule.chapter)] },
    })
}

/// The level of the format that says how binding a rule is.
fn level(level: Level) -> &'static str {
    match level {
        Level::Must => "error",
        Level::Should => "warning",
        Level::House => "note",
    }
}

/// How the run went; what came to no judgement is told here, for it is no result.
fn invocation(report: &CheckReport) -> Value {
    let unjudged = [Verdict::Error, Verdict::Inconclusive, Verdict::NotObserved, Verdict::NotApplicable];
    let told = report.checks.iter().filter(|check| unjudged.contains(&check.verdict));
    let mut invocation = json!({
        "executionSuccessful": report.summary.error == 0 && report.gate.cut_short.is_none(),
        "exitCode": report.gate.exit,
        "commandLine": plain(&report.again),
        "toolExecutionNotifications": told.map(notification).collect::<Vec<_>>(),
    });
    if !report.date.is_empty() {
        invocation["startTimeUtc"] = plain(&report.date).into();
    }
    invocation
}

fn notification(check: &CheckResult) -> Value {
    let level = match check.verdict {
        Verdict::Error => "error",
        Verdict::Inconclusive => "warning",
        Verdict::NotApplicable => "none",
        _ => "note",
    };
    json!({
        "level": level,
        "message": { "text": format!("{} {}: {}", account::check(check), check.verdict.word(), account::reason(check)) },
        "properties": { "check": plain(&check.id), "verdict": check.verdict.word() },
    })
}

/// What the format has no place for: the counts, the set and the agent.
fn properties(report: &CheckReport) -> Map<String, Value> {
    let target = &report.target;
    let properties = json!({
        "conclusion": Conclusion::of(report).words(),
        "summary": report.summary,
        "set": { "name": plain(&report.set.name), "checks": report.set.checks, "digest": plain(&report.set.digest) },
        "agent": {
            "url": plain(&target.url),
            "name": plain(&target.name),
            "version": plain(&target.version),
            "protocol": plain(&target.protocol),
        },
    });
    if let Value::Object(properties) = properties { properties } else { Map::new() }
}
