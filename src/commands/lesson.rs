//! `a2a-assay lesson`: defective servers to learn from.

mod grade;
mod new;
mod serve;

use std::path::{Path, PathBuf};

use a2a_assay_mutation::lesson::{Level, Pack, PackError};
use clap::{Subcommand, ValueEnum};

use super::agent::at_least_one;
use crate::ending::{Ending, Failure};
use crate::report_to::ReportTo;

/// The words of `lesson`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Step,
}

/// What is done with a lesson.
#[derive(Debug, Subcommand)]
enum Step {
    /// Draw servers, seal what each carries in a pack, and lay an answer sheet beside it.
    New {
        /// What decides the draw; the same seed makes the same lesson, so keep it to yourself.
        #[arg(long, value_name = "NUMBER")]
        seed: u64,
        /// How many servers.
        #[arg(long, value_name = "COUNT", default_value = "5", value_parser = at_least_one)]
        count: usize,
        /// How hard it is.
        #[arg(long, value_enum, default_value_t = LevelName::Easy)]
        level: LevelName,
        /// Where the pack goes; the answer sheet stands beside it.
        #[arg(long, short, value_name = "FILE", default_value = "lesson.json")]
        output: PathBuf,
    },
    /// Start the servers of a pack.
    Serve {
        /// The pack.
        #[arg(value_name = "PACK")]
        pack: PathBuf,
    },
    /// Grade an answer sheet, and explain what was missed.
    Grade {
        /// The pack.
        #[arg(value_name = "PACK")]
        pack: PathBuf,
        /// The answer sheet.
        #[arg(value_name = "ANSWERS")]
        answers: PathBuf,
        /// Where the grade goes: text or json; FORM=FILE writes a file.
        #[arg(long, value_name = "FORM")]
        report: Vec<ReportTo>,
    },
}

/// How hard a lesson is, as a user names it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LevelName {
    /// One core defect a server.
    Easy,
    /// Defects of both sets; some servers are sound, and some carry two.
    Hard,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Easy => Self::Easy,
            LevelName::Hard => Self::Hard,
        }
    }
}

/// Does the step.
pub(crate) async fn run(args: &Args) -> Result<Ending, Failure> {
    match &args.step {
        Step::New { seed, count, level, output } => new::run(*seed, *count, (*level).into(), output),
        Step::Serve { pack } => serve::run(&read(pack)?, pack).await,
        Step::Grade { pack, answers, report } => grade::run(&read(pack)?, pack, answers, report),
    }
}

fn read(path: &Path) -> Result<Pack, Failure> {
    Pack::read(&text_of(path)?).map_err(|why| unusable(path, &why))
}

fn text_of(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|why| Failure::usage(format!("`{}` can't be read: {why}", path.display())))
}

fn unusable(path: &Path, why: &PackError) -> Failure {
    Failure::usage(format!("`{}` can't be used: {why}; `a2a-assay lesson new` makes a pack", path.display()))
}
