//! The HTTP clients of a run, each made when it is first needed: reading the certificates of the system, which only
//! TLS asks for, takes longer than many a check.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, Identity};

use super::HttpRequest;
use crate::target::{Connection, Credential, Target};

/// The clients of a run.
#[derive(Debug)]
pub(super) struct Clients {
    connection: Connection,
    /// One client for each client certificate, by its file.
    certified: BTreeMap<String, Client>,
    made: [OnceLock<Client>; 4],
}

/// What sets two clients of a run apart.
#[derive(Clone, Copy)]
struct Kind {
    /// Speaks TLS, be it to a proxy.
    tls: bool,
    /// Writes the names of headers in Title-Case.
    capitals: bool,
}

impl Clients {
    /// The clients for a target; an error where what the user says of the connection can't be used.
    pub(super) fn of(target: &Target) -> Result<Self, reqwest::Error> {
        let connection = target.connection.clone();
        let mut certified = BTreeMap::new();
        for certificate in target.principals.values().filter_map(Credential::certificate) {
            let identity = Identity::from_pem(certificate.pem.as_bytes())?;
            certified.insert(certificate.file.clone(), builder(&connection, true)?.identity(identity).build()?);
        }
        let clients = Self { connection, certified, made: Default::default() };
        let plain = Kind { tls: clients.speaks_tls_to(&target.url), capitals: false };
        clients.client(plain)?;
        Ok(clients)
    }

    /// The client that sends this request.
    pub(super) fn client_for(&self, request: &HttpRequest) -> Result<&Client, reqwest::Error> {
        if let Some(client) = request.credential.certificate().and_then(|shown| self.certified.get(&shown.file)) {
            return Ok(client);
        }
        let capitals = request.headers.iter().any(|(name, _)| name.starts_with(char::is_uppercase));
        self.client(Kind { tls: self.speaks_tls_to(&request.url), capitals })
    }

    fn speaks_tls_to(&self, address: &str) -> bool {
        !address.starts_with("http://") || self.connection.proxy.is_some() || self.connection.ca.is_some()
    }

    fn client(&self, kind: Kind) -> Result<&Client, reqwest::Error> {
        let place = &self.made[usize::from(kind.tls) * 2 + usize::from(kind.capitals)];
        if let Some(client) = place.get() {
            return Ok(client);
        }
        let mut builder = builder(&self.connection, kind.tls)?;
        if kind.capitals {
            builder = builder.http1_title_case_headers();
        }
        let client = builder.build()?;
        // Whoever was first made it: the others find that one.
        Ok(place.get_or_init(|| client))
    }
}

/// What all clients of a run have in common.
fn builder(connection: &Connection, tls: bool) -> Result<ClientBuilder, reqwest::Error> {
    let mut builder = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(64)
        // Shorter than any server's keep-alive: a connection that the server is about to close is not used again.
        .pool_idle_timeout(Duration::from_secs(1))
        .tcp_nodelay(true)
        .tls_danger_accept_invalid_certs(connection.insecure)
        .user_agent(concat!("a2a-assay/", env!("CARGO_PKG_VERSION")));
    if !tls {
        // Trusts nobody, and reads no certificates for it.
        builder = builder.tls_certs_only([]);
    }
    if let Some(pem) = &connection.ca {
        builder = builder.tls_certs_merge(reqwest::Certificate::from_pem_bundle(pem.as_bytes())?);
    }
    if let Some(proxy) = &connection.proxy {
        builder = builder.proxy(reqwest::Proxy::all(proxy)?);
    }
    Ok(builder)
}
