//! What was found before an agent was judged: what works, what does not, and how to mend it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::TargetInfo;

/// The result of examining one agent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DoctorReport {
    /// Always `a2a-assay/doctor`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// The agent that was examined.
    pub target: TargetInfo,
    /// What was found, in the order in which it was looked at.
    pub findings: Vec<Finding>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// How it stands.
    pub standing: Standing,
    /// What was looked at, in a word or two.
    pub topic: String,
    /// What was found.
    pub found: String,
    /// How to mend it, where there is something to mend.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fix: Option<String>,
}

/// How something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// As it should be.
    Good,
    /// Less will be seen than could be.
    Lacking,
    /// It keeps the agent from being judged as it should be.
    Bad,
}

impl Standing {
    /// The word as reports print it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "ok",
            Self::Lacking => "lacking",
            Self::Bad => "BAD",
        }
    }
}

impl Finding {
    /// Something is as it should be.
    pub fn good(topic: impl Into<String>, found: impl Into<String>) -> Self {
        Self { standing: Standing::Good, topic: topic.into(), found: found.into(), fix: None }
    }

    /// Less will be seen than could be.
    pub fn lacking(topic: impl Into<String>, found: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { standing: Standing::Lacking, fix: Some(fix.into()), ..Self::good(topic, found) }
    }

    /// Something is wrong.
    pub fn bad(topic: impl Into<String>, found: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { standing: Standing::Bad, fix: Some(fix.into()), ..Self::good(topic, found) }
    }
}

impl Finding {
    /// Whether a reader has to know it before the verdicts: what is not as it should be, and what the agent was found to
    /// understand. What will not be observed is said where the verdicts are summed up.
    pub(crate) fn is_remark(&self) -> bool {
        match self.topic.as_str() {
            "stimuli" => true,
            "coverage" => false,
            _ => self.standing != Standing::Good,
        }
    }
}

impl DoctorReport {
    /// Whether anything keeps the agent from being judged as it should be.
    pub fn is_bad(&self) -> bool {
        self.findings.iter().any(|finding| finding.standing == Standing::Bad)
    }
}
