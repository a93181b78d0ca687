//! How another suite fared on the planted defects, beside ours.

mod score;

use serde::{Deserialize, Serialize};

pub(crate) use score::percent;
pub use score::{SuiteScore, by_group};

/// The result of running another suite against one server a defect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteReport {
    /// Always `a2a-assay/suite`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// The command that runs the suite, as it was given.
    pub command: String,
    /// What says that the suite is red.
    pub judged_by: JudgedBy,
    /// How the suite fared on the server without a defect.
    pub control: SuiteControl,
    /// The counts.
    pub summary: SuiteScore,
    /// The counts of each group, in the order of the catalogue.
    pub groups: Vec<SuiteScore>,
    /// One entry a defect, in catalogue order; empty when the control is red.
    pub defects: Vec<SuiteDefect>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// What says that a suite is red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgedBy {
    /// Its exit code alone.
    ExitCode,
    /// Its JUnit report, test by test.
    Junit,
}

/// How the suite fared on the sound server.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SuiteControl {
    /// How often it ran there.
    pub runs: usize,
    /// The tests that it reported, where it reports tests.
    pub tests: Option<usize>,
    /// The tests that passed in every run; where it reports none, nothing.
    pub green: Vec<String>,
    /// What was red, or not the same in every run; anything here means that nothing is judged, unless it was forgiven.
    pub red: Vec<Remark>,
    /// Whether the user asked to judge by the green tests alone.
    pub forgiven: bool,
    /// The last words of a red run.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub said: String,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

impl SuiteControl {
    /// Whether defects can be judged after this control.
    pub fn judges(&self) -> bool {
        self.red.is_empty() || (self.forgiven && !self.green.is_empty())
    }
}

/// One red thing, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The test, or `suite` for the whole.
    pub test: String,
    /// What was seen.
    pub because: String,
}

/// How the suite fared on one defective server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteDefect {
    /// The defect's name.
    pub name: String,
    /// The set it belongs to.
    pub set: String,
    /// The group of the check that is predicted first to notice it.
    pub group: String,
    /// Whether the suite noticed.
    pub verdict: Notice,
    /// What it noticed: the tests that were green on the sound server and are not any more.
    pub noticed_by: Vec<Remark>,
    /// The tests that passed on the sound server and are skipped now, which counts for nothing.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub fell_silent: Vec<String>,
    /// Our checks that noticed it.
    pub ours: Vec<String>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// Whether a suite noticed a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// It is red, and was green on the sound server.
    Noticed,
    /// It is as green as on the sound server.
    Survived,
    /// It did not end in time, which says nothing.
    TimedOut,
}

impl Notice {
    /// The words as reports print them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Survived => "survived",
            Self::TimedOut => "timed out",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_red_control_judges_only_where_something_green_is_left() {
        let red = vec![Remark { test: "t".to_owned(), because: "failed".to_owned() }];
        let control = SuiteControl { red, ..SuiteControl::default() };
        let forgiven = SuiteControl { forgiven: true, ..control.clone() };
        let with_green = SuiteControl { green: vec!["u".to_owned()], ..forgiven.clone() };

        assert!(!control.judges());
        assert!(!forgiven.judges());
        assert!(with_green.judges());
    }
}
