//! The token service: signed tokens for named principals, and the judge of tokens that callers present.

mod claims;
mod principal;
mod signer;
mod verifier;

use std::time::Duration;

use a2a_assay_defects::Planted;
use serde_json::{Value, json};

pub use principal::Principal;

use crate::kernel::access::Scope;
use claims::Claims;
use signer::Signer;
use verifier::Verifier;
pub(crate) use verifier::{Identity, Unauthenticated};

/// How long a token is good.
pub(crate) const LIFETIME: Duration = Duration::from_secs(12 * 60 * 60);

/// Issues tokens and judges them.
pub(crate) struct TokenService {
    issuer: String,
    genuine: Signer,
    forger: Signer,
    verifier: Verifier,
}

impl TokenService {
    /// A service with fresh keys; its tokens are made out to the issuer itself.
    pub(crate) fn new(issuer: &str, planted: &Planted) -> std::io::Result<Self> {
        let genuine = Signer::fresh("genuine")?;
        let verifier = Verifier::new(issuer, &genuine, planted);
        Ok(Self {
            issuer: issuer.to_owned(),
            genuine,
            // the forger's tokens name the genuine key
            forger: Signer::fresh("genuine")?,
            verifier,
        })
    }

    /// A token as this principal presents it.
    pub(crate) fn token(&self, who: Principal) -> String {
        let claims = self.claims(who, who.scopes());
        match who {
            Principal::Forged => self.forger.sign(&claims),
            Principal::WrongAudience => {
                self.genuine.sign(&Claims { aud: "https://another-service.example".to_owned(), ..claims })
            }
            Principal::Expired => self.genuine.sign(&claims.expired()),
            Principal::Alice | Principal::Bob | Principal::Premium | Principal::Reader | Principal::Subjectless => {
                self.genuine.sign(&claims)
            }
            // issued a moment earlier, or it would be the other one's token
            Principal::SubjectlessToo => self.genuine.sign(&Claims { iat: claims.iat - 1, ..claims }),
        }
    }

    /// A token for a client that proved who it is, with some of its scopes.
    pub(crate) fn grant(&self, who: Principal, scopes: &[Scope]) -> String {
        self.genuine.sign(&self.claims(who, scopes))
    }

    /// Who presents this token.
    pub(crate) fn identify(&self, token: &str) -> Result<Identity, Unauthenticated> {
        self.verifier.identify(token)
    }

    /// The public keys that verify tokens.
    pub(crate) fn key_set(&self) -> Value {
        json!({ "keys": [self.genuine.public_jwk()] })
    }

    fn claims(&self, who: Principal, scopes: &[Scope]) -> Claims {
        Claims::new(&self.issuer, who.subject(), scopes)
    }
}
