//! The reports as JSON: the values themselves, in the order in which they are declared.

use crate::{CheckReport, DoctorReport, MutationReport};

/// The report on one agent.
pub fn check(report: &CheckReport) -> serde_json::Result<String> {
    lines(serde_json::to_string_pretty(report))
}

/// The report on planted defects.
pub fn mutation(report: &MutationReport) -> serde_json::Result<String> {
    lines(serde_json::to_string_pretty(report))
}

/// What was found before judging.
pub fn doctor(report: &DoctorReport) -> serde_json::Result<String> {
    lines(serde_json::to_string_pretty(report))
}

fn lines(json: serde_json::Result<String>) -> serde_json::Result<String> {
    json.map(|json| json + "\n")
}
