//! `a2a-assay report`: put reports on several agents side by side, or the parts of a run together.

mod side_by_side;

use std::path::PathBuf;

use a2a_assay_reports::{MutationReport, PairReport, Report, merged_mutations, merged_pairs};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::mutate::{matrix, pairs};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::report_to::{self, ReportTo};

/// The words of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Reports that `check` or `mutate` wrote with `--report json=FILE`; those on agents as TITLE=FILE, if you like.
    #[arg(value_name = "FILE", required = true)]
    reports: Vec<String>,
    /// Write agents side by side here, as Markdown; to standard output, when left out.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// In which form planted defects are reported: text, json, html, markdown, matrix or elements; FORM=FILE writes a file.
    #[arg(long, value_name = "FORM")]
    report: Vec<ReportTo>,
}

/// A report as it was read, not yet understood.
struct Read {
    title: Option<String>,
    path: String,
    value: Value,
}

/// Renders what the reports are: agents side by side, or one run again.
pub(crate) fn run(args: &Args, volume: Volume) -> Result<Ending, Failure> {
    let reports = args.reports.iter().map(|word| read(word)).collect::<Result<Vec<_>, _>>()?;
    let format = reports[0].format().to_owned();
    if let Some(other) = reports.iter().find(|report| report.format() != format) {
        return Err(
            other.unreadable(&format!("its format is `{}` and that of the first is `{format}`", other.format()))
        );
    }
    match format.as_str() {
        "a2a-assay/check" => side_by_side::run(reports, args.output.as_deref()),
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
        other => Err(reports[0].unreadable(&format!("its format is `{other}`"))),
    }
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

fn read(word: &str) -> Result<Read, Failure> {
    let (title, path) = word.rsplit_once('=').map_or((None, word), |(title, path)| (Some(title.to_owned()), path));
    let mut read = Read { title, path: path.to_owned(), value: Value::Null };
    let text = std::fs::read_to_string(path).map_err(|why| read.unreadable(&why.to_string()))?;
    read.value = serde_json::from_str(&text).map_err(|why| read.unreadable(&why.to_string()))?;
    Ok(read)
}

fn understood<R: DeserializeOwned>(reports: Vec<Read>) -> Result<Vec<R>, Failure> {
    reports.into_iter().map(Read::understood).collect()
}

impl Read {
    fn format(&self) -> &str {
        self.value["format"].as_str().unwrap_or_default()
    }

    fn understood<R: DeserializeOwned>(mut self) -> Result<R, Failure> {
        let value = self.value.take();
        serde_json::from_value(value).map_err(|why| self.unreadable(&why.to_string()))
    }

    fn unreadable(&self, why: &str) -> Failure {
        let path = &self.path;
        Failure::usage(format!("`{path}` can't be read as a report: {why}; `--report json=FILE` writes one"))
    }
}
