//! The forms in which reports can be had, and which report has which.

mod check;
mod mutation;
mod others;

use std::error::Error;

/// Names every form once: the variant, its name on the command line, and what it is.
macro_rules! forms {
    ($($(#[$doc:meta])+ $form:ident = $name:literal,)+) => {
        /// A form in which a report can be had.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Form {
            $($(#[$doc])+ $form,)+
        }

        impl Form {
            /// Every form.
            pub const ALL: &[Self] = &[$(Self::$form),+];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$form => $name,)+
                }
            }
        }
    };
}

forms! {
    /// For a terminal.
    Text = "text",
    /// The value itself.
    Json = "json",
    /// For a page or the summary of a job.
    Markdown = "markdown",
    /// A grid of glyphs: a row a defect, a column a check.
    Matrix = "matrix",
    /// mutation-testing-elements, schema version 2.
    Elements = "elements",
    /// A page for a browser, which needs nothing beside itself.
    Html = "html",
    /// JUnit XML: a test case a check, or a defect.
    Junit = "junit",
    /// SARIF 2.1.0: a result a violation.
    Sarif = "sarif",
    /// Workflow commands of GitHub: an annotation a cause.
    Github = "github",
    /// What happened, an event a line.
    Events = "events",
    /// HTTP Archive 1.2: the exchanges that show each violation.
    Har = "har",
    /// The result format of the A2A Conformance Test Specification.
    Acts = "acts",
    /// An in-toto statement with a test result, unsigned.
    InToto = "in-toto",
    /// A badge as SVG.
    Badge = "badge",
    /// A badge for an endpoint of shields.io.
    Shields = "shields",
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
