//! The schemas of the JSON reports.

use a2a_assay_reports::{Evidence, Form, SCHEMAS, schema};
use serde_json::Value;

use super::{keeps_to, of_every_agreement, of_every_verdict, samples_of_checks, value};

#[test]
fn every_schema_is_one() {
    for name in SCHEMAS {
        let schema = schema(name).expect("a schema");

        assert!(jsonschema::meta::is_valid(&schema), "{name}");
    }
    assert_eq!(schema("nothing"), None);
}

#[test]
fn every_report_keeps_to_its_schema() {
    let (check, mutation) = (schema("check").expect("a schema"), schema("mutation").expect("a schema"));
    for report in samples_of_checks() {
        keeps_to(&check, &value(&report, Form::Json));
    }
    let mut with_evidence = of_every_verdict();
    Evidence::taken_out(&mut with_evidence, "evidence").expect("files");
    keeps_to(&check, &value(&with_evidence, Form::Json));
    keeps_to(&mutation, &value(&of_every_agreement(), Form::Json));
}

#[test]
fn a_mistake_is_found() {
    let validator = jsonschema::validator_for(&schema("check").expect("a schema")).expect("a schema");
    let sound = value(&of_every_verdict(), Form::Json);
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut report = sound.clone();
        change(&mut report);
        report
    };
    let mistakes: [&dyn Fn(&mut Value); 5] = [
        &|report| report["checks"][0]["verdict"] = "passed".into(),
        &|report| report["format"] = "a2a-assay/mutation".into(),
        &|report| report["version"] = 2.into(),
        &|report| report["summary"]["pass"] = (-1).into(),
        &|report| {
            report["checks"][0].as_object_mut().expect("a check").remove("subjects");
        },
    ];

    assert!(validator.is_valid(&sound));
    for (number, mistake) in mistakes.iter().enumerate() {
        assert!(!validator.is_valid(&changed(mistake)), "mistake {number}");
    }
}
