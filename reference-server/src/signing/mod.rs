//! Signs cards (§8.4): once for each card that there is, with a key made for this server alone.

mod canonical;
mod pen;
mod slips;

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};

pub(crate) use pen::{Pen, Reader};

/// Where an agent shows the keys of its card, below its origin.
pub(crate) const KEY_SET: &str = "/.well-known/card-keys.json";

/// The name of the key.
const KEY: &str = "card";

/// The signing key.
pub(crate) struct Signer {
    genuine: Key,
    /// What the key was before, of the same name.
    retired: Key,
}

struct Key {
    /// The private key, as PKCS #8.
    private: Vec<u8>,
    /// The point of the public key, uncompressed.
    public: Vec<u8>,
}

impl Signer {
    /// A signer with a fresh key.
    pub(crate) fn fresh() -> std::io::Result<Self> {
        Ok(Self { genuine: Key::fresh()?, retired: Key::fresh()? })
    }

    /// The public key, as RFC 7518 writes it.
    pub(crate) fn public_jwk(&self) -> Value {
        let (x, y) = self.genuine.public[1..].split_at(32);
        json!({
            "kty": "EC",
            "crv": "P-256",
            "use": "sig",
            "alg": "ES256",
            "kid": KEY,
            "x": BASE64_URL_SAFE_NO_PAD.encode(x),
            "y": BASE64_URL_SAFE_NO_PAD.encode(y),
        })
    }
}

impl Key {
    fn fresh() -> std::io::Result<Self> {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).map_err(std::io::Error::other)?;
        let private = pair.to_pkcs8v1().map_err(std::io::Error::other)?;
        Ok(Self { private: private.as_ref().to_vec(), public: pair.public_key().as_ref().to_vec() })
    }

    /// The signature of a text, in base64url.
    fn sign(&self, text: &str) -> String {
        let key = EncodingKey::from_ec_der(&self.private);
        jsonwebtoken::crypto::sign(text.as_bytes(), &key, Algorithm::ES256)
            .expect("a key of our own making signs what we say")
    }
}
