//! `a2a-assay check`: judge an agent.

mod args;
mod card;
mod gate;
mod hint;
mod watch;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::run::{Event, Plan, run as judge};
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

/// What was judged, and how that ends.
pub(super) struct Judged {
    ending: Ending,
    reports: Vec<CheckReport>,
}

/// Judges what was named, once or whenever it changes.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    if args.watch {
        return watch::run(args, volume, interrupt).await;
    }
    once(args, volume, interrupt).await.map(|judged| judged.ending)
}

async fn once(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Judged, Failure> {
    if args.card.is_empty() { agent(args, volume, interrupt).await } else { card::judge(args, volume) }
}

/// Judges the agent and hands the report out.
async fn agent(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Judged, Failure> {
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
    hint::give(&report, &args.agent, volume);
    Ok(Judged { ending, reports: vec![report] })
}

fn plan(args: &Args, checks: Vec<&'static Check>, jobs: usize, volume: Volume, interrupt: CancellationToken) -> Plan {
    let progress = Progress::new(checks.len(), "looking at the agent", volume);
    let watch = Box::new(move |event: Event<'_>| match event {
        Event::Began(check) => progress.began(check.id),
        Event::Ended(check) => {
            progress.ended(&check.id, &format!("{} {} {}", check.id, check.slug, check.verdict.word()));
        }
    });
    Plan { set: args.set.into(), checks, jobs, watch, examine: true, interrupt }
}

fn text(report: &CheckReport, volume: Volume) -> String {
    if volume.quiet { text::verdict_line(report) } else { text::check(report, volume.verbose) }
}
