//! `a2a-assay serve`: the reference agent, sound or defective, with the command that judges it whole.

use a2a_assay_defects::Planted;

use crate::ending::{Ending, Failure};
use crate::{selectors, serving, streams};

/// The words of `serve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Plant this defect.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    defect: Vec<String>,
    /// Listen on this port; any free one where none is given.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,
}

/// Serves until it is told to stop.
pub(crate) async fn run(args: &Args) -> Result<Ending, Failure> {
    let terminated = serving::terminated()?;
    let planted: Planted = selectors::named_defects(&args.defect)?.into_iter().collect();
    let served = serving::serve(planted, args.port).await?;
    streams::print(&(served.command() + "\n"))?;
    terminated.await;
    Ok(Ending::Satisfied)
}
