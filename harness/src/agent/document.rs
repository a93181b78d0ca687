//! Reads JSON that may have been written to hurt: a megabyte of text can be made to take a hundred of memory.

use std::fmt;

use serde_json::Value;

use crate::limits;

/// Why a text was not read; to be said after "a body".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is no JSON.
    NoJson,
    /// It is nested deeper than anybody reads.
    TooDeep,
    /// It would take more memory than a document may.
    TooHeavy,
}

/// Reads a JSON document, unless it would take more memory than a document may.
pub fn document(text: &[u8]) -> Result<Value, Unread> {
    if weight(text) > limits::DOCUMENT {
        return Err(Unread::TooHeavy);
    }
    serde_json::from_slice(text).map_err(|error| {
        // It has no kind of its own.
        if error.to_string().starts_with("recursion limit") { Unread::TooDeep } else { Unread::NoJson }
    })
}

/// About how much memory a document takes once it is read, told from its text alone and never too low: the first
/// member of an object takes a whole node of the tree that it is kept in.
pub fn weight(text: &[u8]) -> usize {
    const OBJECT: usize = 640;
    const LIST: usize = 160;
    const ELEMENT: usize = 96;
    let (mut weight, mut in_text, mut escaped) = (text.len(), false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' => weight += OBJECT,
            b'[' => weight += LIST,
            b',' => weight += ELEMENT,
            _ => {}
        }
    }
    weight
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoJson => f.write_str("that is no JSON"),
            Self::TooDeep => f.write_str("that is nested deeper than 127 levels"),
            Self::TooHeavy => write!(f, "of JSON that would take more than {} bytes of memory", limits::DOCUMENT),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_hundred_tasks_with_a_history_are_read() {
        let message = json!({ "messageId": "m", "role": "ROLE_USER", "parts": [{ "text": "x".repeat(50) }] });
        let task = json!({
            "id": "t", "contextId": "c", "status": { "state": "TASK_STATE_WORKING", "message": message },
            "artifacts": [{ "artifactId": "a", "parts": [{ "text": "x" }] }], "history": vec![message.clone(); 4],
        });
        let listing = json!({ "tasks": vec![task; 100] }).to_string();

        assert!(document(listing.as_bytes()).is_ok());
    }

    #[test]
    fn what_would_explode_is_not_read() {
        for tiny in ["[0],", "{\"\":0},", "{},", "0,", "\"\","] {
            let text = format!("[{}0]", tiny.repeat(limits::BODY / tiny.len()));
            assert_eq!(document(text.as_bytes()), Err(Unread::TooHeavy), "{tiny}");
        }
    }

    #[test]
    fn what_stands_in_a_text_weighs_no_more_than_its_letters() {
        let text = format!("\"{}\\\"{}\"", "{".repeat(10_000), "[".repeat(10_000));

        assert_eq!(weight(text.as_bytes()), text.len());
    }

    #[test]
    fn nesting_is_told_from_what_is_no_json() {
        assert_eq!(document("[".repeat(1_000).as_bytes()), Err(Unread::TooDeep));
        assert_eq!(document(b"<html>"), Err(Unread::NoJson));
    }
}
