//! What is to be judged, how, and what it has to satisfy: from the words to the report.

use std::sync::Arc;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Event, Plan, judge};
use a2a_assay_reports::{CheckReport, CheckResult, Event as Told, Gate, text};
use tokio_util::sync::CancellationToken;

use super::args::again;
use super::gate::ending;
use super::{Judged, RunArgs, hint};
use crate::baseline_file::BaselineFile;
use crate::cli::Volume;
use crate::commands::agent::{AgentArgs, receivers, unjudged};
use crate::ending::Failure;
use crate::events::EventLog;
use crate::progress::Progress;
use crate::{evidence, report_to};

/// The program and its version.
const TOOL: &str = concat!("a2a-assay ", env!("CARGO_PKG_VERSION"));
/// How many conversations go on at once: most of them wait, for an agent that takes its time.
const JOBS: usize = 32;

/// What is to be judged, how, and what it has to satisfy.
pub(crate) struct Order<'a> {
    /// The agent.
    pub(crate) agent: &'a AgentArgs,
    /// The set that the checks are chosen from.
    pub(crate) set: Set,
    /// The checks, in catalogue order.
    pub(crate) checks: Vec<&'static Check>,
    /// What the run has to satisfy.
    pub(crate) demands: Gate,
    /// How it is done.
    pub(crate) run: &'a RunArgs,
}

impl Order<'_> {
    /// Judges the agent and hands the report out.
    pub(crate) async fn fulfilled(self, volume: Volume, interrupt: CancellationToken) -> Result<Judged, Failure> {
        report_to::foresee::<CheckReport>(&self.run.report)?;
        evidence::foresee(self.run.evidence.as_deref())?;
        let baseline = self.run.baseline.as_deref().map(BaselineFile::read).transpose()?;
        let target = self.agent.target()?;
        let receivers = receivers(&target).await?;
        let events = Arc::new(EventLog::open(&self.run.report)?);
        events.tell(&Told::RunStarted { command: "check", tool: TOOL, set: self.set.name(), total: self.checks.len() });
        let plan = self.plan(baseline.as_ref(), target.conversations(JOBS), volume, &events, interrupt);

        let judged = judge(target, receivers, &plan).await;

        drop(plan);
        let judged = judged.map_err(|why| events.broken_off(unjudged(&why)))?;
        let mut report = judged.report;
        report.again = again(self.agent, &report.target.url);
        report.gate = Gate { cut_short: report.gate.cut_short, ..self.demands };
        report.gate.baseline = baseline.map(|baseline| baseline.weighed(&report));
        let ending = ending(&report, judged.cut);
        report.gate.exit = ending.code();
        report.findings.iter().for_each(|finding| events.tell(&Told::Finding(finding)));
        events.tell(&Told::CheckRunEnded(&report));
        // Without its evidence a run has its reports all the same.
        let evidence = self.run.evidence.as_deref().map_or(Ok(()), |folder| evidence::write(&mut report, folder));
        report_to::deliver(&report_to::with_events_told(&self.run.report), &told(&report, volume), &report)?;
        evidence?;
        events.finished()?;
        hint::give(&report, self.agent, volume);
        Ok(Judged { ending, reports: vec![report] })
    }

    fn plan(
        &self,
        baseline: Option<&BaselineFile>,
        jobs: usize,
        volume: Volume,
        events: &Arc<EventLog>,
        interrupt: CancellationToken,
    ) -> Plan {
        let events = Arc::clone(events);
        let progress = Progress::new(self.checks.len() * self.run.repeat, "looking at the agent", volume);
        let watch = move |event: Event<'_>| match event {
            Event::Began(check) => {
                progress.began(check.id);
                events.tell(&Told::CheckStarted(check.id));
            }
            Event::Ended(check) => {
                progress.ended(&check.id, &format!("{} {} {}", check.id, check.slug, check.verdict.word()));
                events.tell(&Told::CheckEnded(check));
            }
        };
        let known = baseline.map(BaselineFile::in_force);
        // The first requirement found broken ends the run, whatever else fails it in the end.
        let (fast, first) = (self.run.fail_fast, Gate { baseline: known, ..Gate::default() });
        let enough = move |check: &CheckResult| fast && !first.unforeseen(check).is_empty();
        Plan {
            checks: self.checks.clone(),
            jobs,
            watch: Box::new(watch),
            examine: true,
            repeat: self.run.repeat,
            enough: Box::new(enough),
            deadline: self.run.deadline,
            interrupt,
            ..Plan::of(self.set)
        }
    }
}

/// The report as text, as loud as it was asked for.
pub(crate) fn told(report: &CheckReport, volume: Volume) -> String {
    if volume.quiet { text::verdict_line(report) } else { text::check(report, volume.verbose) }
}
