//! Answers without what may differ between two that say the same.

use serde_json::{Value, json};

use crate::agent::{Answer, Reply};

/// An answer without this id, times and request ids: what is left must be equal where nothing may be told apart.
pub fn anonymised(reply: &Reply, id: &str) -> Value {
    let body = match &reply.answer {
        Answer::Result(value) => json!({ "result": value }),
        Answer::Error(error) => json!({
            "code": error.code,
            "status": error.rpc_status,
            "message": error.message,
            "details": error.details,
        }),
        Answer::Malformed(why) => json!({ "malformed": why }),
        Answer::Silence(why) => json!({ "silence": why }),
    };
    let challenge = reply.challenge();
    let kind = reply.header("content-type");
    scrubbed(json!({ "http": reply.http, "content-type": kind, "challenge": challenge, "body": body }), id)
}

/// A value without what differs between two others that say the same.
pub fn steadied(one: &Value, other: &Value, value: Value) -> Value {
    if one == other {
        return value;
    }
    match (one, other, value) {
        (Value::Object(one), Value::Object(other), Value::Object(members)) => {
            let steady = |(name, member): (String, Value)| {
                let member = match (one.get(&name), other.get(&name)) {
                    (Some(one), Some(other)) => steadied(one, other, member),
                    (None, None) => member,
                    _ => json!(UNSTEADY),
                };
                (name, member)
            };
            members.into_iter().map(steady).collect()
        }
        (Value::Array(one), Value::Array(other), Value::Array(items))
            if one.len() == other.len() && one.len() == items.len() =>
        {
            items
                .into_iter()
                .zip(one.iter().zip(other))
                .map(|(item, (one, other))| steadied(one, other, item))
                .collect()
        }
        _ => json!(UNSTEADY),
    }
}

const UNSTEADY: &str = "(differs each time)";

fn scrubbed(value: Value, id: &str) -> Value {
    match value {
        Value::String(text) => scrubbed_text(&text, id).into(),
        Value::Array(items) => items.into_iter().map(|item| scrubbed(item, id)).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, member)| (scrubbed_text(&name, id), scrubbed(member, id))).collect()
        }
        other => other,
    }
}

fn scrubbed_text(text: &str, id: &str) -> String {
    if text.parse::<jiff::Timestamp>().is_ok() {
        return "(a time)".to_owned();
    }
    text.replace(id, "(the id)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_each_time_tells_nothing_apart() {
        let one = json!({ "message": "no such task (7)", "details": [{ "request": "a" }, { "reason": "ABSENT" }] });
        let other = json!({ "message": "no such task (8)", "details": [{ "request": "b" }, { "reason": "ABSENT" }] });
        let foreign =
            json!({ "message": "no such task (9)", "details": [{ "request": "c" }, { "reason": "YOURS_NOT" }] });

        let (absent, foreign) = (steadied(&one, &other, one.clone()), steadied(&one, &other, foreign));

        assert_eq!(absent["message"], foreign["message"]);
        assert_eq!(absent["details"][0], foreign["details"][0]);
        assert_ne!(absent["details"][1], foreign["details"][1]);
    }
}
