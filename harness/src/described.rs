//! Checks and rules as a report describes them.

use std::collections::HashSet;

use a2a_assay_reports::{CheckInfo, RuleInfo};

use crate::check::Check;
use crate::checks::Set;
use crate::rules::{self, CHAPTERS};

/// The checks of a set.
pub fn checks(set: Set) -> Vec<CheckInfo> {
    let described = set.checks().into_iter().map(|check| CheckInfo {
        id: check.id.to_owned(),
        slug: check.slug.to_owned(),
        group: check.group.name().to_owned(),
        title: check.title.to_owned(),
        rules: check.rules.iter().map(|rule| rule.id.to_owned()).collect(),
    });
    described.collect()
}

/// Every rule, chapter by chapter.
pub fn rules() -> Vec<RuleInfo> {
    let described = CHAPTERS.iter().flat_map(|(chapter, rules)| {
        rules.iter().map(|rule| RuleInfo {
            id: rule.id.to_owned(),
            chapter: (*chapter).to_owned(),
            level: rule.level,
            section: rule.section.to_owned(),
            text: rule.text.to_owned(),
            unnamed: rules::unnamed(rule).map(str::to_owned),
        })
    });
    described.collect()
}

/// The rules that these checks pin, with those that every check watches.
pub fn rules_of(checks: &[&Check]) -> Vec<RuleInfo> {
    let pinned = checks.iter().flat_map(|check| check.rules).chain(rules::always());
    let pinned: HashSet<&str> = pinned.map(|rule| rule.id).collect();
    rules().into_iter().filter(|rule| pinned.contains(rule.id.as_str())).collect()
}
