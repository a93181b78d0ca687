//! The one next step that would show most, for those who judge an agent for the first time.

use std::io::IsTerminal;

use a2a_assay_reports::{CheckReport, shell};

use crate::cli::Volume;
use crate::commands::agent::AgentArgs;
use crate::streams;

/// Where at least one check in so many was not observed, there is something to prepare.
const MANY: usize = 10;

/// Says the next step to a person, who sits at a terminal and did not ask for silence.
pub(super) fn give(report: &CheckReport, agent: &AgentArgs, volume: Volume) {
    if volume.quiet || !std::io::stderr().is_terminal() {
        return;
    }
    if let Some(step) = next_step(report, agent) {
        streams::note(&step);
    }
}

fn next_step(report: &CheckReport, agent: &AgentArgs) -> Option<String> {
    let summary = &report.summary;
    if summary.not_observed * MANY < summary.checks || report.gate.cut_short.is_some() {
        return None;
    }
    let step = match agent.file() {
        Some(file) => format!("a2a-assay doctor --target {}", shell::quoted(&file.display().to_string())),
        None => format!("a2a-assay init {}", shell::quoted(&report.target.url)),
    };
    let what =
        if agent.file().is_some() { "says what would show them" } else { "writes a file to say what shows them" };
    Some(format!(
        "next: {} of {} checks were not observed; this {what}:\n  {step}",
        summary.not_observed, summary.checks
    ))
}
