//! Two reports on an agent, check by check and binding by binding.

use super::{Change, DiffReport, Turn, without};
use crate::{CheckReport, CheckResult, Verdict};

/// One check over one binding.
struct Item {
    /// The name that it has now.
    name: String,
    /// The name in the report.
    reported: String,
    binding: String,
    verdict: Verdict,
    /// Whether the agent kept it from being observed.
    prevented: bool,
    broken: Vec<String>,
}

/// What became different from one report on an agent to another.
pub fn between(before: &CheckReport, after: &CheckReport, now_called: impl Fn(&str) -> String) -> DiffReport {
    let apart = tells_bindings_apart(before) && tells_bindings_apart(after);
    let was = items(before, apart, &now_called);
    let is = items(after, apart, &now_called);
    let same = |one: &Item, other: &Item| one.name == other.name && one.binding == other.binding;
    let mut compared = Vec::new();
    for item in &is {
        compared.push(match was.iter().find(|known| same(known, item)) {
            Some(known) => turned(known, item),
            None => Change {
                turn: Turn::New,
                before: String::new(),
                after: item.verdict.word().to_owned(),
                more: item.broken.clone(),
                ..item.named()
            },
        });
    }
    let gone = was.iter().filter(|known| !is.iter().any(|item| same(known, item)));
    compared.extend(gone.map(|known| Change {
        turn: Turn::Gone,
        before: known.verdict.word().to_owned(),
        ..known.named()
    }));
    DiffReport::of(told(before), told(after), compared)
}

/// Reports of old do not say how a check ended over each binding, so neither side can be told apart.
fn tells_bindings_apart(report: &CheckReport) -> bool {
    report.checks.iter().any(|check| !check.bindings.is_empty())
}

fn items(report: &CheckReport, apart: bool, now_called: impl Fn(&str) -> String) -> Vec<Item> {
    let item = |check: &CheckResult, binding: &str, verdict: Verdict| {
        let here = check.violations.iter().filter(|violation| binding.is_empty() || violation.binding == binding);
        let mut broken: Vec<String> = here.map(|violation| violation.rule.clone()).collect();
        broken.sort();
        broken.dedup();
        let (name, reported) = (now_called(&check.id), check.id.clone());
        Item { name, reported, binding: binding.to_owned(), verdict, prevented: check.prevented, broken }
    };
    let of = |check: &CheckResult| -> Vec<Item> {
        if apart && !check.bindings.is_empty() {
            return check.bindings.iter().map(|(binding, verdict)| item(check, binding, *verdict)).collect();
        }
        vec![item(check, "", check.verdict)]
    };
    report.checks.iter().flat_map(of).collect()
}

fn turned(was: &Item, is: &Item) -> Change {
    let (more, less) = (without(&is.broken, &was.broken), without(&was.broken, &is.broken));
    let worse = match (was.severity(), is.severity()) {
        (Some(was), Some(is)) => is.cmp(&was),
        // What was not seen in either is neither better nor worse.
        _ => std::cmp::Ordering::Equal,
    };
    let turn = if !more.is_empty() || worse.is_gt() {
        Turn::Regressed
    } else if worse.is_lt() {
        Turn::Fixed
    } else if was.verdict != is.verdict || !less.is_empty() {
        Turn::Changed
    } else if was.reported != is.reported {
        Turn::Renamed
    } else {
        Turn::Same
    };
    let once = (was.reported != is.reported).then(|| was.reported.clone());
    let (before, after) = (was.verdict.word().to_owned(), is.verdict.word().to_owned());
    Change { turn, once, before, after, more, less, ..is.named() }
}

impl Item {
    fn named(&self) -> Change {
        Change {
            turn: Turn::Same,
            name: self.name.clone(),
            once: None,
            binding: self.binding.clone(),
            before: String::new(),
            after: String::new(),
            more: Vec::new(),
            less: Vec::new(),
        }
    }

    /// How bad it is; nothing where the agent was not judged.
    fn severity(&self) -> Option<u8> {
        match self.verdict {
            Verdict::Pass | Verdict::NotApplicable => Some(0),
            Verdict::Warn => Some(1),
            Verdict::Inconclusive => Some(2),
            Verdict::NotObserved if self.prevented => Some(2),
            Verdict::Fail => Some(3),
            Verdict::NotObserved | Verdict::Error => None,
        }
    }
}

fn told(report: &CheckReport) -> String {
    let target = &report.target;
    let words = [target.name.as_str(), target.version.as_str(), report.date.as_str()];
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    if target.name.is_empty() { format!("{} {}", target.url, report.date) } else { words.join(" ") }
}
