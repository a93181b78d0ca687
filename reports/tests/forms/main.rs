//! The forms that other programs read: each is read back by a reader that is not ours, or held against its schema.

mod acts;
mod badges;
mod counts;
mod github;
mod har;
mod hostile;
mod in_toto;
mod junit;
mod lines;
mod markdown;
#[path = "../samples/mod.rs"]
mod samples;
mod sarif;
mod schemas;
mod speed;

use a2a_assay_reports::{CheckReport, Form, Level, Report, Verdict};
use samples::{
    broken, check, check_report, defect, failing, mutation_report, no_envelope, no_etag, prevented, rule, unseen,
};
use serde_json::Value;

/// A report in one of its forms.
fn rendered(report: &impl Report, form: Form) -> String {
    report.rendered(form).unwrap_or_else(|why| panic!("{}: {why}", form.name()))
}

/// A form that is JSON.
fn value(report: &impl Report, form: Form) -> Value {
    serde_json::from_str(&rendered(report, form)).unwrap_or_else(|why| panic!("{}: {why}", form.name()))
}

/// Says where a value does not keep to a schema.
#[track_caller]
fn keeps_to(schema: &Value, value: &Value) {
    let validator = jsonschema::validator_for(schema).expect("a schema");
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(errors, Vec::<String>::new());
}

/// An agent of which every verdict was given.
fn of_every_verdict() -> CheckReport {
    let mut checks = failing().checks;
    checks.push(check("S1", "return-immediately", "send", Verdict::Inconclusive));
    checks.push(unseen("S2", "blocking-waits", "send", Verdict::Error, "the check panicked"));
    checks.push(broken("S3", "send", "send", Verdict::Fail, vec![no_envelope("a-must", "a result")]));
    checks.push(prevented("S4", "send-again", "send"));
    let mut house = no_etag();
    house.level = Level::House;
    house.rule = "no-internals".into();
    checks.push(broken("ER1", "no-internals", "errors", Verdict::Warn, vec![house]));
    let mut report = check_report(checks);
    report.gate.exit = 70;
    report
}

/// An agent of which all was seen and all was well.
fn sound() -> CheckReport {
    let checks = vec![
        check("D1", "card-valid", "discovery", Verdict::Pass),
        check("D2", "card-caching", "discovery", Verdict::Pass),
        unseen("E1", "premium-by-scope", "extended_card", Verdict::NotApplicable, "the card does not declare it"),
    ];
    let mut report = check_report(checks);
    report.set.whole = report.set.checks;
    report
}

/// Reports that end in every way.
fn samples_of_checks() -> Vec<CheckReport> {
    let mut unseen_must = sound();
    unseen_must.checks[0] = unseen("D1", "card-valid", "discovery", Verdict::NotObserved, "no answer");
    let nothing = vec![unseen("A3", "missing-scope", "auth", Verdict::NotObserved, "there is no reader")];
    let mut cut_short = sound();
    cut_short.gate.cut_short = Some("interrupted".to_owned());
    vec![of_every_verdict(), failing(), sound(), recounted(unseen_must), check_report(nothing), cut_short]
}

fn recounted(mut report: CheckReport) -> CheckReport {
    report.summary = a2a_assay_reports::Summary::of(report.checks.iter().map(|check| check.verdict));
    report
}

/// Planted defects that fared in every way.
fn of_every_agreement() -> a2a_assay_reports::MutationReport {
    let mut report = mutation_report(
        Vec::new(),
        vec![
            defect("audience_unchecked", &["A2"], &["A2"]),
            defect("no_push_retry", &[], &[]),
            defect("blocking_returns_early", &["S1"], &["S1", "T2"]),
            defect("history_length_ignored", &["T1", "T2"], &["T1"]),
            defect("list_unscoped", &["A5"], &[]),
            defect("etag_ignored", &[], &["D2"]),
        ],
    );
    report.checks = ["A2", "S1", "T1", "T2", "D2"].map(info).into();
    report.rules = vec![rule("some-rule", Level::Must)];
    report
}

fn info(id: &str) -> a2a_assay_reports::CheckInfo {
    a2a_assay_reports::CheckInfo {
        id: id.into(),
        slug: format!("slug-of-{}", id.to_lowercase()),
        group: "a-group".into(),
        title: format!("what {id} is about"),
        rules: vec!["some-rule".into()],
    }
}
