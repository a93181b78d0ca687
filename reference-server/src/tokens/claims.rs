//! What a token says.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::LIFETIME;
use crate::kernel::access::Scope;

/// The claims of a token (RFC 9068, as far as this service needs it).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    pub(super) aud: String,
    /// Who it is about; left out where that is nobody.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) sub: String,
    pub(super) iat: u64,
    pub(super) exp: u64,
    #[serde(default)]
    pub(super) scope: String,
}

impl Claims {
    /// A caller's claims to the issuer's own service, good from now on.
    pub(super) fn new(issuer: &str, subject: &str, scopes: &[Scope]) -> Self {
        let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
        Self {
            iss: issuer.to_owned(),
            aud: issuer.to_owned(),
            sub: subject.to_owned(),
            iat: now(),
            exp: now() + LIFETIME.as_secs(),
            scope: names.join(" "),
        }
    }

    /// The same claims, one lifetime ago.
    pub(super) fn expired(self) -> Self {
        Self { iat: self.iat - 2 * LIFETIME.as_secs(), exp: self.exp - 2 * LIFETIME.as_secs(), ..self }
    }

    /// The scopes that this service knows of.
    pub(super) fn scopes(&self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| self.scope.split(' ').any(|named| named == scope.name())).collect()
    }
}

/// Now, in seconds since the epoch.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
