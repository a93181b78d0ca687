//! The baseline in its file.

use std::path::{Path, PathBuf};

use a2a_assay_harness::aliases;
use a2a_assay_reports::{Baseline, BaselineError, CheckReport, Weighed};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::ending::{Ending, Failure};
use crate::files;

/// The baseline in its file.
pub(crate) struct BaselineFile {
    path: PathBuf,
    /// What is known to fail, under the names that checks have now.
    pub(crate) baseline: Baseline,
}

impl BaselineFile {
    /// Reads it.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|why| Failure::usage(format!("the baseline `{shown}` can't be read: {why}; `a2a-assay baseline update REPORT.json --baseline {shown} --reason TEXT` writes one")))?;
        let baseline = Baseline::read(&text).map_err(|why| refused(path, &why))?;
        Ok(Self { path: path.to_owned(), baseline: baseline.renamed(|id| aliases::now_called(id).to_owned()) })
    }

    /// Reads it, where there is one already.
    pub(crate) fn read_or_begin(path: &Path) -> Result<Self, Failure> {
        if path.exists() {
            return Self::read(path);
        }
        Ok(Self { path: path.to_owned(), baseline: Baseline::default() })
    }

    /// Writes it, whole or not at all.
    pub(crate) fn write(&self) -> Result<(), Failure> {
        let text = self.baseline.written();
        let text = text.map_err(|why| Failure::caused(Ending::OurFault, "the baseline can't be written", &why))?;
        files::write_whole(&self.path, &text)
            .map_err(|why| Failure::usage(format!("the baseline can't be written to `{}`: {why}", self.path.display())))
    }

    /// What is known to fail today.
    pub(crate) fn in_force(&self) -> Weighed {
        self.baseline.in_force(&self.path.display().to_string(), today())
    }

    /// What a report makes of it, today.
    pub(crate) fn weighed(&self, report: &CheckReport) -> Weighed {
        self.baseline.weighed(&self.path.display().to_string(), report, today())
    }
}

/// The day in UTC, so that a baseline expires everywhere at once.
pub(crate) fn today() -> Date {
    TimeZone::UTC.to_datetime(Timestamp::now()).date()
}

fn refused(path: &Path, why: &BaselineError) -> Failure {
    let path = path.display();
    let way_out = match why {
        BaselineError::Edited => {
            "restore it as it was written, or delete it and write it anew with `a2a-assay baseline update`"
        }
        BaselineError::Unreadable(_) => "`a2a-assay baseline update` writes one",
    };
    Failure::usage(format!("`{path}` is refused as a baseline: {why}; {way_out}"))
}
