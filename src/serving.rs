//! The reference agent as other programs can judge it: listening, with a target file beside it.

mod folder;

use std::net::{Ipv4Addr, SocketAddr};

use a2a_assay_defects::Planted;
use a2a_assay_mutation::{embedded, free_address};
use a2a_assay_reference_server::{Options, Running, spawn};

use crate::ending::{Ending, Failure};
use crate::shell;

/// An agent that is served until this is dropped.
pub(crate) struct Served {
    server: Running,
    folder: folder::Folder,
}

impl Served {
    /// The command that judges the agent whole.
    pub(crate) fn command(&self) -> String {
        let words =
            ["a2a-assay", "check", self.server.url(), "--target", &self.folder.target_file()].map(str::to_owned);
        shell::command(&words)
    }

    /// Where the agent is.
    pub(crate) fn url(&self) -> &str {
        self.server.url()
    }
}

/// Serves an agent with these defects on a port; on any free one, where that is 0.
pub(crate) async fn serve(planted: Planted, port: u16) -> Result<Served, Failure> {
    // For the judge's webhook and DNS server.
    let free = || free_address().map_err(|why| Failure::caused(Ending::OurFault, "no port is free", &why));
    let (webhook, dns) = (free()?, free()?);
    let options = embedded::options(planted, webhook, dns);
    let server = spawn(Options { listen: loopback(port), ..options })
        .await
        .map_err(|why| Failure::usage(format!("the agent can't listen on port {port}: {why}; give another --port")))?;
    let folder = folder::write(&server, &embedded::target(&server, webhook, dns))
        .map_err(|why| Failure::caused(Ending::OurFault, "the target file can't be written", &why))?;
    Ok(Served { server, folder })
}

fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// Ends when the system asks the program to end, from now on. Ctrl-C is everybody's and not waited for here.
#[cfg(unix)]
pub(crate) fn terminated() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut signal = signal(SignalKind::terminate())
        .map_err(|why| Failure::caused(Ending::OurFault, "SIGTERM can't be listened for", &why))?;
    Ok(async move {
        signal.recv().await;
    })
}

#[cfg(not(unix))]
pub(crate) fn terminated() -> Result<impl Future<Output = ()>, Failure> {
    Ok(std::future::pending())
}
