//! `a2a-assay report`: tell a report again, put several side by side, or the parts of a run together.

mod again;
mod side_by_side;

use std::path::{Path, PathBuf};

use a2a_assay_reports::{MutationReport, PairReport, Report, SCHEMAS, merged_mutations, merged_pairs, schema};
use serde::de::DeserializeOwned;

use super::mutate::{matrix, pairs};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::read_report::ReadReport;
use crate::report_to::{self, ReportTo};
use crate::streams;

/// The words of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Reports that `check` or `mutate` wrote with `--report json=FILE`; those on agents as TITLE=FILE, if you like.
    #[arg(value_name = "FILE", required_unless_present = "schema")]
    reports: Vec<String>,
    /// Write agents side by side here, as Markdown; to standard output, when left out.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// In which form one agent or planted defects are reported, as `check` and `mutate` would; FORM=FILE writes a file.
    #[arg(long, value_name = "FORM")]
    report: Vec<ReportTo>,
    /// Only print the JSON Schema of the reports of `check`, or of those of `mutate`.
    #[arg(long, value_name = "REPORT", value_parser = SCHEMAS, conflicts_with = "reports")]
    schema: Option<String>,
}

/// A report, with the title that it was given.
struct Titled {
    title: Option<String>,
    read: ReadReport,
}

/// Renders what the reports are: agents side by side, or one run again.
pub(crate) fn run(args: &Args, volume: Volume) -> Result<Ending, Failure> {
    if let Some(schema) = args.schema.as_deref().and_then(schema) {
        streams::print(&format!("{schema:#}\n"))?;
        return Ok(Ending::Satisfied);
    }
    let reports = args.reports.iter().map(|word| read(word)).collect::<Result<Vec<_>, _>>()?;
    let format = reports[0].read.format().to_owned();
    if let Some(Titled { read: other, .. }) = reports.iter().find(|report| report.read.format() != format) {
        return Err(
            other.unreadable(&format!("its format is `{}` and that of the first is `{format}`", other.format()))
        );
    }
    match format.as_str() {
        "a2a-assay/check" if args.report.is_empty() => side_by_side::run(reports, args.output.as_deref()),
        "a2a-assay/check" => again::run(the_only_one(reports, args)?, &args.report, volume),
        "a2a-assay/mutation" => {
            foresee::<MutationReport>(args)?;
            let parts = understood::<MutationReport>(reports)?;
            matrix::hand_out(&merged_mutations(parts).map_err(|why| unmergeable(&why))?, &args.report, volume)
        }
        "a2a-assay/pairs" => {
            foresee::<PairReport>(args)?;
            let parts = understood::<PairReport>(reports)?;
            pairs::hand_out(&merged_pairs(parts).map_err(|why| unmergeable(&why))?, &args.report, volume)
        }
        other => Err(reports[0].read.unreadable(&format!("its format is `{other}`"))),
    }
}

/// The report to be told again.
fn the_only_one(mut reports: Vec<Titled>, args: &Args) -> Result<ReadReport, Failure> {
    if reports.len() > 1 || args.output.is_some() {
        return Err(Failure::usage("--report tells one report on an agent again; -o puts several side by side"));
    }
    Ok(reports.remove(0).read)
}

fn foresee<R: Report>(args: &Args) -> Result<(), Failure> {
    if args.output.is_some() {
        return Err(Failure::usage(
            "planted defects are reported as --report FORM=FILE; -o is for agents side by side",
        ));
    }
    report_to::foresee::<R>(&args.report)
}

fn unmergeable(why: &str) -> Failure {
    Failure::usage(format!("the reports can't be put together: {why}"))
}

fn read(word: &str) -> Result<Titled, Failure> {
    let (title, path) = word.rsplit_once('=').map_or((None, word), |(title, path)| (Some(title.to_owned()), path));
    Ok(Titled { title, read: ReadReport::of(Path::new(path))? })
}

fn understood<R: DeserializeOwned>(reports: Vec<Titled>) -> Result<Vec<R>, Failure> {
    reports.into_iter().map(|report| report.read.understood()).collect()
}
