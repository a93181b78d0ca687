//! What planting two defects at once found.

use serde::{Deserialize, Serialize};

use crate::{Control, Shard};

/// The result of running the checks against one server a pair of defects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairReport {
    /// Always `a2a-assay/pairs`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// The set of checks.
    pub set: String,
    /// The server without a defect.
    pub control: Control,
    /// How many pairs the defects make.
    pub possible: usize,
    /// How many of them were chosen, over all shards.
    pub chosen: usize,
    /// The seed of the choice; another one chooses other pairs.
    pub seed: u64,
    /// The part that was run; nothing where it is the whole.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<Shard>,
    /// The counts.
    pub summary: PairSummary,
    /// What each defect is noticed by alone.
    pub singles: Vec<Single>,
    /// One entry a pair; empty when the control is red.
    pub pairs: Vec<PairResult>,
    /// Requests sent over all runs.
    pub requests: u64,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// What one defect is noticed by when it is planted alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Single {
    /// The defect's name.
    pub name: String,
    /// The checks that noticed it.
    pub observed: Vec<String>,
}

/// How one pair fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairResult {
    /// The place of the pair among the chosen ones.
    pub place: usize,
    /// The names of the two.
    pub defects: [String; 2],
    /// The checks that noticed.
    pub observed: Vec<String>,
    /// How that compares with what each alone is noticed by.
    pub interaction: Interaction,
    /// Checks that notice one of them alone and not both together.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub masked: Vec<String>,
    /// Checks that notice neither of them alone.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub amplified: Vec<String>,
}

/// How two defects act on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interaction {
    /// Noticed by the union of what each alone is noticed by.
    Union,
    /// One hides the other from some check.
    Masked,
    /// Together they are noticed by a check that notices neither alone.
    Amplified,
    /// Both of these.
    MaskedAndAmplified,
    /// One alone is noticed, and both together by nobody.
    Hidden,
}

impl Interaction {
    /// The words as reports print them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Union => "union",
            Self::Masked => "masked",
            Self::Amplified => "amplified",
            Self::MaskedAndAmplified => "masked and amplified",
            Self::Hidden => "HIDDEN",
        }
    }
}

impl PairResult {
    /// Holds what noticed two defects against what notices each of them alone.
    pub fn of(place: usize, alone: [&Single; 2], observed: Vec<String>) -> Self {
        let union: Vec<&String> = alone.iter().flat_map(|single| &single.observed).collect();
        let mut masked: Vec<String> =
            union.iter().filter(|check| !observed.contains(check)).map(|check| (*check).clone()).collect();
        masked.dedup();
        let amplified: Vec<String> = observed.iter().filter(|check| !union.contains(check)).cloned().collect();
        let interaction = match (masked.is_empty(), amplified.is_empty()) {
            (false, _) if observed.is_empty() => Interaction::Hidden,
            (true, true) => Interaction::Union,
            (false, true) => Interaction::Masked,
            (true, false) => Interaction::Amplified,
            (false, false) => Interaction::MaskedAndAmplified,
        };
        let defects = alone.map(|single| single.name.clone());
        Self { place, defects, observed, interaction, masked, amplified }
    }
}

/// The counts over all pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairSummary {
    /// Pairs planted.
    pub pairs: usize,
    /// Noticed by the union.
    pub union: usize,
    /// Where some check no longer notices, hidden ones not counted.
    pub masked: usize,
    /// Where some further check notices.
    pub amplified: usize,
    /// Noticed by nobody, although one of the two alone is.
    pub hidden: usize,
    /// Noticed by nobody, together or alone.
    pub escaped: usize,
}

impl PairSummary {
    /// Counts pairs: the one place where it is done.
    pub fn of(pairs: &[PairResult]) -> Self {
        let count = |is: &dyn Fn(&PairResult) -> bool| pairs.iter().filter(|pair| is(pair)).count();
        Self {
            pairs: pairs.len(),
            union: count(&|pair| pair.interaction == Interaction::Union),
            masked: count(&|pair| matches!(pair.interaction, Interaction::Masked | Interaction::MaskedAndAmplified)),
            amplified: count(&|pair| {
                matches!(pair.interaction, Interaction::Amplified | Interaction::MaskedAndAmplified)
            }),
            hidden: count(&|pair| pair.interaction == Interaction::Hidden),
            escaped: count(&|pair| pair.observed.is_empty() && pair.interaction == Interaction::Union),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(name: &str, observed: &[&str]) -> Single {
        Single { name: name.into(), observed: observed.iter().map(|check| (*check).to_owned()).collect() }
    }

    #[test]
    fn two_defects_are_held_against_each_alone() {
        let table: &[(&[&str], Interaction)] = &[
            (&["S1", "T3"], Interaction::Union),
            (&["S1"], Interaction::Masked),
            (&["S1", "T3", "ST2"], Interaction::Amplified),
            (&["S1", "ST2"], Interaction::MaskedAndAmplified),
            (&[], Interaction::Hidden),
        ];
        let (one, other) = (single("a", &["S1"]), single("b", &["S1", "T3"]));
        for (observed, interaction) in table {
            let observed = observed.iter().map(|check| (*check).to_owned()).collect();
            assert_eq!(PairResult::of(0, [&one, &other], observed).interaction, *interaction);
        }
    }
}
