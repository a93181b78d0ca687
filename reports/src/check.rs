//! What judging one agent found.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Evidence, Finding, Gate, Level, RootCause, RuleInfo, Verdict};

/// The result of running a set of checks against one agent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "a2a-assay report on one agent")]
pub struct CheckReport {
    /// Always `a2a-assay/check`.
    #[schemars(extend("const" = "a2a-assay/check"))]
    pub format: String,
    /// The version of this format.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// When the run began, in RFC 3339.
    #[serde(default)]
    pub date: String,
    /// The set of checks that was chosen.
    pub set: SetInfo,
    /// The agent that was judged.
    pub target: TargetInfo,
    /// The command that judges the same agent again, without its choice of checks.
    #[serde(default)]
    pub again: String,
    /// What the run had to satisfy, and how it ended.
    #[serde(default)]
    pub gate: Gate,
    /// What was found before judging, where it was looked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub findings: Vec<Finding>,
    /// The counts, by verdict.
    pub summary: Summary,
    /// What lies behind the rules found broken.
    #[serde(default)]
    pub causes: Vec<RootCause>,
    /// The rules that the checks pin, chapter by chapter.
    #[serde(default)]
    pub rules: Vec<RuleInfo>,
    /// One entry a check, in catalogue order.
    pub checks: Vec<CheckResult>,
    /// The files that hold the conversations, where they stand in files of their own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<Evidence>,
    /// Requests sent, of every kind.
    pub requests: u64,
    /// Wall time of the whole run, in milliseconds.
    pub duration_ms: u64,
}

/// Which checks ran.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SetInfo {
    /// The name of the set.
    pub name: String,
    /// How many checks were chosen.
    pub checks: usize,
    /// How many checks it has when none is left out.
    #[serde(default)]
    pub whole: usize,
    /// A digest of their ids and rules: equal digests mean equal sets.
    pub digest: String,
}

/// Who was judged.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TargetInfo {
    /// The address that was given.
    pub url: String,
    /// The name on the agent's card.
    pub name: String,
    /// The agent's own version on its card.
    pub version: String,
    /// The protocol version of the interfaces that were judged.
    pub protocol: String,
    /// The bindings that were judged, preferred one first.
    pub bindings: Vec<String>,
}

/// How often each verdict was given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "each member counts the verdict of its name")]
pub struct Summary {
    pub checks: usize,
    pub pass: usize,
    pub fail: usize,
    pub warn: usize,
    pub not_applicable: usize,
    pub not_observed: usize,
    pub inconclusive: usize,
    pub error: usize,
}

impl CheckReport {
    /// The checks by their groups, in the order in which these begin.
    pub fn groups(&self) -> Vec<(&str, Vec<&CheckResult>)> {
        let mut groups: Vec<(&str, Vec<&CheckResult>)> = Vec::new();
        for check in &self.checks {
            match groups.iter_mut().find(|(group, _)| *group == check.group) {
                Some((_, checks)) => checks.push(check),
                None => groups.push((&check.group, vec![check])),
            }
        }
        groups
    }
}

impl SetInfo {
    /// Whether some of its checks were left out.
    pub fn is_part(&self) -> bool {
        self.checks < self.whole
    }
}

impl Summary {
    /// Counts verdicts: the one place where it is done.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let mut summary = Self::default();
        for verdict in verdicts {
            summary.checks += 1;
            *match verdict {
                Verdict::Pass => &mut summary.pass,
                Verdict::Fail => &mut summary.fail,
                Verdict::Warn => &mut summary.warn,
                Verdict::NotApplicable => &mut summary.not_applicable,
                Verdict::NotObserved => &mut summary.not_observed,
                Verdict::Inconclusive => &mut summary.inconclusive,
                Verdict::Error => &mut summary.error,
            } += 1;
        }
        summary
    }

    /// How often one verdict was given.
    pub fn count(&self, verdict: Verdict) -> usize {
        match verdict {
            Verdict::Pass => self.pass,
            Verdict::Fail => self.fail,
            Verdict::Warn => self.warn,
            Verdict::NotApplicable => self.not_applicable,
            Verdict::NotObserved => self.not_observed,
            Verdict::Inconclusive => self.inconclusive,
            Verdict::Error => self.error,
        }
    }

    /// How many checks came to a judgement of the agent.
    pub fn judged(&self) -> usize {
        self.pass + self.fail + self.warn + self.inconclusive
    }
}

/// How one check ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckResult {
    /// The check's id, such as `ST3`.
    pub id: String,
    /// Its short name.
    pub slug: String,
    /// The group it belongs to.
    pub group: String,
    /// What it is about, in one line.
    pub title: String,
    /// The ids of the rules it pins.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The bindings it ran over, joined by `, `; empty where it concerns the agent as a whole.
    pub binding: String,
    /// How it ended: the worst over its bindings.
    pub verdict: Verdict,
    /// How it ended over each binding; empty where it concerns the agent as a whole.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub bindings: BTreeMap<String, Verdict>,
    /// How it ended each time, where it ran more than once.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub repeats: Vec<Verdict>,
    /// How many observations were held against a rule.
    pub subjects: usize,
    /// The rules found broken.
    pub violations: Vec<Violation>,
    /// Why it was not observed or does not apply.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// Whether a check that was not observed was prevented by what the agent did.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub prevented: bool,
    /// Why the agent gave no usable answer, where that prevented it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cause: Option<String>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
    /// The assertions that were made, named by rule and place, each with whether it ever failed. For the mutation
    /// runner alone: it is no part of the JSON.
    #[serde(skip)]
    pub assertions: BTreeMap<String, bool>,
}

impl CheckResult {
    /// How it ended over a binding; how it ended at all, where bindings are not told apart.
    pub fn verdict_over(&self, binding: &str) -> Verdict {
        self.bindings.get(binding).copied().unwrap_or(self.verdict)
    }

    /// Whether it looked at this binding; at the agent as a whole, where none is named.
    pub fn ran_over(&self, binding: &str) -> bool {
        binding.is_empty() || self.bindings.is_empty() || self.bindings.contains_key(binding)
    }

    /// Whether it ran more than once.
    pub fn is_repeated(&self) -> bool {
        self.repeats.len() > 1
    }
}

/// One rule found broken.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// The rule's id.
    pub rule: String,
    /// How binding it is.
    pub level: Level,
    /// Where the specification says so.
    pub section: String,
    /// The rule in our words.
    pub text: String,
    /// The binding over which it was seen; empty where none was involved.
    pub binding: String,
    /// What was looked at.
    pub subject: String,
    /// What the rule asks for.
    pub expected: String,
    /// What was there.
    pub observed: String,
    /// Why the agent gave no usable answer, where it gave none: the same words wherever it is the same fault.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cause: Option<String>,
    /// The conversation that shows it.
    pub exchanges: Vec<Exchange>,
    /// Where in the check the claim stands: the rule and this place name the assertion.
    pub place: String,
    /// The file that holds the conversation, where it stands in one of its own; there is none of it here then.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub evidence: Option<String>,
}

/// One request with its answer, secrets replaced by the names of their owners.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Exchange {
    /// When the request was sent, in milliseconds from the start of the check.
    pub sent_ms: u64,
    /// When the answer was complete, or given up.
    pub answered_ms: u64,
    /// What was asked, in the protocol's words.
    pub operation: String,
    /// The HTTP method.
    pub method: String,
    /// The address.
    pub url: String,
    /// The request's headers that matter.
    pub request_headers: Vec<(String, String)>,
    /// The request's body as it was, where it is text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request_body: Option<String>,
    /// The request's body in base64, where it is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request_body_base64: Option<String>,
    /// How long the body was, in bytes, where it was too long to be kept whole.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request_body_length: Option<usize>,
    /// The names that stand in the request where the caller's secrets stood.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub secrets: Vec<Secret>,
    /// Whether the agent had made a secret part of the request, say of an id: what stands there now was never sent.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub altered: bool,
    /// The status, or nothing where no answer came.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub status: Option<u16>,
    /// The answer's headers that matter.
    pub response_headers: Vec<(String, String)>,
    /// The answer's body, shortened; for a stream its events, one a line.
    pub response_body: String,
}

/// A name that stands in a request where the caller's secret stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Secret {
    /// The environment variable that holds the secret; its name stands behind a `$`, and counts where it stands last.
    pub variable: String,
    /// The header in whose value it stands; without one it stands in the address.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub header: Option<String>,
}
