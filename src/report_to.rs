//! Where a report goes, and in which form.

use std::path::PathBuf;
use std::str::FromStr;

use crate::ending::{Ending, Failure};
use crate::{files, streams};

/// One word behind `--report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReportTo {
    /// As text, to standard output.
    Text,
    /// As JSON, to standard output.
    JsonToStdout,
    /// As JSON, to a file.
    Json(PathBuf),
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.split_once('=') {
            None if word == "text" => Ok(Self::Text),
            Some(("json", "-")) => Ok(Self::JsonToStdout),
            Some(("json", path)) if !path.is_empty() => Ok(Self::Json(path.into())),
            _ => Err("say `text`, `json=FILE`, or `json=-` for standard output".to_owned()),
        }
    }
}

/// Sees beforehand whether the reports could be written, so that no run is in vain.
pub(crate) fn foresee(reports: &[ReportTo]) -> Result<(), Failure> {
    for report in reports {
        if let ReportTo::Json(path) = report
            && (!files::folder(path).is_dir() || path.is_dir())
        {
            let path = path.display();
            return Err(Failure::usage(format!(
                "no report can be written to `{path}`; name a file in a folder that exists"
            )));
        }
    }
    Ok(())
}

/// Hands the reports out: text unless standard output is taken by JSON.
pub(crate) fn deliver(
    reports: &[ReportTo],
    text: &str,
    json: impl Fn() -> serde_json::Result<String>,
) -> Result<(), Failure> {
    if reports.contains(&ReportTo::Text) || !reports.contains(&ReportTo::JsonToStdout) {
        streams::print(text)?;
    }
    for report in reports {
        if *report == ReportTo::Text {
            continue;
        }
        let json =
            json().map_err(|why| Failure::caused(Ending::OurFault, "the report can't be written as JSON", &why))?;
        match report {
            ReportTo::Json(path) => files::write_whole(path, &json)
                .map_err(|why| Failure::usage(format!("the report can't be written to `{}`: {why}", path.display())))?,
            _ => streams::print(&json)?,
        }
    }
    Ok(())
}
