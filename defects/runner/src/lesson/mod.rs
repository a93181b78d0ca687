//! Lessons: a pack of servers, some of them defective, of which a learner says what is wrong with each.

mod draw;
mod grade;
mod pack;
mod sheet;

pub use grade::grade;
pub use pack::{Pack, PackError, Server};
pub use sheet::{Answer, Sheet, SheetError};

use a2a_assay_harness::checks::Set;
use serde::{Deserialize, Serialize};

/// How hard a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// One core defect a server, each of which the core notices.
    Easy,
    /// Defects of both sets; some servers are sound, and some carry two.
    Hard,
}

impl Level {
    /// The checks whose predictions are asked for.
    pub fn checks(self) -> Set {
        match self {
            Self::Easy => Set::Core,
            Self::Hard => Set::All,
        }
    }

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Hard => "hard",
        }
    }
}
