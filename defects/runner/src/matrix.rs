//! The matrix: the sound server first, then one server a defect, several at once.

use std::collections::BTreeSet;
use std::io;
use std::time::Instant;

use a2a_assay_defects::{CATALOGUE, Defect, Planted, Set};
use a2a_assay_harness::Target;
use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::run::{Plan, RunError, report_without_card, run};
use a2a_assay_reports::{
    Agreement, CheckReport, Control, DefectResult, Loss, MutationReport, MutationSummary, Unproven,
};
use futures::StreamExt;
use tokio_util::task::AbortOnDropHandle;

use crate::embedded::{Stage, stage};
use crate::observe::{losses, losses_of_control};

/// What to plant, and how many things to do at once.
#[derive(Clone, Debug)]
pub struct Options {
    /// The defects, one server each.
    pub defects: Vec<Defect>,
    /// How many servers are judged at once, at least one.
    pub servers: usize,
    /// How many conversations go on at once with each, at least one.
    pub jobs: usize,
    /// The bindings over which each check runs.
    pub bindings: Vec<Binding>,
}

impl Default for Options {
    fn default() -> Self {
        let defects = CATALOGUE.iter().map(|entry| entry.defect).collect();
        // Enough servers that those which keep a check waiting do so beside others. The binding is the one that the
        // reference agent's card prefers; Q1 holds the others against it.
        Self { defects, servers: 12, jobs: Plan::core().jobs, bindings: vec![Binding::JsonRpc] }
    }
}

/// What happens while the matrix is run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The sound server was judged.
    Control(&'a Control),
    /// A defective server was judged.
    Defect(&'a DefectResult),
}

/// Why nothing could be planted: the fault is ours.
#[derive(Debug, thiserror::Error)]
pub enum MutateError {
    /// The embedded server or a receiver can't listen.
    #[error("the embedded server can't be started")]
    Start(#[source] io::Error),
    /// The sound server can't be judged.
    #[error("the sound server can't be judged")]
    Control(#[source] RunError),
    /// Judging a defective server panicked.
    #[error("a defective server can't be judged")]
    Judge(#[source] tokio::task::JoinError),
}

/// Judges the sound server and, if nothing there is red, one server for each defect.
pub async fn mutate(options: &Options, watch: impl Fn(Event<'_>)) -> Result<MutationReport, MutateError> {
    let started = Instant::now();
    let sound = judge_sound(options).await?;
    let control = control(&sound);
    watch(Event::Control(&control));
    let mut requests = sound.requests;
    let mut defects = Vec::new();
    let mut failed = BTreeSet::new();
    if control.red.is_empty() && control.checks > 0 {
        for (result, sent, assertions) in judge_defective(options, &sound, &watch).await? {
            requests += sent;
            defects.push(result);
            failed.extend(assertions);
        }
    }
    Ok(MutationReport {
        format: "a2a-assay/mutation".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        summary: MutationSummary::of(control.checks, &defects),
        unproven: unproven(&sound, &defects, &failed),
        control,
        defects,
        requests,
        duration_ms: milliseconds(started),
    })
}

async fn judge_sound(options: &Options) -> Result<CheckReport, MutateError> {
    let Stage { server: _running, target, receivers } = stage(Planted::none()).await.map_err(MutateError::Start)?;
    let target = Target { bindings: options.bindings.clone(), ..target };
    run(target, receivers, &plan(options.jobs)).await.map_err(MutateError::Control)
}

/// The results in catalogue order, each with the requests that it took and the assertions that failed.
async fn judge_defective(
    options: &Options,
    sound: &CheckReport,
    watch: &impl Fn(Event<'_>),
) -> Result<Vec<(DefectResult, u64, Vec<String>)>, MutateError> {
    let mut running = futures::stream::iter(options.defects.iter().copied())
        .map(|defect| {
            // A task of its own, so that all cores judge; it ends with this stream.
            let judging = AbortOnDropHandle::new(tokio::spawn(judge(defect, options.clone())));
            async move { (defect, judging.await) }
        })
        .buffer_unordered(options.servers.max(1));
    let mut results = Vec::new();
    while let Some((defect, judged)) = running.next().await {
        let (report, duration_ms) = judged.map_err(MutateError::Judge)??;
        let result = DefectResult { duration_ms, ..compare(defect, losses(sound, &report)) };
        watch(Event::Defect(&result));
        results.push((defect, result, report.requests, failed_assertions(&report)));
    }
    results.sort_by_key(|(defect, ..)| *defect);
    Ok(results.into_iter().map(|(_, result, requests, failed)| (result, requests, failed)).collect())
}

/// A server with one defect, judged; a server that lost its card is judged by that.
async fn judge(defect: Defect, options: Options) -> Result<(CheckReport, u64), MutateError> {
    let started = Instant::now();
    let Stage { server: _running, target, receivers } = stage(defect.into()).await.map_err(MutateError::Start)?;
    let target = Target { bindings: options.bindings, ..target };
    let plan = plan(options.jobs);
    let report = match run(target.clone(), receivers, &plan).await {
        Ok(report) => report,
        Err(why) => report_without_card(&target, &plan, &why),
    };
    Ok((report, milliseconds(started)))
}

fn compare(defect: Defect, losses: Vec<Loss>) -> DefectResult {
    let entry = defect.entry();
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let observed: Vec<String> = losses.iter().map(|loss| loss.check.clone()).collect();
    DefectResult {
        name: entry.name.to_owned(),
        set: match entry.set {
            Set::Core => "core".to_owned(),
        },
        story: entry.story.to_owned(),
        breaks: owned(entry.breaks),
        predicted: owned(entry.predicted),
        first_prediction: owned(entry.first),
        verdict: Agreement::of(entry.predicted, &observed),
        observed,
        lesson: entry.lesson.map(str::to_owned),
        losses,
        duration_ms: 0,
    }
}

fn control(sound: &CheckReport) -> Control {
    let losses = losses_of_control(sound);
    Control {
        checks: sound.checks.len(),
        red: losses.iter().map(|loss| loss.check.clone()).collect(),
        losses,
        duration_ms: sound.duration_ms,
    }
}

/// The assertions that failed, each named by its check, its rule and its place.
fn failed_assertions(report: &CheckReport) -> Vec<String> {
    named_assertions(report).filter(|(_, failed)| *failed).map(|(name, _)| name).collect()
}

fn named_assertions(report: &CheckReport) -> impl Iterator<Item = (String, bool)> + '_ {
    report.checks.iter().flat_map(|check| {
        check.assertions.iter().map(|(assertion, failed)| (format!("{} {assertion}", check.id), *failed))
    })
}

/// The checks that no defect turned red, and the assertions that held over every one.
fn unproven(sound: &CheckReport, defects: &[DefectResult], failed: &BTreeSet<String>) -> Unproven {
    let proven = |id: &String| defects.iter().any(|defect| defect.observed.contains(id));
    let checks = sound.checks.iter().map(|check| check.id.clone()).filter(|id| !proven(id)).collect();
    let assertions = named_assertions(sound).map(|(name, _)| name).filter(|name| !failed.contains(name)).collect();
    Unproven { checks, assertions }
}

fn plan(jobs: usize) -> Plan {
    Plan { jobs: jobs.max(1), ..Plan::core() }
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
