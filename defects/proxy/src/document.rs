//! Reads JSON that may have been written to hurt: a megabyte of text can be made to take a hundred of memory.

use serde_json::Value;

use crate::limits;

/// A JSON document, unless it is none or would take too much memory.
pub(crate) fn document(text: &[u8]) -> Option<Value> {
    if weight(text) > limits::DOCUMENT {
        return None;
    }
    serde_json::from_slice(text).ok()
}

/// About how much memory a document takes, never too low: what stands in its texts counts as if it stood outside.
fn weight(text: &[u8]) -> usize {
    const OBJECT: usize = 640;
    const LIST: usize = 160;
    const ELEMENT: usize = 96;
    let node = |byte: &u8| match byte {
        b'{' => OBJECT,
        b'[' => LIST,
        b',' => ELEMENT,
        _ => 0,
    };
    text.len() + text.iter().map(node).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_explode_is_not_read() {
        assert_eq!(document(format!("[{}0]", "{},".repeat(100_000)).as_bytes()), None);
        assert!(document(br#"{"tasks": [{"id": "t"}]}"#).is_some());
    }
}
