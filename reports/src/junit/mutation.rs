//! The report on planted defects: a test case for the sound server, and one a defect, failed where the prediction was
//! wrong.

use quick_junit::{NonSuccessKind, Property, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::{bad, milliseconds};
use crate::plain::{brief, plain};
use crate::{Control, DefectResult, Loss, MutationReport};

/// How much is told of what a check saw.
const LONGEST: usize = 400;

/// The whole report.
pub(crate) fn mutation(report: &MutationReport) -> Result<String, SerializeError> {
    let mut out = Report::new("a2a-assay mutate");
    out.set_time(milliseconds(report.duration_ms));
    out.add_test_suite(control(&report.control));
    let mut sets: Vec<&str> = Vec::new();
    for defect in &report.defects {
        if !sets.contains(&defect.set.as_str()) {
            sets.push(&defect.set);
        }
    }
    for set in sets {
        let defects: Vec<&DefectResult> = report.defects.iter().filter(|defect| defect.set == set).collect();
        let mut suite = TestSuite::new(plain(set));
        suite.set_time(milliseconds(defects.iter().map(|defect| defect.duration_ms).sum()));
        suite.add_test_cases(defects.into_iter().map(case));
        out.add_test_suite(suite);
    }
    out.to_string()
}

fn control(control: &Control) -> TestSuite {
    let status = if control.red.is_empty() {
        TestCaseStatus::success()
    } else {
        let line =
            plain(&format!("{} of {} checks are red: {}", control.red.len(), control.checks, control.red.join(" ")));
        bad(NonSuccessKind::Failure, "red", &line, &losses(&control.losses))
    };
    let mut case = TestCase::new("the server without a defect", status);
    case.set_classname("a2a-assay.control");
    case.set_time(milliseconds(control.duration_ms));
    let mut suite = TestSuite::new("control");
    suite.set_time(milliseconds(control.duration_ms));
    suite.add_test_case(case);
    suite
}

fn case(defect: &DefectResult) -> TestCase {
    let told = plain(&format!("noticed by {}, predicted {}", some(&defect.observed), some(&defect.predicted)));
    let status = if defect.verdict.is_right() {
        TestCaseStatus::success()
    } else {
        let line = format!("{}: {told}", defect.verdict.words());
        bad(NonSuccessKind::Failure, defect.verdict.words(), &line, &losses(&defect.losses))
    };
    let mut case = TestCase::new(plain(&defect.name), status);
    case.set_classname(format!("a2a-assay.{}", plain(&defect.set)));
    case.set_time(milliseconds(defect.duration_ms));
    case.add_property(Property::new("verdict", defect.verdict.words()));
    case.add_property(Property::new("story", plain(&defect.story)));
    case.add_property(Property::new("breaks", plain(&defect.breaks.join(" "))));
    case.set_system_out(told);
    case
}

fn losses(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(|loss| format!("{} {}", plain(&loss.check), brief(&loss.because, LONGEST))).collect()
}

fn some(checks: &[String]) -> String {
    if checks.is_empty() { "nobody".to_owned() } else { checks.join(" ") }
}
