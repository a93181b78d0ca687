//! What planting defects found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Level, Shard, TargetInfo};

/// The result of running the checks against one server a defect.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "a2a-assay report on planted defects")]
pub struct MutationReport {
    /// Always `a2a-assay/mutation`.
    #[schemars(extend("const" = "a2a-assay/mutation"))]
    pub format: String,
    /// The version of this format.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// When the run began, in RFC 3339.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub date: String,
    /// The set of checks.
    #[serde(default)]
    pub set: String,
    /// A digest of the checks and their rules: equal digests mean equal sets.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub digest: String,
    /// The agent in which the defects were planted, without them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<TargetInfo>,
    /// The server without a defect.
    pub control: Control,
    /// The checks that ran, in catalogue order.
    #[serde(default)]
    pub checks: Vec<CheckInfo>,
    /// The rules that they watch, chapter by chapter.
    #[serde(default)]
    pub rules: Vec<RuleInfo>,
    /// The part of the defects that was planted; nothing where it is the whole.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<Shard>,
    /// The counts.
    pub summary: MutationSummary,
    /// One entry a defect, in catalogue order; empty when the control is red.
    pub defects: Vec<DefectResult>,
    /// What no defect made fail.
    pub unproven: Unproven,
    /// Requests sent over all runs.
    pub requests: u64,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// A check, as the catalogue describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckInfo {
    /// Its id, such as `ST3`.
    pub id: String,
    /// Its short name.
    pub slug: String,
    /// The group it belongs to.
    pub group: String,
    /// What it is about, in one line.
    pub title: String,
    /// The ids of the rules it pins.
    pub rules: Vec<String>,
}

/// A rule, as the specification's chapters have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleInfo {
    /// Its id.
    pub id: String,
    /// The chapter it stands in.
    pub chapter: String,
    /// How binding it is.
    pub level: Level,
    /// Where the specification says so.
    pub section: String,
    /// The obligation in our words.
    pub text: String,
    /// Why it needs no check that names it, or why none watches it; nothing where checks name it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unnamed: Option<String>,
}

/// How the server without defects fared.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Control {
    /// How many checks ran.
    pub checks: usize,
    /// The ids of those that were not green; anything here means nothing can be judged.
    pub red: Vec<String>,
    /// Why each red one was red.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub losses: Vec<Loss>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// The counts over all defects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MutationSummary {
    /// Checks that ran against each server.
    pub checks: usize,
    /// Defects planted.
    pub defects: usize,
    /// Defects that at least one check noticed (killed).
    pub caught: usize,
    /// Defects that no check noticed (survived).
    pub escaped: usize,
    /// Defects whose observed set equals the predicted one.
    pub as_predicted: usize,
    /// The others.
    pub wrong: usize,
    /// Defects whose very first prediction proved right when it was run: those that taught no lesson.
    pub first_right: usize,
    /// Pairs of a defect and a check that never comes by it: they were not run.
    #[serde(default)]
    pub not_reached: usize,
}

impl MutationSummary {
    /// How many pairs of a defect and a check were run, and how many there are; nothing where that is all of them.
    pub fn run_of_pairs(&self) -> Option<(usize, usize)> {
        let all = self.defects * self.checks;
        (self.not_reached > 0).then(|| (all.saturating_sub(self.not_reached), all))
    }

    /// Counts results: the one place where it is done.
    pub fn of(checks: usize, defects: &[DefectResult]) -> Self {
        let count = |is: &dyn Fn(&DefectResult) -> bool| defects.iter().filter(|defect| is(defect)).count();
        Self {
            checks,
            defects: defects.len(),
            caught: count(&|defect| !defect.observed.is_empty()),
            escaped: count(&|defect| defect.observed.is_empty()),
            as_predicted: count(&|defect| defect.verdict.is_right()),
            wrong: count(&|defect| !defect.verdict.is_right()),
            first_right: count(&|defect| {
                let right = Agreement::of(&defect.first_prediction, &defect.observed).is_right();
                right && defect.lesson.is_none()
            }),
            not_reached: defects.iter().map(|defect| defect.not_reached.len()).sum(),
        }
    }
}

/// How one planted defect fared.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DefectResult {
    /// The defect's name.
    pub name: String,
    /// The set it belongs to.
    pub set: String,
    /// What the server does wrong.
    pub story: String,
    /// The ids of the rules it breaks.
    pub breaks: Vec<String>,
    /// The checks predicted to notice it, now.
    pub predicted: Vec<String>,
    /// The checks predicted before the first run.
    pub first_prediction: Vec<String>,
    /// The checks that noticed it, in catalogue order.
    pub observed: Vec<String>,
    /// How prediction and observation compare.
    pub verdict: Agreement,
    /// What the first run taught.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lesson: Option<String>,
    /// What each noticing check saw, in one line each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub losses: Vec<Loss>,
    /// The checks that did not apply, here as on the sound server.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_applicable: Vec<String>,
    /// The checks that never come by the defect, as was measured on the sound server: they were not run.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub not_reached: Vec<String>,
    /// The assertions that failed, each named by its check, its rule and its place.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub assertions: Vec<String>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// Why a check was red, in one line.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Loss {
    /// The check's id.
    pub check: String,
    /// What it saw.
    pub because: String,
}

/// How a prediction compares with what was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// The predicted checks noticed it, and no other.
    Exact,
    /// Nobody noticed, as predicted.
    EscapedAsPredicted,
    /// More checks noticed than were predicted.
    TooNarrow,
    /// Some predicted checks did not notice.
    TooWide,
    /// It was predicted to be noticed and nobody did.
    Missed,
    /// It was predicted to escape and was noticed.
    SurpriseCatch,
}

impl Agreement {
    /// Compares a predicted set of checks with the observed one; order does not matter.
    ///
    /// Where the observed set both lacks predicted checks and has others, the prediction is too narrow: what it
    /// did not foresee weighs more.
    pub fn of(predicted: &[impl AsRef<str>], observed: &[impl AsRef<str>]) -> Self {
        let foresaw = |check: &str| predicted.iter().any(|predicted| predicted.as_ref() == check);
        let saw = |check: &str| observed.iter().any(|observed| observed.as_ref() == check);
        let unforeseen = observed.iter().any(|check| !foresaw(check.as_ref()));
        let unseen = predicted.iter().any(|check| !saw(check.as_ref()));
        match (predicted.is_empty(), observed.is_empty()) {
            (true, true) => Self::EscapedAsPredicted,
            (true, false) => Self::SurpriseCatch,
            (false, true) => Self::Missed,
            (false, false) if unforeseen => Self::TooNarrow,
            (false, false) if unseen => Self::TooWide,
            (false, false) => Self::Exact,
        }
    }

    /// Whether the prediction was right.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Exact | Self::EscapedAsPredicted)
    }

    /// The words as reports print them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::EscapedAsPredicted => "escaped as predicted",
            Self::TooNarrow => "too narrow",
            Self::TooWide => "too wide",
            Self::Missed => "missed",
            Self::SurpriseCatch => "surprise catch",
        }
    }
}

/// What no planted defect made fail.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Unproven {
    /// The ids of checks that no defect turned red.
    pub checks: Vec<String>,
    /// The assertions, as rule and place, that held over every defect.
    pub assertions: Vec<String>,
    /// What can't be proven, with the reason; it is not counted above.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub excused: Vec<Excused>,
}

/// A check or an assertion that no defect can prove.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Excused {
    /// The id of the check, or the check and the rule.
    pub what: String,
    /// Why.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_compares_sets() {
        let table: &[(&[&str], &[&str], Agreement)] = &[
            (&["S1"], &["S1"], Agreement::Exact),
            (&["S1", "T2"], &["T2", "S1"], Agreement::Exact),
            (&[], &[], Agreement::EscapedAsPredicted),
            (&["S1"], &["S1", "T2"], Agreement::TooNarrow),
            (&["S1", "T2"], &["S1"], Agreement::TooWide),
            (&["S1"], &[], Agreement::Missed),
            (&[], &["S1"], Agreement::SurpriseCatch),
            (&["S1"], &["T2"], Agreement::TooNarrow),
        ];
        for (predicted, observed, agreement) in table {
            assert_eq!(Agreement::of(predicted, observed), *agreement, "{predicted:?} against {observed:?}");
        }
    }
}
