//! Writes the conversations of a report into files of their own.

use std::path::Path;

use a2a_assay_reports::{CheckReport, Evidence};

use crate::ending::{Ending, Failure};
use crate::files;

/// Sees beforehand that there is a folder for them.
pub(crate) fn foresee(folder: Option<&Path>) -> Result<(), Failure> {
    folder.map_or(Ok(()), |folder| std::fs::create_dir_all(folder).map_err(|why| unwritable(folder, &why)))
}

/// Moves them out of the report into the folder, each file whole.
pub(crate) fn write(report: &mut CheckReport, folder: &Path) -> Result<(), Failure> {
    let files = Evidence::taken_out(report, &folder.display().to_string())
        .map_err(|why| Failure::caused(Ending::OurFault, "the evidence can't be written", &why))?;
    for file in files {
        let path = folder.join(&file.name);
        files::write_whole(&path, &file.text).map_err(|why| unwritable(&path, &why))?;
    }
    Ok(())
}

fn unwritable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::usage(format!("no evidence can be written to `{}`: {why}", path.display()))
}
