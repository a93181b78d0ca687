//! One check over one binding, from its needs to its verdict.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use a2a_assay_reports::{CheckResult, Level, Verdict, Violation};
use futures::FutureExt;

use crate::agent::Interface;
use crate::agent::transport::Evidence;
use crate::check::{Check, Group, Need, Outcome, Scope, Stop};
use crate::limits;
use crate::patience::Patience;
use crate::probe::{Claims, Probe, Setting};
use crate::rules::Rule;

/// Runs a check over one interface.
pub(super) async fn conversation(setting: Arc<Setting>, check: &'static Check, interface: Interface) -> CheckResult {
    let started = Instant::now();
    let probe = Probe::new(setting, interface, check.rules);
    let outcome = match unmet(check, &probe) {
        Some(stop) => Ok(Err(stop)),
        None => in_time(&probe, AssertUnwindSafe((check.run)(&probe)).catch_unwind()).await,
    };
    let outcome = match outcome {
        Ok(Ok(())) if needs_control(check) && !probe.claims.any_failed() => Ok(probe.serves().await),
        outcome => outcome,
    };
    let unusable = probe.evidence.last_cause();
    probe.clean_up().await;
    let outcome = outcome.map_err(|_| "the check panicked");
    let mut result = of_claims(check, &probe.claims, &probe.evidence, outcome);
    if check.scope == Scope::EachBinding {
        result.binding = probe.binding().to_string();
    }
    result.duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    if result.verdict == Verdict::NotObserved {
        result.cause = unusable;
    }
    result
}

/// What a check found, from what it claimed and how it ended; an error is a fault of ours.
pub(super) fn of_claims(
    check: &'static Check,
    claims: &Claims,
    evidence: &Evidence,
    outcome: Result<Outcome, &str>,
) -> CheckResult {
    let mut result = blank(check);
    result.subjects = claims.subjects();
    result.assertions = claims.assertions();
    result.violations = claims.violations(evidence);
    match outcome {
        Ok(outcome) => conclude(&mut result, outcome),
        Err(why) => fault(&mut result, why.to_owned()),
    }
    let foreign = claims.foreign();
    if !foreign.is_empty() {
        fault(&mut result, format!("the check claims rules that it does not name: {}", foreign.join(", ")));
    }
    result
}

/// Whether it judges what the agent does with requests: cards are judged as they are.
fn needs_control(check: &Check) -> bool {
    check.group != Group::Discovery
}

/// The end of the check, or of the time for it: what was recorded by then stays.
async fn in_time<P>(probe: &Probe, check: impl Future<Output = Result<Outcome, P>>) -> Result<Outcome, P> {
    let limit = probe.target().patience.check;
    let late = |_| Ok(Err(Stop::prevented(format!("the check was not over within {limit:?}"))));
    Patience::within(limit, check).await.unwrap_or_else(late)
}

/// The verdict: what is broken weighs more than what was not seen.
fn conclude(result: &mut CheckResult, outcome: Outcome) {
    result.verdict = if result.violations.iter().any(|violation| violation.level == Level::Must) {
        Verdict::Fail
    } else if !result.violations.is_empty() {
        Verdict::Warn
    } else {
        match outcome {
            Ok(()) if result.subjects > 0 => Verdict::Pass,
            Ok(()) => {
                result.reason = Some("nothing came up that could be held against the rules".to_owned());
                result.prevented = true;
                Verdict::NotObserved
            }
            Err(Stop::NotObserved { reason, prevented }) => {
                result.reason = Some(limits::shown(&reason));
                result.prevented = prevented;
                Verdict::NotObserved
            }
            Err(Stop::NotApplicable(reason)) => {
                result.reason = Some(limits::shown(&reason));
                Verdict::NotApplicable
            }
            Err(Stop::Broken) => {
                return fault(result, "the check stopped for a violation that is not there".to_owned());
            }
        }
    };
}

fn fault(result: &mut CheckResult, reason: String) {
    result.verdict = Verdict::Error;
    result.reason = Some(reason);
}

/// Why a check can't run, if it can't.
pub(crate) fn unmet(check: &Check, probe: &Probe) -> Option<Stop> {
    // What is wrong with a whole interface is said once, by the checks of discovery.
    if check.group == Group::Discovery {
        return None;
    }
    if let Some(why) = probe.setting.silent_at(&probe.interface) {
        return Some(Stop::prevented(format!("{why}; see D3")));
    }
    if !probe.setting.target.principals.is_empty() && !probe.setting.http.trusts(probe.interface.url.as_str()) {
        let origin = probe.interface.url.origin().ascii_serialization();
        return Some(Stop::unprepared(format!(
            "the card lists {origin}, where no credential was given for; allow it with --allow-origin {origin}"
        )));
    }
    check.needs.iter().find_map(|need| match *need {
        Need::Offered(capability) if !probe.card().offers(capability) => {
            Some(Stop::NotApplicable(format!("the card does not declare {}", capability.member())))
        }
        Need::Security if !probe.card().asks_for_credentials() => {
            Some(Stop::NotApplicable("the card asks for no credentials".to_owned()))
        }
        Need::TwoInterfaces if probe.setting.agent.listed.len() < 2 => {
            Some(Stop::NotApplicable("the card lists only one binding that we speak".to_owned()))
        }
        Need::Principal(who) => probe.principal(who).err(),
        Need::Stimulus(stimulus) => probe.say(stimulus).err(),
        Need::Resolver if probe.setting.receivers.dns.is_none() => Some(Stop::unprepared(
            "the judge does not answer the agent's DNS questions; give [dns] the address of the DNS server that it asks",
        )),
        _ => None,
    })
}

/// One result of a check that ran over several bindings: the worst verdict, and all that is broken.
pub(super) fn merged(check: &'static Check, parts: Vec<CheckResult>) -> CheckResult {
    let mut whole = blank(check);
    let worst = parts.iter().map(|part| part.verdict).max().unwrap_or(Verdict::NotObserved);
    // Where one binding could not be observed and another was fine, the check was not observed.
    let telling = parts.iter().find(|part| part.verdict == worst);
    whole.verdict = worst;
    whole.reason = telling.and_then(|part| part.reason.clone());
    whole.cause = telling.and_then(|part| part.cause.clone());
    whole.prevented = parts.iter().any(|part| part.verdict == worst && part.prevented);
    let mut bindings: Vec<&str> =
        parts.iter().map(|part| part.binding.as_str()).filter(|name| !name.is_empty()).collect();
    bindings.sort_unstable_by(|left, right| right.cmp(left));
    whole.binding = bindings.join(", ");
    let told_apart = parts.iter().filter(|part| !part.binding.is_empty());
    whole.bindings = told_apart.map(|part| (part.binding.clone(), part.verdict)).collect();
    whole.subjects = parts.iter().map(|part| part.subjects).sum();
    whole.duration_ms = parts.iter().map(|part| part.duration_ms).max().unwrap_or_default();
    for part in &parts {
        for (assertion, failed) in &part.assertions {
            *whole.assertions.entry(assertion.clone()).or_default() |= failed;
        }
    }
    let mut violations: Vec<Violation> = parts.into_iter().flat_map(|part| part.violations).collect();
    violations.sort_by_key(|violation| std::cmp::Reverse(violation.level));
    whole.violations = violations;
    whole
}

/// A check of an agent that has no card to go by.
pub(super) fn without_card(check: &'static Check, rule: Rule, why: &str) -> CheckResult {
    let mut result = blank(check);
    if check.rules.iter().any(|named| named.id == rule.id) {
        result.verdict = Verdict::Fail;
        result.subjects = 1;
        result.violations.push(Violation {
            rule: rule.id.to_owned(),
            level: rule.level,
            section: rule.section.to_owned(),
            text: rule.text.to_owned(),
            binding: String::new(),
            subject: "the agent card".to_owned(),
            expected: "an agent card that lists an interface".to_owned(),
            observed: why.to_owned(),
            cause: None,
            exchanges: Vec::new(),
            place: String::new(),
            evidence: None,
        });
    } else {
        result.reason = Some(format!("see D1: {why}"));
        result.prevented = true;
    }
    result
}

/// A check whose turn never came, or that was not done, when the run ended.
pub(super) fn unjudged(check: &'static Check, reason: String) -> CheckResult {
    CheckResult { reason: Some(reason), ..blank(check) }
}

fn blank(check: &'static Check) -> CheckResult {
    CheckResult {
        id: check.id.to_owned(),
        slug: check.slug.to_owned(),
        group: check.group.name().to_owned(),
        title: check.title.to_owned(),
        rules: check.rules.iter().map(|rule| rule.id.to_owned()).collect(),
        binding: String::new(),
        verdict: Verdict::NotObserved,
        bindings: BTreeMap::new(),
        repeats: Vec::new(),
        subjects: 0,
        violations: Vec::new(),
        reason: None,
        prevented: false,
        cause: None,
        duration_ms: 0,
        assertions: BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;

    #[test]
    fn a_check_over_several_bindings_tells_how_it_ended_over_each() {
        let check = checks::all()[0];
        let part = |binding: &str, verdict| CheckResult { binding: binding.to_owned(), verdict, ..blank(check) };

        let whole = merged(check, vec![part("JSONRPC", Verdict::Pass), part("HTTP+JSON", Verdict::Fail)]);

        let over: Vec<_> = whole.bindings.iter().map(|(binding, verdict)| (binding.as_str(), *verdict)).collect();
        assert_eq!(over, [("HTTP+JSON", Verdict::Fail), ("JSONRPC", Verdict::Pass)]);
        assert_eq!((whole.verdict, whole.binding.as_str()), (Verdict::Fail, "JSONRPC, HTTP+JSON"));
    }
}
