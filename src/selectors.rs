//! Which checks a user means: by id, by short name, or by group.

use a2a_assay_defects::{CATALOGUE, Defect};
use a2a_assay_harness::check::{Check, Group};
use a2a_assay_harness::checks;

use crate::ending::Failure;
use crate::suggest;

/// The checks that are left when only some are wanted and some are not.
pub(crate) fn chosen(only: &[String], skip: &[String]) -> Result<Vec<&'static Check>, Failure> {
    let all = checks::core();
    for selector in only.iter().chain(skip) {
        if !all.iter().any(|check| selects(selector, check)) {
            return Err(Failure::usage(unknown_check(selector, &all)));
        }
    }
    let is_in = |selectors: &[String], check: &Check| selectors.iter().any(|selector| selects(selector, check));
    Ok(all.into_iter().filter(|check| (only.is_empty() || is_in(only, check)) && !is_in(skip, check)).collect())
}

/// The defects with these names; all of them where none is named.
pub(crate) fn defects(names: &[String]) -> Result<Vec<Defect>, Failure> {
    if names.is_empty() {
        return Ok(CATALOGUE.iter().map(|entry| entry.defect).collect());
    }
    named_defects(names)
}

/// The defects with these names.
pub(crate) fn named_defects(names: &[String]) -> Result<Vec<Defect>, Failure> {
    let known = || CATALOGUE.iter().map(|entry| entry.name);
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
