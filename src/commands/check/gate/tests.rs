//! How a run ends: what its one interesting check shows, by what is known of it, by what is demanded.

use a2a_assay_reports::{Baseline, CheckReport, Entry, Failing, Level, Symptom};
use serde_json::{Value, json};

use super::ending;

/// What the check shows.
#[derive(Clone, Copy, Debug)]
enum Shown {
    Passes,
    /// A requirement is broken.
    Must,
    /// A recommendation is broken.
    Should,
    /// A choice of ours is broken.
    House,
    /// A requirement is broken, and a recommendation of the same check.
    MustAndShould,
    /// A requirement is broken in one repeat of two.
    Flaky,
    /// A requirement is broken in both repeats.
    MustTwice,
    /// Both repeats pass.
    PassesTwice,
    Unseen,
    NotApplicable,
}

/// What is known of it.
#[derive(Clone, Copy, Debug)]
enum Known {
    Nothing,
    /// The requirement is broken.
    Must,
    /// The recommendation is broken.
    Should,
    /// The requirement is broken now and then.
    Flaky,
    /// It is not observed.
    Unseen,
}

/// The exit codes, in this order: `--fail-on` must, should and house; the same with `--require-observed`.
type Codes = [u8; 6];

/// What is shown, what is known, how that ends, and how it ends once the time of what is known is over.
const TABLE: &[(Shown, Known, Codes, Codes)] = &[
    (Shown::Passes, Known::Nothing, [0; 6], [0; 6]),
    (Shown::Passes, Known::Must, [7; 6], [7; 6]),
    (Shown::Passes, Known::Should, [7; 6], [7; 6]),
    (Shown::Passes, Known::Flaky, [0; 6], [0; 6]),
    (Shown::Passes, Known::Unseen, [7; 6], [7; 6]),
    (Shown::Must, Known::Nothing, [1; 6], [1; 6]),
    (Shown::Must, Known::Must, [0; 6], [1; 6]),
    (Shown::Must, Known::Should, [1; 6], [1; 6]),
    (Shown::Must, Known::Flaky, [0; 6], [1; 6]),
    (Shown::Must, Known::Unseen, [1; 6], [1; 6]),
    (Shown::Should, Known::Nothing, [0, 1, 1, 0, 1, 1], [0, 1, 1, 0, 1, 1]),
    (Shown::Should, Known::Must, [7, 1, 1, 7, 1, 1], [7, 1, 1, 7, 1, 1]),
    (Shown::Should, Known::Should, [0; 6], [0, 1, 1, 0, 1, 1]),
    (Shown::Should, Known::Flaky, [0, 1, 1, 0, 1, 1], [0, 1, 1, 0, 1, 1]),
    (Shown::Should, Known::Unseen, [7, 1, 1, 7, 1, 1], [7, 1, 1, 7, 1, 1]),
    (Shown::House, Known::Nothing, [0, 0, 1, 0, 0, 1], [0, 0, 1, 0, 0, 1]),
    (Shown::House, Known::Should, [7, 7, 1, 7, 7, 1], [7, 7, 1, 7, 7, 1]),
    (Shown::MustAndShould, Known::Nothing, [1; 6], [1; 6]),
    (Shown::MustAndShould, Known::Must, [0, 1, 1, 0, 1, 1], [1; 6]),
    (Shown::MustAndShould, Known::Should, [1; 6], [1; 6]),
    (Shown::MustAndShould, Known::Flaky, [0, 1, 1, 0, 1, 1], [1; 6]),
    (Shown::Flaky, Known::Nothing, [1; 6], [1; 6]),
    (Shown::Flaky, Known::Must, [0; 6], [1; 6]),
    (Shown::Flaky, Known::Should, [1; 6], [1; 6]),
    (Shown::Flaky, Known::Flaky, [0; 6], [1; 6]),
    (Shown::Flaky, Known::Unseen, [1; 6], [1; 6]),
    (Shown::MustTwice, Known::Nothing, [1; 6], [1; 6]),
    (Shown::MustTwice, Known::Must, [0; 6], [1; 6]),
    (Shown::MustTwice, Known::Flaky, [1; 6], [1; 6]),
    (Shown::PassesTwice, Known::Must, [7; 6], [7; 6]),
    (Shown::PassesTwice, Known::Flaky, [0; 6], [0; 6]),
    (Shown::Unseen, Known::Nothing, [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]),
    (Shown::Unseen, Known::Must, [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]),
    (Shown::Unseen, Known::Flaky, [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]),
    (Shown::Unseen, Known::Unseen, [0; 6], [0, 0, 0, 1, 1, 1]),
    (Shown::NotApplicable, Known::Nothing, [0; 6], [0; 6]),
    (Shown::NotApplicable, Known::Must, [0; 6], [0; 6]),
    (Shown::NotApplicable, Known::Unseen, [0; 6], [0; 6]),
];

#[test]
fn a_run_ends_as_what_is_shown_known_and_demanded_has_it() {
    for (shown, known, in_time, too_late) in TABLE {
        for (today, codes) in [("2027-01-31", in_time), ("2027-02-01", too_late)] {
            let ended = [false, true].map(|require_observed| {
                [Level::Must, Level::Should, Level::House].map(|fail_on| {
                    let mut report = report(&[shown.check()]);
                    report.gate.fail_on = fail_on;
                    report.gate.require_observed = require_observed;
                    ended(report, &known.baseline(), today)
                })
            });

            assert_eq!(ended.as_flattened(), codes, "{shown:?}, {known:?}, {today}");
        }
    }
}

#[test]
fn each_binding_is_known_by_itself() {
    let over = |binding: &str, rule: &str| violation(rule, "MUST", binding);
    let both = [over("JSONRPC", "must"), over("HTTP+JSON", "must")];
    let table = [
        (json!({ "JSONRPC": "fail", "HTTP+JSON": "fail" }), &both[..], 1),
        (json!({ "JSONRPC": "fail", "HTTP+JSON": "pass" }), &both[..1], 0),
        (json!({ "JSONRPC": "pass", "HTTP+JSON": "fail" }), &both[1..], 1),
        // It failed over JSON-RPC alone, and what else ran there came too late to say anything of it.
        (json!({ "HTTP+JSON": "pass" }), &[], 0),
        (json!({ "JSONRPC": "pass", "HTTP+JSON": "pass" }), &[], 7),
    ];
    for (bindings, violations, code) in table {
        let verdict = if violations.is_empty() { "pass" } else { "fail" };
        let mut check = check(verdict, violations);
        check["bindings"] = bindings.clone();
        let known = Known::Must.entry("JSONRPC");

        assert_eq!(ended(report(&[check]), &known, "2027-01-31"), code, "{bindings}");
    }
}

#[test]
fn what_is_fixed_over_one_binding_is_stale_while_the_other_still_fails() {
    let mut check = check("fail", &[violation("must", "MUST", "JSONRPC")]);
    check["bindings"] = json!({ "JSONRPC": "fail", "HTTP+JSON": "pass" });
    let mut known = Known::Must.entry("JSONRPC");
    known.take(Known::Must.entry("HTTP+JSON").entries()[0].clone());

    assert_eq!(ended(report(&[check]), &known, "2027-01-31"), 7);
}

#[test]
fn a_check_that_did_not_run_makes_nothing_stale() {
    assert_eq!(ended(report(&[]), &Known::Must.baseline(), "2027-01-31"), 0);
}

fn ended(mut report: CheckReport, baseline: &Baseline, today: &str) -> u8 {
    let today = today.parse().expect("a date");
    report.gate.baseline = Some(baseline.weighed("baseline.json", &report, today));
    ending(&report, None).code()
}

/// A report with these checks and one that passes.
fn report(checks: &[Value]) -> CheckReport {
    let mut passes = check("pass", &[]);
    passes["id"] = json!("D1");
    let checks: Vec<&Value> = checks.iter().chain([&passes]).collect();
    let count = |verdict: &str| checks.iter().filter(|check| check["verdict"] == verdict).count();
    let verdicts = ["pass", "fail", "warn", "not_applicable", "not_observed", "inconclusive", "error"];
    let mut summary: Value = verdicts.iter().map(|verdict| ((*verdict).to_owned(), json!(count(verdict)))).collect();
    summary["checks"] = json!(checks.len());
    let set = json!({ "name": "core", "checks": checks.len(), "digest": "" });
    let target = json!({ "url": "", "name": "", "version": "", "protocol": "", "bindings": [] });
    let report = json!({
        "format": "a2a-assay/check", "version": 1, "tool": "", "set": set, "target": target,
        "summary": summary, "checks": checks, "requests": 0, "duration_ms": 0
    });
    serde_json::from_value(report).expect("a report")
}

fn check(verdict: &str, violations: &[Value]) -> Value {
    json!({
        "id": "ST3", "slug": "", "group": "", "title": "", "binding": "", "verdict": verdict, "subjects": 1,
        "violations": violations, "duration_ms": 0
    })
}

fn violation(rule: &str, level: &str, binding: &str) -> Value {
    json!({
        "rule": rule, "level": level, "section": "", "text": "", "binding": binding, "subject": "", "expected": "",
        "observed": "", "exchanges": [], "place": ""
    })
}

impl Shown {
    fn check(self) -> Value {
        let broken = |rule: &str| violation(rule, &rule.to_uppercase(), "");
        let repeated = |mut check: Value, repeats: [&str; 2]| {
            check["repeats"] = json!(repeats);
            check
        };
        match self {
            Self::Passes => check("pass", &[]),
            Self::Must => check("fail", &[broken("must")]),
            Self::Should => check("warn", &[broken("should")]),
            Self::House => check("warn", &[broken("house")]),
            Self::MustAndShould => check("fail", &[broken("must"), broken("should")]),
            Self::Flaky => repeated(check("inconclusive", &[broken("must")]), ["fail", "pass"]),
            Self::MustTwice => repeated(check("fail", &[broken("must")]), ["fail", "fail"]),
            Self::PassesTwice => repeated(check("pass", &[]), ["pass", "pass"]),
            Self::Unseen => check("not_observed", &[]),
            Self::NotApplicable => check("not_applicable", &[]),
        }
    }
}

impl Known {
    fn baseline(self) -> Baseline {
        self.entry("")
    }

    fn entry(self, binding: &str) -> Baseline {
        let (symptom, rule) = match self {
            Self::Nothing => return Baseline::default(),
            Self::Must => (Symptom::Broken, "must"),
            Self::Should => (Symptom::Broken, "should"),
            Self::Flaky => (Symptom::Flaky, "must"),
            Self::Unseen => (Symptom::NotObserved, ""),
        };
        let (check, binding, rule) = ("ST3".to_owned(), binding.to_owned(), rule.to_owned());
        let what = Failing { check, binding, symptom, rule };
        let mut baseline = Baseline::default();
        baseline.take(Entry { what, reason: "known".to_owned(), expires: "2027-01-31".parse().ok() });
        baseline
    }
}
