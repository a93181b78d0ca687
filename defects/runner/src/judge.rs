//! One server, started with some defects or none, and judged.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use a2a_assay_defects::{Defect, Over, Planted};
use a2a_assay_harness::Target;
use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Plan, RunError, report_without_card, run};
use a2a_assay_reports::CheckReport;

use crate::coverage::Coverage;
use crate::embedded::{Stage, stage};

/// How each server is judged.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The checks.
    pub checks: Set,
    /// How many conversations go on at once with each server, at least one.
    pub jobs: usize,
    /// The bindings over which each check runs; empty means those that each defect needs.
    pub bindings: Vec<Binding>,
    /// What each check comes by, where that was measured; it is run against no defect that it never comes by.
    pub coverage: Option<Arc<Coverage>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { checks: Set::Core, jobs: Plan::core().jobs, bindings: Vec::new(), coverage: None }
    }
}

/// Why nothing could be judged: the fault is ours.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The embedded server or a receiver can't listen.
    #[error("the embedded server can't be started")]
    Start(#[source] io::Error),
    /// The sound server can't be judged.
    #[error("the sound server can't be judged")]
    Control(#[source] RunError),
    /// Judging a server panicked.
    #[error("a server can't be judged")]
    Judge(#[source] tokio::task::JoinError),
}

/// The server without a defect, judged over every binding that any of these defects needs.
pub async fn sound(defects: &[Defect], settings: &Settings) -> Result<CheckReport, JudgeError> {
    let Stage { server: _running, target, receivers } = stage(Planted::none()).await.map_err(JudgeError::Start)?;
    let target = Target { bindings: bindings(defects, settings), ..target };
    run(target, receivers, &plan(settings)).await.map_err(JudgeError::Control)
}

/// A server with these defects, judged, and how long that took in milliseconds; a server that lost its card is judged
/// by that.
pub async fn planted(defects: &[Defect], settings: &Settings) -> Result<(CheckReport, u64), JudgeError> {
    let started = Instant::now();
    let planted = defects.iter().copied().collect();
    let Stage { server: _running, target, receivers } = stage(planted).await.map_err(JudgeError::Start)?;
    let target = Target { bindings: bindings(defects, settings), ..target };
    let plan = Plan { checks: covering(defects, settings), ..plan(settings) };
    let report = match run(target.clone(), receivers, &plan).await {
        Ok(report) => report,
        Err(why) => report_without_card(&target, &plan, &why),
    };
    Ok((report, u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX)))
}

/// The checks that run against these defects: all of them, or those that may notice any where that was measured.
pub fn covering(defects: &[Defect], settings: &Settings) -> Vec<&'static Check> {
    let bindings = bindings(defects, settings);
    let mut checks = settings.checks.checks();
    if let Some(coverage) = &settings.coverage {
        checks.retain(|check| coverage.covers(check, &bindings, defects));
    }
    checks
}

/// The one that the reference agent's card prefers, unless a defect is bound to one: Q1 holds the others against it.
pub(crate) fn bindings(defects: &[Defect], settings: &Settings) -> Vec<Binding> {
    if !settings.bindings.is_empty() {
        return settings.bindings.clone();
    }
    let bound = defects.iter().any(|defect| defect.entry().over == Over::EachBinding);
    if bound { Binding::ALL.into() } else { vec![Binding::JsonRpc] }
}

pub(crate) fn plan(settings: &Settings) -> Plan {
    Plan { jobs: settings.jobs.max(1), ..Plan::of(settings.checks) }
}
