//! What a rule asks for, who watches it, and which defects break it.

use a2a_assay_harness::checks;
use a2a_assay_harness::rules::Rule;

use super::{defect_line, section};

/// The explanation of a rule.
pub(super) fn explain(rule: &Rule) -> String {
    let mut out = format!("{}  {}  {}\n{}\n", rule.id, rule.level.word(), rule.section, rule.text);
    let checks = checks::all().into_iter().filter(|check| check.rules.iter().any(|cited| cited.id == rule.id));
    let watching: Vec<String> = checks.map(|check| format!("{} {}  {}", check.id, check.slug, check.title)).collect();
    out += &section("checks that watch it", &watching);
    let breaking: Vec<String> = a2a_assay_defects::all()
        .map(a2a_assay_defects::Defect::entry)
        .filter(|entry| entry.breaks.contains(&rule.id))
        .map(defect_line)
        .collect();
    out + &section("defects that break it", &breaking)
}
