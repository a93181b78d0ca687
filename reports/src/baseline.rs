//! What is known to fail, each with the reason why that is borne, and for how long.

mod file;
mod weigh;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CheckResult, Failing, Symptom};

pub use file::BaselineError;
pub use weigh::Weighed;

/// What is known to fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// In the order of their checks, bindings and rules; none twice.
    entries: Vec<Entry>,
}

/// One thing that is known to fail.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// What fails.
    #[serde(flatten)]
    pub what: Failing,
    /// Why it is borne.
    pub reason: String,
    /// The last day on which it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(with = "Option<String>")]
    pub expires: Option<Date>,
}

impl Baseline {
    /// Its entries, in the order of their checks, bindings and rules.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The same under the names that checks have now.
    #[must_use]
    pub fn renamed(mut self, now_called: impl Fn(&str) -> String) -> Self {
        for entry in &mut self.entries {
            entry.what.check = now_called(&entry.what.check);
        }
        self.in_order()
    }

    /// Takes an entry in, in the place of what was said of the same thing before.
    pub fn take(&mut self, entry: Entry) {
        self.entries.retain(|known| known.what != entry.what);
        self.entries.push(entry);
        self.entries.sort();
    }

    /// Leaves entries out, and says which.
    pub fn drop_all(&mut self, out: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        let (dropped, kept) = std::mem::take(&mut self.entries).into_iter().partition(|entry| out(entry));
        self.entries = kept;
        dropped
    }

    fn in_order(mut self) -> Self {
        self.entries.sort();
        self.entries.dedup_by(|later, earlier| later.what == earlier.what);
        self
    }
}

impl Entry {
    /// Whether its time is over.
    pub fn is_expired(&self, today: Date) -> bool {
        self.expires.is_some_and(|last| last < today)
    }

    /// Whether this is what it speaks of. What fails always may as well fail now and then; what is said to fail now and
    /// then may fail in a single run, but not in every one of several.
    pub fn covers(&self, failing: &Failing, check: &CheckResult) -> bool {
        let same = |symptom: Symptom| Failing { symptom, ..failing.clone() } == self.what;
        match (self.what.symptom, failing.symptom) {
            (Symptom::Broken, Symptom::Flaky) => same(Symptom::Broken),
            (Symptom::Flaky, Symptom::Broken) => same(Symptom::Flaky) && !check.is_repeated(),
            _ => self.what == *failing,
        }
    }
}
