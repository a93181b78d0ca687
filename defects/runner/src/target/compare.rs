//! Holds what was seen with a defect against what is seen without one.

use std::collections::{BTreeMap, BTreeSet};

use a2a_assay_harness::run::is_red;
use a2a_assay_proxy::WireDefect;
use a2a_assay_reports::{CheckReport, CheckResult, Fate, Loss, Verdict, Violation, WireControl, WireResult};

use crate::observe::loss;

/// A violation as far as it comes again: its rule, its binding and the place that claims it.
type Key = (String, String, String);

/// How each check ends without a defect, as often as that was seen.
pub(super) struct Baseline(BTreeMap<String, Usual>);

/// How a check ends without a defect.
#[derive(Default)]
struct Usual {
    verdicts: Vec<Verdict>,
    violations: BTreeSet<Key>,
}

impl Baseline {
    /// From some judgements: what differs between them differs by itself.
    pub(super) fn of<'a>(controls: impl IntoIterator<Item = &'a CheckReport>) -> Self {
        let mut checks: BTreeMap<String, Usual> = BTreeMap::new();
        for check in controls.into_iter().flat_map(|report| &report.checks) {
            let usual = checks.entry(check.id.clone()).or_default();
            usual.verdicts.push(check.verdict);
            usual.violations.extend(check.violations.iter().map(key));
        }
        Self(checks)
    }

    /// The agent without a defect, as it was seen first.
    pub(super) fn control(&self, first: &CheckReport) -> WireControl {
        let with = |is: &dyn Fn(&Usual) -> bool| {
            let checks = first.checks.iter().filter(|check| self.0.get(&check.id).is_some_and(is));
            checks.map(|check| check.id.clone()).collect()
        };
        WireControl {
            checks: first.checks.len(),
            judged: first.summary.judged(),
            green: with(&|usual| usual.verdicts[0] == Verdict::Pass),
            red: first.checks.iter().filter(|check| is_red(check)).map(loss).collect(),
            unsteady: with(&|usual| !usual.is_steady()),
            duration_ms: first.duration_ms,
        }
    }

    /// What became of a defect.
    pub(super) fn result(
        &self,
        defect: &WireDefect,
        report: &CheckReport,
        changes: u64,
        duration_ms: u64,
    ) -> WireResult {
        let mut result = WireResult {
            name: defect.name.clone(),
            story: defect.story.clone(),
            verdict: Fate::NeverCameUp,
            changes,
            noticed_by: Vec::new(),
            by_another_violation: Vec::new(),
            doubtful: Vec::new(),
            blinded: Vec::new(),
            duration_ms,
        };
        for check in &report.checks {
            self.compare(check, &mut result);
        }
        if changes == 0 {
            // What never took effect can't have been noticed: whatever turned red did so by itself.
            result.doubtful.extend(result.noticed_by.drain(..).map(|loss| loss.check));
            result.by_another_violation.clear();
        }
        result.verdict = Fate::of(&result);
        result
    }

    fn compare(&self, check: &CheckResult, result: &mut WireResult) {
        let Some(usual) = self.0.get(&check.id) else { return };
        let new = check.violations.iter().find(|violation| !usual.violations.contains(&key(violation)));
        let was_green = usual.verdicts[0] == Verdict::Pass;
        match (was_green, is_lost(check)) {
            (true, true) if usual.is_steady() => result.noticed_by.push(loss(check)),
            // It turned red without the defect as well.
            (true, true) => result.doubtful.push(check.id.clone()),
            (true, false) if check.verdict == Verdict::NotObserved => result.blinded.push(check.id.clone()),
            (true, false) => {}
            (false, _) if check.verdict == Verdict::Error => {}
            (false, _) if usual.verdicts[0] == Verdict::NotApplicable && usual.is_steady() => {
                result.noticed_by.extend(new.map(|_| loss(check)));
            }
            (false, _) => result.by_another_violation.extend(new.map(|new| told(check, new))),
        }
    }
}

impl Usual {
    fn is_steady(&self) -> bool {
        self.verdicts.windows(2).all(|pair| pair[0] == pair[1])
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

/// The green checks that no defect turned red.
pub(super) fn unmoved(control: &WireControl, results: &[WireResult]) -> Vec<String> {
    let moved: BTreeSet<&str> =
        results.iter().flat_map(|result| &result.noticed_by).map(|loss| loss.check.as_str()).collect();
    control.green.iter().filter(|id| !moved.contains(id.as_str())).cloned().collect()
}
