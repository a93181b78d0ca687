//! `a2a-assay man`: the manual pages, one a command.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::cli::Cli;
use crate::ending::{Ending, Failure};
use crate::{files, streams};

/// The words of `man`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write the page of each command into this folder; the first page is printed, when left out.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Prints the page of the program, or writes all of them.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    let mut program = Cli::command();
    program.build();
    let Some(folder) = &args.folder else {
        streams::print(&page(&program)?)?;
        return Ok(Ending::Satisfied);
    };
    let cant = |why: std::io::Error| Failure::usage(format!("`{}` can't be written: {why}", folder.display()));
    std::fs::create_dir_all(folder).map_err(cant)?;
    for command in every(&program) {
        let name = format!("{}.1", command.get_display_name().unwrap_or(command.get_name()));
        files::write_whole(&folder.join(name), &page(command)?).map_err(cant)?;
    }
    Ok(Ending::Satisfied)
}

/// A command and all below it, but for those that help has no word of and for help itself.
fn every(command: &clap::Command) -> Vec<&clap::Command> {
    let shown = command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help");
    std::iter::once(command).chain(shown.flat_map(every)).collect()
}

fn page(command: &clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .render(&mut page)
        .map_err(|why| Failure::caused(Ending::OurFault, "the manual page can't be written", &why))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
