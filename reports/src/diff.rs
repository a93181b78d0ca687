//! Two reports of a kind compared: what got worse, what got better, what is new.

mod checks;
mod defects;

use serde::{Deserialize, Serialize};

pub use checks::between as check_diff;
pub use defects::between as mutation_diff;

/// What became different between two reports.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DiffReport {
    /// Always `a2a-assay/diff`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// What the earlier report is on.
    pub before: String,
    /// What the later report is on.
    pub after: String,
    /// The counts.
    pub summary: DiffSummary,
    /// What is not as it was.
    pub changes: Vec<Change>,
}

/// How often something changed in which way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each member counts the turn of its name")]
pub struct DiffSummary {
    pub regressed: usize,
    pub fixed: usize,
    pub changed: usize,
    pub new: usize,
    pub gone: usize,
    pub renamed: usize,
    /// What both reports have and did not change.
    pub same: usize,
}

/// One check over one binding, or one defect, that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Which way it turned.
    pub turn: Turn,
    /// The check's id, or the defect's name.
    pub name: String,
    /// The name that it had before, where it had another.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub once: Option<String>,
    /// The binding; empty where none is involved.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub binding: String,
    /// How it was; empty where it was not.
    pub before: String,
    /// How it is; empty where it is not.
    pub after: String,
    /// The rules that are broken now and were not; for a defect, the checks that notice it now and did not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub more: Vec<String>,
    /// The rules that are broken no more; for a defect, the checks that notice it no more.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub less: Vec<String>,
}

/// Which way something turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turn {
    /// For the worse.
    Regressed,
    /// For the better.
    Fixed,
    /// Neither, but it is not as it was.
    Changed,
    /// It was not there before.
    New,
    /// It is there no more.
    Gone,
    /// Only its name is another.
    Renamed,
    /// Nothing changed.
    Same,
}

impl Turn {
    /// The word as reports print it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Regressed => "REGRESSED",
            Self::Fixed => "fixed",
            Self::Changed => "changed",
            Self::New => "new",
            Self::Gone => "gone",
            Self::Renamed => "renamed",
            Self::Same => "same",
        }
    }
}

impl DiffReport {
    /// The report on everything that was compared, the worst turns first.
    fn of(before: String, after: String, compared: Vec<Change>) -> Self {
        let count = |turn: Turn| compared.iter().filter(|change| change.turn == turn).count();
        let summary = DiffSummary {
            regressed: count(Turn::Regressed),
            fixed: count(Turn::Fixed),
            changed: count(Turn::Changed),
            new: count(Turn::New),
            gone: count(Turn::Gone),
            renamed: compared.iter().filter(|change| change.once.is_some()).count(),
            same: count(Turn::Same),
        };
        let mut changes: Vec<Change> = compared.into_iter().filter(|change| change.turn != Turn::Same).collect();
        changes.sort_by_key(|change| change.turn);
        Self { format: "a2a-assay/diff".to_owned(), version: 1, before, after, summary, changes }
    }
}

/// What is in one list and not in the other.
fn without(one: &[String], other: &[String]) -> Vec<String> {
    one.iter().filter(|name| !other.contains(name)).cloned().collect()
}
