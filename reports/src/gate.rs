//! What a run had to satisfy, what failed it, and how it ended.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::tally::over_bindings;
use crate::{CheckReport, CheckResult, Entry, Level, Verdict, Violation, Weighed};

/// What a run had to satisfy, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gate {
    /// The least binding level whose breach fails the run.
    pub fail_on: Level,
    /// Whether a check that was not observed fails the run.
    #[serde(default)]
    pub require_observed: bool,
    /// What was known of the agent before, and what became of it; nothing where no baseline was given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub baseline: Option<Weighed>,
    /// Why the run ended before all was judged, where it did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cut_short: Option<String>,
    /// The exit code of the run.
    pub exit: u8,
}

impl Default for Gate {
    fn default() -> Self {
        Self { fail_on: Level::Must, require_observed: false, baseline: None, cut_short: None, exit: 0 }
    }
}

/// One thing that fails a run: what shows it, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Failing {
    /// The id of the check that shows it.
    pub check: String,
    /// The binding over which it shows; empty where none is involved.
    pub binding: String,
    /// How it shows.
    pub symptom: Symptom,
    /// The id of the rule that is broken; empty where none is.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub rule: String,
}

/// How something fails a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Symptom {
    /// A rule is broken.
    Broken,
    /// Repeats disagree.
    Flaky,
    /// It was not observed.
    NotObserved,
}

impl Symptom {
    /// The word as reports print it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Flaky => "flaky",
            Self::NotObserved => "not observed",
        }
    }
}

impl Gate {
    /// What a check has that this gate does not let pass, known or not.
    pub fn failing(&self, check: &CheckResult) -> BTreeSet<Failing> {
        let broken = check.violations.iter().map(|violation| (violation.level, failing_by(check, violation)));
        let counts = |level: Level, failing: &Failing| failing.symptom == Symptom::Flaky || level >= self.fail_on;
        let mut all: BTreeSet<Failing> =
            broken.filter(|(level, failing)| counts(*level, failing)).map(|(_, failing)| failing).collect();
        let broken_none = all.is_empty();
        for (binding, verdict) in over_bindings(check) {
            let symptom = match verdict {
                Verdict::Inconclusive if broken_none => Symptom::Flaky,
                Verdict::NotObserved if self.require_observed => Symptom::NotObserved,
                _ => continue,
            };
            let binding = if check.bindings.is_empty() { "" } else { binding };
            all.insert(unseen(check, binding, symptom));
        }
        all
    }

    /// What was said of a violation that is known.
    pub fn known(&self, check: &CheckResult, violation: &Violation) -> Option<&Entry> {
        self.baseline.as_ref()?.entry(&failing_by(check, violation), check)
    }

    /// What a check has that this gate does not let pass and the baseline does not know.
    pub fn unforeseen(&self, check: &CheckResult) -> Vec<Failing> {
        let known = |failing: &Failing| self.baseline.as_ref().is_some_and(|weighed| weighed.knows(failing, check));
        self.failing(check).into_iter().filter(|failing| !known(failing)).collect()
    }
}

/// What fails a run.
pub fn unforeseen(report: &CheckReport) -> Vec<Failing> {
    report.checks.iter().flat_map(|check| report.gate.unforeseen(check)).collect()
}

/// What a violation fails a run with.
fn failing_by(check: &CheckResult, violation: &Violation) -> Failing {
    let flaky = check.verdict_over(&violation.binding) == Verdict::Inconclusive;
    Failing {
        check: check.id.clone(),
        binding: violation.binding.clone(),
        symptom: if flaky { Symptom::Flaky } else { Symptom::Broken },
        rule: violation.rule.clone(),
    }
}

/// What a check fails a run with that found no rule broken.
fn unseen(check: &CheckResult, binding: &str, symptom: Symptom) -> Failing {
    Failing { check: check.id.clone(), binding: binding.to_owned(), symptom, rule: String::new() }
}
