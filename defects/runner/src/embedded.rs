//! The reference server and the judge's receivers in one process, each told where the other is.
//!
//! The one place where both sides' words meet: a principal of the server is a caller of the judge.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use a2a_assay_defects::Planted;
use a2a_assay_harness::target::{Credential, Dns, Prompt, Stimulus, Webhook, Who};
use a2a_assay_harness::{Patience, Receivers, Target};
use a2a_assay_reference_server::{Options, Principal, Running, spawn};

/// A server with everything that it takes to judge it whole; it stops when dropped.
pub struct Stage {
    /// The server.
    pub server: Running,
    /// The server as a target.
    pub target: Target,
    /// Where it calls back.
    pub receivers: Receivers,
}

/// Starts a server with these defects, on free ports, with receivers that it may call.
pub async fn stage(planted: Planted) -> io::Result<Stage> {
    let receivers = Receivers::on_loopback().await?;
    let webhook = receivers.webhook.address();
    let dns = receivers.dns.as_ref().ok_or_else(|| io::Error::other("no DNS answerer"))?.address();
    let server = spawn(options(planted, webhook, dns)).await?;
    let target = target(&server, webhook, dns);
    Ok(Stage { server, target, receivers })
}

/// How a server is run whose callbacks go to these receivers.
pub fn options(planted: Planted, webhook: SocketAddr, dns: SocketAddr) -> Options {
    Options { planted, receivers: vec![webhook.to_string()], resolver: Some(dns), ..Options::default() }
}

/// A running server as a target, with every principal and behaviour that it has.
pub fn target(server: &Running, webhook: SocketAddr, dns: SocketAddr) -> Target {
    let principals = Principal::ALL.into_iter().filter_map(|principal| {
        let who = Who::named(principal.name())?;
        Some((who, Credential::bearer(principal.name(), server.token(principal))))
    });
    let prompts = Stimulus::ALL.into_iter().map(|stimulus| (stimulus, Prompt::Words(stimulus.name().to_owned())));
    Target {
        url: server.url().to_owned(),
        minimal: vec![server.minimal_url().to_owned(), server.strict_url().to_owned()],
        instances: vec![server.instance_url().to_owned()],
        principals: principals.collect(),
        prompts: prompts.collect(),
        webhook: Some(Webhook { listen: webhook, public: None, tls: None }),
        dns: Some(Dns { listen: dns, outside: Dns::OUTSIDE }),
        patience: patience(server),
        ..Target::default()
    }
}

/// A server in the same process answers at once or never.
fn patience(server: &Running) -> Patience {
    Patience {
        reply: Duration::from_millis(1500),
        slow: server.slow_for() * 2,
        // Long enough that a busy machine does not change by which way a task is begun.
        hedge: Duration::from_secs(1),
        ..Patience::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_principal_of_the_server_is_a_caller_of_the_judge() {
        for principal in Principal::ALL {
            assert!(Who::named(principal.name()).is_some(), "{}", principal.name());
        }
    }
}
