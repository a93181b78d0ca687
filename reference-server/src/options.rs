//! What a caller of [`spawn`](crate::spawn) decides.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use a2a_assay_defects::Planted;

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the full agent listens; port 0 takes any free port.
    pub listen: SocketAddr,
    /// Where the minimal agent listens; port 0 takes any free port.
    pub listen_minimal: SocketAddr,
    /// Where the strict agent listens; port 0 takes any free port.
    pub listen_strict: SocketAddr,
    /// Where the other instance of the full agent listens; port 0 takes any free port.
    pub listen_instance: SocketAddr,
    /// The defects to carry; none in a sound server.
    pub planted: Planted,
    /// The webhook receivers that may be called although they are internal, as `host:port`.
    pub receivers: Vec<String>,
    /// The DNS server to ask for the names of webhooks; the system's own where there is none.
    pub resolver: Option<SocketAddr>,
    /// How long a `slow` task works.
    pub slow_for: Duration,
}

impl Default for Options {
    fn default() -> Self {
        let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self {
            listen: anywhere,
            listen_minimal: anywhere,
            listen_strict: anywhere,
            listen_instance: anywhere,
            planted: Planted::none(),
            receivers: Vec::new(),
            resolver: None,
            slow_for: Duration::from_millis(120),
        }
    }
}
