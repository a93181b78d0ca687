//! `a2a-assay rerun`: judge again what was not green in a report.

use std::path::PathBuf;

use a2a_assay_harness::aliases;
use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::{self, Set};
use a2a_assay_harness::target::origin;
use a2a_assay_reports::{CheckReport, Gate, Level, Verdict};
use clap::Parser;
use tokio_util::sync::CancellationToken;

use super::agent::AgentArgs;
use super::check::{Order, RunArgs};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::read_report::ReadReport;

/// The words of `rerun`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A report that `check` wrote with `--report json=FILE`.
    #[arg(value_name = "REPORT")]
    from: PathBuf,
    /// Let the report say where credentials come from and where they go; without this word it may not, for anybody may
    /// have written it.
    #[arg(long)]
    trust_report: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// The words behind `a2a-assay check` in a report.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Again {
    #[command(flatten)]
    agent: AgentArgs,
}

/// Judges the same agent with the checks that were not green, and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    let report: CheckReport = ReadReport::of(&args.from)?.expected("a2a-assay/check")?;
    let again = agent(args, &report)?;
    let checks = not_green(&report)?;
    if checks.is_empty() {
        let path = args.from.display();
        return Err(Failure::new(
            Ending::NothingJudged,
            format!("everything is green in `{path}`, so nothing is judged again; `{}` judges all", report.again),
        ));
    }
    let order = Order {
        agent: &again.agent,
        set: Set::ALL.into_iter().find(|set| set.name() == report.set.name).unwrap_or(Set::All),
        checks,
        demands: demands(args, &report.gate),
        run: &args.run,
    };
    order.fulfilled(volume, interrupt).await.map(|judged| judged.ending)
}

/// What was demanded of the run before, unless the words demand something else.
fn demands(args: &Args, before: &Gate) -> Gate {
    Gate {
        fail_on: args.run.fail_on.map_or(before.fail_on, Level::from),
        require_observed: args.run.require_observed || before.require_observed,
        ..Gate::default()
    }
}

/// The agent, as the report names it.
fn agent(args: &Args, report: &CheckReport) -> Result<Again, Failure> {
    let untold = || {
        let path = args.from.display();
        Failure::usage(format!(
            "`{path}` does not say how its agent was judged; `a2a-assay check URL --only ...` does it"
        ))
    };
    let words = shlex::split(&report.again).ok_or_else(untold)?;
    let words = words.strip_prefix(&["a2a-assay".to_owned(), "check".to_owned()]).ok_or_else(untold)?;
    let again = Again::try_parse_from(words).map_err(|_| untold())?;
    match of_credentials(&again.agent) {
        Some(wish) if !args.trust_report => {
            Err(Failure::usage(format!("the report wants {wish}; say --trust-report if you wrote it yourself")))
        }
        _ => Ok(again),
    }
}

/// What these words would do with the user's credentials beyond showing them where the user's own file shows them.
fn of_credentials(agent: &AgentArgs) -> Option<String> {
    let prepared = &agent.prepared;
    if let Some(bearer) = prepared.bearer.first() {
        return Some(format!("credentials as it says, --bearer '{bearer}'"));
    }
    if let Some(origin) = prepared.allow_origin.first() {
        return Some(format!("credentials to go to {origin}"));
    }
    let (file, url) = (agent.file()?, agent.url.as_deref()?);
    let written: toml::Table = std::fs::read_to_string(&file).ok()?.parse().ok()?;
    let own = written.get("url").and_then(toml::Value::as_str).unwrap_or_default();
    let same = origin(own).is_some() && origin(own) == origin(url);
    (!same).then(|| format!("the credentials in {} to go to {url}, which is not the address there", file.display()))
}

/// The checks that were neither passed nor found not to apply, in catalogue order.
fn not_green(report: &CheckReport) -> Result<Vec<&'static Check>, Failure> {
    let all = checks::all();
    let green = |verdict: Verdict| matches!(verdict, Verdict::Pass | Verdict::NotApplicable);
    let red = report.checks.iter().filter(|check| !green(check.verdict));
    let red: Vec<&str> = red.map(|check| aliases::now_called(&check.id)).collect();
    if let Some(unknown) = red.iter().find(|id| all.iter().all(|check| check.id != **id)) {
        return Err(Failure::usage(format!(
            "no check is called `{unknown}` here; {} wrote the report, which may know others",
            report.tool
        )));
    }
    Ok(all.into_iter().filter(|check| red.contains(&check.id)).collect())
}
