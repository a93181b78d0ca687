//! Looks at an agent before it is judged: what can be reached, who is let in, which behaviours it has, what will not
//! be seen and what to do about it. One file a topic.
//!
//! It judges nothing. What it learns makes the judgement fairer: an agent that never heard of a stimulus has not broken
//! a rule.

mod card;
mod clock;
mod coverage;
mod credentials;
mod interfaces;
mod receiver;
mod stimuli;

use std::sync::Arc;
use std::time::Instant;

use a2a_assay_reports::{DoctorReport, Finding};

use crate::agent::Interface;
use crate::check::Check;
use crate::probe::{Probe, Setting};
use crate::run::{self, Redactor, RunError, Unreachable};
use crate::{Receivers, Target};

/// Examines an agent as far as it can be reached.
pub async fn doctor(target: Target, receivers: Receivers, checks: &[&'static Check]) -> Result<DoctorReport, RunError> {
    let started = Instant::now();
    let url = target.url.clone();
    let (target, findings) = match run::meet(target, receivers).await {
        Ok(mut setting) => {
            let findings = examine(&mut setting, checks).await;
            let redactor = Redactor::of(setting.target.secrets());
            let findings = findings.into_iter().map(|finding| redactor.redacted(finding)).collect();
            (redactor.redacted(run::describe(&setting)), findings)
        }
        Err(RunError::Unreachable(why @ Unreachable::NoAddress(_))) => return Err(why.into()),
        Err(why) => (a2a_assay_reports::TargetInfo { url, ..Default::default() }, vec![fatal(&why)]),
    };
    Ok(DoctorReport {
        format: "a2a-assay/doctor".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        target,
        findings,
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// Looks at everything, and puts what it learned into the setting.
pub(crate) async fn examine(setting: &mut Arc<Setting>, checks: &[&'static Check]) -> Vec<Finding> {
    let mut findings = card::look(setting);
    let (reached, silent) = interfaces::look(setting).await;
    findings.extend(reached);
    learn(setting, |setting| setting.silent = silent);
    let live = setting.agent.interfaces.iter().find(|interface| setting.silent_at(interface).is_none()).cloned();
    if let Some(interface) = live {
        findings.extend(clock::look(setting, &interface).await);
        findings.extend(credentials::look(setting, &interface).await);
        let (found, prompts, convention) = stimuli::look(setting, &interface).await;
        findings.extend(found);
        learn(setting, |setting| {
            setting.target.prompts.extend(prompts);
            setting.target.convention = convention;
        });
        let (found, unreachable) = receiver::look(setting, &interface).await;
        findings.extend(found);
        learn(setting, |setting| setting.receivers.unreachable = unreachable);
    }
    findings.extend(coverage::look(setting, checks));
    findings
}

/// Changes the setting, which nobody else holds between two topics.
fn learn(setting: &mut Arc<Setting>, change: impl FnOnce(&mut Setting)) {
    match Arc::get_mut(setting) {
        Some(setting) => change(setting),
        None => unreachable!("a topic has kept a probe"),
    }
}

/// A conversation that judges nothing.
fn probe(setting: &Arc<Setting>, interface: &Interface) -> Probe {
    Probe::new(Arc::clone(setting), interface.clone(), &[])
}

/// Why the agent could not be looked at.
fn fatal(why: &RunError) -> Finding {
    let (topic, fix) = match why {
        RunError::Unreachable(Unreachable::NoCard { .. }) => {
            ("card", "give the agent's own address, or that of its card")
        }
        RunError::Unreachable(_) => ("address", "start the agent, or correct its address"),
        RunError::NoInterface { .. } => ("card", "list an interface of protocol 1.0 over JSONRPC or HTTP+JSON"),
        RunError::Credentials(_) => {
            ("credentials", "give principals.alice in the target file, or --bearer alice=env:NAME")
        }
        RunError::Client(_) => ("connection", "see [connection] in the target file"),
    };
    Finding::bad(topic, why.to_string(), fix)
}
