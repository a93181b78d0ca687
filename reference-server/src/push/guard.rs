//! Judges webhook addresses, at registration and again before every call.

use std::net::{IpAddr, SocketAddr};

use a2a_assay_defects::{Defect, Planted};
use url::{Host, Url};

use super::addresses::is_public;
use super::names::Names;

/// Where a webhook may be called, once it is judged.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Passage {
    pub(super) url: Url,
    /// The only addresses to connect to.
    pub(super) addresses: Vec<SocketAddr>,
}

/// Lets through what is public, and the receivers that the operator listed.
pub(super) struct Guard {
    receivers: Vec<String>,
    names: Names,
    planted: Planted,
}

impl Guard {
    pub(super) fn new(receivers: Vec<String>, names: Names, planted: Planted) -> Self {
        Self { receivers, names, planted }
    }

    /// Judges an address as it stands now; says why it must not be called.
    pub(super) async fn judge(&self, address: &str) -> Result<Passage, String> {
        let passage = self.look_up(address).await?;
        let host = passage.url.host_str().unwrap_or_default();
        let port = passage.url.port_or_known_default().unwrap_or_default();
        let listed = self.receivers.contains(&format!("{host}:{port}"));
        if !listed && !passage.addresses.iter().all(|address| self.is_outside(address.ip())) {
            return Err("names an internal address".to_owned());
        }
        Ok(passage)
    }

    /// Judges an address that was judged before, as it stands now.
    pub(super) async fn judge_again(&self, address: &str) -> Result<Passage, String> {
        if self.planted.plants(Defect::PUSH_NAME_JUDGED_ONCE) {
            return self.look_up(address).await;
        }
        self.judge(address).await
    }

    fn is_outside(&self, address: IpAddr) -> bool {
        if address.is_unspecified() && self.planted.plants(Defect::PUSH_UNSPECIFIED_ADDRESS_CALLED) {
            return true;
        }
        is_public(address)
    }

    /// Where an address leads now.
    async fn look_up(&self, address: &str) -> Result<Passage, String> {
        let url = Url::parse(address).map_err(|_| "is not an absolute URL".to_owned())?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err("must be http or https".to_owned());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("must not hold user information".to_owned());
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err("must name a host".to_owned());
        };
        let found = match &host {
            Host::Ipv4(address) => vec![IpAddr::V4(*address)],
            Host::Ipv6(address) => vec![IpAddr::V6(*address)],
            Host::Domain(name) => self.names.addresses(name).await,
        };
        if found.is_empty() {
            return Err("names a host that has no address".to_owned());
        }
        Ok(Passage { addresses: found.iter().map(|ip| SocketAddr::new(*ip, port)).collect(), url })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        let receivers = vec!["127.0.0.1:9000".to_owned(), "[::1]:9001".to_owned()];
        Guard::new(receivers, Names::System, Planted::none())
    }

    #[tokio::test]
    async fn a_public_address_passes() {
        let passage = guard().judge("https://1.1.1.1/hook").await.unwrap();
        assert_eq!(passage.addresses, ["1.1.1.1:443".parse().unwrap()]);
    }

    #[tokio::test]
    async fn a_listed_receiver_passes_however_it_is_spelt() {
        for url in ["http://127.0.0.1:9000/x", "http://2130706433:9000", "http://[::1]:9001/"] {
            assert!(guard().judge(url).await.is_ok(), "{url}");
        }
    }

    #[tokio::test]
    async fn a_listed_host_passes_on_its_own_port_only() {
        assert!(guard().judge("http://127.0.0.1:9001/").await.is_err());
    }

    #[tokio::test]
    async fn an_internal_address_is_refused_in_every_spelling() {
        for url in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
            "http://0/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://[::ffff:127.0.0.1]/",
            "http://[fe80::1]/",
            "http://169.254.169.254/latest/meta-data",
        ] {
            assert!(guard().judge(url).await.is_err(), "{url}");
        }
    }

    #[tokio::test]
    async fn anything_but_a_plain_web_address_is_refused() {
        for url in [
            "",
            "hook",
            "/hook",
            "ftp://1.1.1.1/",
            "file:///etc/passwd",
            "gopher://1.1.1.1/",
            "http://user@1.1.1.1/",
            "http://1.1.1.1@127.0.0.1/",
            "http://:secret@1.1.1.1/",
            "http://",
        ] {
            assert!(guard().judge(url).await.is_err(), "{url}");
        }
    }
}
