//! The reports as JSON: the values themselves, in the order in which they are declared. What would act on a terminal is
//! written as an escape, which a reader takes for the same text.

use serde::Serialize;

use crate::plain::acts;
use crate::{CheckReport, DiffReport, DoctorReport, Grade, MutationReport, PairReport, SuiteReport, WireReport};

/// The report on one agent.
///
/// What stands in files of its own does not stand here as well.
pub fn check(report: &CheckReport) -> serde_json::Result<String> {
    if report.evidence.is_none() {
        return lines(report);
    }
    let mut report = report.clone();
    let violations = report.checks.iter_mut().flat_map(|check| &mut check.violations);
    for violation in violations.filter(|violation| violation.evidence.is_some()) {
        violation.exchanges.clear();
    }
    lines(&report)
}

/// The report on planted defects.
pub fn mutation(report: &MutationReport) -> serde_json::Result<String> {
    lines(report)
}

/// The report on another suite.
pub fn suite(report: &SuiteReport) -> serde_json::Result<String> {
    lines(report)
}

/// The report on pairs of defects.
pub fn pairs(report: &PairReport) -> serde_json::Result<String> {
    lines(report)
}

/// The grade of a lesson.
pub fn grade(grade: &Grade) -> serde_json::Result<String> {
    lines(grade)
}

/// The report on defects before somebody's agent.
pub fn wire(report: &WireReport) -> serde_json::Result<String> {
    lines(report)
}

/// What was found before judging.
pub fn doctor(report: &DoctorReport) -> serde_json::Result<String> {
    lines(report)
}

/// What became different.
pub fn diff(report: &DiffReport) -> serde_json::Result<String> {
    lines(report)
}

/// A value over several lines.
pub(crate) fn lines(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|json| harmless(&json))
}

/// A value on one line, which ends.
pub(crate) fn line(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(|json| harmless(&json))
}

fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 1);
    for letter in json.chars() {
        // Outside of its texts, JSON has no such character but the ends of lines.
        if letter != '\n' && acts(letter) {
            let mut units = [0; 2];
            letter.encode_utf16(&mut units).iter().for_each(|unit| out += &format!("\\u{unit:04x}"));
        } else {
            out.push(letter);
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_means_the_same() {
        let acting = "\u{1b}[2J\u{9b}m\u{202e}\u{7f}\u{e0001} grüße";

        let json = lines(&acting).expect("a text");

        assert!(!json.trim_end().contains(acts), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).expect("the same text"), acting);
    }
}
