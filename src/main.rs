//! The command line: translates words to library calls, decides nothing.

mod baseline_file;
mod cli;
mod commands;
#[cfg(test)]
mod documented;
mod ending;
mod events;
mod evidence;
mod files;
mod progress;
mod read_report;
mod report_to;
mod selectors;
mod serving;
mod shell;
mod stop;
mod streams;
mod suggest;
mod wire_defects;

use std::pin::pin;
use std::process::ExitCode;

use clap::Parser;
use tokio_util::sync::CancellationToken;

use cli::{Cli, Command};
use ending::{Ending, Failure};
use stop::Stop;

/// A tenth less time for the matrix than with the allocator of the system, measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => return streams::usage(&usage),
    };
    cli.color.apply();
    std::panic::set_hook(Box::new(|panic| streams::diagnose(&format!("our own fault: {panic}; please report it"))));
    let ending = std::panic::catch_unwind(|| conclude(cli)).unwrap_or(Ending::OurFault);
    ExitCode::from(ending.code())
}

/// Runs a command to its end, or until the user interrupts it.
fn conclude(cli: Cli) -> Ending {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(why) => return Failure::caused(Ending::OurFault, "no thread can be started", &why).report(),
    };
    let ending = runtime.block_on(listening(cli));
    runtime.shutdown_background();
    ending.unwrap_or_else(Failure::report)
}

/// Listens for whoever wants the command to end, from before it says its first word. A check is asked to report what it
/// has judged; everything else ends at once, and so does a check that is interrupted again.
async fn listening(cli: Cli) -> Result<Ending, Failure> {
    let reports = matches!(cli.command, Command::Check(_) | Command::Rerun(_));
    let mut stop = Stop::listened_for(!cli.command.serves())?;
    let interrupt = CancellationToken::new();
    let mut command = pin!(commands::run(cli, interrupt.clone()));
    tokio::select! {
        biased;
        stopped = stop.asked_for() => stopped?,
        ended = &mut command => return ended,
    }
    interrupt.cancel();
    if !reports {
        return Ok(Ending::Interrupted);
    }
    tokio::select! {
        biased;
        stopped = stop.asked_for() => stopped.map(|()| Ending::Interrupted),
        ended = command => ended,
    }
}
