//! Signs tokens with an Ed25519 key made for this server alone.

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use serde_json::{Value, json};

use super::claims::Claims;

/// A signing key and its name.
pub(super) struct Signer {
    name: &'static str,
    private: EncodingKey,
    public: Vec<u8>,
}

impl Signer {
    /// A signer with a fresh key.
    pub(super) fn fresh(name: &'static str) -> std::io::Result<Self> {
        let pair = Ed25519KeyPair::generate().map_err(std::io::Error::other)?;
        let private = pair.to_pkcs8().map_err(std::io::Error::other)?;
        Ok(Self {
            name,
            private: EncodingKey::from_ed_der(private.as_ref()),
            public: pair.public_key().as_ref().to_vec(),
        })
    }

    pub(super) fn sign(&self, claims: &Claims) -> String {
        let mut header = Header::new(Algorithm::EdDSA);
        header.kid = Some(self.name.to_owned());
        jsonwebtoken::encode(&header, claims, &self.private)
            .expect("a key of our own making signs claims of our own making")
    }

    /// The key that verifies what this signer signs.
    pub(super) fn verifying_key(&self) -> DecodingKey {
        DecodingKey::from_ed_der(&self.public)
    }

    /// The public key as RFC 8037 writes it.
    pub(super) fn public_jwk(&self) -> Value {
        json!({
            "kty": "OKP",
            "crv": "Ed25519",
            "use": "sig",
            "alg": "EdDSA",
            "kid": self.name,
            "x": BASE64_URL_SAFE_NO_PAD.encode(&self.public),
        })
    }
}
