//! Reports as they were written, read again.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::ending::Failure;

/// A report that was read, not yet understood.
pub(crate) struct ReadReport {
    path: String,
    value: Value,
}

impl ReadReport {
    /// Reads a file.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        let mut read = Self { path: path.display().to_string(), value: Value::Null };
        let text = std::fs::read_to_string(path).map_err(|why| read.unreadable(&why.to_string()))?;
        read.value = serde_json::from_str(&text).map_err(|why| read.unreadable(&why.to_string()))?;
        Ok(read)
    }

    /// What kind of report it says it is.
    pub(crate) fn format(&self) -> &str {
        self.value["format"].as_str().unwrap_or_default()
    }

    /// The report, where it has this format.
    pub(crate) fn expected<R: DeserializeOwned>(self, format: &str) -> Result<R, Failure> {
        if self.format() == format {
            return self.understood();
        }
        Err(self.unreadable(&format!("its format is `{}` and not `{format}`", self.format())))
    }

    /// The report.
    pub(crate) fn understood<R: DeserializeOwned>(mut self) -> Result<R, Failure> {
        let value = self.value.take();
        serde_json::from_value(value).map_err(|why| self.unreadable(&why.to_string()))
    }

    /// Why it can't be used.
    pub(crate) fn unreadable(&self, why: &str) -> Failure {
        let path = &self.path;
        Failure::usage(format!("`{path}` can't be read as a report: {why}; `--report json=FILE` writes one"))
    }
}
