//! The words of `check`, and how to say them again.

use std::path::PathBuf;
use std::time::Duration;

use a2a_assay_reports::Level;
use clap::ValueEnum;
use jiff::SignedDuration;

use crate::commands::agent::{AgentArgs, at_least_one};
use crate::report_to::ReportTo;
use crate::selectors::SetName;
use crate::shell;

/// The words of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) agent: AgentArgs,
    /// Judge these cards instead of an agent, and ask nobody anything; `-` reads standard input.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) card: Vec<PathBuf>,
    /// Judge again whenever the target file or the card is saved, and on Enter, and say what has changed; Ctrl-C ends it,
    /// with exit code 130.
    #[arg(long)]
    pub(super) watch: bool,
    /// The set of checks.
    #[arg(long, value_enum, default_value_t = SetName::Core, value_name = "SET")]
    pub(super) set: SetName,
    /// Run only these checks: ids, short names, groups, levels (must, should, house), sections (@3.5), patterns (ST*),
    /// joined by `and`, `or` and `not`.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Leave these checks out; said as with --only.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    pub(super) skip: Vec<String>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// How a run is done, and what it has to satisfy.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The least binding level whose breach fails the run; must, when left out.
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) fail_on: Option<FailOn>,
    /// Fail the run when a check was not observed.
    #[arg(long)]
    pub(crate) require_observed: bool,
    /// What is known to fail and does not fail the run; `a2a-assay baseline update` writes it.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Run each check so many times; where the repeats disagree, it is inconclusive and fails the run.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    pub(crate) repeat: usize,
    /// End the run after this time, such as 30s or 2m, and report what was judged by then.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) deadline: Option<Duration>,
    /// End the run with the first requirement found broken.
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Where a report goes: FORM=FILE, or FORM for standard output, where FORM is text, json, html, markdown, junit,
    /// sarif, github, events (written while it runs), har, acts, in-toto, badge or shields.
    #[arg(long, value_name = "FORM")]
    pub(crate) report: Vec<ReportTo>,
    /// Write the conversation of each failed check and binding to a HAR file in this folder instead of the JSON report.
    #[arg(long, value_name = "DIR")]
    pub(crate) evidence: Option<PathBuf>,
}

/// The least binding level whose breach fails the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A requirement.
    Must,
    /// A recommendation.
    Should,
    /// A choice of ours where the specification is silent.
    House,
}

impl From<FailOn> for Level {
    fn from(level: FailOn) -> Self {
        match level {
            FailOn::Must => Self::Must,
            FailOn::Should => Self::Should,
            FailOn::House => Self::House,
        }
    }
}

/// The command that judges the same agent again, up to the choice of checks.
pub(super) fn again(agent: &AgentArgs, url: &str) -> String {
    let words = ["a2a-assay", "check"].map(str::to_owned).into_iter().chain(agent.again(url));
    shell::command(&words.collect::<Vec<_>>())
}

/// A time as people say it.
fn time(word: &str) -> Result<Duration, String> {
    let time = word.parse::<SignedDuration>().ok().and_then(|time| Duration::try_from(time).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "say a number above 0 and its unit, such as 30s or 2m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit_and_is_some() {
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("1500ms"), Ok(Duration::from_millis(1500)));
        for word in ["", "30", "0s", "-2m", "soon"] {
            assert!(time(word).is_err(), "{word}");
        }
    }
}
