//! Counts what a report says beyond its verdicts: the one place where it is done, for every view.

use std::collections::BTreeMap;

use crate::{CheckReport, CheckResult, Level, Verdict};

/// The levels of the rules that each check pins, by the check's id.
pub type Pins = BTreeMap<String, Vec<Level>>;

/// How the checks that pin a rule of one level fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The checks that pin such a rule and came to a judgement.
    pub judged: usize,
    /// Those among them that found no such rule broken.
    pub kept: usize,
}

/// How the rules of one level were kept, counted in checks.
pub fn kept(report: &CheckReport, pins: &Pins, level: Level) -> Kept {
    let mut count = Kept::default();
    for check in report.checks.iter().filter(|check| is_judged(check)) {
        let broken = check.violations.iter().any(|violation| violation.level == level);
        let pinned = pins.get(&check.id).is_some_and(|levels| levels.contains(&level));
        if pinned || broken {
            count.judged += 1;
            count.kept += usize::from(!broken);
        }
    }
    count
}

/// The reasons why checks ended with this verdict, the most frequent first, each with the ids of its checks. That no
/// usable answer came is one reason, whatever the answer was wanted for.
pub fn reasons(report: &CheckReport, verdict: Verdict) -> Vec<(String, Vec<String>)> {
    let mut reasons: Vec<(String, Vec<String>)> = Vec::new();
    for check in report.checks.iter().filter(|check| check.verdict == verdict) {
        let reason = match (&check.cause, &check.reason) {
            (Some(cause), _) => format!("no usable answer: {cause}"),
            (None, Some(reason)) => reason.clone(),
            (None, None) => "no reason given".to_owned(),
        };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, ids)) => ids.push(check.id.clone()),
            None => reasons.push((reason, vec![check.id.clone()])),
        }
    }
    reasons.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
    reasons
}

/// The most binding level at which the agent breaks a rule.
pub fn worst(report: &CheckReport) -> Option<Level> {
    report.checks.iter().flat_map(|check| &check.violations).map(|violation| violation.level).max()
}

fn is_judged(check: &CheckResult) -> bool {
    !matches!(check.verdict, Verdict::NotApplicable | Verdict::NotObserved | Verdict::Error)
}
