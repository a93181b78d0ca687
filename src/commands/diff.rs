//! `a2a-assay diff`: what became different between two reports.

use std::path::PathBuf;

use a2a_assay_harness::aliases;
use a2a_assay_reports::{DiffReport, check_diff, mutation_diff, text};

use crate::ending::{Ending, Failure};
use crate::read_report::ReadReport;
use crate::report_to::{self, ReportTo};

/// The words of `diff`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The earlier report, which `check` or `mutate` wrote with `--report json=FILE`.
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The later one.
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// Where a report goes: text, json=FILE or json=-.
    #[arg(long, value_name = "FORM")]
    report: Vec<ReportTo>,
}

/// Compares the reports; that anything got worse fails.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    report_to::foresee::<DiffReport>(&args.report)?;
    let (before, after) = (ReadReport::of(&args.before)?, ReadReport::of(&args.after)?);
    let now_called = |id: &str| aliases::now_called(id).to_owned();
    let format = before.format().to_owned();
    let diff = match format.as_str() {
        "a2a-assay/check" => check_diff(&before.understood()?, &after.expected(&format)?, now_called),
        "a2a-assay/mutation" => mutation_diff(&before.understood()?, &after.expected(&format)?, now_called),
        other => {
            return Err(before.unreadable(&format!("its format is `{other}`, and nothing of that kind is compared")));
        }
    };
    let ending = if diff.summary.regressed > 0 { Ending::Unsatisfied } else { Ending::Satisfied };
    report_to::deliver(&args.report, &text::diff(&diff, ending.code()), &diff)?;
    Ok(ending)
}
