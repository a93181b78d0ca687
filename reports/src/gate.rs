//! What a run had to satisfy, and how it ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Level;

/// What a run had to satisfy, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gate {
    /// The least binding level whose breach fails the run.
    pub fail_on: Level,
    /// Whether a check that was not observed fails the run.
    #[serde(default)]
    pub require_observed: bool,
    /// Why the run ended before all was judged, where it did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cut_short: Option<String>,
    /// The exit code of the run.
    pub exit: u8,
}

impl Default for Gate {
    fn default() -> Self {
        Self { fail_on: Level::Must, require_observed: false, cut_short: None, exit: 0 }
    }
}
