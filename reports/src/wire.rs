//! What planting defects on the wire before somebody's agent found.

use serde::{Deserialize, Serialize};

use crate::{Loss, TargetInfo};

/// The result of running the checks against an agent, once as it is and once for each defect on the wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireReport {
    /// Always `a2a-assay/wire`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// When the run began, in RFC 3339.
    pub date: String,
    /// The agent.
    pub target: TargetInfo,
    /// The agent as it is, seen through the proxy.
    pub control: WireControl,
    /// The counts.
    pub summary: WireSummary,
    /// One entry a defect, in the order of their files.
    pub defects: Vec<WireResult>,
    /// Checks that are green on the agent as it is, and that no defect turned red.
    pub unmoved: Vec<String>,
    /// Requests sent over all runs.
    pub requests: u64,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// How the agent fared as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WireControl {
    /// How many checks ran.
    pub checks: usize,
    /// How many came to a judgement.
    pub judged: usize,
    /// The checks that are green: only these can turn red.
    pub green: Vec<String>,
    /// Those that are red whatever is planted, and why: findings on the agent itself.
    pub red: Vec<Loss>,
    /// Those that ended differently when the agent was judged as it is again: what they see then need not be a defect.
    pub unsteady: Vec<String>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// The counts over all defects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WireSummary {
    /// Defects planted.
    pub defects: usize,
    /// Defects that a check noticed.
    pub noticed: usize,
    /// Defects that took effect and that no check noticed.
    pub survived: usize,
    /// Defects that took effect while the checks that turned red did so without them as well.
    pub undecided: usize,
    /// Defects whose moment never came.
    pub never_came_up: usize,
}

impl WireSummary {
    /// Counts results: the one place where it is done.
    pub fn of(defects: &[WireResult]) -> Self {
        let count = |fate| defects.iter().filter(|defect| defect.verdict == fate).count();
        Self {
            defects: defects.len(),
            noticed: count(Fate::Noticed),
            survived: count(Fate::Survived),
            undecided: count(Fate::Undecided),
            never_came_up: count(Fate::NeverCameUp),
        }
    }
}

/// What became of one defect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WireResult {
    /// The defect's name.
    pub name: String,
    /// What the agent seems to do wrong.
    pub story: String,
    /// What became of it.
    pub verdict: Fate,
    /// How often it took effect.
    pub changes: u64,
    /// The checks that were green and turned red, with what they saw.
    pub noticed_by: Vec<Loss>,
    /// The checks that were red anyhow and saw something new.
    pub by_another_violation: Vec<Loss>,
    /// The checks that turned red, but did so without the defect too when the agent was judged as it is again.
    pub doubtful: Vec<String>,
    /// The checks that were green and came to no judgement any more, though none is red for it.
    pub blinded: Vec<String>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// What became of a defect on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// At least one check noticed it.
    Noticed,
    /// It took effect, and no check noticed.
    Survived,
    /// Only such checks turned red as do so without it, so whether it was noticed, or could have come up, is open.
    Undecided,
    /// It never took effect: nothing passed that it concerns.
    NeverCameUp,
}

impl Fate {
    /// Tells the fate of a defect from what else its result says.
    pub fn of(result: &WireResult) -> Self {
        if result.changes == 0 && result.doubtful.is_empty() {
            Self::NeverCameUp
        } else if !result.noticed_by.is_empty() || !result.by_another_violation.is_empty() {
            Self::Noticed
        } else if !result.doubtful.is_empty() {
            Self::Undecided
        } else {
            Self::Survived
        }
    }

    /// The words as reports print them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Survived => "SURVIVED",
            Self::Undecided => "undecided",
            Self::NeverCameUp => "never came up",
        }
    }
}
