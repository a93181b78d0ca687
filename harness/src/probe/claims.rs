//! The ledger of what a check claimed, and the one way to write into it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::Location;
use std::sync::{Mutex, MutexGuard, PoisonError};

use a2a_assay_reports::Violation;

use super::Probe;
use crate::agent::transport::Evidence;
use crate::limits;
use crate::rules::{self, Rule};

/// What a check claimed so far.
#[derive(Debug)]
pub struct Claims {
    rules: &'static [Rule],
    /// The binding over which everything is seen; empty where none is involved.
    binding: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    subjects: usize,
    /// For each assertion, named by rule and place (file and line): whether it ever failed.
    assertions: BTreeMap<(&'static str, &'static str, u32), bool>,
    violations: Vec<Broken>,
    foreign: Vec<&'static str>,
}

#[derive(Debug)]
struct Broken {
    violation: Violation,
    /// The place of the claim.
    at: (&'static str, u32),
    exchanges: Vec<usize>,
}

impl Claims {
    /// An empty ledger for a check that pins these rules, of what is seen over a binding.
    pub fn new(rules: &'static [Rule], binding: impl Display) -> Self {
        Self { rules, binding: binding.to_string(), state: Mutex::default() }
    }

    /// Holds one observation against a rule.
    #[track_caller]
    pub fn claim(
        &self,
        rule: Rule,
        held: bool,
        subject: impl Display,
        expected: impl Display,
        observed: impl Display,
        exchanges: &[usize],
    ) -> bool {
        let place = Location::caller();
        let mut state = self.lock();
        if !self.rules.iter().chain(rules::always()).any(|named| named.id == rule.id) {
            state.foreign.push(rule.id);
        }
        state.subjects += 1;
        *state.assertions.entry((rule.id, place.file(), place.line())).or_default() |= !held;
        let seen = |broken: &&Broken| broken.violation.rule == rule.id && broken.at == (place.file(), place.line());
        if !held && state.violations.iter().filter(seen).count() < limits::OCCURRENCES {
            let violation = Violation {
                rule: rule.id.to_owned(),
                level: rule.level,
                section: rule.section.to_owned(),
                text: rule.text.to_owned(),
                binding: self.binding.clone(),
                subject: limits::shown(&subject.to_string()),
                expected: limits::shown(&expected.to_string()),
                observed: limits::shown(&observed.to_string()),
                cause: None,
                exchanges: Vec::new(),
                place: named(place.file(), place.line()),
                evidence: None,
            };
            let at = (place.file(), place.line());
            state.violations.push(Broken { violation, at, exchanges: exchanges.to_vec() });
        }
        held
    }

    /// How many observations were held against a rule.
    pub fn subjects(&self) -> usize {
        self.lock().subjects
    }

    /// The rules that were claimed although the check does not name them: a fault of the check.
    pub fn foreign(&self) -> Vec<&'static str> {
        self.lock().foreign.clone()
    }

    /// Whether anything that was claimed was not so.
    pub fn any_failed(&self) -> bool {
        self.lock().assertions.values().any(|failed| *failed)
    }

    /// The assertions made, as rule and place, with whether each ever failed.
    pub fn assertions(&self) -> BTreeMap<String, bool> {
        let state = self.lock();
        let assertions = state.assertions.iter();
        assertions.map(|((rule, file, line), failed)| (format!("{rule} at {}", named(file, *line)), *failed)).collect()
    }

    /// Takes the violations out, each with the exchanges that show it, and why those were unusable where they were.
    pub fn violations(&self, evidence: &Evidence) -> Vec<Violation> {
        let whole = |Broken { violation, exchanges, .. }| Violation {
            cause: evidence.cause(&exchanges),
            exchanges: evidence.show(&exchanges),
            ..violation
        };
        std::mem::take(&mut self.lock().violations).into_iter().map(whole).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Probe {
    /// Holds one observation against a rule.
    #[track_caller]
    pub fn claim(
        &self,
        rule: Rule,
        held: bool,
        subject: impl Display,
        expected: impl Display,
        observed: impl Display,
        exchanges: &[usize],
    ) -> bool {
        self.claims.claim(rule, held, subject, expected, observed, exchanges)
    }
}

/// A place in a check, without the folders that it lies in.
fn named(file: &str, line: u32) -> String {
    format!("{}:{line}", file.rsplit('/').next().unwrap_or(file))
}
