//! Reports to make pages of.

use a2a_assay_reports::{CheckInfo, CheckReport, DefectResult, Level, MutationReport, RuleInfo, TargetInfo};

use crate::samples::{check_report, defect, failing, mutation_report};

/// The groups of the checks.
const GROUPS: [&str; 8] = ["discovery", "auth", "send", "tasks", "streaming", "push", "errors", "extended_card"];

/// A run of so many checks over so many defects: most are noticed by one check, some by several, a few by none.
pub(crate) fn matrix(checks: usize, defects: usize) -> MutationReport {
    let per_group = checks.div_ceil(GROUPS.len());
    let id = |check: usize| format!("C{check}");
    let rule = |check: usize| format!("what-check-{check}-asks-for");
    let planted = (0..defects).map(|number| {
        let killer = id(number * 7 % checks);
        let beside = id(number * 3 % checks);
        let observed: Vec<&str> = match number % 9 {
            8 if number < 20 => vec![],
            3 | 5 if beside != killer => vec![&killer, &beside],
            _ => vec![&killer],
        };
        DefectResult {
            breaks: vec![rule(number * 7 % checks)],
            story: "Answers a request for something that there is not as if it had been there all along.".into(),
            assertions: vec![format!("{killer} {} at somewhere.rs:12", rule(number * 7 % checks))],
            not_applicable: vec![id(checks - 1)],
            not_reached: (0..checks - 1)
                .filter(|at| (at + number) % 3 > 0)
                .map(id)
                .filter(|id| !observed.contains(&&**id))
                .collect(),
            ..defect(&format!("answers_wrongly_in_the_manner_of_{number}"), &observed, &observed)
        }
    });
    let planted: Vec<DefectResult> = planted.collect();
    let described = (0..checks).map(|check| CheckInfo {
        id: id(check),
        slug: format!("does-not-do-{check}"),
        group: GROUPS[check / per_group].into(),
        title: format!("what the check number {check} wants to be so, told in a line"),
        rules: vec![rule(check)],
    });
    let rules = (0..checks).map(|check| RuleInfo {
        id: rule(check),
        chapter: GROUPS[check / per_group].into(),
        level: Level::Must,
        section: "§3.1.2".into(),
        text: format!("the obligation number {check}, in the words of this house"),
        unnamed: None,
    });
    MutationReport {
        checks: described.collect(),
        rules: rules.collect(),
        date: "2026-11-30T00:00:00Z".into(),
        digest: "0123456789abcdef".into(),
        target: Some(TargetInfo {
            name: "reference agent".into(),
            bindings: vec!["JSONRPC".into()],
            ..TargetInfo::default()
        }),
        ..mutation_report(Vec::new(), planted)
    }
}

/// An agent of so many checks, all of which fail in the manner of the sample.
pub(crate) fn agent(checks: usize) -> CheckReport {
    let failing = failing();
    let all = failing.checks.iter().cycle().take(checks).enumerate().map(|(number, check)| {
        let mut check = check.clone();
        check.id = format!("C{number}");
        check.violations.iter_mut().for_each(|violation| violation.rule = format!("rule-{number}"));
        check
    });
    check_report(all.collect())
}
