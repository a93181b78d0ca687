//! One defect a server, every check against each.

use a2a_assay_harness::checks::Set;
use a2a_assay_mutation::{Event, Options, mutate};
use a2a_assay_reports::{Event as Told, MutationReport, kill_matrix, text};

use super::{Args, fault, last_lines};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::events::EventLog;
use crate::progress::Progress;
use crate::report_to::{self, ReportTo};

/// The program and its version.
const TOOL: &str = concat!("a2a-assay ", env!("CARGO_PKG_VERSION"));

pub(super) async fn run(args: &Args, options: &Options, volume: Volume) -> Result<Ending, Failure> {
    report_to::foresee::<MutationReport>(&args.report)?;
    let progress = Progress::new(options.defects.len() + 1, "judging the sound server", volume);
    let events = EventLog::open(&args.report)?;
    let set = options.settings.checks.name();
    let total =
        (0..options.defects.len()).filter(|place| options.shard.is_none_or(|shard| shard.takes(*place))).count();
    events.tell(&Told::RunStarted { command: "mutate", tool: TOOL, set, total });

    let watch = |event: Event<'_>| {
        tell(&progress, "", event);
        if let Some(told) = told(event) {
            events.tell(&told);
        }
    };
    let report = mutate(options, watch).await.map_err(|why| events.broken_off(fault(&why)))?;

    drop(progress);
    events.tell(&Told::MutationRunEnded { report: &report, exit: Some(ending(&report).code()) });
    let ending = hand_out(&report, &report_to::with_events_told(&args.report), volume)?;
    events.finished()?;
    Ok(ending)
}

/// An event as it is written, where it is.
fn told(event: Event<'_>) -> Option<Told<'_>> {
    match event {
        Event::Control(control) => Some(Told::Control(control)),
        Event::Planted(_) => None,
        Event::Defect(defect) => Some(Told::Defect(defect)),
    }
}

/// Hands a report out, and says how that ends.
pub(in crate::commands) fn hand_out(
    report: &MutationReport,
    to: &[ReportTo],
    volume: Volume,
) -> Result<Ending, Failure> {
    let ending = ending(report);
    let text = text::mutation(report, ending.code());
    let text = match (volume.quiet, volume.verbose) {
        (true, _) => last_lines(&text, 2 + report.unproven.excused.len()),
        (_, true) => text::unproven_assertions(report) + &text,
        _ => text,
    };
    report_to::deliver(to, &text, report)?;
    Ok(ending)
}

/// Shows an event; `whose` stands before how something ended.
pub(in crate::commands) fn tell(progress: &Progress, whose: &str, event: Event<'_>) {
    match event {
        Event::Control(control) => progress.ended("", &format!("{whose}control: {} red", control.red.len())),
        Event::Planted(defect) => progress.began(defect.name()),
        Event::Defect(defect) => {
            progress.ended(&defect.name, &format!("{whose}{}: {}", defect.name, defect.verdict.words()));
        }
    }
}

fn ending(report: &MutationReport) -> Ending {
    if report.control.checks == 0 {
        Ending::NothingJudged
    } else if !report.control.red.is_empty() {
        Ending::ControlRed
    } else if report.summary.wrong > 0 || (is_whole(report) && !is_lawful(report)) {
        Ending::Unsatisfied
    } else {
        Ending::Satisfied
    }
}

/// Whether every defect was planted, and every check of both sets was run against each.
fn is_whole(report: &MutationReport) -> bool {
    let everything = report.set == Set::All.name();
    everything && report.shard.is_none() && report.defects.len() == a2a_assay_defects::all().count()
}

/// Every check has a defect that only it notices, and every assertion one that makes it fail.
fn is_lawful(report: &MutationReport) -> bool {
    let unproven = &report.unproven;
    unproven.checks.is_empty() && unproven.assertions.is_empty() && kill_matrix::redundant(report).is_empty()
}
