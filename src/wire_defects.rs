//! Which defects on the wire a user means: the shipped ones, those of files, or some of both by name.

use std::path::{Path, PathBuf};

use a2a_assay_proxy::{WireDefect, read, shipped};
use a2a_assay_reports::plain;

use crate::ending::Failure;
use crate::suggest;

/// The shipped defects and those of the files; of all these only the named ones, where some are named.
pub(crate) fn chosen(names: &[String], files: &[PathBuf]) -> Result<Vec<WireDefect>, Failure> {
    let mut all = shipped().to_vec();
    for file in files {
        for defect in of_file(file)? {
            if all.iter().any(|known| known.name == defect.name) {
                let (name, file) = (&defect.name, file.display());
                return Err(Failure::usage(format!("{file} has a defect `{name}`, and so has another; rename it")));
            }
            all.push(defect);
        }
    }
    let known = || all.iter().map(|defect| defect.name.as_str());
    for name in names {
        if !known().any(|known| known == name) {
            return Err(Failure::usage(suggest::unknown("defect on the wire", name, known(), "defects --wire")));
        }
    }
    all.retain(|defect| names.is_empty() || names.contains(&defect.name));
    Ok(all)
}

fn of_file(path: &Path) -> Result<Vec<WireDefect>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|why| Failure::usage(format!("the defects in {shown} can't be read: {why}")))?;
    read(&text).map_err(|why| {
        Failure::usage(format!(
            "{shown}, {}; `a2a-assay explain wire` says what can stand there",
            plain(&why.to_string())
        ))
    })
}
