//! Holds a learner's answers against what the servers carry.

use a2a_assay_defects::Defect;
use a2a_assay_harness::rules;
use a2a_assay_reports::{Explained, Grade, GradedServer};

use super::{Pack, PackError, Server, Sheet};

/// The grade of a sheet.
pub fn grade(pack: &Pack, sheet: &Sheet) -> Result<Grade, PackError> {
    let servers = pack.open()?.iter().map(|server| graded(pack, server, sheet)).collect();
    Ok(Grade::of(pack.level.name(), &pack.commitment, servers))
}

fn graded(pack: &Pack, server: &Server, sheet: &Sheet) -> GradedServer {
    let answer = sheet.of(&server.name);
    let carried: Vec<&str> = server.defects.iter().map(|defect| defect.name()).collect();
    let named = |name: &&str| answer.defects.iter().any(|said| said == name);
    let due = due(pack, &server.defects);
    let missed = server.defects.iter().filter(|defect| !named(&defect.name()));
    GradedServer {
        name: server.name.clone(),
        found: owned(carried.iter().copied().filter(|name| named(name))),
        missed: missed.map(|defect| explained(pack, *defect)).collect(),
        false_alarms: owned(answer.defects.iter().map(String::as_str).filter(|said| !carried.contains(said))),
        predicted_rightly: owned(answer.checks.iter().map(String::as_str).filter(|id| due.contains(id))),
        predicted_wrongly: owned(answer.checks.iter().map(String::as_str).filter(|id| !due.contains(id))),
        not_predicted: owned(due.iter().copied().filter(|id| !answer.checks.iter().any(|said| said == id))),
        sound: server.defects.is_empty(),
    }
}

/// The checks that notice what a server carries, in catalogue order.
fn due(pack: &Pack, defects: &[Defect]) -> Vec<&'static str> {
    let noticed: Vec<&str> = defects.iter().flat_map(|defect| defect.predicted()).collect();
    let checks = pack.level.checks().checks();
    checks.iter().map(|check| check.id).filter(|id| noticed.contains(id)).collect()
}

fn explained(pack: &Pack, defect: Defect) -> Explained {
    let entry = defect.entry();
    let rule = |rule: &rules::Rule| format!("{} {} {}", rule.level.word(), rule.section, rule.text);
    Explained {
        defect: entry.name.to_owned(),
        story: entry.story.to_owned(),
        rules: entry.breaks.iter().filter_map(|id| rules::named(id)).map(rule).collect(),
        noticed_by: owned(due(pack, &[defect]).into_iter()),
    }
}

fn owned<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Level;

    #[test]
    fn whoever_knows_everything_misses_nothing() {
        let pack = Pack::new(9, 3, Level::Easy).expect("a pack");
        let mut sheet = String::new();
        for server in pack.open().expect("the answers") {
            let checks: Vec<String> = due(&pack, &server.defects).iter().map(|id| format!("{id:?}")).collect();
            let (name, defect) = (&server.name, server.defects[0].name());
            sheet += &format!("[{name}]\ndefects = [\"{defect}\"]\nchecks = [{}]\n", checks.join(", "));
        }
        let grade = grade(&pack, &Sheet::read(&sheet, &pack).expect("a sheet")).expect("a grade");
        assert_eq!((grade.found, grade.missed, grade.false_alarms), (3, 0, 0));
        assert_eq!((grade.predictions_exact, grade.servers.len()), (3, 3));
    }

    #[test]
    fn whoever_says_nothing_is_told_what_was_there() {
        let pack = Pack::new(9, 3, Level::Easy).expect("a pack");
        let grade = grade(&pack, &Sheet::read("", &pack).expect("a sheet")).expect("a grade");
        assert_eq!((grade.found, grade.missed), (0, 3));
        assert!(grade.servers.iter().all(|server| !server.missed[0].rules.is_empty()));
    }
}
