//! `a2a-assay check`: judge an agent.

mod args;
mod card;
mod gate;
mod hint;
mod order;
mod watch;

use a2a_assay_reports::CheckReport;
use tokio_util::sync::CancellationToken;

pub(crate) use args::{Args, RunArgs};
pub(crate) use gate::ending;
pub(crate) use order::{Order, told};

use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::selectors;

/// What was judged, and how that ends.
pub(crate) struct Judged {
    /// How it ends.
    pub(crate) ending: Ending,
    reports: Vec<CheckReport>,
}

/// Judges what was named, once or whenever it changes.
pub(crate) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    if args.watch {
        return watch::run(args, volume, interrupt).await;
    }
    once(args, volume, interrupt).await.map(|judged| judged.ending)
}

/// Judges the agent, or its card alone, and hands the report out.
async fn once(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Judged, Failure> {
    if !args.card.is_empty() {
        return card::judge(args, volume);
    }
    let order = Order {
        agent: &args.agent,
        set: args.set.into(),
        checks: selectors::chosen(args.set.into(), &args.only, &args.skip)?,
        demands: gate::demands(&args.run),
        run: &args.run,
    };
    order.fulfilled(volume, interrupt).await
}
