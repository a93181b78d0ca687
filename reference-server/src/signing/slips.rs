//! How signing can go wrong; a sound server passes all of it by.

use a2a_assay_defects::Defect;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
use base64::Engine;
use base64::prelude::{BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD};
use serde_json::{Value, json};

use super::canonical::{canonical, written};
use super::pen::{Pen, Reader};
use super::{KEY_SET, Key};

/// What stands in the header that is not protected, if there is one.
pub(super) fn in_header(pen: &Pen<'_>, reader: Reader, protected: &mut Value) -> Option<Value> {
    if pen.planted.is_empty() {
        return None;
    }
    let members = protected.as_object_mut()?;
    if pen.smaller && pen.planted.plants(Defect::SIGNATURE_WITHOUT_KEY_ID) {
        members.remove("kid");
    }
    if reader == Reader::Anybody && pen.planted.plants(Defect::SIGNATURE_TYPED_AS_TOKEN) {
        members.insert("typ".to_owned(), "JWT".into());
    }
    if pen.strict && pen.planted.plants(Defect::CARD_KEYS_ELSEWHERE) {
        members.insert("jku".to_owned(), format!("{}/keys.json", pen.origin).into());
    }
    if pen.smaller && pen.planted.plants(Defect::CARD_KEYS_AT_A_PATH) {
        members.insert("jku".to_owned(), KEY_SET.into());
    }
    if reader == Reader::Caller && pen.planted.plants(Defect::SIGNATURE_ALGORITHM_UNPROTECTED) {
        return members.remove("alg").map(|algorithm| json!({ "alg": algorithm }));
    }
    None
}

/// What is signed.
pub(super) fn in_payload(pen: &Pen<'_>, reader: Reader, card: &Value, payload: &mut Vec<u8>) {
    if reader == Reader::Anybody && !pen.smaller && pen.planted.plants(Defect::SIGNATURE_COVERS_EMPTY_LISTS) {
        *payload = written(card);
    }
    if reader == Reader::Caller && pen.planted.plants(Defect::SIGNATURE_COVERS_AN_INDENTED_CARD) {
        *payload = indented(payload);
    }
    if pen.planted.plants(Defect::SIGNATURE_SKIPS_WHAT_IS_FALSE) {
        let mut card = card.clone();
        if let Some(capabilities) = card["capabilities"].as_object_mut() {
            capabilities.retain(|_, offered| *offered != false);
        }
        *payload = canonical(&card);
    }
}

fn indented(canonical: &[u8]) -> Vec<u8> {
    let card: Value = serde_json::from_slice(canonical).unwrap_or_default();
    format!("{card:#}").into_bytes()
}

/// Who signs.
pub(super) fn in_key<'p>(pen: &Pen<'p>, key: &mut &'p Key) {
    if pen.smaller && pen.planted.plants(Defect::SIGNATURE_OF_A_RETIRED_KEY) {
        *key = &pen.signer.retired;
    }
}

/// How header and signature are written down.
pub(super) fn in_encoding(
    pen: &Pen<'_>,
    reader: Reader,
    (protected, header): (&Value, &mut String),
    (text, signature): (&str, &mut String),
) {
    if reader == Reader::Privileged && pen.planted.plants(Defect::SIGNATURE_HEADER_NOT_ENCODED) {
        *header = protected.to_string();
    }
    if pen.strict && pen.planted.plants(Defect::SIGNATURE_IN_DER) {
        *signature = in_der(&pen.signer.genuine, text);
    }
    if reader == Reader::Caller && pen.planted.plants(Defect::SIGNATURE_PADDED) {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(&*signature).unwrap_or_default();
        *signature = BASE64_URL_SAFE.encode(bytes);
    }
}

/// A signature as most libraries make it, and no JWS has it.
fn in_der(key: &Key, text: &str) -> String {
    let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &key.private);
    let signed = pair.ok().and_then(|pair| pair.sign(&SystemRandom::new(), text.as_bytes()).ok());
    signed.map(|signed| BASE64_URL_SAFE_NO_PAD.encode(signed)).unwrap_or_default()
}

/// What becomes of a card that was signed.
pub(super) fn in_card(pen: &Pen<'_>, reader: Reader, card: &mut Value) {
    if reader == Reader::Anybody && pen.planted.plants(Defect::CARD_EDITED_AFTER_SIGNING) {
        card["description"] = "A small agent for judging those who judge agents".into();
    }
    if reader == Reader::Anybody
        && !pen.smaller
        && pen.planted.plants(Defect::CARD_KEYS_OVER_PLAIN_HTTP)
        && let Some(signatures) = card["signatures"].as_array_mut()
    {
        let header = json!({
            "alg": "ES256", "typ": "JOSE", "kid": "card-of-old", "jku": "http://keys.example.com/card-keys.json",
        });
        let header = BASE64_URL_SAFE_NO_PAD.encode(header.to_string());
        let signature = signatures[0]["signature"].clone();
        signatures.push(json!({ "protected": header, "signature": signature }));
    }
}

/// The card of the privileged, with the signature that a defective server puts on it.
pub(super) fn borrowed(pen: &Pen<'_>, public: &Value, mut premium: Value) -> Value {
    if pen.planted.plants(Defect::PREMIUM_CARD_BORROWS_SIGNATURE) {
        premium["signatures"] = public["signatures"].clone();
    }
    premium
}
