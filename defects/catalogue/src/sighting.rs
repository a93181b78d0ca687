//! What checks of the extended set notice of the core defects: their own predictions, beside the frozen ones.

use crate::Defect;

/// A core defect, and the extended checks predicted to notice it as well.
#[derive(Clone, Copy, Debug)]
pub struct Sighting {
    /// The defect.
    pub defect: Defect,
    /// The checks predicted before they were first run against it; never edited afterwards.
    pub first: &'static [&'static str],
    /// The checks predicted now.
    pub predicted: &'static [&'static str],
    /// What the first run taught, where it proved `first` wrong.
    pub lesson: Option<&'static str>,
}

/// Declares which checks of one group notice core defects.
macro_rules! sightings {
    ($table:ident: $(
        $constant:ident {
            first: [$($first:literal),* $(,)?],
            predicted: [$($predicted:literal),* $(,)?],
            $(lesson: $lesson:literal,)?
        }
    )*) => {
        pub(crate) const $table: &[$crate::Sighting] = &[$( $crate::Sighting {
            defect: $crate::Defect::$constant,
            first: &[$($first),*],
            predicted: &[$($predicted),*],
            lesson: sightings!(@lesson $($lesson)?),
        } ),*];
    };
    (@lesson) => { None };
    (@lesson $lesson:literal) => { Some($lesson) };
}
pub(crate) use sightings;
