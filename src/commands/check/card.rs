//! `a2a-assay check --card`: judge cards as files, without asking anybody anything.

use std::io::{self, Read};
use std::path::Path;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::of_a_card;
use a2a_assay_harness::limits;
use a2a_assay_harness::run::{Plan, judge_card};
use a2a_assay_reports::CheckReport;

use super::{Args, Judged, gate, told};
use crate::baseline_file::BaselineFile;
use crate::cli::Volume;
use crate::commands::agent::URL_VARIABLE;
use crate::ending::{Ending, Failure};
use crate::{report_to, selectors, shell};

/// Judges every card and hands the reports out. A card that can't be read does not keep the others from being judged.
pub(super) fn judge(args: &Args, volume: Volume) -> Result<Judged, Failure> {
    if args.agent.url.is_some() && std::env::var_os(URL_VARIABLE).is_none() {
        return Err(Failure::usage("an address and --card were given; an agent is judged with its card, so give one"));
    }
    let run = &args.run;
    if run.evidence.is_some() || run.repeat > 1 || run.deadline.is_some() || run.fail_fast {
        return Err(Failure::usage(
            "--evidence, --repeat, --deadline and --fail-fast are for agents; leave them out with --card",
        ));
    }
    let checks = checks(args)?;
    report_to::foresee::<CheckReport>(&args.run.report)?;
    if args.card.len() > 1 && !args.run.report.is_empty() {
        return Err(Failure::usage("a report is of one card; give several without --report, or one after the other"));
    }
    let plan = Plan { checks, ..Plan::of(args.set.into()) };
    let mut whole = Judged { ending: Ending::Satisfied, reports: Vec::new() };
    for path in &args.card {
        match report(path, args, &plan) {
            Ok((ending, report)) => {
                // Where little is said it is said of which card.
                let which =
                    if volume.quiet && args.card.len() > 1 { format!("{}: ", path.display()) } else { String::new() };
                report_to::deliver(&args.run.report, &(which + &told(&report, volume)), &report)?;
                whole.ending = whole.ending.or_worse(ending);
                whole.reports.push(report);
            }
            Err(failure) => whole.ending = whole.ending.or_worse(failure.report()),
        }
    }
    Ok(whole)
}

/// The chosen checks, as far as they can be made of a card alone.
fn checks(args: &Args) -> Result<Vec<&'static Check>, Failure> {
    let mut checks = selectors::chosen(args.set.into(), &args.only, &args.skip)?;
    checks.retain(|check| of_a_card().iter().any(|(known, _)| known.id == check.id));
    if checks.is_empty() {
        let known: Vec<&str> = of_a_card().iter().map(|(check, _)| check.id).collect();
        let known = known.join(", ");
        return Err(Failure::usage(format!(
            "of a card alone only {known} can be judged; choose it, or give an address"
        )));
    }
    Ok(checks)
}

fn report(path: &Path, args: &Args, plan: &Plan) -> Result<(Ending, CheckReport), Failure> {
    let word = path.display().to_string();
    let shown = if is_input(path) { "standard input" } else { &word };
    let text = read(path).map_err(|why| Failure::usage(format!("the card {shown} can't be read: {why}")))?;
    let mut report = judge_card(&text, shown, plan)
        .map_err(|why| Failure::new(Ending::Unreachable, format!("there is no agent card in {shown}: {why}")))?;
    report.again = shell::command(&["a2a-assay", "check", "--card", &word].map(str::to_owned));
    report.gate = gate::demands(&args.run);
    let baseline = args.run.baseline.as_deref().map(BaselineFile::read).transpose()?;
    report.gate.baseline = baseline.map(|baseline| baseline.weighed(&report));
    let ending = gate::ending(&report, None);
    report.gate.exit = ending.code();
    Ok((ending, report))
}

/// Whether standard input is meant.
pub(super) fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// The text, or as much of it as it takes to see that it is too long.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let longest = limits::BODY as u64 + 1;
    let mut text = Vec::new();
    if is_input(path) {
        io::stdin().lock().take(longest).read_to_end(&mut text)?;
    } else {
        std::fs::File::open(path)?.take(longest).read_to_end(&mut text)?;
    }
    Ok(text)
}
