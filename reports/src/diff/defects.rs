//! Two reports on planted defects, defect by defect.

use super::{Change, DiffReport, Turn, without};
use crate::{DefectResult, MutationReport};

/// What became different from one report on planted defects to another.
///
/// A check that was green on the sound server and is red there now is a regression as well, and comes first.
pub fn between(before: &MutationReport, after: &MutationReport, now_called: impl Fn(&str) -> String) -> DiffReport {
    let called = |ids: &[String]| ids.iter().map(|id| now_called(id)).collect::<Vec<_>>();
    let (was_red, is_red) = (called(&before.control.red), called(&after.control.red));
    let red = without(&is_red, &was_red).into_iter().map(|name| control(&name, Turn::Regressed, "green", "red"));
    let green = without(&was_red, &is_red).into_iter().map(|name| control(&name, Turn::Fixed, "red", "green"));
    let mut compared: Vec<Change> = red.chain(green).collect();
    for defect in &after.defects {
        let (word, seen) = (fate(defect), called(&defect.observed));
        compared.push(match before.defects.iter().find(|known| known.name == defect.name) {
            Some(known) => turned(known, defect, &called(&known.observed), &seen),
            None => Change { turn: Turn::New, after: word, more: seen, ..named(&defect.name) },
        });
    }
    let gone = before.defects.iter().filter(|known| !after.defects.iter().any(|defect| defect.name == known.name));
    compared.extend(gone.map(|known| Change { turn: Turn::Gone, before: fate(known), ..named(&known.name) }));
    DiffReport::of(told(before), told(after), compared)
}

fn turned(was: &DefectResult, is: &DefectResult, by: &[String], now_by: &[String]) -> Change {
    let turn = match (by.is_empty(), now_by.is_empty()) {
        (false, true) => Turn::Regressed,
        (true, false) => Turn::Fixed,
        _ if without(by, now_by).is_empty() && without(now_by, by).is_empty() => Turn::Same,
        _ => Turn::Changed,
    };
    let (more, less) = (without(now_by, by), without(by, now_by));
    Change { turn, before: fate(was), after: fate(is), more, less, ..named(&is.name) }
}

fn control(name: &str, turn: Turn, before: &str, after: &str) -> Change {
    let on_it = |word: &str| format!("{word} on the sound server");
    Change { turn, before: on_it(before), after: on_it(after), ..named(name) }
}

fn named(name: &str) -> Change {
    Change {
        turn: Turn::Same,
        name: name.to_owned(),
        once: None,
        binding: String::new(),
        before: String::new(),
        after: String::new(),
        more: Vec::new(),
        less: Vec::new(),
    }
}

fn fate(defect: &DefectResult) -> String {
    if defect.observed.is_empty() { "escaped" } else { "caught" }.to_owned()
}

fn told(report: &MutationReport) -> String {
    format!("{}, set {}", report.tool, report.set)
}
