//! Reads from a check report which checks noticed a defect, and what they saw.

use a2a_assay_harness::run::is_red;
use a2a_assay_reports::{CheckReport, CheckResult, Loss, Verdict};

/// What the sound server's checks lost: anything but a pass or a check that does not apply.
pub(crate) fn losses_of_control(control: &CheckReport) -> Vec<Loss> {
    let red = |check: &&CheckResult| !matches!(check.verdict, Verdict::Pass | Verdict::NotApplicable);
    control.checks.iter().filter(red).map(loss).collect()
}

/// The checks that noticed a defect: those that are red, and those that no longer apply although they did before.
pub(crate) fn losses(control: &CheckReport, defective: &CheckReport) -> Vec<Loss> {
    let noticed = |check: &&CheckResult| {
        is_red(check) || (check.verdict == Verdict::NotApplicable && applied(control, &check.id))
    };
    defective.checks.iter().filter(noticed).map(loss).collect()
}

/// The checks that did not apply to the server, or could not be observed through no fault of its own.
pub(crate) fn not_applicable(report: &CheckReport) -> Vec<String> {
    let unseen = |check: &&CheckResult| {
        check.verdict == Verdict::NotApplicable || (check.verdict == Verdict::NotObserved && !check.prevented)
    };
    report.checks.iter().filter(unseen).map(|check| check.id.clone()).collect()
}

fn applied(control: &CheckReport, id: &str) -> bool {
    control.checks.iter().any(|check| check.id == id && check.verdict != Verdict::NotApplicable)
}

/// What a check saw, in one line.
pub(crate) fn loss(check: &CheckResult) -> Loss {
    let because = match (check.violations.first(), &check.reason) {
        (Some(violation), _) => {
            format!("{}: expected {}, observed {}", violation.subject, violation.expected, violation.observed)
        }
        (None, Some(reason)) => format!("{}: {reason}", check.verdict.word()),
        (None, None) => check.verdict.word().to_owned(),
    };
    Loss { check: check.id.clone(), because }
}
