//! Whether a report satisfies the gate.

use a2a_assay_reports::{CheckReport, tally};

use super::Args;
use crate::ending::Ending;

/// How the run ends. Our own errors weigh most, and nothing judged is never green.
pub(super) fn ending(report: &CheckReport, args: &Args) -> Ending {
    let summary = &report.summary;
    if summary.error > 0 {
        return Ending::OurFault;
    }
    if summary.judged() == 0 {
        return Ending::NothingJudged;
    }
    let broken = tally::worst(report).is_some_and(|level| level >= args.fail_on.level());
    let unseen = args.require_observed && summary.not_observed > 0;
    if broken || unseen || summary.fail + summary.inconclusive > 0 { Ending::Unsatisfied } else { Ending::Satisfied }
}
