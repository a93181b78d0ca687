//! What a picky server refuses although the protocol has it. A sound one takes all of it.

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Map, Value};

use crate::kernel::refusal::Refusal;

/// What a picky server refuses in a message although the protocol has it.
pub(super) fn judge(request: &Map<String, Value>, planted: &Planted) -> Result<(), Refusal> {
    let message = request.get("message").and_then(Value::as_object);
    let parts = || message.and_then(|message| message.get("parts")?.as_array()).into_iter().flatten();
    if let Some(unknown) = message.and_then(|message| message.keys().find(|name| !MEMBERS.contains(&name.as_str())))
        && planted.plants(Defect::UNKNOWN_MEMBER_REFUSED)
    {
        return Err(Refusal::invalid(&format!("message.{unknown}"), "is not known"));
    }
    if parts().any(|part| part["url"].is_string()) && planted.plants(Defect::URL_PARTS_REFUSED) {
        return Err(Refusal::invalid("message.parts", "must be text or data"));
    }
    Ok(())
}

/// The members of a message.
const MEMBERS: [&str; 8] =
    ["messageId", "contextId", "taskId", "role", "parts", "metadata", "extensions", "referenceTaskIds"];
