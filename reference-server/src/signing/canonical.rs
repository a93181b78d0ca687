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
    // Neither required nor optional in the proto file, unlike all else of our cards that can be empty or false.
    for extension in list(&mut card, "/capabilities/extensions") {
        forget(extension, |member, value| member == "required" && *value == false);
    }
    for requirement in list(&mut card, "/securityRequirements") {
        for (_, scopes) in requirement.get_mut("schemes").and_then(Value::as_object_mut).into_iter().flatten() {
            forget(scopes, |_, list| list.as_array().is_some_and(Vec::is_empty));
        }
    }
    written(&card)
}

fn list<'c>(card: &'c mut Value, at: &str) -> impl Iterator<Item = &'c mut Value> {
    card.pointer_mut(at).and_then(Value::as_array_mut).into_iter().flatten()
}

fn forget(object: &mut Value, says_nothing: impl Fn(&str, &Value) -> bool) {
    if let Some(members) = object.as_object_mut() {
        members.retain(|member, value| !says_nothing(member, value));
    }
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
    fn what_is_not_there_stays_away() {
        assert_eq!(String::from_utf8_lossy(&canonical(&json!({ "name": "A" }))), r#"{"name":"A"}"#);
    }

    #[test]
    fn what_says_nothing_is_not_signed() {
        let card = json!({
            "signatures": [],
            "skills": [],
            "capabilities": { "streaming": false, "extensions": [{ "uri": "u", "required": false }] },
            "securityRequirements": [{ "schemes": { "bearer": { "list": [] }, "oauth2": { "list": ["a"] } } }],
        });

        let expected = r#"{"capabilities":{"extensions":[{"uri":"u"}],"streaming":false},"securityRequirements":[{"schemes":{"bearer":{},"oauth2":{"list":["a"]}}}],"skills":[]}"#;
        assert_eq!(String::from_utf8_lossy(&canonical(&card)), expected);
    }
}
