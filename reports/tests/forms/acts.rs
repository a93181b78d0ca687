//! The result format of the A2A Conformance Test Specification, held against a schema of what its section 13 says.

use a2a_assay_reports::Form;
use serde_json::{Value, json};

use super::{keeps_to, of_every_verdict, samples_of_checks, value};

/// Section 13 as a schema: nothing besides what it names.
fn schema() -> Value {
    let counts = ["total", "passed", "failed", "skipped", "errors"];
    let count = json!({ "type": "integer", "minimum": 0 });
    let level_summary = json!({
        "type": "object", "required": counts, "additionalProperties": false,
        "properties": { "total": count, "passed": count, "failed": count, "skipped": count, "errors": count },
    });
    let mut summary = level_summary.clone();
    summary["properties"]["duration_ms"] = count.clone();
    summary["properties"]["by_level"] = json!({
        "type": "object", "required": ["must", "should", "may"], "additionalProperties": false,
        "properties": { "must": level_summary, "should": level_summary, "may": level_summary },
    });
    summary["required"] = json!(["total", "passed", "failed", "skipped", "errors", "duration_ms", "by_level"]);
    let words = json!({ "type": "string" });
    let named = json!({ "type": "string", "minLength": 1 });
    let failure = json!({
        "type": "object", "required": ["message"], "additionalProperties": false,
        "properties": { "message": named, "step_id": words, "expected": words, "actual": words, "assertion_path": words },
    });
    let test = json!({
        "type": "object", "required": ["id", "name", "level", "result", "duration_ms"], "additionalProperties": false,
        "properties": {
            "id": named, "name": named, "duration_ms": count, "skip_reason": named, "failure": failure,
            "level": { "enum": ["must", "should", "may"] },
            "result": { "enum": ["pass", "fail", "skip", "error"] },
        },
    });
    let suite = json!({
        "type": "object", "required": ["id", "name", "tests"], "additionalProperties": false,
        "properties": { "id": named, "name": named, "tests": { "type": "array", "minItems": 1, "items": test } },
    });
    json!({
        "type": "object", "additionalProperties": false,
        "required": ["acts_version", "spec_version", "generated_at", "sdk", "transport", "summary", "suites"],
        "properties": {
            "acts_version": named, "spec_version": named,
            "generated_at": { "type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$" },
            "sdk": {
                "type": "object", "required": ["name", "version", "language"], "additionalProperties": false,
                "properties": { "name": named, "version": words, "language": named, "repository": words },
            },
            "transport": { "enum": ["jsonrpc", "grpc", "rest"] },
            "environment": { "type": "object", "additionalProperties": words },
            "summary": summary,
            "suites": { "type": "array", "minItems": 1, "items": suite },
        },
    })
}

#[test]
fn every_report_keeps_to_section_13() {
    for report in samples_of_checks() {
        keeps_to(&schema(), &value(&report, Form::Acts));
    }
}

#[test]
fn the_counts_of_the_levels_add_up_and_a_recommendation_breaks_no_requirement() {
    let report = value(&of_every_verdict(), Form::Acts);

    let summary = &report["summary"];
    for name in ["total", "passed", "failed", "skipped", "errors"] {
        let levels = ["must", "should", "may"].map(|level| summary["by_level"][level][name].as_u64().expect("a count"));
        assert_eq!(summary[name].as_u64(), Some(levels.iter().sum()), "{name}");
    }
    assert_eq!(summary["by_level"]["should"]["failed"], 1);
    assert_eq!(summary["by_level"]["may"]["failed"], 1);
}

#[test]
fn the_schema_finds_a_mistake() {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let sound = value(&of_every_verdict(), Form::Acts);
    let mut wrong = sound.clone();
    wrong["suites"][0]["tests"][0]["result"] = "warn".into();
    let mut lacking = sound.clone();
    lacking["summary"]["by_level"]["may"].as_object_mut().expect("counts").remove("errors");

    assert_eq!([sound, wrong, lacking].map(|report| validator.is_valid(&report)), [true, false, false]);
}
