//! How the agent is reached, and where credentials may go.

use std::collections::BTreeSet;
use std::time::Duration;

use url::Url;

/// How the agent is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Connection {
    /// Certificates to trust besides those of the system, as PEM.
    pub ca: Option<String>,
    /// A proxy to go through.
    pub proxy: Option<String>,
    /// Whether any certificate is taken, whoever it is made out to.
    pub insecure: bool,
    /// The origins that credentials may go to besides those of the addresses that the user gave.
    pub allowed: BTreeSet<String>,
    /// The least time between two requests.
    pub gap: Option<Duration>,
}

/// The origin of an http address: scheme, host and port.
pub fn origin(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let has_one = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    has_one.then(|| url.origin().ascii_serialization())
}
