//! `a2a-assay baseline`: what is known to fail, so that only what is new fails a run.

use std::path::PathBuf;

use a2a_assay_harness::checks::Set;
use a2a_assay_reports::{Baseline, CheckReport, Entry, text};
use clap::Subcommand;
use jiff::civil::Date;

use crate::baseline_file::{BaselineFile, today};
use crate::ending::{Ending, Failure};
use crate::read_report::ReadReport;
use crate::{selectors, streams};

/// The words of `baseline`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Step,
}

/// What is done with a baseline.
#[derive(Debug, Subcommand)]
enum Step {
    /// Take in what failed the run of a report, with the reason why that is borne.
    Update(UpdateArgs),
    /// Leave out what a report shows to be mended.
    Prune {
        #[command(flatten)]
        files: Files,
    },
}

#[derive(Debug, clap::Args)]
struct UpdateArgs {
    #[command(flatten)]
    files: Files,
    /// Why the failures are borne.
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The last day on which they are, as YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    expires: Option<Date>,
    /// Take in only what these checks found; said as with `check --only`.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    only: Vec<String>,
    /// Give what is known already this reason and this last day as well.
    #[arg(long)]
    renew: bool,
}

#[derive(Debug, clap::Args)]
struct Files {
    /// A report that `check` wrote with `--report json=FILE`.
    #[arg(value_name = "REPORT")]
    report: PathBuf,
    /// The baseline.
    #[arg(long, value_name = "FILE")]
    baseline: PathBuf,
}

/// Changes the baseline and says how.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    match &args.step {
        Step::Update(args) => update(args),
        Step::Prune { files } => prune(files),
    }
}

fn update(args: &UpdateArgs) -> Result<Ending, Failure> {
    let today = today();
    if args.reason.trim().is_empty() {
        return Err(Failure::usage("a failure is borne for a reason; give it with --reason"));
    }
    if let Some(expires) = args.expires.filter(|expires| *expires < today) {
        return Err(Failure::usage(format!("--expires {expires} is over; give today or a day to come")));
    }
    let chosen = selectors::chosen(Set::All, &args.only, &[])?;
    let report = args.files.report()?;
    let mut file = BaselineFile::read_or_begin(&args.files.baseline)?;
    let mut taken = Vec::new();
    for check in report.checks.iter().filter(|check| chosen.iter().any(|one| one.id == check.id)) {
        for what in report.gate.failing(check) {
            let known = |entry: &Entry| !entry.is_expired(today) && entry.covers(&what, check);
            if args.renew || !file.baseline.entries().iter().any(known) {
                let entry = Entry { what, reason: args.reason.trim().to_owned(), expires: args.expires };
                file.baseline.take(entry.clone());
                taken.push(entry);
            }
        }
    }
    file.write()?;
    say("taken in", &taken, &file.baseline)
}

fn prune(files: &Files) -> Result<Ending, Failure> {
    let report = files.report()?;
    let mut file = BaselineFile::read(&files.baseline)?;
    let dropped = file.baseline.prune(&report);
    file.write()?;
    say("left out", &dropped, &file.baseline)
}

fn say(word: &str, changed: &[Entry], baseline: &Baseline) -> Result<Ending, Failure> {
    streams::print(&text::baseline_change(word, changed, baseline))?;
    Ok(Ending::Satisfied)
}

impl Files {
    /// The report, with its checks under the names that they have now.
    fn report(&self) -> Result<CheckReport, Failure> {
        let mut report: CheckReport = ReadReport::of(&self.report)?.expected("a2a-assay/check")?;
        for check in &mut report.checks {
            check.id = a2a_assay_harness::aliases::now_called(&check.id).to_owned();
        }
        Ok(report)
    }
}
