//! A set of public keys (RFC 7517).

use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::Jwk;
use serde_json::Value;

use crate::agent::document;
use crate::limits;

/// The keys of a set, as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeySet(Vec<Value>);

impl KeySet {
    /// Reads a JWK Set; one key without a set around it does as well.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        let value = document(text).map_err(|why| format!("a body {why}"))?;
        match (&value["keys"], value.get("kty")) {
            (Value::Array(keys), _) => Ok(Self(keys.clone())),
            (_, Some(_)) => Ok(Self(vec![value])),
            _ => Err("it is no JWK Set: it has no list `keys`".to_owned()),
        }
    }

    /// Whether it has no key at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The keys with this id; where no id is named, any may be meant.
    pub fn named(&self, id: Option<&str>) -> Vec<Value> {
        let meant = |key: &&Value| id.is_none_or(|id| key["kid"] == id);
        self.0.iter().filter(meant).take(limits::KEYS).cloned().collect()
    }

    /// The ids of its keys, in a few words.
    pub fn ids(&self) -> String {
        let ids: Vec<String> = self.0.iter().take(limits::KEYS).map(|key| key["kid"].to_string()).collect();
        format!("{} keys: {}", self.0.len(), ids.join(", "))
    }
}

/// A public key, ready to verify with.
pub(super) fn verifying(key: &Value) -> Option<DecodingKey> {
    let key: Jwk = serde_json::from_value(key.clone()).ok()?;
    DecodingKey::from_jwk(&key).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_by_its_id() {
        let set = KeySet::read(br#"{"keys": [{"kty": "EC", "kid": "a"}, {"kty": "EC", "kid": "b"}]}"#).expect("a set");
        assert_eq!(set.named(Some("b")).len(), 1);
        assert_eq!(set.named(Some("c")).len(), 0);
        assert_eq!(set.named(None).len(), 2);
    }

    #[test]
    fn what_is_no_set_of_keys_is_said_to_be_none() {
        for wrong in ["", "[]", "{}", "{\"keys\": 7}"] {
            assert!(KeySet::read(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
