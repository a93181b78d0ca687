//! The signatures of a card (§8.4): one taken apart as RFC 7515 says, the forms of the card that it may cover, and the
//! keys that verify it. Judges nothing.

mod canonical;
mod keys;

use std::str::FromStr;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use jsonwebtoken::Algorithm;
use jsonwebtoken::crypto::verify;
use serde_json::{Map, Value};

pub use canonical::{Form, as_served, forms};
pub use keys::KeySet;

/// One signature of a card that could be read.
#[derive(Clone, Debug)]
pub struct Signature {
    protected: String,
    signed: String,
    header: Map<String, Value>,
}

impl Signature {
    /// Takes a signature apart, or says what is wrong with it.
    pub fn read(written: &Value) -> Result<Self, String> {
        let text = |member: &str| {
            written[member].as_str().map(str::to_owned).ok_or_else(|| format!("{member} is no string: {written}"))
        };
        let (protected, signature) = (text("protected")?, text("signature")?);
        let bytes = |member: &str, text: &str| {
            let read = BASE64_URL_SAFE_NO_PAD.decode(text);
            read.map_err(|why| format!("{member} is no base64url without padding: {why}"))
        };
        bytes("signature", &signature)?;
        let header: Value = serde_json::from_slice(&bytes("protected", &protected)?)
            .map_err(|why| format!("the protected header is no JSON: {why}"))?;
        match header {
            Value::Object(header) => Ok(Self { protected, signed: signature, header }),
            other => Err(format!("the protected header is no object: {other}")),
        }
    }

    /// A parameter of the protected header that is a text.
    pub fn says(&self, parameter: &str) -> Option<&str> {
        self.header.get(parameter)?.as_str()
    }

    /// The protected header.
    pub fn header(&self) -> Value {
        Value::Object(self.header.clone())
    }

    /// Why nobody can say whether it is good, if so.
    pub fn unverifiable(&self) -> Option<String> {
        if self.header.contains_key("crit") {
            return Some("its header has critical parameters, which the judge does not know".to_owned());
        }
        let Some(name) = self.says("alg") else { return Some("it names no algorithm".to_owned()) };
        match Algorithm::from_str(name) {
            Ok(Algorithm::HS256 | Algorithm::HS384 | Algorithm::HS512) => {
                Some(format!("{name} is verified with a secret that both sides know, and not with a key for everybody"))
            }
            Ok(_) => None,
            Err(_) => Some(format!("the judge can't verify `{name}`")),
        }
    }

    /// Whether it is this key's signature of this text.
    pub fn is_of(&self, text: &[u8], key: &Value) -> bool {
        let Some(algorithm) = self.says("alg").and_then(|name| Algorithm::from_str(name).ok()) else { return false };
        let Some(key) = keys::verifying(key) else { return false };
        let input = format!("{}.{}", self.protected, BASE64_URL_SAFE_NO_PAD.encode(text));
        // A key of another kind than the algorithm's verifies nothing.
        verify(&self.signed, input.as_bytes(), &key, algorithm).unwrap_or(false)
    }

    /// Whether a key is of a kind that can be read here; what is signed with another one nobody can tell.
    pub fn reads(key: &Value) -> bool {
        keys::verifying(key).is_some()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_signature_is_two_texts_in_base64url() {
        let table = [
            (json!({ "protected": "e30" }), "signature is no string"),
            (json!({ "protected": "e30", "signature": "AAA=" }), "signature is no base64url"),
            (json!({ "protected": "e30", "signature": "a+/b" }), "signature is no base64url"),
            (json!({ "protected": "{}", "signature": "AAAA" }), "protected is no base64url"),
            (json!({ "protected": "Ww", "signature": "AAAA" }), "no JSON"),
            (json!({ "protected": "W10", "signature": "AAAA" }), "no object"),
        ];
        for (written, why) in table {
            let told = Signature::read(&written).expect_err(why);
            assert!(told.contains(why), "{told}");
        }
        assert!(Signature::read(&json!({ "protected": "e30", "signature": "AAAA" })).is_ok());
    }

    /// The example of RFC 7515, appendix A.3.
    #[test]
    fn the_signature_of_the_standard_verifies() {
        let signature = Signature::read(&json!({
            "protected": "eyJhbGciOiJFUzI1NiJ9",
            "signature": "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
        }))
        .expect("it can be read");
        let key = json!({
            "kty": "EC",
            "crv": "P-256",
            "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
        });
        let payload = b"{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}";

        assert!(signature.is_of(payload, &key));
        assert!(!signature.is_of(b"{}", &key));
        assert!(!signature.is_of(payload, &json!({ "kty": "OKP", "crv": "Ed25519", "x": "AAAA" })));
    }

    #[test]
    fn a_secret_verifies_nothing_for_everybody() {
        let header = BASE64_URL_SAFE_NO_PAD.encode("{\"alg\":\"HS256\"}");
        let signature = Signature::read(&json!({ "protected": header, "signature": "AAAA" })).expect("it can be read");
        assert!(signature.unverifiable().is_some_and(|why| why.contains("secret")));
    }
}
