//! The canonical forms of a card (§8.4.1, RFC 8785): the one that the text lays down, and those that another of its
//! sentences can be taken for.

use serde_json::Value;

use crate::agent::shape::{AGENT_CARD, LeftOut};

/// A form of a card that a signature may cover.
#[derive(Clone, Debug)]
pub struct Form {
    /// What was done about members at their default.
    pub about: &'static str,
    /// Whether it is the form of §8.4.1.
    pub exact: bool,
    /// The canonical text.
    pub text: Vec<u8>,
}

/// The forms of a card that a signature may cover, the exact one first.
pub fn forms(card: &Value) -> Vec<Form> {
    let mut unsigned = card.clone();
    if let Some(members) = unsigned.as_object_mut() {
        members.remove("signatures");
    }
    let exact = AGENT_CARD.without_defaults(&unsigned, LeftOut::Implicit);
    let literal = AGENT_CARD.without_defaults(&unsigned, LeftOut::All);
    let filled = [&exact, &literal].map(|form| filled(form).unwrap_or_else(|| Value::Object(serde_json::Map::new())));
    let [exact_filled, literal_filled] = filled;
    let named = [
        ("the members that §8.4.1 leaves out are left out", exact),
        ("every member at its default is left out", literal),
        ("everything empty is left out", exact_filled),
        ("everything empty and false is left out", literal_filled),
    ];
    let forms = named.into_iter().enumerate();
    forms.map(|(place, (about, form))| Form { about, exact: place == 0, text: canonical(&form) }).collect()
}

/// The card as it was served, canonical but for its defaults: what nobody may sign, and many do.
pub fn as_served(card: &Value) -> Vec<u8> {
    let mut unsigned = card.clone();
    if let Some(members) = unsigned.as_object_mut() {
        members.remove("signatures");
    }
    canonical(&unsigned)
}

/// RFC 8785. Only numbers that no JSON text can hold have no canonical form.
fn canonical(value: &Value) -> Vec<u8> {
    serde_json_canonicalizer::to_vec(value).unwrap_or_default()
}

/// A value without empty texts, lists and objects, however deep they lie.
fn filled(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::String(text) => (!text.is_empty()).then(|| value.clone()),
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().filter_map(filled).collect();
            (!items.is_empty()).then_some(Value::Array(items))
        }
        Value::Object(members) => {
            let members = members.iter().filter_map(|(name, member)| Some((name.clone(), filled(member)?)));
            let members: serde_json::Map<_, _> = members.collect();
            (!members.is_empty()).then_some(Value::Object(members))
        }
        Value::Bool(_) | Value::Number(_) => Some(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(card: &Value) -> Vec<String> {
        forms(card).into_iter().map(|form| String::from_utf8(form.text).expect("it is text")).collect()
    }

    #[test]
    fn the_exact_form_is_the_one_of_the_specification() {
        let card = json!({
            "skills": [],
            "name": "Example Agent",
            "description": "",
            "signatures": [{ "protected": "e30", "signature": "AAAA" }],
            "capabilities": { "streaming": false, "pushNotifications": false, "extensions": [] },
        });

        let exact = r#"{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}"#;
        assert_eq!(written(&card)[0], exact);
    }

    #[test]
    fn each_other_form_leaves_out_more() {
        let card = json!({
            "name": "A",
            "skills": [],
            "capabilities": { "streaming": false },
            "securityRequirements": [{ "schemes": { "bearer": { "list": [] } } }],
        });

        let forms = written(&card);

        assert_eq!(forms[1], r#"{"capabilities":{},"name":"A","securityRequirements":[{"schemes":{"bearer":{}}}]}"#);
        assert_eq!(forms[2], r#"{"capabilities":{"streaming":false},"name":"A"}"#);
        assert_eq!(forms[3], r#"{"name":"A"}"#);
    }

    /// RFC 8785, section 3.2: numbers as ECMAScript writes them, members in the order of their UTF-16 units.
    #[test]
    fn numbers_and_names_are_written_as_the_standard_has_it() {
        let card = json!({ "\u{20ac}": 1e30, "\r": 4.50, "\u{1f600}": 1e-27, "\u{fb33}": 0.002 });

        assert_eq!(written(&card)[0], "{\"\\r\":4.5,\"\u{20ac}\":1e+30,\"\u{1f600}\":1e-27,\"\u{fb33}\":0.002}");
    }
}
