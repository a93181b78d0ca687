//! The planted defects as data: what each one breaks, and which checks somebody predicted will notice it.
//!
//! A leaf of the workspace. It names checks and rules by their ids and knows neither the harness that owns
//! them nor the server that carries the switches.

mod core;
mod excused;
mod extended;
mod planted;
mod sighting;

pub use excused::{EXCUSED, Excuse};
pub use planted::{Planted, Reached};
pub use sighting::Sighting;

/// Declares the defects of one table: a constant each, with its story and what is predicted of it, and the table.
macro_rules! defects {
    ($table:ident: $set:ident; $(
        $(#[doc = $story:literal])+
        $constant:ident {
            name: $name:literal,
            $(over: $over:ident,)?
            breaks: [$($rule:literal),+ $(,)?],
            first: [$($first:literal),* $(,)?],
            predicted: [$($predicted:literal),* $(,)?],
            $(lesson: $lesson:literal,)?
        }
    )*) => {
        impl $crate::Defect {
            $( $(#[doc = $story])+ pub const $constant: Self = Self(&$crate::Entry {
                name: $name,
                story: concat!($($story),+).trim_ascii(),
                set: $crate::Set::$set,
                over: defects!(@over $($over)?),
                breaks: &[$($rule),+],
                first: &[$($first),*],
                predicted: &[$($predicted),*],
                lesson: defects!(@lesson $($lesson)?),
            }); )*
        }

        pub(crate) const $table: &[$crate::Defect] = &[$($crate::Defect::$constant),*];
    };
    (@over) => { $crate::Over::Preferred };
    (@over $over:ident) => { $crate::Over::$over };
    (@lesson) => { None };
    (@lesson $lesson:literal) => { Some($lesson) };
}
pub(crate) use defects;

/// One way in which the reference server can be wrong: a handle on its entry in the catalogue.
#[derive(Clone, Copy)]
pub struct Defect(&'static Entry);

/// Which set a defect belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The frozen twenty-six.
    Core,
    /// Those that prove what the core leaves unproven.
    Extended,
}

impl Set {
    /// The name in reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Extended => "extended",
        }
    }
}

/// Over which bindings a server with this defect is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The one that its card prefers: the defect shows over any.
    Preferred,
    /// Each of them: the defect is bound to one.
    EachBinding,
}

/// What the catalogue says of one defect.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// What the server does wrong, in one sentence.
    pub story: &'static str,
    /// The set it belongs to.
    pub set: Set,
    /// Over which bindings it is judged.
    pub over: Over,
    /// The ids of the rules it breaks.
    pub breaks: &'static [&'static str],
    /// The checks predicted to notice it before it was ever run; never edited afterwards.
    pub first: &'static [&'static str],
    /// The checks predicted to notice it now; empty where it is predicted to escape.
    pub predicted: &'static [&'static str],
    /// What the first run taught, where it proved `first` wrong.
    pub lesson: Option<&'static str>,
}

/// Every defect, the core first, each set in its own order.
pub fn all() -> impl Iterator<Item = Defect> {
    std::iter::once(core::CORE).chain(extended::TABLES.iter().copied()).flatten().copied()
}

impl Defect {
    /// The catalogue's entry for this defect.
    pub fn entry(self) -> &'static Entry {
        self.0
    }

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The defect with this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        all().find(|defect| defect.name() == name)
    }

    /// The checks predicted to notice it, those of the other set included.
    pub fn predicted(self) -> Vec<&'static str> {
        let beyond = self.sightings().flat_map(|sighting| sighting.predicted);
        self.0.predicted.iter().chain(beyond).copied().collect()
    }

    /// The checks predicted to notice it before each was first run against it.
    pub fn first_predicted(self) -> Vec<&'static str> {
        let beyond = self.sightings().flat_map(|sighting| sighting.first);
        self.0.first.iter().chain(beyond).copied().collect()
    }

    /// What wrong first predictions taught, as far as one of these checks has to do with it.
    pub fn lessons(self, checks: &[&str]) -> Vec<&'static str> {
        let concerned =
            |sighting: &&Sighting| sighting.first.iter().chain(sighting.predicted).any(|check| checks.contains(check));
        let beyond = self.sightings().filter(concerned).filter_map(|sighting| sighting.lesson);
        self.0.lesson.into_iter().chain(beyond).collect()
    }

    fn sightings(self) -> impl Iterator<Item = &'static Sighting> {
        extended::SIGHTINGS.iter().copied().flatten().filter(move |sighting| sighting.defect == self)
    }
}

/// Names are unique, and stand for the entry: constants have no address to go by.
impl PartialEq for Defect {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Defect {}

impl std::hash::Hash for Defect {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl std::fmt::Debug for Defect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_defect_has_a_name_of_its_own() {
        let mut names = BTreeSet::new();
        for defect in all() {
            assert!(names.insert(defect.name()), "two defects are called {defect:?}");
        }
    }

    #[test]
    fn the_core_is_frozen_at_twenty_six() {
        assert_eq!(all().filter(|defect| defect.entry().set == Set::Core).count(), 26);
    }

    #[test]
    fn a_prediction_that_changed_says_what_was_learnt() {
        for defect in all() {
            let entry = defect.entry();
            assert!(entry.first == entry.predicted || entry.lesson.is_some(), "{defect:?}");
        }
        for sighting in extended::SIGHTINGS.iter().copied().flatten() {
            let changed = sighting.first != sighting.predicted;
            assert!(!changed || sighting.lesson.is_some(), "{:?}", sighting.defect);
        }
    }

    #[test]
    fn few_are_excused() {
        assert!(EXCUSED.len() <= 5);
    }
}
