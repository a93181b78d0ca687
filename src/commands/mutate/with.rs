//! `a2a-assay mutate --with`: measure anybody's suite with the planted defects, beside our checks.

use std::path::PathBuf;
use std::time::Duration;

use a2a_assay_mutation::suite::{CommandLine, Suite, SuiteError, SuiteEvent, measure, sound};
use a2a_assay_mutation::{Options, mutate};
use a2a_assay_reports::{SuiteReport, text};

use super::{Args, fault, last_lines, matrix};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to;

/// How long a suite may take on one server where nothing else is said, in seconds.
const LIMIT: u64 = 300;

/// What the suite is told; shown with `--help`.
const TOLD: &str = "\
Measure another suite instead: run this command against the sound server, twice, and then against each defective one.

Its words are split as a shell does it, and run without one. In them stand {url} for the agent's address, {minimal} for \
the agent without capabilities, {webhook} for a host:port where the suite may listen and be called, {token:alice} for a \
principal's bearer token (alice, bob, premium, reader, wrong_audience, expired, forged), and {junit} for a fresh file. \
The environment says the same: A2A_AGENT_URL, A2A_MINIMAL_URL, A2A_WEBHOOK, A2A_TOKEN_ALICE and so on, A2A_JUNIT. \
The agent looks up the names example.com, example.org and example.net, where nobody listens, and no others.

The suite has noticed a defect if it does not end with 0. Where its JUnit report is known, it has noticed a defect if a \
test that passed on the sound server fails now or is gone; a test that is skipped now has noticed nothing. A suite that \
does not end in time has noticed nothing either. What is red on the sound server judges nothing.";

/// The words of `mutate` that are about another suite.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Another suite")]
pub(crate) struct SuiteArgs {
    /// Measure another suite instead: run this command against the sound server and each defective one.
    #[arg(long, value_name = "COMMAND", long_help = TOLD, conflicts_with_all = ["order", "sample", "shard"])]
    with: Option<String>,
    /// Where the suite always writes its JUnit report, if it can't be told {junit}.
    #[arg(long, value_name = "FILE", requires = "with")]
    junit: Option<PathBuf>,
    /// How long the suite may take on one server; 300 when left out.
    #[arg(long, value_name = "SECONDS", requires = "with", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Judge by the tests that are green on the sound server, although others are red there.
    #[arg(long, requires = "with")]
    forgive_control: bool,
    /// End with 1 unless the suite notices this part of the defects.
    #[arg(long, value_name = "PERCENT", requires = "with", value_parser = clap::value_parser!(u8).range(..=100))]
    at_least: Option<u8>,
}

impl SuiteArgs {
    /// The suite that is to be measured, if one is; one server at a time unless `jobs` says more.
    pub(super) fn suite(&self, jobs: Option<usize>) -> Result<Option<Suite>, Failure> {
        let Some(with) = &self.with else {
            return Ok(None);
        };
        let command = CommandLine::parse(with).map_err(|why| Failure::usage(format!("{why}; give another --with")))?;
        let contradiction = match (&self.junit, command.names_junit()) {
            (Some(_), true) => Some("the command says {junit} and --junit names a file; one of them is enough"),
            (Some(file), false) if file.is_dir() => Some("--junit names a folder; name the file in it"),
            (Some(_), false) if jobs.is_some_and(|jobs| jobs > 1) => {
                Some("one file can't hold the reports of several servers at once; leave --jobs out, or say {junit}")
            }
            (None, false) if self.forgive_control => {
                Some("an exit code can't be forgiven in part; for --forgive-control say {junit} in --with, or --junit")
            }
            _ => None,
        };
        if let Some(sentence) = contradiction {
            return Err(Failure::usage(sentence));
        }
        Ok(Some(Suite {
            command,
            junit: self.junit.clone(),
            limit: Duration::from_secs(self.timeout.unwrap_or(LIMIT)),
            jobs: jobs.unwrap_or(1),
            forgive_control: self.forgive_control,
        }))
    }
}

/// Runs the suite and our checks on the same defects, and hands the report out.
pub(super) async fn run(suite: &Suite, options: &Options, args: &Args, volume: Volume) -> Result<Ending, Failure> {
    report_to::foresee::<SuiteReport>(&args.report)?;
    let progress = Progress::new(2 * options.defects.len() + 2, "running the suite on the sound server", volume);
    let watch = |event: SuiteEvent<'_>| progress.ended("", &line(event));
    let sound = sound(suite, watch).await.map_err(|why| failure(&why))?;
    let mut defects = Vec::new();
    if sound.judges() {
        let ours = mutate(options, |event| matrix::tell(&progress, "ours, ", event));
        let ours = ours.await.map_err(|why| fault(&why))?;
        if !ours.control.red.is_empty() || ours.control.checks == 0 {
            drop(progress);
            return matrix::hand_out(&ours, &args.report, volume);
        }
        defects = ours.defects;
    }
    let report = measure(suite, sound, &defects, watch).await.map_err(|why| failure(&why))?;

    drop(progress);
    let ending = ending(&report, args.with.at_least);
    let text = text::suite(&report, ending.code());
    let text = if volume.quiet { last_lines(&text, 1) } else { text };
    report_to::deliver(&args.report, &text, &report)?;
    Ok(ending)
}

fn line(event: SuiteEvent<'_>) -> String {
    match event {
        SuiteEvent::Control(control) => format!("theirs, control: {} red", control.red.len()),
        SuiteEvent::Defect(defect) => format!("theirs, {}: {}", defect.name, defect.verdict.words()),
    }
}

fn ending(report: &SuiteReport, at_least: Option<u8>) -> Ending {
    let enough = |percent: u8| report.summary.noticed * 100 >= usize::from(percent) * report.summary.defects;
    if !report.control.judges() {
        Ending::ControlRed
    } else if at_least.is_none_or(enough) {
        Ending::Satisfied
    } else {
        Ending::Unsatisfied
    }
}

fn failure(why: &SuiteError) -> Failure {
    match why {
        SuiteError::Command(program, cause) if cause.kind() == std::io::ErrorKind::NotFound => {
            Failure::usage(format!("there is no program `{program}`; say in --with how the suite is run"))
        }
        SuiteError::Prepare(_) => Failure::caused(Ending::OurFault, "the suite can't be measured", why),
        _ => Failure::caused(Ending::Usage, "the suite can't be measured", why),
    }
}
