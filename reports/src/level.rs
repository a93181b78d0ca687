//! How binding a rule is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The force of a rule: RFC 2119 words, and our own choices where the specification is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    /// A choice of this house where the specification is silent, or its word MAY leaves a choice.
    House,
    /// A recommendation of the specification.
    Should,
    /// An absolute requirement of the specification.
    Must,
}

impl Level {
    /// The word as reports print it.
    pub fn word(self) -> &'static str {
        match self {
            Self::House => "HOUSE",
            Self::Should => "SHOULD",
            Self::Must => "MUST",
        }
    }
}
