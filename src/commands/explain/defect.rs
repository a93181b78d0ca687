//! What a planted defect does wrong, and who was predicted to notice.

use a2a_assay_defects::Defect;
use a2a_assay_harness::{checks, rules};

use super::{defect_line, rule_line, section};

/// The explanation of a defect.
pub(super) fn explain(defect: Defect) -> String {
    let entry = defect.entry();
    let mut out = format!("{}  {}\n", entry.name, entry.story);
    let broken: Vec<String> = entry.breaks.iter().filter_map(|id| rules::named(id)).map(rule_line).collect();
    out += &section("breaks", &broken);
    out += &section("predicted to be noticed by", &noticing(&defect.predicted()));
    if defect.first_predicted() != defect.predicted() {
        out += &section("predicted before the first run", &noticing(&defect.first_predicted()));
    }
    let every_check: Vec<&str> = checks::all().iter().map(|check| check.id).collect();
    let lessons: Vec<String> = defect.lessons(&every_check).into_iter().map(str::to_owned).collect();
    out += &section("what the first run taught", &lessons);
    out += &section("relatives", &relatives(defect));
    let name = entry.name;
    let commands = [format!("a2a-assay mutate --defect {name}"), format!("a2a-assay serve --defect {name}")];
    out + &section("see it", &commands)
}

/// The defects that break the same rule.
fn relatives(defect: Defect) -> Vec<String> {
    let rules = defect.entry().breaks;
    let akin = |other: &Defect| *other != defect && other.entry().breaks.iter().any(|rule| rules.contains(rule));
    a2a_assay_defects::all().filter(akin).map(Defect::entry).map(defect_line).collect()
}

fn noticing(ids: &[&str]) -> Vec<String> {
    if ids.is_empty() {
        return vec!["no check: it escapes".to_owned()];
    }
    let checks = checks::all();
    let line = |id: &&str| match checks.iter().find(|check| check.id == *id) {
        Some(check) => format!("{} {}  {}", check.id, check.slug, check.title),
        None => (*id).to_owned(),
    };
    ids.iter().map(line).collect()
}
