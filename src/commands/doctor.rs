//! `a2a-assay doctor`: look at an agent before it is judged, and say what to prepare.

use a2a_assay_harness::checks;
use a2a_assay_harness::doctor::doctor;
use a2a_assay_reports::{DoctorReport, text};

use super::agent::{AgentArgs, receivers, unjudged};
use crate::ending::{Ending, Failure};
use crate::report_to::{self, ReportTo};

/// The words of `doctor`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    agent: AgentArgs,
    /// Where a report goes: text, json=FILE or json=-.
    #[arg(long, value_name = "FORM")]
    report: Vec<ReportTo>,
}

/// Examines the agent and says what was found.
pub(crate) async fn run(args: &Args) -> Result<Ending, Failure> {
    report_to::foresee::<DoctorReport>(&args.report)?;
    let target = args.agent.target()?;
    let receivers = receivers(&target).await?;

    let report = doctor(target, receivers, &checks::core()).await.map_err(|why| unjudged(&why))?;

    let ending = ending(&report);
    report_to::deliver(&args.report, &text::doctor(&report, ending.code()), &report)?;
    Ok(ending)
}

/// The first thing to mend decides.
fn ending(report: &DoctorReport) -> Ending {
    let bad =
        |topic: &str| report.findings.iter().any(|finding| finding.topic == topic) && report.target.name.is_empty();
    match report.is_bad() {
        false => Ending::Satisfied,
        true if bad("address") || bad("card") => Ending::Unreachable,
        true if bad("credentials") => Ending::Credentials,
        true => Ending::Unsatisfied,
    }
}
