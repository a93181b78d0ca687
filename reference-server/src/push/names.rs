//! Which addresses a name stands for.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Looks names up, anew every time.
pub(super) enum Names {
    /// As the system does.
    System,
    /// At one DNS server.
    Server(Box<TokioResolver>),
}

impl Names {
    pub(super) fn new(server: Option<SocketAddr>) -> std::io::Result<Self> {
        let Some(server) = server else {
            return Ok(Self::System);
        };
        let mut connection = ConnectionConfig::udp();
        connection.port = server.port();
        let mut name_server = NameServerConfig::udp(server.ip());
        name_server.connections = vec![connection];
        let config = ResolverConfig::from_name_servers(vec![name_server]);
        let provider = TokioRuntimeProvider::default();
        let mut builder = TokioResolver::builder_with_config(config, provider);
        let options = builder.options_mut();
        options.timeout = PATIENCE;
        options.attempts = 1;
        options.cache_size = 0;
        options.use_hosts_file = ResolveHosts::Never;
        let resolver = builder.build().map_err(std::io::Error::other)?;
        Ok(Self::Server(Box::new(resolver)))
    }

    /// All addresses of a name; none if it has none.
    pub(super) async fn addresses(&self, name: &str) -> Vec<IpAddr> {
        match self {
            Self::System => {
                let lookup = tokio::net::lookup_host((name, 0));
                let Ok(Ok(found)) = tokio::time::timeout(PATIENCE, lookup).await else {
                    return Vec::new();
                };
                found.map(|address| address.ip()).collect()
            }
            Self::Server(resolver) => {
                let absolute = format!("{}.", name.trim_end_matches('.'));
                let found = resolver.lookup_ip(absolute).await;
                found.map_or_else(|_| Vec::new(), |found| found.iter().collect())
            }
        }
    }
}
