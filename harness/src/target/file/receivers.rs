//! The tables `[webhook]` and `[dns]`.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::secret;
use super::super::{Dns, Webhook, WebhookTls};
use super::{TargetError, unusable};

/// Where the agent can call back.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookTable {
    /// The address to listen on, such as `127.0.0.1:7070`; port 0 takes any free one.
    #[schemars(with = "String")]
    listen: SocketAddr,
    /// The base URL under which the agent reaches it, where that is another one.
    public: Option<String>,
    /// The file of a server certificate, as PEM: then the receiver speaks TLS.
    certificate: Option<PathBuf>,
    /// The file of the certificate's key, as PEM.
    key: Option<PathBuf>,
}

/// Where the judge answers the DNS questions of the agent.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DnsTable {
    /// The address to listen on, such as `127.0.0.1:5353`.
    #[schemars(with = "String")]
    listen: SocketAddr,
    /// A public IPv4 address that names resolve to while they are harmless.
    #[schemars(with = "Option<String>")]
    outside: Option<Ipv4Addr>,
}

impl WebhookTable {
    pub(super) fn webhook(self, folder: &Path) -> Result<Webhook, TargetError> {
        if let Some(public) = &self.public
            && !url::Url::parse(public).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
        {
            return Err(unusable("webhook.public", format!("`{public}` is no http or https address")));
        }
        let read = |path: PathBuf| secret::read(&folder.join(path)).map_err(|why| unusable("the webhook's TLS", why));
        let tls = match (self.certificate, self.key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some(WebhookTls { certificate: read(certificate)?, key: read(key)? }),
            _ => return Err(unusable("the webhook's TLS", "give `certificate` together with `key`")),
        };
        Ok(Webhook { listen: self.listen, public: self.public, tls })
    }
}

impl DnsTable {
    pub(super) fn dns(self) -> Dns {
        Dns { listen: self.listen, outside: self.outside.unwrap_or(Dns::OUTSIDE) }
    }
}
