//! The harness's checks and rules as a report describes them.

use a2a_assay_harness::checks::Set;
use a2a_assay_harness::rules::CHAPTERS;
use a2a_assay_reports::{CheckInfo, RuleInfo};

/// The checks of a set.
pub(crate) fn checks(set: Set) -> Vec<CheckInfo> {
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
pub(crate) fn rules() -> Vec<RuleInfo> {
    let described = CHAPTERS.iter().flat_map(|(chapter, rules)| {
        rules.iter().map(|rule| RuleInfo {
            id: rule.id.to_owned(),
            chapter: (*chapter).to_owned(),
            level: rule.level,
            section: rule.section.to_owned(),
            text: rule.text.to_owned(),
        })
    });
    described.collect()
}
