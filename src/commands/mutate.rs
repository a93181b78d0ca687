//! `a2a-assay mutate`: plant defects, and count which checks notice.

mod target;

use a2a_assay_harness::Target;
use a2a_assay_harness::agent::Binding;
use a2a_assay_mutation::{Event, JudgeError, Options, mutate};
use a2a_assay_reports::{MutationReport, json, text};

use super::agent::at_least_one;
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to::{self, ReportTo};
use crate::selectors::{self, SetName};

/// The words of `mutate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run this set of checks; the core set plants the core defects, any other plants every one.
    #[arg(long, value_enum, default_value_t = SetName::Core, value_name = "SET")]
    set: SetName,
    /// Plant only this defect: one of the reference agent, or with --target one on the wire.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    defect: Vec<String>,
    /// Judge over this binding, JSONRPC or HTTP+JSON; the agent's preferred one, when left out.
    #[arg(long, value_name = "NAME")]
    binding: Vec<String>,
    /// How many servers are judged at once.
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Where a report goes: text, json=FILE or json=-.
    #[arg(long, value_name = "FORM")]
    report: Vec<ReportTo>,
    #[command(flatten)]
    target: target::TargetArgs,
}

/// Runs the matrix and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume) -> Result<Ending, Failure> {
    if args.target.is_given() {
        return target::run(args, volume).await;
    }
    let mut options = Options::of(args.set.into());
    if !args.defect.is_empty() {
        options.defects = selectors::named_defects(&args.defect)?;
    }
    report_to::foresee(&args.report)?;
    if !args.binding.is_empty() {
        options.settings.bindings = bindings(&args.binding)?;
    }
    if let Some(jobs) = args.jobs {
        options.servers = jobs;
    }
    let progress = Progress::new(options.defects.len() + 1, volume);

    let watch = |event: Event<'_>| progress.ended(&line(event));
    let report = mutate(&options, watch).await.map_err(|why| fault(&why))?;

    drop(progress);
    let ending = ending(&report);
    let text = text::mutation(&report, ending.code());
    let text = match (volume.quiet, volume.verbose) {
        (true, _) => last_lines(&text),
        (_, true) => text::unproven_assertions(&report) + &text,
        _ => text,
    };
    report_to::deliver(&args.report, &text, || json::mutation(&report))?;
    Ok(ending)
}

fn bindings(names: &[String]) -> Result<Vec<Binding>, Failure> {
    let mut target = Target::default();
    for name in names {
        target.add_binding(name).map_err(|why| Failure::usage(why.to_string()))?;
    }
    Ok(target.bindings)
}

fn line(event: Event<'_>) -> String {
    match event {
        Event::Control(control) => format!("control: {} red", control.red.len()),
        Event::Defect(defect) => format!("{}: {}", defect.name, defect.verdict.words()),
    }
}

fn ending(report: &MutationReport) -> Ending {
    if report.control.checks == 0 {
        Ending::NothingJudged
    } else if !report.control.red.is_empty() {
        Ending::ControlRed
    } else if report.summary.wrong > 0 {
        Ending::Unsatisfied
    } else {
        Ending::Satisfied
    }
}

/// The score, which is all that is said when quiet.
fn last_lines(text: &str) -> String {
    const SCORE: usize = 2;
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(SCORE)..].join("\n") + "\n"
}

fn fault(why: &JudgeError) -> Failure {
    Failure::caused(Ending::OurFault, "no defect could be judged", why)
}
