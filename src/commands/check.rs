//! `a2a-assay check`: judge an agent.

mod args;
mod gate;
mod order;

pub(crate) use args::{Args, RunArgs};
pub(crate) use gate::ending;
pub(crate) use order::{Order, told};
use tokio_util::sync::CancellationToken;

use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::selectors;

/// Judges the agent and hands the report out.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    let order = Order {
        agent: &args.agent,
        set: args.set.into(),
        checks: selectors::chosen(args.set.into(), &args.only, &args.skip)?,
        demands: gate::demands(&args.run),
        run: &args.run,
    };
    order.fulfilled(volume, interrupt).await
}
