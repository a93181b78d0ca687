//! The statement: its parts, what it is about, and how it ends.

use a2a_assay_reports::{CheckReport, Form, Verdict};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::samples::{no_etag, unseen};
use super::{failing, keeps_to, recounted, rendered, samples_of_checks, sound, value};

/// What version 1 of the statement and version 0.1 of the predicate ask for.
fn schema() -> Value {
    let names = json!({ "type": "array", "items": { "type": "string", "minLength": 1 } });
    json!({
        "type": "object", "additionalProperties": false,
        "required": ["_type", "subject", "predicateType", "predicate"],
        "properties": {
            "_type": { "const": "https://in-toto.io/Statement/v1" },
            "predicateType": { "const": "https://in-toto.io/attestation/test-result/v0.1" },
            "subject": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/resource", "required": ["digest"] } },
            "predicate": {
                "type": "object", "additionalProperties": false, "required": ["result", "configuration"],
                "properties": {
                    "result": { "enum": ["PASSED", "WARNED", "FAILED"] },
                    "configuration": { "type": "array", "items": { "$ref": "#/$defs/resource" } },
                    "url": { "type": "string" },
                    "passedTests": names, "warnedTests": names, "failedTests": names,
                },
            },
        },
        "$defs": { "resource": {
            "type": "object", "additionalProperties": false,
            "anyOf": [{ "required": ["uri"] }, { "required": ["digest"] }, { "required": ["content"] }],
            "properties": {
                "name": { "type": "string" }, "uri": { "type": "string" }, "content": { "type": "string" },
                "downloadLocation": { "type": "string" }, "mediaType": { "type": "string" },
                "digest": { "type": "object", "additionalProperties": { "type": "string", "pattern": "^[0-9a-f]+$" } },
                "annotations": { "type": "object" },
            },
        }},
    })
}

#[test]
fn every_statement_keeps_to_its_types() {
    for report in samples_of_checks() {
        keeps_to(&schema(), &value(&report, Form::InToto));
    }
}

#[test]
fn the_subject_is_the_json_report() {
    let report = failing();

    let digest = Sha256::digest(rendered(&report, Form::Json).as_bytes());

    let digits = digest.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"));
    assert_eq!(value(&report, Form::InToto)["subject"][0]["digest"]["sha256"], digits);
}

#[test]
fn it_passes_only_what_was_judged_whole() {
    let result = |report: &CheckReport| value(report, Form::InToto)["predicate"]["result"].clone();
    let mut unseen_must = sound();
    unseen_must.checks[0] = unseen("D1", "card-valid", "discovery", Verdict::NotObserved, "no answer");
    let mut warned = sound();
    warned.checks[1].verdict = Verdict::Warn;
    warned.checks[1].violations.push(no_etag());
    let (mut part, mut red) = (sound(), sound());
    part.set.whole += 1;
    red.gate.exit = 1;
    let table = [
        ("sound", sound(), "PASSED"),
        ("a requirement unseen", recounted(unseen_must), "WARNED"),
        ("a recommendation broken", recounted(warned), "WARNED"),
        ("a part", part, "WARNED"),
        ("its gate is not satisfied", red, "FAILED"),
        ("failing", failing(), "FAILED"),
    ];
    for (what, report, expected) in table {
        assert_eq!(result(&report), expected, "{what}");
    }
}
