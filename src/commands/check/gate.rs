//! Whether a report satisfies the gate.

use a2a_assay_harness::run::Cut;
use a2a_assay_reports::{CheckReport, Gate, Level, unforeseen};

use super::RunArgs;
use crate::ending::Ending;

/// What the words demand of a run.
pub(super) fn demands(args: &RunArgs) -> Gate {
    Gate {
        fail_on: args.fail_on.map_or(Level::Must, Level::from),
        require_observed: args.require_observed,
        ..Gate::default()
    }
}

/// How the run ends. That it was cut short weighs most, then our own errors; nothing judged is never green.
pub(crate) fn ending(report: &CheckReport, cut: Option<Cut>) -> Ending {
    match cut {
        Some(Cut::Interrupted) => return Ending::Interrupted,
        Some(Cut::Deadline(_)) => return Ending::Deadline,
        Some(Cut::Enough(_)) | None => {}
    }
    let is_stale = report.gate.baseline.as_ref().is_some_and(|baseline| !baseline.stale.is_empty());
    if report.summary.error > 0 {
        Ending::OurFault
    } else if report.summary.judged() == 0 {
        Ending::NothingJudged
    } else if !unforeseen(report).is_empty() {
        Ending::Unsatisfied
    } else if is_stale {
        Ending::StaleBaseline
    } else {
        Ending::Satisfied
    }
}

#[cfg(test)]
mod tests;
