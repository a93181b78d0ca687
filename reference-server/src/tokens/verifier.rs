//! Judges the tokens that callers present: signature, issuer, audience, expiry, subject.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use a2a_assay_defects::{Defect, Planted};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};

use super::claims::{Claims, now};
use super::signer::Signer;
use crate::kernel::access::Scope;

/// How many verified tokens are remembered.
const REMEMBERED: usize = 1024;

/// Who presents a token, and with which permissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) subject: String,
    pub(crate) scopes: Vec<Scope>,
}

/// A caller who is not to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unauthenticated;

/// Judges tokens, and remembers the good ones until they expire.
pub(super) struct Verifier {
    key: DecodingKey,
    rules: Validation,
    verified: Mutex<HashMap<String, (Identity, u64)>>,
}

impl Verifier {
    pub(super) fn new(service: &str, signer: &Signer, planted: &Planted) -> Self {
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        rules.set_issuer(&[service]);
        rules.set_audience(&[service]);
        rules.leeway = 0;
        if planted.plants(Defect::AUDIENCE_UNCHECKED) {
            rules.validate_aud = false;
        }
        Self { key: signer.verifying_key(), rules, verified: Mutex::default() }
    }

    pub(super) fn identify(&self, token: &str) -> Result<Identity, Unauthenticated> {
        let mut verified = self.verified.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((identity, expiry)) = verified.get(token)
            && *expiry > now()
        {
            return Ok(identity.clone());
        }
        let claims = jsonwebtoken::decode::<Claims>(token, &self.key, &self.rules).map_err(|_| Unauthenticated)?.claims;
        if claims.sub.is_empty() {
            return Err(Unauthenticated);
        }
        let identity = Identity { scopes: claims.scopes(), subject: claims.sub };
        if verified.len() >= REMEMBERED {
            verified.clear();
        }
        verified.insert(token.to_owned(), (identity.clone(), claims.exp));
        Ok(identity)
    }
}
