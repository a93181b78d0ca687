//! The form of a card that is signed (§8.4.1): without signatures, without members that say nothing, and in the one way
//! of RFC 8785 to write it down.

use serde_json::Value;

/// The canonical form of one of our cards.
pub(super) fn canonical(card: &Value) -> Vec<u8> {
    let mut card = card.clone();
    if let Some(members) = card.as_object_mut() {
        members.remove("signatures");
        // null is as good as absent, in ProtoJSON
        members.retain(|_, member| !member.is_null());
    }
    for requirement in card["securityRequirements"].as_array_mut().into_iter().flatten() {
        let schemes = requirement["schemes"].as_object_mut().into_iter().flatten();
        for list in schemes.filter_map(|(_, scopes)| scopes.as_object_mut()) {
            // neither required nor optional in the proto file, unlike all else of a card that can be empty
            list.retain(|_, scopes| scopes.as_array().is_none_or(|scopes| !scopes.is_empty()));
        }
    }
    written(&card)
}

/// A value in the one way to write it down.
pub(super) fn written(value: &Value) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(value).expect("a card has no number that JSON has not")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_says_nothing_is_not_signed() {
        let card = json!({
            "signatures": [],
            "skills": [],
            "capabilities": { "streaming": false },
            "securityRequirements": [{ "schemes": { "bearer": { "list": [] }, "oauth2": { "list": ["a"] } } }],
        });

        let expected = r#"{"capabilities":{"streaming":false},"securityRequirements":[{"schemes":{"bearer":{},"oauth2":{"list":["a"]}}}],"skills":[]}"#;
        assert_eq!(String::from_utf8_lossy(&canonical(&card)), expected);
    }
}
