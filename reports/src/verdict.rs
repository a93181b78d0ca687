//! How a check ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a check ended; ordered from harmless to worst, so that the worst of several is their maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The card does not offer it, or the user switched it off.
    NotApplicable,
    /// The rule applies, at least one subject was examined, all good.
    Pass,
    /// It applies, but the situation never came up.
    NotObserved,
    /// Only SHOULD or HOUSE rules are broken.
    Warn,
    /// Repeats disagree.
    Inconclusive,
    /// A MUST is broken.
    Fail,
    /// Our own fault.
    Error,
}

impl Verdict {
    /// Every verdict, in the order reports count them.
    pub const ALL: [Self; 7] =
        [Self::Pass, Self::Fail, Self::Warn, Self::NotApplicable, Self::NotObserved, Self::Inconclusive, Self::Error];

    /// The word as reports print it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
            Self::Warn => "warn",
            Self::NotApplicable => "n/a",
            Self::NotObserved => "not observed",
            Self::Inconclusive => "inconclusive",
            Self::Error => "ERROR",
        }
    }
}
