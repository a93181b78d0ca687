//! `a2a-assay check`: judge an agent.

mod args;
mod gate;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Plan, run as judge};
use a2a_assay_reports::tally::Pins;
use a2a_assay_reports::text::{self, CheckTextOptions};
use a2a_assay_reports::{CheckReport, json};

pub(crate) use args::Args;
use tokio_util::sync::CancellationToken;

use super::agent::{receivers, unjudged};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to::{self, Form};
use crate::selectors;

/// The forms in which the report can be had.
const FORMS: &[Form] = &[Form::Text, Form::Json];

/// How many conversations go on at once: most of them wait, for an agent that takes its time.
const JOBS: usize = 32;

/// Judges the agent and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    let checks = selectors::chosen(args.set.into(), &args.only, &args.skip)?;
    report_to::foresee(&args.report, FORMS)?;
    let target = args.agent.target()?;
    let receivers = receivers(&target).await?;
    let plan = plan(args, checks, target.conversations(JOBS), volume, interrupt.clone());

    let report = judge(target, receivers, &plan).await.map_err(|why| unjudged(&why))?;

    drop(plan);
    let ending = if interrupt.is_cancelled() { Ending::Interrupted } else { gate::ending(&report, args) };
    let text = text(&report, args, volume, ending);
    report_to::deliver(&args.report, &text, |_| json::check(&report))?;
    Ok(ending)
}

fn plan(args: &Args, checks: Vec<&'static Check>, jobs: usize, volume: Volume, interrupt: CancellationToken) -> Plan {
    let progress = Progress::new(checks.len(), volume);
    let watch = Box::new(move |check: &a2a_assay_reports::CheckResult| {
        progress.ended(&format!("{} {} {}", check.id, check.slug, check.verdict.word()));
    });
    Plan { set: args.set.into(), checks, jobs, watch, examine: true, interrupt }
}

fn text(report: &CheckReport, args: &Args, volume: Volume, ending: Ending) -> String {
    let whole = Set::from(args.set).checks();
    let options = CheckTextOptions {
        again: args.again(&report.target.url),
        pins: pins(&whole),
        whole: whole.len(),
        verbose: volume.verbose,
        exit: ending.code(),
    };
    if volume.quiet { text::verdict_line(report, &options) } else { text::check(report, &options) }
}

fn pins(checks: &[&Check]) -> Pins {
    let levels = |check: &&Check| check.rules.iter().map(|rule| rule.level).collect();
    checks.iter().map(|check| (check.id.to_owned(), levels(check))).collect()
}
