//! Judges the tokens that callers present: signature, issuer, audience, expiry, subject.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use a2a_assay_defects::{Defect, Planted};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
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
    planted: Planted,
}

impl Verifier {
    pub(super) fn new(service: &str, signer: &Signer, planted: &Planted) -> Self {
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_required_spec_claims(&["exp", "iss", "aud"]);
        rules.set_issuer(&[service]);
        rules.set_audience(&[service]);
        rules.leeway = 0;
        Self { key: signer.verifying_key(), rules, verified: Mutex::default(), planted: planted.clone() }
    }

    pub(super) fn identify(&self, token: &str) -> Result<Identity, Unauthenticated> {
        let mut verified = self.verified.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((identity, expiry)) = verified.get(token)
            && *expiry > now()
        {
            return Ok(identity.clone());
        }
        let claims = self.claims(token).ok_or(Unauthenticated)?;
        let identity = Identity { scopes: claims.scopes(), subject: self.subject(&claims, token)? };
        if verified.len() >= REMEMBERED {
            verified.clear();
        }
        verified.insert(token.to_owned(), (identity.clone(), claims.exp));
        Ok(identity)
    }

    /// What a token says, if it is to be believed.
    fn claims(&self, token: &str) -> Option<Claims> {
        self.claims_by(&self.rules, token).or_else(|| self.forgiven(token))
    }

    /// What a refused token says, to a verifier that forgets some of the rules; a sound one refuses it again.
    fn forgiven(&self, token: &str) -> Option<Claims> {
        if let Some(claims) = unsigned(token)
            && self.planted.plants(Defect::UNSIGNED_TOKEN_ACCEPTED)
        {
            return Some(claims);
        }
        let mut rules = self.rules.clone();
        if self.planted.plants(Defect::AUDIENCE_UNCHECKED) {
            rules.validate_aud = false;
        }
        if self.planted.plants(Defect::EXPIRED_TOKEN_ACCEPTED) {
            rules.validate_exp = false;
        }
        self.claims_by(&rules, token)
    }

    fn claims_by(&self, rules: &Validation, token: &str) -> Option<Claims> {
        jsonwebtoken::decode::<Claims>(token, &self.key, rules).ok().map(|decoded| decoded.claims)
    }

    /// Whom the claims are about.
    fn subject(&self, claims: &Claims, token: &str) -> Result<String, Unauthenticated> {
        if self.planted.plants(Defect::OWNER_IS_THE_TOKEN) {
            return Ok(token.to_owned());
        }
        match claims.sub.as_str() {
            "" if self.planted.plants(Defect::SUBJECTLESS_TOKENS_SHARE_OWNER) => Ok(String::new()),
            "" if self.planted.plants(Defect::SUBJECTLESS_TOKEN_IS_THE_FIRST_USER) => Ok("alice".to_owned()),
            "" => Err(Unauthenticated),
            subject => Ok(subject.to_owned()),
        }
    }
}

/// What a token says that names no algorithm and is not signed.
fn unsigned(token: &str) -> Option<Claims> {
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, payload) = signed.split_once('.')?;
    let header = BASE64_URL_SAFE_NO_PAD.decode(header).ok()?;
    let named: serde_json::Value = serde_json::from_slice(&header).ok()?;
    let payload = BASE64_URL_SAFE_NO_PAD.decode(payload).ok()?;
    let unsigned = signature.is_empty() && named["alg"] == "none";
    serde_json::from_slice(&payload).ok().filter(|_| unsigned)
}
