//! Who killed whom: every defect against every check, and what follows for each check.

use std::collections::BTreeSet;

use crate::{CheckInfo, DefectResult, MutationReport};

/// What came of one check against one defective server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// It noticed, by a rule that the defect breaks.
    Intended,
    /// It noticed, by something else that went wrong along with it.
    Collateral,
    /// It ran and noticed nothing.
    Unnoticed,
    /// It never comes by the defect, so it was not run.
    NotReached,
    /// It did not apply, or could not be observed, there as on the sound server.
    NotApplicable,
}

impl Cell {
    /// The glyph that stands for it where there is room for one.
    pub fn glyph(self) -> char {
        match self {
            Self::Intended => '#',
            Self::Collateral => '+',
            Self::Unnoticed => '.',
            Self::NotReached => ' ',
            Self::NotApplicable => '-',
        }
    }

    /// What the glyph means.
    pub fn word(self) -> &'static str {
        match self {
            Self::Intended => "noticed by a rule that the defect breaks",
            Self::Collateral => "noticed by something else",
            Self::Unnoticed => "ran without noticing",
            Self::NotReached => "never comes by the defect",
            Self::NotApplicable => "did not apply",
        }
    }

    /// Every kind, in the order of a legend.
    pub const ALL: [Self; 5] =
        [Self::Intended, Self::Collateral, Self::Unnoticed, Self::NotReached, Self::NotApplicable];
}

/// What one check is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth<'r> {
    /// The check.
    pub check: &'r CheckInfo,
    /// How many defects it noticed.
    pub noticed: usize,
    /// The defects that nobody else noticed.
    pub alone: Vec<&'r str>,
    /// How many it noticed by a rule that they do not break.
    pub collateral: usize,
}

/// What came of this check against the server with this defect.
pub fn cell(check: &CheckInfo, defect: &DefectResult) -> Cell {
    if !defect.observed.contains(&check.id) {
        return unnoticed(check, defect);
    }
    let breaks = |assertion: &String| {
        let mut words = assertion.split(' ');
        words.next() == Some(check.id.as_str())
            && words.next().is_some_and(|rule| defect.breaks.iter().any(|broken| broken == rule))
    };
    if defect.assertions.iter().any(breaks) { Cell::Intended } else { Cell::Collateral }
}

/// Why a check noticed nothing.
fn unnoticed(check: &CheckInfo, defect: &DefectResult) -> Cell {
    if defect.not_applicable.contains(&check.id) {
        Cell::NotApplicable
    } else if defect.not_reached.contains(&check.id) {
        Cell::NotReached
    } else {
        Cell::Unnoticed
    }
}

/// What each check is worth, in catalogue order.
pub fn worth(report: &MutationReport) -> Vec<Worth<'_>> {
    report.checks.iter().map(|check| worth_of(check, &report.defects)).collect()
}

fn worth_of<'r>(check: &'r CheckInfo, defects: &'r [DefectResult]) -> Worth<'r> {
    let noticed: Vec<&DefectResult> = defects.iter().filter(|defect| defect.observed.contains(&check.id)).collect();
    Worth {
        check,
        noticed: noticed.len(),
        alone: noticed.iter().filter(|defect| defect.observed.len() == 1).map(|defect| defect.name.as_str()).collect(),
        collateral: noticed.iter().filter(|defect| cell(check, defect) == Cell::Collateral).count(),
    }
}

/// Checks that notice defects, but none that no other check notices.
pub fn redundant(report: &MutationReport) -> Vec<&str> {
    let spare = |worth: &Worth<'_>| worth.noticed > 0 && worth.alone.is_empty();
    worth(report).into_iter().filter(spare).map(|worth| worth.check.id.as_str()).collect()
}

/// The defects that are noticed by exactly the same checks as this one.
pub fn alike<'r>(report: &'r MutationReport, defect: &DefectResult) -> Vec<&'r str> {
    let set = |one: &DefectResult| one.observed.iter().cloned().collect::<BTreeSet<String>>();
    let own = set(defect);
    let same = |other: &&DefectResult| other.name != defect.name && set(other) == own;
    report.defects.iter().filter(same).map(|other| other.name.as_str()).collect()
}

/// Defects that were noticed in the same part of the catalogue.
#[derive(Clone, Debug)]
pub struct Group<'r> {
    /// The group of the check that stands for those that noticed: the first that did by a rule that the defect breaks, or
    /// else the first that did. Nothing, where nobody noticed.
    pub name: Option<&'r str>,
    /// The defects, by that check.
    pub defects: Vec<&'r DefectResult>,
}

/// The checks by group, in the order of the catalogue.
pub fn check_groups(report: &MutationReport) -> Vec<(&str, Vec<&CheckInfo>)> {
    let mut groups: Vec<(&str, Vec<&CheckInfo>)> = Vec::new();
    for check in &report.checks {
        match groups.iter_mut().find(|(name, _)| *name == check.group) {
            Some((_, checks)) => checks.push(check),
            None => groups.push((&check.group, vec![check])),
        }
    }
    groups
}

/// The defects by group: survivors first, then in the order of the checks by group.
pub fn groups(report: &MutationReport) -> Vec<Group<'_>> {
    let checks: Vec<&CheckInfo> = check_groups(report).into_iter().flat_map(|(_, checks)| checks).collect();
    let killer = |defect: &DefectResult| {
        let intended = checks.iter().position(|check| cell(check, defect) == Cell::Intended);
        intended.or_else(|| checks.iter().position(|check| defect.observed.contains(&check.id)))
    };
    let mut placed: Vec<(Option<usize>, &DefectResult)> =
        report.defects.iter().map(|defect| (killer(defect), defect)).collect();
    placed.sort_by_key(|(place, _)| *place);
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (place, defect) in placed {
        let name = place.map(|place| checks[place].group.as_str());
        match groups.last_mut() {
            Some(group) if group.name == name => group.defects.push(defect),
            _ => groups.push(Group { name, defects: vec![defect] }),
        }
    }
    groups
}
