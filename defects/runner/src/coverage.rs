//! Which checks come by which defects, measured on the sound server: a check that never comes by a defect's switch point
//! sees the sound server, whether the defect is planted or not.

use std::collections::HashSet;

use a2a_assay_defects::{Defect, Planted, Reached};
use a2a_assay_harness::Target;
use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::check::{Check, Scope};
use a2a_assay_harness::run::{Plan, run};
use a2a_assay_reports::Verdict;
use futures::StreamExt;
use tokio_util::task::AbortOnDropHandle;

use crate::embedded::{Stage, stage};
use crate::judge::{JudgeError, Settings, bindings, plan};

/// How many sound servers are judged at once: each by one check, which mostly waits.
const AT_ONCE: usize = 48;

/// What each check came by, running alone against a sound server of its own.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    seen: Vec<Sight>,
    requests: u64,
}

/// One check over some bindings.
#[derive(Clone, Debug)]
struct Sight {
    check: &'static str,
    bindings: Vec<Binding>,
    /// The defects that it came by; nothing where that can't be told, and it may notice any.
    reached: Option<HashSet<Defect>>,
}

impl Coverage {
    /// Runs each check alone, over the bindings over which these defects are judged.
    pub async fn measured(defects: &[Defect], settings: &Settings) -> Result<Self, JudgeError> {
        let mut scopes: Vec<Vec<Binding>> = Vec::new();
        for defect in defects {
            let scope = bindings(&[*defect], settings);
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        let checks = settings.checks.checks();
        let alone = scopes.iter().flat_map(|scope| checks.iter().map(|check| (*check, scope.clone())));
        let mut running = futures::stream::iter(alone)
            .map(|(check, scope)| {
                let settings = settings.clone();
                AbortOnDropHandle::new(tokio::spawn(async move { measure(check, scope, &settings).await }))
            })
            .buffer_unordered(AT_ONCE);
        let mut coverage = Self::default();
        while let Some(measured) = running.next().await {
            let (sight, requests) = measured.map_err(JudgeError::Judge)??;
            coverage.seen.push(sight);
            coverage.requests += requests;
        }
        Ok(coverage)
    }

    /// The requests that measuring took.
    pub fn requests(&self) -> u64 {
        self.requests
    }

    /// Whether a check may notice one of these defects over these bindings. What reports on all the others' conversations
    /// may notice what they come by.
    pub fn covers(&self, check: &Check, bindings: &[Binding], defects: &[Defect]) -> bool {
        let sight = self.seen.iter().find(|sight| sight.check == check.id && sight.bindings == bindings);
        let reached = sight.and_then(|sight| sight.reached.as_ref());
        check.scope == Scope::AfterAll
            || reached.is_none_or(|reached| defects.iter().any(|defect| reached.contains(defect)))
    }
}

/// Runs one check against a sound server of its own; with the requests that it took.
async fn measure(
    check: &'static Check,
    bindings: Vec<Binding>,
    settings: &Settings,
) -> Result<(Sight, u64), JudgeError> {
    let reached = Reached::default();
    let Stage { server: _running, target, receivers } =
        stage(Planted::none_noting(&reached)).await.map_err(JudgeError::Start)?;
    let target = Target { bindings: bindings.clone(), ..target };
    let plan = Plan { checks: vec![check], ..plan(settings) };
    let report = run(target, receivers, &plan).await.map_err(JudgeError::Control)?;
    let green = report.checks.iter().all(|check| matches!(check.verdict, Verdict::Pass | Verdict::NotApplicable));
    // What does not go its usual way comes by other switches than usual.
    let reached = green.then(|| reached.so_far());
    Ok((Sight { check: check.id, bindings, reached }, report.requests))
}
