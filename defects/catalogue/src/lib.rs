//! The planted defects as data: what each one breaks, and which checks somebody predicted will notice it.
//!
//! A leaf of the workspace. It names checks and rules by their ids and knows neither the harness that owns
//! them nor the server that carries the switches.

mod core;
mod planted;

pub use planted::Planted;

/// Declares the defects of one table: an enum variant with its story, and the entry that describes it.
macro_rules! defects {
    ($(
        $(#[doc = $story:literal])+
        $variant:ident {
            name: $name:literal,
            set: $set:ident,
            breaks: [$($rule:literal),+ $(,)?],
            first: [$($first:literal),* $(,)?],
            predicted: [$($predicted:literal),* $(,)?],
            $(lesson: $lesson:literal,)?
        }
    )+) => {
        /// One way in which the reference server can be wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Defect {
            $( $(#[doc = $story])+ $variant, )+
        }

        /// Every defect with what is known of it, in catalogue order.
        pub const CATALOGUE: &[Entry] = &[
            $( Entry {
                defect: Defect::$variant,
                name: $name,
                story: concat!($($story),+).trim_ascii(),
                set: Set::$set,
                breaks: &[$($rule),+],
                first: &[$($first),*],
                predicted: &[$($predicted),*],
                lesson: defects!(@lesson $($lesson)?),
            }, )+
        ];
    };
    (@lesson) => { None };
    (@lesson $lesson:literal) => { Some($lesson) };
}
pub(crate) use defects;

pub use crate::core::{CATALOGUE, Defect};

/// Which catalogue a defect belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The frozen twenty-six.
    Core,
}

/// What the catalogue says of one defect.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The switch in the reference server.
    pub defect: Defect,
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// What the server does wrong, in one sentence.
    pub story: &'static str,
    /// The catalogue it belongs to.
    pub set: Set,
    /// The ids of the rules it breaks.
    pub breaks: &'static [&'static str],
    /// The checks predicted to notice it before it was ever run; never edited afterwards.
    pub first: &'static [&'static str],
    /// The checks predicted to notice it now; empty where it is predicted to escape.
    pub predicted: &'static [&'static str],
    /// What the first run taught, where it proved `first` wrong.
    pub lesson: Option<&'static str>,
}

impl Defect {
    /// The catalogue's entry for this defect.
    pub fn entry(self) -> &'static Entry {
        &CATALOGUE[self as usize]
    }

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The defect with this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        CATALOGUE.iter().find(|entry| entry.name == name).map(|entry| entry.defect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_is_named_like_its_variant() {
        for entry in CATALOGUE {
            let mut snake = String::new();
            for (at, letter) in format!("{:?}", entry.defect).chars().enumerate() {
                if letter.is_uppercase() && at > 0 {
                    snake.push('_');
                }
                snake.extend(letter.to_lowercase());
            }
            assert_eq!(entry.name, snake);
        }
    }

    #[test]
    fn an_entry_stands_where_its_defect_points() {
        for entry in CATALOGUE {
            assert_eq!(entry.defect.entry().name, entry.name);
        }
    }

    #[test]
    fn the_core_is_frozen_at_twenty_six() {
        assert_eq!(CATALOGUE.iter().filter(|entry| entry.set == Set::Core).count(), 26);
    }

    #[test]
    fn a_prediction_that_changed_says_what_was_learnt() {
        for entry in CATALOGUE {
            assert!(entry.first == entry.predicted || entry.lesson.is_some(), "{}", entry.name);
        }
    }
}
