//! What one agent signs its cards with.

use a2a_assay_defects::Planted;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::canonical::canonical;
use super::{KEY, KEY_SET, Signer, slips};

/// Whom a card is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    Anybody,
    Caller,
    Privileged,
}

/// The pen of one agent.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'p> {
    pub(crate) signer: &'p Signer,
    pub(crate) origin: &'p str,
    /// Whether the agent offers less than others of its make.
    pub(crate) smaller: bool,
    /// Whether the agent asks for more.
    pub(crate) strict: bool,
    pub(crate) planted: &'p Planted,
}

impl Pen<'_> {
    /// The card with its signature (§8.4.2).
    pub(crate) fn sign(&self, mut card: Value, reader: Reader) -> Value {
        let mut protected =
            json!({ "alg": "ES256", "typ": "JOSE", "kid": KEY, "jku": format!("{}{KEY_SET}", self.origin) });
        let mut payload = canonical(&card);
        let mut key = &self.signer.genuine;
        let unprotected = slips::in_header(self, reader, &mut protected);
        slips::in_payload(self, reader, &card, &mut payload);
        slips::in_key(self, &mut key);
        let mut header = BASE64_URL_SAFE_NO_PAD.encode(protected.to_string());
        let text = format!("{header}.{}", BASE64_URL_SAFE_NO_PAD.encode(payload));
        let mut signed = key.sign(&text);
        slips::in_encoding(self, reader, (&protected, &mut header), (&text, &mut signed));
        let mut signature = json!({ "protected": header, "signature": signed });
        if let Some(unprotected) = unprotected {
            signature["header"] = unprotected;
        }
        card["signatures"] = json!([signature]);
        slips::in_card(self, reader, &mut card);
        card
    }

    /// The card of the privileged with its own signature; in a defective server, with that of another card.
    pub(crate) fn borrow(&self, public: &Value, premium: Value) -> Value {
        slips::borrowed(self, public, premium)
    }
}
