//! SARIF, as another reader takes it and as its schema asks for it.

use std::path::PathBuf;
use std::process::Command;

use a2a_assay_reports::Form;
use serde_json::Value;

use super::{keeps_to, of_every_verdict, rendered, samples_of_checks, value};

/// The schema of version 2.1.0, where the crate that reads it back has it.
fn schema() -> Value {
    let words = ["metadata", "--format-version", "1", "--offline", "--locked", "--manifest-path"];
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = Command::new(env!("CARGO")).args(words).arg(manifest).output().expect("cargo");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("what cargo knows");
    let packages = metadata["packages"].as_array().expect("packages");
    let reader = packages.iter().find(|package| package["name"] == "serde-sarif").expect("the reader");
    let manifest = PathBuf::from(reader["manifest_path"].as_str().expect("a path"));
    let schema = manifest.parent().expect("a folder").join("src/schema.json");
    let mut schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).expect("a schema")).expect("JSON");
    // The pattern of a member that we don't write is no regular expression by the letter: a bracket in it opens nothing.
    for part in ["run", "toolComponent"] {
        let language = schema["definitions"][part]["properties"]["language"].as_object_mut().expect("a member");
        assert!(language.remove("pattern").is_some());
    }
    schema
}

#[test]
fn every_report_keeps_to_the_schema() {
    let schema = schema();
    for report in samples_of_checks() {
        keeps_to(&schema, &value(&report, Form::Sarif));
    }
}

#[test]
fn the_schema_finds_a_mistake() {
    let mut report = value(&of_every_verdict(), Form::Sarif);
    report["runs"][0]["results"][0]["level"] = "fatal".into();

    let validator = jsonschema::validator_for(&schema()).expect("a schema");

    assert!(!validator.is_valid(&report));
}

#[test]
fn another_reader_finds_every_violation_with_its_rule_and_its_force() {
    let report = of_every_verdict();

    let read: serde_sarif::sarif::Sarif =
        serde_json::from_str(&rendered(&report, Form::Sarif)).expect("SARIF that can be read");

    let run = &read.runs[0];
    let rules = run.tool.driver.rules.as_ref().expect("rules");
    let results = run.results.as_ref().expect("results");
    let violations: Vec<_> = report.checks.iter().flat_map(|check| &check.violations).collect();
    assert_eq!(results.len(), violations.len());
    for (result, violation) in results.iter().zip(violations) {
        let index = usize::try_from(result.rule_index.expect("an index")).expect("an index");
        assert_eq!(
            (rules[index].id.as_str(), result.rule_id.as_deref()),
            (violation.rule.as_str(), Some(&*violation.rule))
        );
        let level = serde_json::to_value(result.level).expect("a word");
        let expected = match violation.level.word() {
            "MUST" => "error",
            "SHOULD" => "warning",
            _ => "note",
        };
        assert_eq!(level, expected);
    }
    assert_eq!(run.invocations.as_ref().expect("a run")[0].exit_code, Some(70));
}

#[test]
fn a_violation_is_the_same_in_the_next_run_and_another_over_another_binding() {
    let print = |at: usize, report: &Value| report["runs"][0]["results"][at]["partialFingerprints"].clone();
    let first = of_every_verdict();
    let mut second = first.clone();
    second.date = "2027-01-01T00:00:00Z".into();
    for violation in second.checks.iter_mut().flat_map(|check| &mut check.violations) {
        violation.observed += " 7b1c2d3e-0000-4a4a-8b8b-1234567890ab";
    }
    let (first, second) = (value(&first, Form::Sarif), value(&second, Form::Sarif));

    assert_eq!(print(1, &first), print(1, &second));
    assert_ne!(print(1, &first), print(2, &first));
}
