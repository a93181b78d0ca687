//! The verbs with which a check holds what it saw against a rule.
//!
//! Every verb counts as one observation, writes the failure text itself, and goes on: a broken recommendation must
//! not hide a broken requirement behind it. Where nothing can follow, the check stops with `?`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::panic::Location;
use std::sync::{Mutex, MutexGuard, PoisonError};

use a2a_assay_reports::{Exchange, Violation};
use serde_json::Value;

use super::Probe;
use crate::agent::shape::{Law, Shape};
use crate::agent::{Answer, ErrorKind, Match, Reply};
use crate::check::Stop;
use crate::rules::{self, Rule};

/// What a check claimed so far.
#[derive(Debug)]
pub struct Claims {
    rules: &'static [Rule],
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
    exchanges: Vec<usize>,
}

impl Claims {
    pub(super) fn new(rules: &'static [Rule]) -> Self {
        Self { rules, state: Mutex::default() }
    }

    /// How many observations were held against a rule.
    pub fn subjects(&self) -> usize {
        self.lock().subjects
    }

    /// The rules that were claimed although the check does not name them: a fault of the check.
    pub fn foreign(&self) -> Vec<&'static str> {
        self.lock().foreign.clone()
    }

    /// The assertions made, as rule and place, with whether each ever failed.
    pub fn assertions(&self) -> BTreeMap<String, bool> {
        let state = self.lock();
        let assertions = state.assertions.iter();
        assertions.map(|((rule, file, line), failed)| (format!("{rule} at {}", named(file, *line)), *failed)).collect()
    }

    /// Takes the violations out, each with the exchanges that show it.
    pub fn violations(&self, show: impl Fn(&[usize]) -> Vec<Exchange>) -> Vec<Violation> {
        let broken = std::mem::take(&mut self.lock().violations);
        broken.into_iter().map(|broken| Violation { exchanges: show(&broken.exchanges), ..broken.violation }).collect()
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
        let place = Location::caller();
        let mut state = self.claims.lock();
        if !self.claims.rules.iter().chain(rules::ALWAYS).any(|named| named.id == rule.id) {
            state.foreign.push(rule.id);
        }
        state.subjects += 1;
        *state.assertions.entry((rule.id, place.file(), place.line())).or_default() |= !held;
        if !held {
            let violation = Violation {
                rule: rule.id.to_owned(),
                level: rule.level,
                section: rule.section.to_owned(),
                text: rule.text.to_owned(),
                binding: self.binding().to_string(),
                subject: subject.to_string(),
                expected: expected.to_string(),
                observed: observed.to_string(),
                exchanges: Vec::new(),
                place: named(place.file(), place.line()),
            };
            state.violations.push(Broken { violation, exchanges: exchanges.to_vec() });
        }
        held
    }

    /// The call succeeded; where it did not, there is nothing to go on with.
    #[track_caller]
    pub fn accepted(&self, rule: Rule, reply: &Reply) -> Result<(), Stop> {
        let held = reply.result().is_some();
        self.claim(rule, held, reply.operation.name(), "a result", reply, &[reply.exchange]);
        if held { Ok(()) } else { Err(Stop::Broken) }
    }

    /// The call was refused, as this kind.
    #[track_caller]
    pub fn refused(&self, rule: Rule, reply: &Reply, kind: ErrorKind) -> bool {
        self.refused_as(rule, reply, &[kind])
    }

    /// The call was refused, as one of these kinds.
    #[track_caller]
    pub fn refused_as(&self, rule: Rule, reply: &Reply, kinds: &[ErrorKind]) -> bool {
        self.refused_when(rule, reply.operation.name(), reply, kinds)
    }

    /// The call was refused, as one of these kinds; the subject says what was wrong with it.
    #[track_caller]
    pub fn refused_when(&self, rule: Rule, subject: impl Display, reply: &Reply, kinds: &[ErrorKind]) -> bool {
        let expected = kinds.iter().map(|kind| kind.written(reply.binding)).collect::<Vec<_>>().join(" or ");
        let comparison = reply.error().map(|error| {
            let matches = kinds.iter().map(|kind| error.compare(*kind));
            matches.min_by_key(|found| match found {
                Match::Exact => 0,
                Match::OldTable => 1,
                Match::Other => 2,
            })
        });
        let held = matches!(comparison, Some(Some(Match::Exact | Match::OldTable)));
        self.claim(rule, held, &subject, &expected, reply, &[reply.exchange]);
        if held {
            let current = comparison != Some(Some(Match::OldTable));
            self.claim(rules::ERROR_STATUS_IS_CURRENT, current, &subject, &expected, reply, &[reply.exchange]);
        }
        self.in_form(reply) && held
    }

    /// The call was refused by an error for which the client is to blame; which one is not laid down.
    #[track_caller]
    pub fn refused_somehow(&self, rule: Rule, reply: &Reply) -> bool {
        let held = reply.error().is_some_and(|error| !error.is_internal());
        self.claim(rule, held, reply.operation.name(), "an error that blames the request", reply, &[reply.exchange]);
        self.in_form(reply) && held
    }

    /// The call was refused because nobody showed who asks: 401, or over JSON-RPC an error of the agent's own.
    #[track_caller]
    pub fn unauthenticated(&self, rule: Rule, reply: &Reply) -> bool {
        let held = match &reply.answer {
            Answer::Error(error) if matches!(error.http, 401 | 403) => true,
            Answer::Error(error) => {
                reply.binding == crate::agent::Binding::JsonRpc && !error.is_internal() && !error.has_a_taken_code()
            }
            _ => false,
        };
        let expected = "HTTP 401, or over JSON-RPC an error that says so";
        self.claim(rule, held, reply.operation.name(), expected, reply, &[reply.exchange]);
        if held {
            let honest = reply.http != Some(403);
            self.claim(
                rules::UNAUTHENTICATED_IS_401,
                honest,
                reply.operation.name(),
                "HTTP 401",
                reply,
                &[reply.exchange],
            );
        }
        held
    }

    /// The call was refused because the caller may not: 403, or over JSON-RPC an error of the agent's own.
    #[track_caller]
    pub fn unauthorized(&self, rule: Rule, reply: &Reply) -> bool {
        let held = match &reply.answer {
            Answer::Error(error) if error.http == 403 => true,
            Answer::Error(error) => {
                reply.binding == crate::agent::Binding::JsonRpc
                    && error.http != 401
                    && !error.is_internal()
                    && !error.has_a_taken_code()
            }
            _ => false,
        };
        let expected = "HTTP 403, or over JSON-RPC an error that says so";
        self.claim(rule, held, reply.operation.name(), expected, reply, &[reply.exchange]);
        held
    }

    /// Two values are the same.
    #[track_caller]
    pub fn same(
        &self,
        rule: Rule,
        subject: impl Display,
        expected: &Value,
        observed: &Value,
        exchanges: &[usize],
    ) -> bool {
        let held = expected == observed;
        if held {
            return self.claim(rule, true, subject, "", "", exchanges);
        }
        let (pointer, expected, observed) = first_difference(expected, observed);
        self.claim(rule, false, format!("{subject} {pointer}"), expected, observed, exchanges)
    }

    /// A value has the shape of a message of the protocol.
    #[track_caller]
    pub fn well_formed(&self, shape: &Shape, value: &Value, exchange: usize) -> bool {
        let flaws = shape.flaws(value);
        let mut sound = true;
        for (law, rule) in rules::WIRE {
            let broken = flaws.iter().find(|flaw| flaw.law == *law);
            let (at, expected, observed) =
                broken.map_or(("", "", ""), |flaw| (&flaw.at, &flaw.expected, &flaw.observed));
            let subject = format_args!("{} {at}", shape.name());
            let held = self.claim(*rule, broken.is_none(), subject, expected, observed, &[exchange]);
            sound &= held || *law == Law::Unknown;
        }
        sound
    }

    /// An error has the form of its binding.
    #[track_caller]
    pub fn in_form(&self, reply: &Reply) -> bool {
        let Some(error) = reply.error() else { return true };
        let flaw = error.flaw.as_deref();
        self.claim(
            rules::ERRORS_HAVE_THE_BINDINGS_FORM,
            flaw.is_none(),
            format!("{} error", reply.operation.name()),
            "an error in the form of the binding, details a list of typed objects",
            flaw.unwrap_or_default(),
            &[reply.exchange],
        )
    }
}

/// A place in a check, without the folders that it lies in.
fn named(file: &str, line: u32) -> String {
    format!("{}:{line}", file.rsplit('/').next().unwrap_or(file))
}

/// Where two values first differ: a JSON pointer and both sides.
fn first_difference(expected: &Value, observed: &Value) -> (String, String, String) {
    match (expected, observed) {
        (Value::Object(left), Value::Object(right)) => {
            let mut names: Vec<&String> = left.keys().chain(right.keys()).collect();
            names.dedup();
            for name in names {
                let (l, r) = (left.get(name), right.get(name));
                if l != r {
                    let (below, e, o) = difference_of(l, r);
                    return (format!("/{name}{below}"), e, o);
                }
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            for index in 0..left.len().max(right.len()) {
                let (l, r) = (left.get(index), right.get(index));
                if l != r {
                    let (below, e, o) = difference_of(l, r);
                    return (format!("/{index}{below}"), e, o);
                }
            }
        }
        _ => {}
    }
    (String::new(), crate::agent::brief(expected), crate::agent::brief(observed))
}

fn difference_of(left: Option<&Value>, right: Option<&Value>) -> (String, String, String) {
    match (left, right) {
        (Some(left), Some(right)) => first_difference(left, right),
        (left, right) => {
            let show = |side: Option<&Value>| side.map_or_else(|| "absent".to_owned(), crate::agent::brief);
            (String::new(), show(left), show(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_is_named_by_its_pointer() {
        let (at, expected, observed) = first_difference(&json!({"a": [1, 2]}), &json!({"a": [1, 3]}));

        assert_eq!((at.as_str(), expected.as_str(), observed.as_str()), ("/a/1", "2", "3"));
    }
}
