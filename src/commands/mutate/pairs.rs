//! Two defects a server.

use a2a_assay_mutation::Options;
use a2a_assay_mutation::pairs::{Choice, chosen, pairs};
use a2a_assay_reports::{PairReport, text};

use super::{Args, fault, last_lines};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to::{self, ReportTo};

pub(super) async fn run(args: &Args, options: &Options, volume: Volume) -> Result<Ending, Failure> {
    report_to::foresee::<PairReport>(&args.report)?;
    let choice = Choice { sample: args.sample, seed: args.seed, shard: args.shard };
    let planted = chosen(&options.defects, choice).len() + options.defects.len();
    let progress = Progress::new(planted, "judging the sound server", volume);

    let report = pairs(options, choice, |line| progress.ended("", line)).await.map_err(|why| fault(&why))?;

    drop(progress);
    hand_out(&report, &args.report, volume)
}

/// Hands a report out, and says how that ends.
pub(in crate::commands) fn hand_out(report: &PairReport, to: &[ReportTo], volume: Volume) -> Result<Ending, Failure> {
    let ending = ending(report);
    let text = text::pairs(report, ending.code());
    let text = if volume.quiet { last_lines(&text, 1) } else { text };
    report_to::deliver(to, &text, report)?;
    Ok(ending)
}

fn ending(report: &PairReport) -> Ending {
    if report.control.checks == 0 || report.pairs.is_empty() {
        Ending::NothingJudged
    } else if !report.control.red.is_empty() {
        Ending::ControlRed
    } else if report.summary.hidden > 0 {
        Ending::Unsatisfied
    } else {
        Ending::Satisfied
    }
}
