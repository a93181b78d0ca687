//! `a2a-assay check`: judge an agent.

mod args;
mod gate;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::run::{Plan, run as judge};
use a2a_assay_reports::{CheckReport, text};

pub(crate) use args::Args;
use tokio_util::sync::CancellationToken;

use super::agent::{receivers, unjudged};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to;
use crate::selectors;

/// How many conversations go on at once: most of them wait, for an agent that takes its time.
const JOBS: usize = 32;

/// Judges the agent and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    let checks = selectors::chosen(args.set.into(), &args.only, &args.skip)?;
    report_to::foresee::<CheckReport>(&args.report)?;
    let target = args.agent.target()?;
    let receivers = receivers(&target).await?;
    let plan = plan(args, checks, target.conversations(JOBS), volume, interrupt.clone());

    let mut report = judge(target, receivers, &plan).await.map_err(|why| unjudged(&why))?;

    drop(plan);
    let ending = if interrupt.is_cancelled() { Ending::Interrupted } else { gate::ending(&report, args) };
    report.again = args.again(&report.target.url);
    report.gate = args.gate(interrupt.is_cancelled(), ending);
    report_to::deliver(&args.report, &text(&report, volume), &report)?;
    Ok(ending)
}

fn plan(args: &Args, checks: Vec<&'static Check>, jobs: usize, volume: Volume, interrupt: CancellationToken) -> Plan {
    let progress = Progress::new(checks.len(), volume);
    let watch = Box::new(move |check: &a2a_assay_reports::CheckResult| {
        progress.ended(&format!("{} {} {}", check.id, check.slug, check.verdict.word()));
    });
    Plan { set: args.set.into(), checks, jobs, watch, examine: true, interrupt }
}

fn text(report: &CheckReport, volume: Volume) -> String {
    if volume.quiet { text::verdict_line(report) } else { text::check(report, volume.verbose) }
}
