//! One file a command: its words, and the library calls that they mean.

pub(crate) mod agent;
pub(crate) mod baseline;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod init;
pub(crate) mod lesson;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod mutate;
pub(crate) mod publish;
pub(crate) mod report;
pub(crate) mod rerun;
pub(crate) mod serve;

use tokio_util::sync::CancellationToken;

use crate::cli::{Cli, Command};
use crate::ending::{Ending, Failure};

/// Runs the command that was named.
///
/// `interrupt` asks a check to end early with a report on what was judged so far.
pub(crate) async fn run(cli: Cli, interrupt: CancellationToken) -> Result<Ending, Failure> {
    match cli.command {
        Command::Check(args) => check::run(&args, cli.volume, interrupt).await,
        Command::Rerun(args) => rerun::run(&args, cli.volume, interrupt).await,
        Command::Baseline(args) => baseline::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Doctor(args) => doctor::run(&args).await,
        Command::Init(args) => init::run(&args).await,
        Command::Mutate(args) => mutate::run(&args, cli.volume).await,
        Command::Lesson(args) => lesson::run(&args).await,
        Command::List(args) => list::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Report(args) => report::run(&args, cli.volume),
        Command::Serve(args) => serve::run(&args).await,
        Command::Demo => demo::run(cli.volume).await,
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Publish(args) => publish::run(&args, cli.volume).await,
    }
}
