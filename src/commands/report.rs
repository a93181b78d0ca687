//! `a2a-assay report`: put reports on several agents side by side.

use std::path::{Path, PathBuf};

use a2a_assay_reports::{CheckReport, comparison};

use crate::ending::{Ending, Failure};
use crate::{files, streams};

/// The words of `report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Reports that `check --report json=FILE` wrote, each as FILE or TITLE=FILE.
    #[arg(value_name = "TITLE=FILE", required = true)]
    reports: Vec<String>,
    /// Write the table here, as Markdown; to standard output, when left out.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the table.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    let reports = args.reports.iter().map(|word| read(word)).collect::<Result<Vec<_>, _>>()?;
    let table = comparison(&reports);
    match &args.output {
        None => streams::print(&table)?,
        Some(path) => files::write_whole(path, &table)
            .map_err(|why| Failure::usage(format!("the table can't be written to `{}`: {why}", path.display())))?,
    }
    Ok(Ending::Satisfied)
}

/// A report with its title; the agent's own name, where none is given.
fn read(word: &str) -> Result<(String, CheckReport), Failure> {
    let (title, path) = word.rsplit_once('=').map_or((None, word), |(title, path)| (Some(title.to_owned()), path));
    let no_report = |why: String| {
        Failure::usage(format!("`{path}` can't be read as a report: {why}; write one with `check --report json=FILE`"))
    };
    let text = std::fs::read_to_string(Path::new(path)).map_err(|why| no_report(why.to_string()))?;
    let report: CheckReport = serde_json::from_str(&text).map_err(|why| no_report(why.to_string()))?;
    if report.format != "a2a-assay/check" {
        return Err(no_report(format!("its format is `{}`", report.format)));
    }
    Ok((title.unwrap_or_else(|| report.target.name.clone()), report))
}
