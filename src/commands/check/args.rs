//! The words of `check`, and how to say them again.

use std::path::PathBuf;

use a2a_assay_reports::{Gate, Level};
use clap::ValueEnum;

use crate::commands::agent::AgentArgs;
use crate::ending::Ending;
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
    /// Run only these checks: ids, short names or groups.
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Leave these checks out.
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    pub(super) skip: Vec<String>,
    /// The least binding level whose breach fails the run.
    #[arg(long, value_enum, default_value_t = FailOn::Must, value_name = "LEVEL")]
    pub(super) fail_on: FailOn,
    /// Fail the run when a check was not observed.
    #[arg(long)]
    pub(super) require_observed: bool,
    /// Where a report goes: text, json=FILE or json=-.
    #[arg(long, value_name = "FORM")]
    pub(super) report: Vec<ReportTo>,
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

impl FailOn {
    pub(super) fn level(self) -> Level {
        match self {
            Self::Must => Level::Must,
            Self::Should => Level::Should,
            Self::House => Level::House,
        }
    }
}

impl Args {
    /// What the run had to satisfy, and how it ended.
    pub(super) fn gate(&self, interrupted: bool, ending: Ending) -> Gate {
        Gate {
            fail_on: self.fail_on.level(),
            require_observed: self.require_observed,
            cut_short: interrupted.then(|| "interrupted".to_owned()),
            exit: ending.code(),
        }
    }

    /// The command that judges the same agent again, up to the choice of checks.
    pub(super) fn again(&self, url: &str) -> String {
        let words = ["a2a-assay", "check"].map(str::to_owned).into_iter().chain(self.agent.again(url));
        shell::command(&words.collect::<Vec<_>>())
    }
}
