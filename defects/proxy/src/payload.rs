//! Where in a body the message itself is: JSON-RPC wraps it, HTTP+JSON does not.

use serde_json::Value;

use crate::Outcome;
use crate::operation::Binding;

/// The payload of an answer or of an event, and what it is. Pointers count from there.
///
/// A result is the member `result` or the body, an error the member `error`.
pub(crate) fn of_answer(document: &mut Value, binding: Option<Binding>, refused: bool) -> (Outcome, &mut Value) {
    let errs = document.get("error").is_some_and(Value::is_object);
    if errs {
        return (Outcome::Error, &mut document["error"]);
    }
    let outcome = if refused { Outcome::Error } else { Outcome::Result };
    if binding == Some(Binding::JsonRpc) && document.get("result").is_some() {
        return (outcome, &mut document["result"]);
    }
    (outcome, document)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_payload_is_what_both_bindings_have_in_common() {
        let rpc = Some(Binding::JsonRpc);
        let rest = Some(Binding::HttpJson);
        let table = [
            (json!({"jsonrpc": "2.0", "result": {"id": "t"}}), rpc, false, Outcome::Result, json!({"id": "t"})),
            (json!({"jsonrpc": "2.0", "error": {"code": 1}}), rpc, false, Outcome::Error, json!({"code": 1})),
            (json!({"id": "t"}), rest, false, Outcome::Result, json!({"id": "t"})),
            (json!({"error": {"code": 404}}), rest, true, Outcome::Error, json!({"code": 404})),
            (json!({"title": "no"}), rest, true, Outcome::Error, json!({"title": "no"})),
        ];
        for (mut body, binding, refused, outcome, payload) in table {
            let (found, value) = of_answer(&mut body, binding, refused);
            assert_eq!((found, &*value), (outcome, &payload));
        }
    }
}
