//! What a run makes of what was known: it still fails, its time is over, or it is mended.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Baseline, Entry};
use crate::{CheckReport, CheckResult, Failing, Gate, Symptom, Verdict};

/// What became of the entries of a baseline; those that the run had no occasion to see are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Weighed {
    /// The file that holds the baseline.
    pub file: String,
    /// What still fails, and counts for nothing.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub known: Vec<Entry>,
    /// What still fails and counts again, since its time is over.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub expired: Vec<Entry>,
    /// What fails no more.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub stale: Vec<Entry>,
}

impl Weighed {
    /// Whether this is known to fail.
    pub fn knows(&self, failing: &Failing, check: &CheckResult) -> bool {
        self.entry(failing, check).is_some()
    }

    /// The entry that speaks of this.
    pub fn entry(&self, failing: &Failing, check: &CheckResult) -> Option<&Entry> {
        self.known.iter().find(|entry| entry.covers(failing, check))
    }
}

impl Baseline {
    /// What is known to fail today, before anything is judged.
    pub fn in_force(&self, file: &str, today: Date) -> Weighed {
        let known = self.entries.iter().filter(|entry| !entry.is_expired(today)).cloned().collect();
        Weighed { file: file.to_owned(), known, ..Weighed::default() }
    }

    /// What a report makes of it.
    pub fn weighed(&self, file: &str, report: &CheckReport, today: Date) -> Weighed {
        let mut weighed = Weighed { file: file.to_owned(), ..Weighed::default() };
        for entry in &self.entries {
            let list = match Fate::of(entry, report) {
                Fate::Shows if entry.is_expired(today) => &mut weighed.expired,
                Fate::Shows => &mut weighed.known,
                Fate::Mended => &mut weighed.stale,
                Fate::Quiet | Fate::Unseen => continue,
            };
            list.push(entry.clone());
        }
        weighed
    }

    /// Leaves out what fails no more, and says what that is.
    pub fn prune(&mut self, report: &CheckReport) -> Vec<Entry> {
        self.drop_all(|entry| matches!(Fate::of(entry, report), Fate::Mended | Fate::Quiet))
    }
}

/// What a report says of an entry.
enum Fate {
    /// It still fails.
    Shows,
    /// It fails no more.
    Mended,
    /// It is flaky, and did not fail in any of several runs: too little to call it mended, enough for who asks to drop it.
    Quiet,
    /// The run had no occasion to see it.
    Unseen,
}

impl Fate {
    fn of(entry: &Entry, report: &CheckReport) -> Self {
        let what = &entry.what;
        let Some(check) = report.checks.iter().find(|check| check.id == what.check) else { return Self::Unseen };
        // What is known may be less binding than what fails this run, and known it is all the same.
        let every = Gate { fail_on: crate::Level::House, require_observed: true, ..Gate::default() };
        if every.failing(check).iter().any(|failing| entry.covers(failing, check)) {
            return Self::Shows;
        }
        match (check.verdict_over(&what.binding), what.symptom) {
            _ if !check.ran_over(&what.binding) => Self::Unseen,
            // A check that fails for another rule may have ended before it came to this one.
            (Verdict::Error | Verdict::Inconclusive | Verdict::NotObserved | Verdict::NotApplicable, _)
            | (Verdict::Fail, Symptom::Broken | Symptom::Flaky) => Self::Unseen,
            (_, Symptom::Flaky) if check.is_repeated() => Self::Quiet,
            (_, Symptom::Flaky) => Self::Unseen,
            _ => Self::Mended,
        }
    }
}
