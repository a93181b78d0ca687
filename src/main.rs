//! The command line: translates words to library calls, decides nothing.

mod cli;
mod commands;
mod ending;
mod files;
mod progress;
mod report_to;
mod selectors;
mod shell;
mod streams;
mod suggest;

use std::process::ExitCode;

use clap::Parser;

use cli::Cli;
use ending::{Ending, Failure};

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
    let ending = runtime.block_on(async {
        tokio::select! {
            // Listens for Ctrl-C before the command says its first word.
            biased;
            interrupted = tokio::signal::ctrl_c() => match interrupted {
                Ok(()) => Ok(Ending::Interrupted),
                Err(why) => Err(Failure::caused(Ending::OurFault, "Ctrl-C can't be listened for", &why)),
            },
            ended = commands::run(cli) => ended,
        }
    });
    runtime.shutdown_background();
    ending.unwrap_or_else(Failure::report)
}
