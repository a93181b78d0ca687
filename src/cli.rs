//! The words of the command line.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands::{
    baseline, check, completions, diff, doctor, explain, init, lesson, list, man, mutate, publish, report, rerun, serve,
};
use crate::ending::Ending;

/// Judges any A2A 1.0 agent, and proves its own checks with planted defects.
#[derive(Debug, Parser)]
#[command(name = "a2a-assay", version, after_help = after_help(), arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    #[command(flatten)]
    pub(crate) volume: Volume,
}

/// How much is said.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Volume {
    /// Say only the verdict.
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say everything, and name each check as it ends.
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
}

/// What there is to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge an agent.
    Check(Box<check::Args>),
    /// Judge again what was not green in a report.
    Rerun(Box<rerun::Args>),
    /// Keep what is known to fail, so that only what is new fails a run.
    Baseline(baseline::Args),
    /// Look at an agent before it is judged, and say what to prepare.
    Doctor(Box<doctor::Args>),
    /// Write a first target file for an agent, from its card.
    Init(init::Args),
    /// Plant defects in the reference agent, or before yours, and count which checks notice.
    Mutate(Box<mutate::Args>),
    /// Learn from defective servers: draw some, serve them, grade the answers.
    Lesson(lesson::Args),
    /// List what there is.
    List(list::Args),
    /// Explain a check, a defect or a rule.
    Explain(explain::Args),
    /// Tell a report again in other forms, put several side by side, or the parts of a run together.
    Report(report::Args),
    /// Compare two reports: what got worse, what got better, what is new.
    Diff(diff::Args),
    /// Serve the reference agent, sound or defective.
    Serve(serve::Args),
    /// Show a pass and a failure, with nothing prepared and no network.
    Demo,
    /// Print what a shell has to know to complete these words.
    Completions(completions::Args),
    /// Print the manual, or write a page for each command.
    Man(man::Args),
    /// Write the published reports anew.
    #[command(hide = true)]
    Publish(publish::Args),
}

impl Command {
    /// Whether it serves until the system ends it, which is no interruption.
    pub(crate) fn serves(&self) -> bool {
        matches!(self, Self::Serve(_) | Self::Lesson(_))
    }
}

/// Where to start, and how it ends.
fn after_help() -> String {
    format!("{START}\n\n{}", Ending::table())
}

/// The three commands to start with.
const START: &str = "\
Start with:
  a2a-assay demo         a pass and a failure, in seconds
  a2a-assay init URL     write down what there is to know of your agent
  a2a-assay check URL    judge it";

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Makes both streams keep to it.
    pub(crate) fn apply(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
