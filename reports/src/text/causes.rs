//! Groups broken rules by what they have in common: one mistake of an agent shows in many places.

use crate::{CheckReport, CheckResult, Level, Violation};

/// A rule broken in one way, wherever it shows.
pub(super) struct Cause<'a> {
    /// Every place where it shows, in catalogue order.
    pub(super) shows: Vec<(&'a CheckResult, &'a Violation)>,
}

impl<'a> Cause<'a> {
    /// The first place where it shows, which stands for all.
    pub(super) fn first(&self) -> (&'a CheckResult, &'a Violation) {
        self.shows[0]
    }

    /// How binding the rule is.
    pub(super) fn level(&self) -> Level {
        self.first().1.level
    }

    /// The checks that noticed it, each once.
    pub(super) fn checks(&self) -> Vec<&'a CheckResult> {
        let mut checks: Vec<&CheckResult> = self.shows.iter().map(|(check, _)| *check).collect();
        checks.dedup_by_key(|check| &check.id);
        checks
    }

    /// The bindings over which it was seen, each once.
    pub(super) fn bindings(&self) -> Vec<&'a str> {
        let mut bindings: Vec<&str> = Vec::new();
        for (_, violation) in &self.shows {
            if !violation.binding.is_empty() && !bindings.contains(&violation.binding.as_str()) {
                bindings.push(&violation.binding);
            }
        }
        bindings
    }

    /// What was looked at, each once.
    pub(super) fn subjects(&self) -> Vec<&'a str> {
        let mut subjects: Vec<&str> = Vec::new();
        for (_, violation) in &self.shows {
            if !violation.subject.is_empty() && !subjects.contains(&violation.subject.as_str()) {
                subjects.push(&violation.subject);
            }
        }
        subjects
    }
}

/// The causes, in the order in which they first show. The same rule with the same observation is the same cause.
pub(super) fn causes(report: &CheckReport) -> Vec<Cause<'_>> {
    let mut causes: Vec<(String, Cause<'_>)> = Vec::new();
    for check in &report.checks {
        for violation in &check.violations {
            let key = format!("{}\n{}", violation.rule, without_ids(&violation.observed));
            match causes.iter_mut().find(|(known, _)| *known == key) {
                Some((_, cause)) => cause.shows.push((check, violation)),
                None => causes.push((key, Cause { shows: vec![(check, violation)] })),
            }
        }
    }
    causes.into_iter().map(|(_, cause)| cause).collect()
}

/// A text with every long run of hexadecimal digits and dashes left out: ids differ, mistakes don't.
fn without_ids(text: &str) -> String {
    const SHORTEST: usize = 16;
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    let end_run = |out: &mut String, run: &mut String| {
        if run.len() >= SHORTEST && run.contains(|letter: char| letter.is_ascii_digit()) {
            out.push('#');
        } else {
            out.push_str(run);
        }
        run.clear();
    };
    for letter in text.chars() {
        if letter.is_ascii_hexdigit() || letter == '-' {
            run.push(letter);
        } else {
            end_run(&mut out, &mut run);
            out.push(letter);
        }
    }
    end_run(&mut out, &mut run);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_left_out_and_words_are_not() {
        let one = without_ids("task 7b1c2d3e-0000-4a4a-8b8b-1234567890ab is WORKING, code -32001");

        assert_eq!(one, "task # is WORKING, code -32001");
    }
}
