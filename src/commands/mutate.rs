//! `a2a-assay mutate`: plant defects, and count which checks notice.

pub(super) mod matrix;
pub(super) mod pairs;
mod target;
mod with;

use a2a_assay_harness::Target;
use a2a_assay_harness::agent::Binding;
use a2a_assay_mutation::{JudgeError, Options};
use a2a_assay_reports::Shard;

use super::agent::at_least_one;
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::report_to::ReportTo;
use crate::selectors::{self, SetName};

/// The words of `mutate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run this set of checks; the core set plants the core defects, any other plants every one.
    #[arg(long, value_enum, default_value_t = SetName::Core, value_name = "SET")]
    set: SetName,
    /// Plant only this defect: one of the reference agent, or with --target one on the wire.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    defect: Vec<String>,
    /// How many defects are planted in one server: 1, or 2 for every pair of them.
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    order: u8,
    /// Plant only so many pairs, chosen by the seed.
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    sample: Option<usize>,
    /// What decides which pairs are chosen.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    seed: u64,
    /// Run only this part, such as 1/4; `report` puts the parts together again.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Judge over this binding, JSONRPC or HTTP+JSON; the agent's preferred one, when left out.
    #[arg(long, value_name = "NAME")]
    binding: Vec<String>,
    /// Run every check against every defect, also where it never comes by it.
    #[arg(long)]
    exhaustive: bool,
    /// How many servers are judged at once.
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Where a report goes: FORM=FILE, or FORM for standard output, where FORM is text, json, html, markdown, matrix, elements
    /// (mutation-testing-elements), junit, events (written while it runs), badge or shields.
    #[arg(long, value_name = "FORM")]
    report: Vec<ReportTo>,
    #[command(flatten)]
    with: with::SuiteArgs,
    #[command(flatten)]
    target: target::TargetArgs,
}

/// Plants what was asked for and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume) -> Result<Ending, Failure> {
    if args.target.is_given() {
        return target::run(args, volume).await;
    }
    if args.order == 1 && args.sample.is_some() {
        return Err(Failure::usage("only pairs are sampled; say --order 2 as well, or choose defects with --defect"));
    }
    let options = options(args)?;
    if let Some(suite) = args.with.suite(args.jobs)? {
        return with::run(&suite, &options, args, volume).await;
    }
    match args.order {
        2 => pairs::run(args, &options, volume).await,
        _ => matrix::run(args, &options, volume).await,
    }
}

fn options(args: &Args) -> Result<Options, Failure> {
    let mut options = Options::of(args.set.into());
    if !args.defect.is_empty() {
        options.defects = selectors::named_defects(&args.defect)?;
    }
    if !args.binding.is_empty() {
        options.settings.bindings = bindings(&args.binding)?;
    }
    if let Some(jobs) = args.jobs {
        options.servers = jobs;
    }
    options.shard = args.shard;
    options.exhaustive = args.exhaustive;
    Ok(options)
}

fn bindings(names: &[String]) -> Result<Vec<Binding>, Failure> {
    let mut target = Target::default();
    for name in names {
        target.add_binding(name).map_err(|why| Failure::usage(why.to_string()))?;
    }
    Ok(target.bindings)
}

pub(super) fn fault(why: &JudgeError) -> Failure {
    Failure::caused(Ending::OurFault, "no defect could be judged", why)
}

/// The last line, which is all that is said when quiet.
fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n") + "\n"
}
