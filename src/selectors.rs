//! Which checks a user means: a selector is a name, a kind, or several joined by `and`, `or` and `not`.

mod atom;
mod expression;

use a2a_assay_defects::Defect;
use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::{self, Set};
use clap::ValueEnum;

use crate::ending::Failure;
use crate::suggest;
use expression::Expression;

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

/// The checks of a set that are left when only some are wanted and some are not. What is named and not in the set is
/// wanted as well, out of the other one.
pub(crate) fn chosen(set: Set, only: &[String], skip: &[String]) -> Result<Vec<&'static Check>, Failure> {
    let wanted = if only.is_empty() { set.checks() } else { selected(only, &set.checks())? };
    let unwanted = selected(skip, &checks::all())?;
    Ok(wanted.into_iter().filter(|check| !has(&unwanted, check)).collect())
}

/// The checks that any of these selectors means, in catalogue order. Each has to mean some.
fn selected(selectors: &[String], set: &[&'static Check]) -> Result<Vec<&'static Check>, Failure> {
    let mut all = Vec::new();
    for selector in selectors {
        let expression = Expression::parsed(selector).map_err(|why| unreadable(selector, &why))?;
        let meant = expression.checks(set).map_err(Failure::usage)?;
        if meant.is_empty() {
            return Err(Failure::usage(format!(
                "no check is meant by `{selector}`, though each part of it means some; `a2a-assay list checks --only` tries it out"
            )));
        }
        all.extend(meant);
    }
    Ok(checks::all().into_iter().filter(|check| has(&all, check)).collect())
}

/// The defects with these names.
pub(crate) fn named_defects(names: &[String]) -> Result<Vec<Defect>, Failure> {
    let known = || a2a_assay_defects::all().map(Defect::name);
    let defect = |name: &String| {
        Defect::named(name).ok_or_else(|| Failure::usage(suggest::unknown("defect", name, known(), "defects")))
    };
    names.iter().map(defect).collect()
}

fn has(checks: &[&'static Check], check: &Check) -> bool {
    checks.iter().any(|one| one.id == check.id)
}

fn unreadable(selector: &str, why: &str) -> Failure {
    Failure::usage(format!("`{selector}` can't be read as a choice of checks: {why}; write it like 'ST* and not @3.5'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(set: Set, only: &[&str], skip: &[&str]) -> Result<String, String> {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let chosen = chosen(set, &owned(only), &owned(skip)).map_err(|failure| format!("{failure:?}"))?;
        Ok(chosen.iter().map(|check| check.id).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn checks_are_meant_by_name_and_by_kind() {
        let table: &[(&[&str], &[&str], &str)] = &[
            (&["st3"], &[], "ST3"),
            (&["two-streams-agree", "D1"], &[], "D1 ST3"),
            (&["version"], &[], "V1 V2"),
            (&["V*"], &[], "V1 V2"),
            (&["ST? and not (ST1 or ST2)"], &[], "ST3 ST4 ST5 ST6"),
            (&["ST*"], &["ST1", "subscribe-*", "*off"], "ST3 ST4 ST5"),
            (&["not not V1"], &[], "V1"),
            (&["V1 or ST1 and ST2"], &[], "V1"),
            (&["(V1 or ST1) AND ST1"], &[], "ST1"),
            // Of the extended set, and named.
            (&["DM1 or V1"], &[], "V1 DM1"),
            (&["D1"], &["discovery"], ""),
        ];
        for (only, skip, expected) in table {
            assert_eq!(ids(Set::Core, only, skip).as_deref(), Ok(*expected), "{only:?} {skip:?}");
        }
    }

    #[test]
    fn a_section_means_what_is_below_it_as_well() {
        let meant = |selector: &str| ids(Set::All, &[selector], &[]).expect("some");

        assert_eq!(meant("@3.5.2"), meant("@§3.5.2"));
        assert!(meant("@3.5").contains(&meant("@3.5.2")));
        assert_eq!(ids(Set::All, &["@3.1 and not @3.1.1 and not @3"], &[]).ok(), None);
    }

    #[test]
    fn a_level_means_every_check_that_pins_such_a_rule() {
        let pins = |check: &&&Check| check.rules.iter().any(|rule| rule.level.word() == "SHOULD");
        let expected: Vec<&str> = checks::core().iter().filter(pins).map(|check| check.id).collect();

        assert_eq!(ids(Set::Core, &["should"], &[]), Ok(expected.join(" ")));
    }

    #[test]
    fn what_means_nothing_is_refused_with_the_way_out() {
        let table = [
            ("two-streams-agre", "did you mean `two-streams-agree`?"),
            ("streaming and strams", "no check, group or level is called `strams`"),
            ("@3.99", "no rule of a check stands in section 3.99; did you mean"),
            ("Z*", "no check is called like `Z*`"),
            ("V1 and ST1", "no check is meant by `V1 and ST1`"),
            ("V1 and", "something is missing at its end"),
            ("(V1 or V2", "a `(` is not closed"),
            ("V1 V2", "`V2` stands where `and` or `or` is due"),
            ("V1) or V2", "`)` stands where"),
            ("and V1", "`and` stands where a check is due"),
            ("", "something is missing"),
        ];
        for (selector, sentence) in table {
            let refused = ids(Set::Core, &[selector], &[]).expect_err(selector);

            assert!(refused.contains(sentence), "{selector}: {refused}");
        }
    }
}
