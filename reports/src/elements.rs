//! The report on planted defects in the format of mutation-testing-elements, schema version 2, which mutation testers
//! share and which its viewers show.
//!
//! There a mutant stands in a source file. Ours stand in the rules that they break: each chapter of the rules is a file
//! whose lines are its rules.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{DefectResult, MutationReport, RuleInfo};

/// The report in that format.
pub fn elements(report: &MutationReport) -> serde_json::Result<String> {
    let files: Map<String, Value> = chapters(report).map(|chapter| (path(chapter), file(report, chapter))).collect();
    let document = Document {
        schema_version: "2",
        thresholds: json!({ "high": 95, "low": 80 }),
        framework: json!({ "name": "a2a-assay", "version": report.tool.trim_start_matches("a2a-assay ") }),
        files,
        test_files: tests(report),
    };
    serde_json::to_string_pretty(&document).map(|json| json + "\n")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    schema_version: &'static str,
    thresholds: Value,
    framework: Value,
    files: Map<String, Value>,
    test_files: Map<String, Value>,
}

/// The chapters in which a rule is broken, in their order.
fn chapters(report: &MutationReport) -> impl Iterator<Item = &str> {
    let broken = |chapter: &&str| report.defects.iter().any(|defect| chapter_of(report, defect) == *chapter);
    let mut names: Vec<&str> = report.rules.iter().map(|rule| rule.chapter.as_str()).collect();
    names.dedup();
    names.into_iter().filter(move |name| broken(name))
}

/// The chapter of the first rule that a defect breaks.
fn chapter_of<'r>(report: &'r MutationReport, defect: &DefectResult) -> &'r str {
    let first = defect.breaks.first();
    report.rules.iter().find(|rule| Some(&rule.id) == first).map_or("", |rule| rule.chapter.as_str())
}

fn path(chapter: &str) -> String {
    format!("rules/{chapter}.txt")
}

fn file(report: &MutationReport, chapter: &str) -> Value {
    let rules: Vec<&RuleInfo> = report.rules.iter().filter(|rule| rule.chapter == chapter).collect();
    let lines: Vec<String> = rules.iter().map(|rule| line(rule)).collect();
    let here = report.defects.iter().filter(|defect| chapter_of(report, defect) == chapter);
    let mutants: Vec<Value> = here.map(|defect| mutant(report, defect, &rules, &lines)).collect();
    json!({ "language": "text", "source": lines.join("\n") + "\n", "mutants": mutants })
}

fn line(rule: &RuleInfo) -> String {
    format!("{} {} ({}): {}", rule.level.word(), rule.section, rule.id, rule.text)
}

fn mutant(report: &MutationReport, defect: &DefectResult, rules: &[&RuleInfo], lines: &[String]) -> Value {
    let at = rules.iter().position(|rule| Some(&rule.id) == defect.breaks.first()).unwrap_or_default();
    let width = lines.get(at).map_or(0, |line| line.chars().count());
    let unseen = |id: &String| defect.not_applicable.contains(id) || defect.not_reached.contains(id);
    let ran: Vec<&str> =
        report.checks.iter().filter(|check| !unseen(&check.id)).map(|check| check.id.as_str()).collect();
    json!({
        "id": defect.name,
        "mutatorName": format!("{} set", defect.set),
        "description": defect.story,
        "location": {
            "start": { "line": at + 1, "column": 1 },
            "end": { "line": at + 1, "column": width + 1 },
        },
        "status": if defect.observed.is_empty() { "Survived" } else { "Killed" },
        "statusReason": defect.verdict.words(),
        "coveredBy": ran,
        "killedBy": defect.observed,
        "testsCompleted": ran.len(),
        "duration": defect.duration_ms,
    })
}

/// The checks, one file a group.
fn tests(report: &MutationReport) -> Map<String, Value> {
    let mut files = Map::new();
    for check in &report.checks {
        let file = files.entry(format!("checks/{}", check.group)).or_insert_with(|| json!({ "tests": [] }));
        if let Some(tests) = file["tests"].as_array_mut() {
            tests.push(json!({ "id": check.id, "name": format!("{} {}", check.slug, check.title) }));
        }
    }
    files
}
