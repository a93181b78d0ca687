//! The matrix as it is foretold: what it would say if every prediction came true.

use a2a_assay_defects::Defect;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::described;
use a2a_assay_reports::{Agreement, Control, DefectResult, MutationReport, MutationSummary, Unproven};

use crate::matrix::Options;

/// The report on the defects that are planted for a set of checks, before any server is started. By which assertion a
/// check notices a defect is not foretold.
pub fn foretold(set: Set) -> MutationReport {
    let defects: Vec<DefectResult> = Options::of(set).defects.into_iter().map(|planted| defect(planted, set)).collect();
    let blank = blank(set);
    MutationReport { summary: MutationSummary::of(blank.control.checks, &defects), defects, ..blank }
}

/// The report of a matrix in which nothing was planted.
pub(crate) fn blank(set: Set) -> MutationReport {
    let checks = described::checks(set);
    MutationReport {
        format: "a2a-assay/mutation".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        date: String::new(),
        set: set.name().to_owned(),
        digest: String::new(),
        target: None,
        control: Control { checks: checks.len(), red: Vec::new(), losses: Vec::new(), duration_ms: 0 },
        summary: MutationSummary::of(checks.len(), &[]),
        checks,
        rules: described::rules(),
        shard: None,
        defects: Vec::new(),
        unproven: Unproven::default(),
        requests: 0,
        duration_ms: 0,
    }
}

/// What is known of a defect before it is planted.
pub(crate) fn defect(defect: Defect, set: Set) -> DefectResult {
    let entry = defect.entry();
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    // A prediction counts as far as its checks are run.
    let run: Vec<&str> = set.checks().iter().map(|check| check.id).collect();
    let asked = |mut names: Vec<&'static str>| {
        names.retain(|name| run.contains(name));
        owned(&names)
    };
    let predicted = asked(defect.predicted());
    DefectResult {
        name: entry.name.to_owned(),
        set: entry.set.name().to_owned(),
        story: entry.story.to_owned(),
        breaks: owned(entry.breaks),
        verdict: Agreement::of(&predicted, &predicted),
        observed: predicted.clone(),
        predicted,
        first_prediction: asked(defect.first_predicted()),
        lesson: Some(defect.lessons(&run).join("; ")).filter(|lesson| !lesson.is_empty()),
        losses: Vec::new(),
        not_applicable: Vec::new(),
        not_reached: Vec::new(),
        assertions: Vec::new(),
        duration_ms: 0,
    }
}
