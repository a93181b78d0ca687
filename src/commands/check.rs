//! `a2a-assay check`: judge an agent.

mod args;
mod gate;

use std::sync::Arc;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Plan, run as judge};
use a2a_assay_reports::{CheckReport, CheckResult, Event, text};

pub(crate) use args::Args;
use tokio_util::sync::CancellationToken;

use super::agent::{receivers, unjudged};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::events::EventLog;
use crate::progress::Progress;
use crate::{evidence, report_to, selectors};

/// The program and its version.
const TOOL: &str = concat!("a2a-assay ", env!("CARGO_PKG_VERSION"));
/// How many conversations go on at once: most of them wait, for an agent that takes its time.
const JOBS: usize = 32;

/// Judges the agent and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    let checks = selectors::chosen(args.set.into(), &args.only, &args.skip)?;
    report_to::foresee::<CheckReport>(&args.report)?;
    evidence::foresee(args.evidence.as_deref())?;
    let target = args.agent.target()?;
    let receivers = receivers(&target).await?;
    let events = Arc::new(EventLog::open(&args.report)?);
    events.tell(&Event::RunStarted {
        command: "check",
        tool: TOOL,
        set: Set::from(args.set).name(),
        total: checks.len(),
    });
    let watch = watch(&checks, volume, Arc::clone(&events));
    let jobs = target.conversations(JOBS);
    let plan = Plan { set: args.set.into(), checks, jobs, watch, examine: true, interrupt: interrupt.clone() };

    let judged = judge(target, receivers, &plan).await;

    drop(plan);
    let mut report = judged.map_err(|why| events.broken_off(unjudged(&why)))?;
    let ending = if interrupt.is_cancelled() { Ending::Interrupted } else { gate::ending(&report, args) };
    report.again = args.again(&report.target.url);
    report.gate = args.gate(interrupt.is_cancelled(), ending);
    report.findings.iter().for_each(|finding| events.tell(&Event::Finding(finding)));
    events.tell(&Event::CheckRunEnded(&report));
    if let Some(folder) = &args.evidence {
        evidence::write(&mut report, folder)?;
    }
    report_to::deliver(&report_to::with_events_told(&args.report), &text(&report, volume), &report)?;
    events.finished()?;
    Ok(ending)
}

/// Who is told of each check as it ends.
fn watch(checks: &[&Check], volume: Volume, events: Arc<EventLog>) -> Box<dyn Fn(&CheckResult) + Send + Sync> {
    let progress = Progress::new(checks.len(), volume);
    Box::new(move |check| {
        progress.ended(&format!("{} {} {}", check.id, check.slug, check.verdict.word()));
        events.tell(&Event::CheckEnded(check));
    })
}

fn text(report: &CheckReport, volume: Volume) -> String {
    if volume.quiet { text::verdict_line(report) } else { text::check(report, volume.verbose) }
}
