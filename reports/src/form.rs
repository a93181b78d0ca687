//! The forms in which reports can be had, and which report has which.

mod check;
mod mutation;
mod others;

use std::error::Error;

/// A form in which a report can be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For a terminal.
    Text,
    /// The value itself.
    Json,
    /// For a page or the summary of a job.
    Markdown,
    /// A grid of glyphs: a row a defect, a column a check.
    Matrix,
    /// mutation-testing-elements, schema version 2.
    Elements,
    /// A page for a browser, which needs nothing beside itself.
    Html,
}

impl Form {
    /// Every form.
    pub const ALL: &[Self] = &[Self::Text, Self::Json, Self::Markdown, Self::Matrix, Self::Elements, Self::Html];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Matrix => "matrix",
            Self::Elements => "elements",
            Self::Html => "html",
        }
    }
}

/// Why a report can't be had in a form: our own fault.
pub type Unrendered = Box<dyn Error + Send + Sync>;

/// A report, in one form or another.
pub trait Report {
    /// The forms that there are of it.
    const FORMS: &'static [Form];

    /// The report in one of its forms; text is written with [`crate::text`], which has a say in how much is told.
    fn rendered(&self, form: Form) -> Result<String, Unrendered>;
}

/// A form that a report does not have.
fn unknown(form: Form) -> Unrendered {
    format!("there is no {} of this report", form.name()).into()
}
