//! `a2a-assay mutate --target`: plant defects on the wire before an agent of the user's own.

use std::path::PathBuf;

use a2a_assay_harness::checks::Set;
use a2a_assay_mutation::{WireError, WireEvent, WireOptions, mutate_target};
use a2a_assay_reports::{WireReport, text};

use super::Args;
use crate::cli::Volume;
use crate::commands::agent::{AgentArgs, PreparedArgs, receivers, unjudged};
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::report_to;
use crate::{selectors, wire_defects};

/// How many proxies are judged at once: an agent that takes its time keeps most conversations waiting.
const PROXIES: usize = 4;

/// How many conversations go on at once over all of them: as many as with `check`.
const JOBS: usize = 32;

/// The words that concern an agent of the user's own.
#[derive(Debug, clap::Args)]
pub(crate) struct TargetArgs {
    /// Put a proxy before this agent and plant defects on the wire: its address or a target file, or both, given twice.
    #[arg(long, value_name = "URL|FILE", conflicts_with_all = ["order", "sample", "seed", "shard", "exhaustive"])]
    target: Vec<String>,
    /// Plant the defects of this file as well; `a2a-assay explain wire` says what can stand there.
    #[arg(long, value_name = "FILE", requires = "target")]
    defects: Vec<PathBuf>,
    /// Run only these checks against the agent; said as with `check --only`.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', requires = "target")]
    only: Vec<String>,
    /// Leave these checks out.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', requires = "target")]
    skip: Vec<String>,
    #[command(flatten, next_help_heading = "What was prepared for the agent of --target")]
    prepared: PreparedArgs,
}

impl TargetArgs {
    /// Whether an agent of the user's own is meant.
    pub(super) fn is_given(&self) -> bool {
        !self.target.is_empty()
    }

    /// The same words as `check` has them.
    fn agent(&self, args: &Args) -> Result<AgentArgs, Failure> {
        let (mut urls, mut files): (Vec<&String>, Vec<&String>) =
            self.target.iter().partition(|word| word.contains("://"));
        let (url, target) = (urls.pop().cloned(), files.pop().map(PathBuf::from));
        if !urls.is_empty() || !files.is_empty() {
            return Err(Failure::usage(
                "--target was given two agents; give one address, one target file, or one of each",
            ));
        }
        let (binding, prepared) = (args.binding.clone(), self.prepared.clone());
        Ok(AgentArgs { url, target, binding, jobs: None, prepared })
    }
}

/// Judges the agent as it is and behind one proxy a defect, and hands the report out.
pub(super) async fn run(args: &Args, volume: Volume) -> Result<Ending, Failure> {
    let words = &args.target;
    let checks = selectors::chosen(Set::from(args.set), &words.only, &words.skip)?;
    let defects = wire_defects::chosen(&args.defect, &words.defects)?;
    report_to::foresee::<WireReport>(&args.report)?;
    let target = words.agent(args)?.target()?;
    let receivers = receivers(&target).await?;
    // Where requests are few, proxies side by side would share them.
    let proxies = if target.connection.gap.is_some() { 1 } else { args.jobs.unwrap_or(PROXIES) };
    let jobs = target.conversations(JOBS);
    let progress = Progress::new(defects.len() + 1, "judging the agent as it is", volume);
    let options = WireOptions { target, receivers, defects, set: args.set.into(), checks, proxies, jobs };

    let report = mutate_target(&options, |event| progress.ended("", &line(event))).await.map_err(|why| fault(&why))?;

    drop(progress);
    let ending = ending(&report);
    let text = if volume.quiet {
        text::wire_score(&report, ending.code())
    } else {
        text::wire(&report, volume.verbose, ending.code())
    };
    report_to::deliver(&args.report, &text, &report)?;
    Ok(ending)
}

fn line(event: WireEvent<'_>) -> String {
    match event {
        WireEvent::Control(control) => format!("control: {} judged", control.summary.judged()),
        WireEvent::Defect(defect) => format!("{}: {}", defect.name, defect.verdict.words()),
    }
}

/// What the agent itself does wrong is for `check` to weigh; here only survivors count.
fn ending(report: &WireReport) -> Ending {
    if report.control.judged == 0 {
        Ending::NothingJudged
    } else if report.summary.survived + report.summary.undecided > 0 {
        Ending::Unsatisfied
    } else {
        Ending::Satisfied
    }
}

fn fault(why: &WireError) -> Failure {
    match why {
        WireError::Control(why) => unjudged(why),
        WireError::Certificate(_) => Failure::usage(why.to_string()),
        WireError::Proxy(a2a_assay_proxy::DoorError::NoAddress(_)) => {
            Failure::usage(format!("{why}; give one such as http://127.0.0.1:9999"))
        }
        WireError::Proxy(_) | WireError::Judge(_) => {
            Failure::caused(Ending::OurFault, "no defect could be planted", why)
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_shipped_defect_has_a_name_of_its_own() {
        let shipped = a2a_assay_proxy::shipped();

        assert!(shipped.len() >= 20);
        assert!(shipped.iter().all(|defect| a2a_assay_defects::Defect::named(&defect.name).is_none()));
    }
}
