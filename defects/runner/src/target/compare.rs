//! Holds what was seen with a defect against what is seen without one.

use std::collections::{BTreeMap, BTreeSet};

use a2a_assay_harness::run::is_red;
use a2a_assay_proxy::WireDefect;
use a2a_assay_reports::{CheckReport, CheckResult, Fate, Loss, Verdict, Violation, WireControl, WireResult};

use crate::observe::loss;

/// A violation as far as it comes again: its rule, its binding and the place that claims it.
type Key = (String, String, String);

/// What is seen without a defect, once or twice.
pub(super) struct Baseline {
    checks: BTreeMap<String, Usual>,
    /// The checks in catalogue order.
    control: WireControl,
}

/// How a check ends without a defect.
struct Usual {
    verdicts: BTreeSet<Verdict>,
    violations: BTreeSet<Key>,
}

impl Baseline {
    /// From one judgement, and another where there is one: what differs between them differs by itself.
    pub(super) fn of(first: &CheckReport, second: Option<&CheckReport>) -> Self {
        let mut checks: BTreeMap<String, Usual> = BTreeMap::new();
        for check in std::iter::once(first).chain(second).flat_map(|report| &report.checks) {
            let usual = checks
                .entry(check.id.clone())
                .or_insert(Usual { verdicts: BTreeSet::new(), violations: BTreeSet::new() });
            usual.verdicts.insert(check.verdict);
            usual.violations.extend(check.violations.iter().map(key));
        }
        let usual = |check: &&CheckResult| &checks[&check.id];
        let is_steady = |check: &&CheckResult| usual(check).verdicts.len() == 1;
        let control = WireControl {
            checks: first.checks.len(),
            judged: first.summary.judged(),
            green: ids(first.checks.iter().filter(|check| usual(check).is_green())),
            red: first.checks.iter().filter(|check| is_red(check)).map(loss).collect(),
            unsteady: ids(first.checks.iter().filter(|check| !is_steady(check))),
            duration_ms: first.duration_ms,
        };
        Self { checks, control }
    }

    /// The agent without a defect.
    pub(super) fn control(&self) -> WireControl {
        self.control.clone()
    }

    /// What became of a defect.
    pub(super) fn result(&self, defect: &WireDefect, report: &CheckReport, changes: u64, duration_ms: u64) -> WireResult {
        let (mut noticed_by, mut by_another_violation, mut blinded) = (Vec::new(), Vec::new(), Vec::new());
        // What never took effect can't have been noticed, whatever else was seen.
        let checks = if changes == 0 { &[] } else { report.checks.as_slice() };
        for check in checks {
            let Some(usual) = self.checks.get(&check.id) else { continue };
            let new = check.violations.iter().find(|violation| !usual.violations.contains(&key(violation)));
            match (usual.is_green(), is_lost(check)) {
                (true, true) => noticed_by.push(loss(check)),
                (true, false) if check.verdict == Verdict::NotObserved => blinded.push(check.id.clone()),
                (true, false) => {}
                // One that was silent and now sees something wrong was moved as well.
                (false, _) if usual.is_steadily_silent() && new.is_some() => noticed_by.push(loss(check)),
                (false, _) if check.verdict == Verdict::Error => {}
                (false, _) => by_another_violation.extend(new.map(|new| told(check, new))),
            }
        }
        WireResult {
            name: defect.name.clone(),
            story: defect.story.clone(),
            verdict: Fate::of(changes, !noticed_by.is_empty() || !by_another_violation.is_empty()),
            changes,
            noticed_by,
            by_another_violation,
            blinded,
            duration_ms,
        }
    }
}

impl Usual {
    fn is_green(&self) -> bool {
        self.verdicts.iter().all(|verdict| *verdict == Verdict::Pass)
    }

    fn is_steadily_silent(&self) -> bool {
        self.verdicts.len() == 1 && self.verdicts.contains(&Verdict::NotApplicable)
    }
}

/// Whether a check that was green is so no longer for what the agent did. Our own error is nobody's notice.
fn is_lost(check: &CheckResult) -> bool {
    (is_red(check) && check.verdict != Verdict::Error) || check.verdict == Verdict::NotApplicable
}

fn key(violation: &Violation) -> Key {
    (violation.rule.clone(), violation.binding.clone(), violation.place.clone())
}

/// The check with the new violation in front.
fn told(check: &CheckResult, new: &Violation) -> Loss {
    loss(&CheckResult { violations: vec![new.clone()], ..check.clone() })
}

fn ids<'a>(checks: impl Iterator<Item = &'a CheckResult>) -> Vec<String> {
    checks.map(|check| check.id.clone()).collect()
}

/// The green checks that no defect turned red.
pub(super) fn unmoved(control: &WireControl, results: &[WireResult]) -> Vec<String> {
    let moved: BTreeSet<&str> =
        results.iter().flat_map(|result| &result.noticed_by).map(|loss| loss.check.as_str()).collect();
    control.green.iter().filter(|id| !moved.contains(id.as_str())).cloned().collect()
}
