//! What is to be judged, how, and what it has to satisfy: from the words to the report.

use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Plan, judge};
use a2a_assay_reports::{CheckReport, CheckResult, Gate, text};
use tokio_util::sync::CancellationToken;

use super::RunArgs;
use super::args::again;
use super::gate::ending;
use crate::baseline_file::BaselineFile;
use crate::cli::Volume;
use crate::commands::agent::{AgentArgs, receivers, unjudged};
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to;

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
    pub(crate) async fn fulfilled(self, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
        report_to::foresee::<CheckReport>(&self.run.report)?;
        let baseline = self.run.baseline.as_deref().map(BaselineFile::read).transpose()?;
        let target = self.agent.target()?;
        let receivers = receivers(&target).await?;
        let plan = self.plan(baseline.as_ref(), target.conversations(JOBS), volume, interrupt);

        let judged = judge(target, receivers, &plan).await.map_err(|why| unjudged(&why))?;

        drop(plan);
        let mut report = judged.report;
        report.again = again(self.agent, &report.target.url);
        report.gate = Gate { cut_short: report.gate.cut_short, ..self.demands };
        report.gate.baseline = baseline.map(|baseline| baseline.weighed(&report));
        let ending = ending(&report, judged.cut);
        report.gate.exit = ending.code();
        report_to::deliver(&self.run.report, &told(&report, volume), &report)?;
        Ok(ending)
    }

    fn plan(&self, baseline: Option<&BaselineFile>, jobs: usize, volume: Volume, interrupt: CancellationToken) -> Plan {
        let progress = Progress::new(self.checks.len() * self.run.repeat, volume);
        let watch = move |check: &CheckResult| {
            progress.ended(&format!("{} {} {}", check.id, check.slug, check.verdict.word()));
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
