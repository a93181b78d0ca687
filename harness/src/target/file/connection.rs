//! The table `[connection]`.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::{Target, secret};
use super::{TargetError, unusable};

/// How the agent is reached.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// The file of certificates to trust besides those of the system, as PEM.
    ca: Option<PathBuf>,
    /// A proxy to go through; none, when left out, whatever the environment says.
    proxy: Option<String>,
    /// Takes any certificate of the agent's, whoever it is made out to.
    #[serde(default)]
    insecure: bool,
    /// Further origins that credentials may be sent to, besides that of `url`.
    #[serde(default)]
    allow_origins: Vec<String>,
}

impl Table {
    pub(super) fn fill(self, target: &mut Target, folder: &Path) -> Result<(), TargetError> {
        if let Some(file) = self.ca {
            target.set_ca(&folder.join(file))?;
        }
        if let Some(proxy) = self.proxy {
            target.set_proxy(&proxy)?;
        }
        target.connection.insecure = self.insecure;
        for origin in &self.allow_origins {
            target.allow_origin(origin)?;
        }
        Ok(())
    }
}

impl Target {
    /// Trusts the certificates in a file as well.
    pub fn set_ca(&mut self, file: &Path) -> Result<(), TargetError> {
        let pem = secret::read(file).map_err(|why| unusable("the file of trusted certificates", why))?;
        match reqwest::Certificate::from_pem_bundle(pem.as_bytes()) {
            Ok(trusted) if !trusted.is_empty() => self.connection.ca = Some(pem),
            _ => return Err(unusable("the file of trusted certificates", format!("{} has none", file.display()))),
        }
        Ok(())
    }

    /// Goes through a proxy.
    pub fn set_proxy(&mut self, url: &str) -> Result<(), TargetError> {
        if url::Url::parse(url).is_err() {
            return Err(unusable("the proxy", format!("`{url}` is no address")));
        }
        self.connection.proxy = Some(url.to_owned());
        Ok(())
    }

    /// Lets credentials go to an origin besides that of the agent's own address.
    pub fn allow_origin(&mut self, address: &str) -> Result<(), TargetError> {
        let no_origin =
            || unusable("the allowed origin", format!("`{address}` is none; write one such as https://a.example"));
        let origin = super::super::origin(address).ok_or_else(no_origin)?;
        self.connection.allowed.insert(origin);
        Ok(())
    }
}
