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
    let challenge = reply.header("www-authenticate");
    let kind = reply.header("content-type");
    scrubbed(json!({ "http": reply.http, "content-type": kind, "challenge": challenge, "body": body }), id)
}

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
