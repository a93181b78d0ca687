//! Agents side by side.

use std::path::Path;

use a2a_assay_reports::{CheckReport, comparison};

use super::Titled;
use crate::ending::{Ending, Failure};
use crate::{files, streams};

/// Writes the table.
pub(super) fn run(reports: Vec<Titled>, output: Option<&Path>) -> Result<Ending, Failure> {
    let reports = reports.into_iter().map(titled).collect::<Result<Vec<_>, _>>()?;
    let table = comparison(&reports);
    match output {
        None => streams::print(&table)?,
        Some(path) => files::write_whole(path, &table)
            .map_err(|why| Failure::usage(format!("the table can't be written to `{}`: {why}", path.display())))?,
    }
    Ok(Ending::Satisfied)
}

/// A report with its title; the agent's own name, where none is given.
fn titled(Titled { title, read }: Titled) -> Result<(String, CheckReport), Failure> {
    let report: CheckReport = read.understood()?;
    Ok((title.unwrap_or_else(|| report.target.name.clone()), report))
}
