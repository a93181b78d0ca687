//! Words in every text of a report, as a file may have them that somebody else wrote.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A report with these words behind each of its texts.
pub(crate) fn written_everywhere<R: Serialize + DeserializeOwned>(report: &R, words: &str) -> R {
    let mut value = serde_json::to_value(report).expect("a report");
    write(&mut value, words);
    serde_json::from_value(value).expect("a report")
}

fn write(value: &mut Value, words: &str) {
    match value {
        Value::String(text) => text.push_str(words),
        Value::Array(values) => values.iter_mut().for_each(|value| write(value, words)),
        Value::Object(members) => {
            // What is one of our words can't be another.
            let closed = ["verdict", "level", "fail_on", "standing"];
            members
                .iter_mut()
                .filter(|(name, _)| !closed.contains(&name.as_str()))
                .for_each(|(_, value)| write(value, words));
        }
        _ => {}
    }
}
