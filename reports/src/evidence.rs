//! Evidence in files of its own: which conversation stands in which file, and how much of it there may be.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CheckReport;
use crate::har::{Archive, archive, archives};

/// The most that all files of one report may have together, in bytes.
const MOST: usize = 16 * 1024 * 1024;

/// The files beside a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The folder in which they are.
    pub folder: String,
    /// How many there are.
    pub files: usize,
    /// How long they are together, in bytes.
    pub bytes: usize,
    /// Those for which there was no room.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub left_out: Vec<String>,
}

/// A file of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceFile {
    /// Its name, which is safe on any system and the same in every run.
    pub name: String,
    /// An HTTP Archive.
    pub text: String,
}

impl Evidence {
    /// Moves the conversations of a report into files: names them in the report, and returns them to be written.
    pub fn taken_out(report: &mut CheckReport, folder: &str) -> serde_json::Result<Vec<EvidenceFile>> {
        let mut evidence = Self { folder: folder.to_owned(), ..Self::default() };
        let mut files: Vec<EvidenceFile> = Vec::new();
        for told in archives(report).into_iter().filter(has_exchanges) {
            let (name, text) = (name(&told), archive(report, &[told])?);
            if evidence.bytes + text.len() > MOST {
                evidence.left_out.push(name);
                continue;
            }
            evidence.bytes += text.len();
            files.push(EvidenceFile { name, text });
        }
        evidence.files = files.len();
        let written: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let names: Vec<(String, String, String)> = archives(report)
            .iter()
            .filter(|told| has_exchanges(told))
            .map(|told| (told.check.id.clone(), told.binding.to_owned(), name(told)))
            .filter(|(.., name)| written.contains(&name.as_str()))
            .collect();
        for check in &mut report.checks {
            for violation in &mut check.violations {
                let here =
                    |(id, binding, _): &&(String, String, String)| *id == check.id && *binding == violation.binding;
                violation.evidence = names.iter().find(here).map(|(.., name)| name.clone());
            }
        }
        report.evidence = Some(evidence);
        Ok(files)
    }
}

fn has_exchanges(archive: &Archive<'_>) -> bool {
    archive.violations.iter().any(|violation| !violation.exchanges.is_empty())
}

/// The check and the binding, in letters that every file system takes.
fn name(archive: &Archive<'_>) -> String {
    let safe = |text: &str| -> String {
        let letters = text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
        letters.take(40).collect()
    };
    match archive.binding {
        "" => format!("{}.har", safe(&archive.check.id)),
        binding => format!("{}-{}.har", safe(&archive.check.id), safe(&binding.to_lowercase())),
    }
}
