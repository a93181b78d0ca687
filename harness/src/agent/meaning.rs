//! What a JSON value says, whichever of the ways to write nothing it uses.

use serde_json::Value;

/// The value without members that only say that there is nothing: serializers differ in whether they write them.
pub fn meaning(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            // A data part may carry any value, and nothing is one.
            .filter(|(name, member)| *name == "data" || !is_nothing(member))
            .map(|(name, member)| (name.clone(), meaning(member)))
            .collect(),
        Value::Array(items) => items.iter().map(meaning).collect(),
        // Numbers that went through a Struct come back as floating point.
        Value::Number(number) => number.as_f64().map_or_else(|| value.clone(), Value::from),
        other => other.clone(),
    }
}

/// Whether any text or name in a value has this text in it.
pub fn mentions(value: &Value, text: &str) -> bool {
    match value {
        Value::String(said) => said.contains(text),
        Value::Array(items) => items.iter().any(|item| mentions(item, text)),
        Value::Object(members) => members.iter().any(|(name, member)| name.contains(text) || mentions(member, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ways_to_write_nothing_mean_the_same() {
        let written = json!({"parts": [{"text": "a", "filename": "", "metadata": {}}], "append": false, "n": 1});
        let left_out = json!({"parts": [{"text": "a"}], "n": 1.0});

        assert_eq!(meaning(&written), meaning(&left_out));
    }

    #[test]
    fn what_is_mentioned_is_found_however_json_escapes_it() {
        let value = json!({"tasks": [{"id": "a \"quoted\" \\ id"}]});

        assert!(mentions(&value, "\"quoted\" \\"));
        assert!(mentions(&value, "tasks"));
        assert!(!mentions(&value, "another"));
    }

    #[test]
    fn nothing_is_a_value_of_a_data_part() {
        assert_ne!(meaning(&json!({"data": null})), meaning(&json!({})));
    }
}
