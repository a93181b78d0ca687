//! Counts what a report says beyond its verdicts: the one place where it is done, for every view.

use std::collections::HashSet;

use crate::{CheckReport, CheckResult, Level, RuleInfo, Verdict, Violation};

/// What a report says of its agent as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// No check came to a judgement.
    NothingJudged,
    /// No requirement was found broken.
    Conformant,
    /// No requirement was found broken by the checks that were chosen.
    ConformantInPart,
    /// A requirement was found broken.
    NotConformant,
}

impl Conclusion {
    /// What a report says.
    pub fn of(report: &CheckReport) -> Self {
        let summary = &report.summary;
        let sound = summary.fail + summary.inconclusive + summary.error == 0;
        match (sound, summary.judged()) {
            (_, 0) => Self::NothingJudged,
            (true, _) if report.set.is_part() || report.gate.cut_short.is_some() => Self::ConformantInPart,
            (true, _) => Self::Conformant,
            (false, _) => Self::NotConformant,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::NothingJudged => "NOTHING JUDGED",
            Self::Conformant => "CONFORMANT",
            Self::ConformantInPart => "CONFORMANT in what was chosen",
            Self::NotConformant => "NOT CONFORMANT",
        }
    }
}

/// How the checks that pin a rule of one level fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The checks that pin such a rule and came to a judgement.
    pub judged: usize,
    /// Those among them that found no such rule broken.
    pub kept: usize,
}

/// How the rules of one level were kept, counted in checks.
pub fn kept(report: &CheckReport, level: Level) -> Kept {
    let of_level: HashSet<&str> =
        report.rules.iter().filter(|rule| rule.level == level).map(|rule| rule.id.as_str()).collect();
    let mut count = Kept::default();
    for check in report.checks.iter().filter(|check| is_judged(check)) {
        let broken = check.violations.iter().any(|violation| violation.level == level);
        let pinned = check.rules.iter().any(|rule| of_level.contains(rule.as_str()));
        if pinned || broken {
            count.judged += 1;
            count.kept += usize::from(!broken);
        }
    }
    count
}

/// What was seen of a check over one binding, or of the agent as a whole, where the binding is empty; nothing where the
/// check was not about that. A check that found something broken over another binding alone found nothing here.
pub fn seen_over(check: &CheckResult, binding: &str) -> Option<Verdict> {
    let about =
        if binding.is_empty() { check.binding.is_empty() } else { check.binding.split(", ").any(|one| one == binding) };
    if !about {
        return None;
    }
    if let Some(verdict) = check.bindings.get(binding) {
        return Some(*verdict);
    }
    if !matches!(check.verdict, Verdict::Fail | Verdict::Warn) {
        return Some(check.verdict);
    }
    // What involved no binding concerns each.
    let here = |violation: &&Violation| {
        [binding, &violation.binding].iter().any(|name| name.is_empty()) || violation.binding == binding
    };
    let here = check.violations.iter().filter(here);
    Some(match here.map(|violation| violation.level).max() {
        Some(Level::Must) => Verdict::Fail,
        Some(Level::Should | Level::House) => Verdict::Warn,
        None => Verdict::Pass,
    })
}

/// The checks that pin a requirement and were not observed, for whatever reason.
pub fn unobserved_requirements(report: &CheckReport) -> usize {
    let must: HashSet<&str> =
        report.rules.iter().filter(|rule| rule.level == Level::Must).map(|rule| rule.id.as_str()).collect();
    let unseen =
        |check: &&CheckResult| over_bindings(check).iter().any(|(_, verdict)| *verdict == Verdict::NotObserved);
    let unseen = report.checks.iter().filter(unseen);
    // A report that does not say which rules it is about may be about requirements.
    let about = |check: &&CheckResult| must.is_empty() || check.rules.iter().any(|rule| must.contains(rule.as_str()));
    unseen.filter(about).count()
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

/// What became of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleStanding {
    /// A check found it broken.
    Broken,
    /// A check that watches it came to a judgement, and none found it broken.
    Kept,
    /// No check that watches it came to a judgement.
    Unjudged,
}

impl RuleStanding {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Kept => "kept",
            Self::Unjudged => "not judged",
        }
    }
}

/// What became of a rule. One that no check names is watched by all of them.
pub fn standing(report: &CheckReport, rule: &RuleInfo) -> RuleStanding {
    if report.checks.iter().flat_map(|check| &check.violations).any(|violation| violation.rule == rule.id) {
        return RuleStanding::Broken;
    }
    let named = report.checks.iter().any(|check| check.rules.contains(&rule.id));
    let watches = |check: &CheckResult| !named || check.rules.contains(&rule.id);
    if report.checks.iter().any(|check| watches(check) && is_judged(check)) {
        RuleStanding::Kept
    } else {
        RuleStanding::Unjudged
    }
}

/// How a check ended over each binding; over none, where it concerns the agent as a whole. Where a report does not tell
/// them apart, all of them are one.
pub fn over_bindings(check: &CheckResult) -> Vec<(&str, Verdict)> {
    if check.bindings.is_empty() {
        return vec![(&check.binding, check.verdict)];
    }
    check.bindings.iter().map(|(binding, verdict)| (binding.as_str(), *verdict)).collect()
}

fn is_judged(check: &CheckResult) -> bool {
    !matches!(check.verdict, Verdict::NotApplicable | Verdict::NotObserved | Verdict::Error)
}
