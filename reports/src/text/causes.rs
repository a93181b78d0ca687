//! Groups what was found by the rule that it breaks: one mistake of an agent shows in many places.

use crate::{CheckReport, CheckResult, Level, Violation};

/// A broken rule, with every place where that shows.
pub(super) struct Cause<'a> {
    /// The places, in catalogue order.
    shows: Vec<(&'a CheckResult, &'a Violation)>,
}

/// What was seen in one or more places alike.
pub(super) struct Sight<'a> {
    /// The first place, which stands for all.
    pub(super) violation: &'a Violation,
    /// What was looked at, each once.
    pub(super) subjects: Vec<&'a str>,
    /// The bindings over which it was seen, each once.
    pub(super) bindings: Vec<&'a str>,
}

/// The causes, in the order in which they first show.
pub(super) fn causes(report: &CheckReport) -> Vec<Cause<'_>> {
    let mut causes: Vec<Cause<'_>> = Vec::new();
    for check in &report.checks {
        for violation in &check.violations {
            match causes.iter_mut().find(|cause| cause.first().rule == violation.rule) {
                Some(cause) => cause.shows.push((check, violation)),
                None => causes.push(Cause { shows: vec![(check, violation)] }),
            }
        }
    }
    causes
}

impl<'a> Cause<'a> {
    /// The first place where it shows, which stands for all.
    pub(super) fn first(&self) -> &'a Violation {
        self.shows[0].1
    }

    /// How binding the rule is.
    pub(super) fn level(&self) -> Level {
        self.first().level
    }

    /// The checks that noticed it, each once.
    pub(super) fn checks(&self) -> Vec<&'a CheckResult> {
        let mut checks: Vec<&CheckResult> = self.shows.iter().map(|(check, _)| *check).collect();
        checks.dedup_by_key(|check| &check.id);
        checks
    }

    /// What was seen, places that look alike taken together.
    pub(super) fn sights(&self) -> Vec<Sight<'a>> {
        let mut sights: Vec<Sight<'_>> = Vec::new();
        for (check, violation) in &self.shows {
            let binding = if check.binding.is_empty() { "" } else { &violation.binding };
            let alike = |sight: &&mut Sight<'_>| {
                sight.violation.expected == violation.expected
                    && without_ids(&sight.violation.observed) == without_ids(&violation.observed)
            };
            if let Some(sight) = sights.iter_mut().find(alike) {
                sight.add(&violation.subject, binding);
            } else {
                let mut sight = Sight { violation, subjects: Vec::new(), bindings: Vec::new() };
                sight.add(&violation.subject, binding);
                sights.push(sight);
            }
        }
        sights
    }
}

impl<'a> Sight<'a> {
    fn add(&mut self, subject: &'a str, binding: &'a str) {
        for (all, one) in [(&mut self.subjects, subject), (&mut self.bindings, binding)] {
            if !one.is_empty() && !all.contains(&one) {
                all.push(one);
            }
        }
    }
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
