//! Starts the servers of a lesson, and says how to judge each.

use std::path::Path;

use a2a_assay_mutation::lesson::Pack;

use super::unusable;
use crate::ending::{Ending, Failure};
use crate::serving::{self, Served};
use crate::streams;

/// Serves until it is told to stop.
pub(super) async fn run(pack: &Pack, path: &Path) -> Result<Ending, Failure> {
    let terminated = serving::terminated()?;
    let mut serving: Vec<Served> = Vec::new();
    let mut said = String::new();
    for server in pack.open().map_err(|why| unusable(path, &why))? {
        let served = serving::serve(server.defects.into_iter().collect(), 0).await?;
        let set = pack.level.checks().name();
        said += &format!("{}  {}\n  {} --set {set}\n", server.name, served.url(), served.command());
        serving.push(served);
    }
    streams::print(&said)?;
    terminated.await;
    drop(serving);
    Ok(Ending::Satisfied)
}
