//! Groups failures under what lies behind them: the one place where it is done, for every view.
//!
//! An answer that can't be used makes every check fail that needed one, whatever it wanted to see: that is one cause.
//! Where the answers could be used, one cause is a rule that is broken, however many checks and bindings show it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{CheckResult, Entry, Gate, Level, Violation};

/// What lies behind one or more failures, with every place where it shows.
pub(crate) struct Cause<'a> {
    /// Why exchanges brought nothing usable, where that is it.
    pub(crate) unusable: Option<&'a str>,
    /// The places, in catalogue order.
    pub(crate) shows: Vec<(&'a CheckResult, &'a Violation)>,
    /// The checks that it kept from being observed, in catalogue order.
    pub(crate) prevented: Vec<&'a CheckResult>,
}

/// A cause as reports that programs read tell it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RootCause {
    /// What it is: why no usable answer came, or the rule that is broken, in our words.
    pub text: String,
    /// How binding the most binding rule is that is broken for it.
    pub level: Level,
    /// The ids of the rules that are broken for it.
    pub rules: Vec<String>,
    /// The ids of the checks that failed for it.
    pub checks: Vec<String>,
    /// The ids of the checks that were not observed for it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub prevented: Vec<String>,
    /// How many violations it explains.
    pub count: usize,
}

impl RootCause {
    /// The causes behind what these checks found, in the order in which they first show.
    pub fn of(checks: &[CheckResult]) -> Vec<Self> {
        let ids = |checks: &[&CheckResult]| checks.iter().map(|check| check.id.clone()).collect();
        let told = |cause: &Cause<'_>| Self {
            text: cause.text().to_owned(),
            level: cause.level(),
            rules: cause.rules().into_iter().map(str::to_owned).collect(),
            checks: ids(&cause.checks()),
            prevented: ids(&cause.prevented),
            count: cause.shows.len(),
        };
        causes(checks).iter().map(told).collect()
    }
}

/// The causes, in the order in which they first show. What only kept checks from being observed broke no rule, and is
/// not among them.
pub(crate) fn causes(checks: &[CheckResult]) -> Vec<Cause<'_>> {
    let mut causes: Vec<Cause<'_>> = Vec::new();
    for check in checks {
        for violation in &check.violations {
            match causes.iter_mut().find(|cause| cause.explains(violation)) {
                Some(cause) => cause.shows.push((check, violation)),
                None => causes.push(Cause::first_shown_by(check, violation)),
            }
        }
    }
    for cause in &mut causes {
        let by_it = |check: &&CheckResult| check.cause.is_some() && check.cause.as_deref() == cause.unusable;
        cause.prevented = checks.iter().filter(by_it).collect();
    }
    causes
}

impl<'a> Cause<'a> {
    fn first_shown_by(check: &'a CheckResult, violation: &'a Violation) -> Self {
        Self { unusable: violation.cause.as_deref(), shows: vec![(check, violation)], prevented: Vec::new() }
    }

    fn explains(&self, violation: &Violation) -> bool {
        let same_rule = self.first().rule == violation.rule;
        self.unusable == violation.cause.as_deref() && (self.unusable.is_some() || same_rule)
    }

    /// The first place where it shows, which stands for all.
    pub(crate) fn first(&self) -> &'a Violation {
        self.shows[0].1
    }

    /// What it is.
    pub(crate) fn text(&self) -> &'a str {
        self.unusable.unwrap_or(&self.first().text)
    }

    /// How binding the most binding rule is that is broken for it.
    pub(crate) fn level(&self) -> Level {
        self.shows.iter().map(|(_, violation)| violation.level).max().unwrap_or(self.first().level)
    }

    /// The rules that are broken for it, each once.
    pub(crate) fn rules(&self) -> Vec<&'a str> {
        let mut rules: Vec<&str> = Vec::new();
        for (_, violation) in &self.shows {
            if !rules.contains(&violation.rule.as_str()) {
                rules.push(&violation.rule);
            }
        }
        rules
    }

    /// Where it shows and is known, with what was said of it.
    pub(crate) fn entries(&self, gate: &'a Gate) -> Vec<(&'a CheckResult, &'a Entry)> {
        let entry =
            |(check, violation): &(&'a CheckResult, &'a Violation)| Some((*check, gate.known(check, violation)?));
        self.shows.iter().filter_map(entry).collect()
    }

    /// Whether it is known wherever it shows.
    pub(crate) fn is_known(&self, gate: &'a Gate) -> bool {
        self.entries(gate).len() == self.shows.len()
    }

    /// The checks that failed for it, each once.
    pub(crate) fn checks(&self) -> Vec<&'a CheckResult> {
        let mut checks: Vec<&CheckResult> = self.shows.iter().map(|(check, _)| *check).collect();
        checks.dedup_by_key(|check| &check.id);
        checks
    }
}
