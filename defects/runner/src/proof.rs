//! What the defects prove: a check or an assertion that none of them makes fail is unproven.

use std::collections::BTreeSet;

use a2a_assay_defects::{EXCUSED, Excuse};
use a2a_assay_reports::{CheckReport, DefectResult, Excused, Unproven};

/// The assertions that failed, each named by its check, its rule and its place.
pub(crate) fn failed_assertions(report: &CheckReport) -> Vec<String> {
    assertions(report).filter(|(_, failed)| *failed).map(|(name, _)| name).collect()
}

/// The checks that no defect turned red, and the assertions that held over every one; what is excused stands apart.
pub(crate) fn unproven(sound: &CheckReport, defects: &[DefectResult]) -> Unproven {
    let failed: BTreeSet<&String> = defects.iter().flat_map(|defect| &defect.assertions).collect();
    let proven = |id: &String| defects.iter().any(|defect| defect.observed.contains(id));
    let checks: Vec<String> = sound.checks.iter().map(|check| check.id.clone()).filter(|id| !proven(id)).collect();
    let held = assertions(sound).map(|(name, _)| name).filter(|name| !failed.contains(name));
    let assertions: Vec<String> = held.collect();
    let used = EXCUSED.iter().filter(|excuse| checks.iter().chain(&assertions).any(|name| covers(excuse, name)));
    let used: Vec<Excused> =
        used.map(|excuse| Excused { what: excuse.what.to_owned(), reason: excuse.reason.to_owned() }).collect();
    let left =
        |names: Vec<String>| names.into_iter().filter(|name| !EXCUSED.iter().any(|one| covers(one, name))).collect();
    Unproven { checks: left(checks), assertions: left(assertions), excused: used }
}

fn assertions(report: &CheckReport) -> impl Iterator<Item = (String, bool)> + '_ {
    report.checks.iter().flat_map(|check| {
        check.assertions.iter().map(|(assertion, failed)| (format!("{} {assertion}", check.id), *failed))
    })
}

/// Whether an excuse is for this check, or for this assertion wherever it stands.
fn covers(excuse: &Excuse, name: &str) -> bool {
    name.strip_prefix(excuse.what).is_some_and(|rest| rest.is_empty() || rest.starts_with(" at "))
}
