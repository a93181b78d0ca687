//! One word of a selector: a check's id or short name, a group, a level, a section, or a pattern. Only a pattern heeds
//! the case: ids are in capitals and nothing else is, so `ST*` means ids.

use a2a_assay_harness::check::{Check, Group};
use a2a_assay_harness::{aliases, checks};
use a2a_assay_reports::Level;
use wildmatch::WildMatch;

use crate::suggest;

const LEVELS: [Level; 3] = [Level::Must, Level::Should, Level::House];

/// The checks of a set that a word means; where it means none there, those of all.
pub(super) fn checks(word: &str, set: &[&'static Check]) -> Result<Vec<&'static Check>, String> {
    // A name that a check once had means it still.
    let word = aliases::now_called(word);
    let meant = |checks: &[&'static Check]| -> Vec<&'static Check> {
        checks.iter().copied().filter(|check| means(word, check)).collect()
    };
    let (of_set, all) = (meant(set), checks::all());
    let meant = if of_set.is_empty() { meant(&all) } else { of_set };
    if meant.is_empty() { Err(unknown(word, &all)) } else { Ok(meant) }
}

fn means(word: &str, check: &Check) -> bool {
    if let Some(section) = section(word) {
        return sections(check).any(|one| is_within(one, section));
    }
    if let Some(level) = LEVELS.iter().find(|level| level.word().eq_ignore_ascii_case(word)) {
        return check.rules.iter().any(|rule| rule.level == *level);
    }
    let names = [check.id, check.slug, check.group.name()];
    if is_pattern(word) {
        let pattern = WildMatch::new(word);
        return names.iter().any(|name| pattern.matches(name));
    }
    names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// The number behind the `@`, with or without its sign.
fn section(word: &str) -> Option<&str> {
    let section = word.strip_prefix('@')?;
    Some(section.strip_prefix('§').unwrap_or(section).trim_end_matches('.'))
}

/// The sections in which the rules of a check stand.
fn sections(check: &Check) -> impl Iterator<Item = &'static str> {
    let of_rule = |section: &'static str| section.split(',').map(|one| one.trim().trim_start_matches('§'));
    check.rules.iter().flat_map(move |rule| of_rule(rule.section))
}

/// Whether a section is this one or stands below it.
fn is_within(section: &str, upper: &str) -> bool {
    section.strip_prefix(upper).is_some_and(|rest| !upper.is_empty() && (rest.is_empty() || rest.starts_with('.')))
}

fn is_pattern(word: &str) -> bool {
    word.contains(['*', '?'])
}

fn unknown(word: &str, all: &[&'static Check]) -> String {
    if let Some(section) = section(word) {
        let known = all.iter().flat_map(|check| sections(check));
        let meant =
            suggest::meant(section, known).map_or_else(String::new, |meant| format!("did you mean `@{meant}`? "));
        return format!(
            "no rule of a check stands in section {section}; {meant}`a2a-assay list rules` names the sections"
        );
    }
    if is_pattern(word) {
        return format!("no check is called like `{word}`; `a2a-assay list checks` names them all");
    }
    let names = all.iter().flat_map(|check| [check.id, check.slug]);
    let names = names.chain(Group::ALL.map(Group::name)).chain(LEVELS.map(Level::word));
    suggest::unknown("check, group or level", word, names, "checks")
}
