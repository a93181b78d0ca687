//! Where a prediction and what was observed part.

use crate::DefectResult;

impl DefectResult {
    /// How they differ, in words; nothing where they are the same.
    pub(crate) fn difference(&self) -> Vec<String> {
        let also = without(&self.observed, &self.predicted);
        let not = without(&self.predicted, &self.observed);
        let parts = [(also, "noticed unforeseen"), (not, "did not notice")];
        let told = parts.iter().filter(|(checks, _)| !checks.is_empty());
        told.map(|(checks, what)| format!("{} {what}", checks.join(" "))).collect()
    }

    /// The predicted checks.
    pub(crate) fn foretold(&self) -> String {
        if self.predicted.is_empty() { "nothing".to_owned() } else { self.predicted.join(" ") }
    }
}

fn without<'a>(all: &'a [String], these: &[String]) -> Vec<&'a str> {
    all.iter().filter(|check| !these.contains(check)).map(String::as_str).collect()
}
