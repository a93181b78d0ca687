//! Which checks a user means: by id, by short name, or by group.

use a2a_assay_defects::Defect;
use a2a_assay_harness::check::{Check, Group};
use a2a_assay_harness::checks::{self, Set};
use clap::ValueEnum;

use crate::ending::Failure;
use crate::suggest;

/// A set of checks, as a user names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SetName {
    /// The frozen core.
    Core,
    /// What looks where the core does not.
    Extended,
    /// Both.
    All,
}

impl From<SetName> for Set {
    fn from(name: SetName) -> Self {
        match name {
            SetName::Core => Self::Core,
            SetName::Extended => Self::Extended,
            SetName::All => Self::All,
        }
    }
}

/// The checks of a set that are left when only some are wanted and some are not. A check of the other set that is named
/// is wanted as well.
pub(crate) fn chosen(set: Set, only: &[String], skip: &[String]) -> Result<Vec<&'static Check>, Failure> {
    let all = checks::all();
    for selector in only.iter().chain(skip) {
        if !all.iter().any(|check| selects(selector, check)) {
            return Err(Failure::usage(unknown_check(selector, &all)));
        }
    }
    let is_in = |selectors: &[String], check: &Check| selectors.iter().any(|selector| selects(selector, check));
    let wanted = if only.is_empty() { set.checks() } else { all };
    Ok(wanted.into_iter().filter(|check| (only.is_empty() || is_in(only, check)) && !is_in(skip, check)).collect())
}

/// The defects with these names.
pub(crate) fn named_defects(names: &[String]) -> Result<Vec<Defect>, Failure> {
    let known = || a2a_assay_defects::all().map(Defect::name);
    let defect = |name: &String| {
        Defect::named(name).ok_or_else(|| Failure::usage(suggest::unknown("defect", name, known(), "defects")))
    };
    names.iter().map(defect).collect()
}

/// Whether a selector means this check.
pub(crate) fn selects(selector: &str, check: &Check) -> bool {
    [check.id, check.slug, check.group.name()].iter().any(|name| name.eq_ignore_ascii_case(selector))
}

fn unknown_check(selector: &str, all: &[&'static Check]) -> String {
    let names = all.iter().flat_map(|check| [check.id, check.slug]);
    suggest::unknown("check or group", selector, names.chain(Group::ALL.map(Group::name)), "checks")
}
