//! `a2a-assay serve`: the reference agent, sound or defective, with the command that judges it whole.

mod folder;

use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use a2a_assay_defects::Planted;
use a2a_assay_mutation::embedded;
use a2a_assay_reference_server::{Options, spawn};

use crate::ending::{Ending, Failure};
use crate::{selectors, shell, streams};

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
    let terminated = terminated()?;
    let planted: Planted = selectors::named_defects(&args.defect)?.into_iter().collect();
    let (webhook, dns) = receivers()?;
    let options = embedded::options(planted, webhook, dns);
    let server = spawn(Options { listen: loopback(args.port), ..options }).await.map_err(|why| {
        Failure::usage(format!("the agent can't listen on port {}: {why}; give another --port", args.port))
    })?;
    let folder = folder::write(&server, &embedded::target(&server, webhook, dns))
        .map_err(|why| Failure::caused(Ending::OurFault, "the target file can't be written", &why))?;
    let words = ["a2a-assay", "check", server.url(), "--target", &folder.target_file()].map(str::to_owned);
    streams::print(&(shell::command(&words) + "\n"))?;
    terminated.await;
    Ok(Ending::Satisfied)
}

/// Addresses for the judge's webhook and DNS server that are free now.
fn receivers() -> Result<(SocketAddr, SocketAddr), Failure> {
    let free = || {
        let webhook = TcpListener::bind(loopback(0))?.local_addr()?;
        let dns = UdpSocket::bind(loopback(0))?.local_addr()?;
        Ok((webhook, dns))
    };
    free().map_err(|why: std::io::Error| Failure::caused(Ending::OurFault, "no port is free", &why))
}

fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// Ends when the system asks the program to end, from now on. Ctrl-C is everybody's and not waited for here.
#[cfg(unix)]
fn terminated() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut signal = signal(SignalKind::terminate())
        .map_err(|why| Failure::caused(Ending::OurFault, "SIGTERM can't be listened for", &why))?;
    Ok(async move {
        signal.recv().await;
    })
}

#[cfg(not(unix))]
fn terminated() -> Result<impl Future<Output = ()>, Failure> {
    Ok(std::future::pending())
}
