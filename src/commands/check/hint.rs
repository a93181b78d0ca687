//! The one next step that would show most, for those who judge an agent for the first time.

use std::io::IsTerminal;
use std::path::Path;

use a2a_assay_reports::CheckReport;
use a2a_assay_reports::shell::quoted;

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
    if let Some(step) = next_step(report, agent.file().as_deref()) {
        streams::note(&step);
    }
}

/// What shows most of what was not observed: to say more of the agent, or to learn what else there is to say.
fn next_step(report: &CheckReport, target: Option<&Path>) -> Option<String> {
    let summary = &report.summary;
    if summary.not_observed * MANY < summary.checks || report.gate.cut_short.is_some() {
        return None;
    }
    let (what, step) = match target {
        Some(file) => ("says what would show them", format!("doctor --target {}", quoted(&file.display().to_string()))),
        None => ("writes a file to say what shows them", format!("init {}", quoted(&report.target.url))),
    };
    let (unseen, checks) = (summary.not_observed, summary.checks);
    Some(format!("next: {unseen} of {checks} checks were not observed; this {what}:\n  a2a-assay {step}"))
}

#[cfg(test)]
mod tests {
    use a2a_assay_harness::Target;
    use a2a_assay_harness::run::{Plan, RunError, Unreachable, report_without_card};

    use super::*;

    /// A report in which so many of the checks were not observed.
    fn report(unseen: usize) -> CheckReport {
        let target = Target { url: "http://a.test/it's".to_owned(), ..Target::default() };
        let why = RunError::Unreachable(Unreachable::NoAddress(String::new()));
        let mut report = report_without_card(&target, &Plan::core(), &why);
        report.summary.not_observed = unseen;
        report
    }

    #[test]
    fn the_next_step_is_to_write_down_what_there_is_and_then_to_ask_what_is_missing() {
        let first = next_step(&report(8), None).expect("a step");
        let second = next_step(&report(8), Some(Path::new("my agent.toml"))).expect("a step");

        assert!(first.ends_with("\n  a2a-assay init 'http://a.test/it'\\''s'"), "{first}");
        assert!(second.ends_with("\n  a2a-assay doctor --target 'my agent.toml'"), "{second}");
    }

    #[test]
    fn where_hardly_anything_was_missed_there_is_no_next_step() {
        assert_eq!(next_step(&report(4), None), None);
    }

    #[test]
    fn where_the_run_was_cut_short_it_is_known_why_much_was_not_observed() {
        let mut report = report(30);
        report.gate.cut_short = Some("interrupted".to_owned());

        assert_eq!(next_step(&report, None), None);
    }
}
