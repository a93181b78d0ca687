//! One report on an agent, told again.

use a2a_assay_reports::CheckReport;

use crate::cli::Volume;
use crate::commands::check::{ending, told};
use crate::ending::{Ending, Failure};
use crate::read_report::ReadReport;
use crate::report_to::{self, ReportTo};

/// Hands the report out in other forms; the command ends as the run did.
pub(super) fn run(read: ReadReport, to: &[ReportTo], volume: Volume) -> Result<Ending, Failure> {
    report_to::foresee::<CheckReport>(to)?;
    let mut report: CheckReport = read.understood()?;
    let ended = Ending::of(report.gate.exit).filter(|ended| *ended != Ending::Satisfied);
    // A report that is older than the gate does not say how its run ended.
    let ending = ended.unwrap_or_else(|| ending(&report, None));
    report.gate.exit = ending.code();
    report_to::deliver(to, &told(&report, volume), &report)?;
    Ok(ending)
}
