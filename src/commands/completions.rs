//! `a2a-assay completions`: what a shell has to know to complete our words.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::ending::{Ending, Failure};
use crate::streams;

/// The words of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For this shell.
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    streams::print(&String::from_utf8_lossy(&script))?;
    Ok(Ending::Satisfied)
}
