//! The report on one agent: a suite a group, a test case a check.

use quick_junit::{NonSuccessKind, Property, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::{bad, milliseconds, skipped};
use crate::plain::plain;
use crate::tally::Conclusion;
use crate::{CheckReport, CheckResult, Level, Symptom, Verdict, account};

/// The whole report.
pub(crate) fn check(report: &CheckReport) -> Result<String, SerializeError> {
    let mut out = Report::new("a2a-assay check");
    out.set_time(milliseconds(report.duration_ms));
    for (group, checks) in report.groups() {
        let mut suite = TestSuite::new(plain(group));
        suite.set_time(milliseconds(checks.iter().map(|check| check.duration_ms).sum()));
        suite.add_properties(circumstances(report));
        suite.add_test_cases(checks.into_iter().map(|check| case(report, check)));
        out.add_test_suite(suite);
    }
    out.to_string()
}

/// Who judged whom, with which checks, and how it ended.
fn circumstances(report: &CheckReport) -> Vec<(String, String)> {
    let told = [
        ("tool", plain(&report.tool)),
        ("date", plain(&report.date)),
        ("set", plain(&report.set.name)),
        ("digest", plain(&report.set.digest)),
        ("url", plain(&report.target.url)),
        ("agent", account::agent(report)),
        ("conclusion", Conclusion::of(report).words().to_owned()),
        ("exit", report.gate.exit.to_string()),
    ];
    told.map(|(name, value)| (name.to_owned(), value)).into()
}

fn case(report: &CheckReport, check: &CheckResult) -> TestCase {
    let mut case = TestCase::new(account::check(check), status(report, check));
    case.set_classname(format!("a2a-assay.{}", plain(&check.group)));
    case.set_time(milliseconds(check.duration_ms));
    case.set_assertions(check.subjects);
    case.add_property(Property::new("verdict", check.verdict.word()));
    case.add_property(Property::new("title", plain(&check.title)));
    case.add_property(Property::new("binding", plain(&check.binding)));
    case.add_property(Property::new("rules", plain(&check.rules.join(" "))));
    if check.verdict == Verdict::Warn {
        case.set_system_out(account::lines(report, check).join("\n"));
    }
    case
}

/// What fails the run is a failure, whatever its level; what is known to fail is none.
fn status(report: &CheckReport, check: &CheckResult) -> TestCaseStatus {
    let reason = || account::reason(check);
    if check.verdict == Verdict::Error {
        return bad(NonSuccessKind::Error, "error", &reason(), &account::lines(report, check));
    }
    if let Some(known) = account::borne(report, check) {
        return skipped(&format!("{}, {known}", check.verdict.word()));
    }
    if let Some(failing) = report.gate.unforeseen(check).first() {
        let word = account::worst(check).filter(|_| failing.symptom == Symptom::Broken);
        let line = check.violations.first().map_or_else(reason, account::violation);
        let lines = account::lines(report, check);
        return bad(NonSuccessKind::Failure, word.map_or(failing.symptom.word(), Level::word), &line, &lines);
    }
    match check.verdict {
        Verdict::NotObserved | Verdict::NotApplicable => skipped(&format!("{}: {}", check.verdict.word(), reason())),
        _ => TestCaseStatus::success(),
    }
}
