//! What careless serializers do to objects on their way out. A sound server writes every object as it was made.

use a2a_assay_defects::{Defect, Planted};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

/// An answer, an event or a notification, as this server writes it.
pub(crate) fn written(mut value: Value, planted: &Planted) -> Value {
    if planted.is_empty() {
        return value;
    }
    if let Some(message) = value.get_mut("message")
        && planted.plants(Defect::DIRECT_ANSWER_WITHOUT_PARTS)
    {
        message["parts"] = json!([]);
    }
    slip(&mut value, planted);
    value
}

/// The members that hold what a client or an agent wrote freely.
const FREE: [&str; 2] = ["metadata", "data"];

fn slip(value: &mut Value, planted: &Planted) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| slip(item, planted)),
        Value::Object(members) => {
            if let Some(made) = Made::of(members) {
                misspell(made, members, planted);
            }
            let bound = members.iter_mut().filter(|(name, _)| !FREE.contains(&name.as_str()));
            bound.for_each(|(_, member)| slip(member, planted));
        }
        _ => {}
    }
}

/// Which object of the protocol it is, told by its members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Task,
    Status,
    Message,
    Artifact,
    StatusUpdate,
    ArtifactUpdate,
    Config,
}

impl Made {
    fn of(members: &Map<String, Value>) -> Option<Self> {
        let has = |name: &str| members.contains_key(name);
        [
            (has("messageId"), Self::Message),
            (has("artifactId"), Self::Artifact),
            (has("status") && has("id"), Self::Task),
            (has("status") && has("taskId"), Self::StatusUpdate),
            (has("artifact") && has("taskId"), Self::ArtifactUpdate),
            (has("url") && has("taskId"), Self::Config),
            (has("state") && has("timestamp"), Self::Status),
        ]
        .into_iter()
        .find_map(|(is, made)| is.then_some(made))
    }

    /// What the old protocol called it.
    fn kind(self) -> &'static str {
        match self {
            Self::Task => "task",
            Self::Status => "status",
            Self::Message => "message",
            Self::Artifact => "artifact",
            Self::StatusUpdate => "status-update",
            Self::ArtifactUpdate => "artifact-update",
            Self::Config => "push-config",
        }
    }
}

fn misspell(made: Made, members: &mut Map<String, Value>, planted: &Planted) {
    if planted.plants(Defect::SNAKE_CASE_TWINS) {
        for (camel, snake) in [("contextId", "context_id"), ("taskId", "task_id")] {
            if let Some(value) = members.get(camel).cloned() {
                members.insert(snake.to_owned(), value);
            }
        }
    }
    if planted.plants(Defect::KIND_IN_EVERY_OBJECT) {
        members.insert("kind".to_owned(), made.kind().into());
    }
    let takes_metadata = !matches!(made, Made::Config | Made::Status) && !members.contains_key("metadata");
    if takes_metadata && planted.plants(Defect::EMPTY_METADATA_IS_A_LIST) {
        members.insert("metadata".to_owned(), json!([]));
    }
    match made {
        Made::Message => misspell_message(members, planted),
        Made::Task if planted.plants(Defect::HISTORY_WITHOUT_PARTS) => {
            for message in members.get_mut("history").and_then(Value::as_array_mut).into_iter().flatten() {
                message["parts"] = json!([]);
            }
        }
        Made::Status if planted.plants(Defect::TIMESTAMPS_WITH_OFFSET) => {
            if let Some(Value::String(time)) = members.get_mut("timestamp") {
                *time = time.replace('Z', "+00:00");
            }
        }
        Made::Config if planted.plants(Defect::CONFIG_TOKEN_IS_A_FLAG) => {
            members.insert("token".to_owned(), true.into());
        }
        Made::Config if planted.plants(Defect::CONFIG_SCHEME_WITHHELD) => {
            members.insert("authentication".to_owned(), json!({}));
        }
        _ => {}
    }
}

fn misspell_message(members: &mut Map<String, Value>, planted: &Planted) {
    if let Some(Value::String(role)) = members.get_mut("role")
        && planted.plants(Defect::ROLES_IN_LOWER_CASE)
    {
        *role = role.trim_start_matches("ROLE_").to_lowercase();
    }
    if planted.plants(Defect::MESSAGES_WITHOUT_ROLE) {
        members.insert("role".to_owned(), Value::Null);
    }
    let falsy = |value: &Value| matches!(value, Value::Null | Value::Bool(false)) || *value == 0 || *value == "";
    if let Some(Value::Object(metadata)) = members.get_mut("metadata")
        && metadata.values().any(falsy)
        && planted.plants(Defect::FALSY_METADATA_DROPPED)
    {
        metadata.retain(|_, value| !falsy(value));
    }
    for part in members.get_mut("parts").and_then(Value::as_array_mut).into_iter().flatten() {
        misspell_part(part, planted);
    }
}

fn misspell_part(part: &mut Value, planted: &Planted) {
    let Some(members) = part.as_object_mut() else { return };
    if let Some(text) = members.get("text").cloned()
        && planted.plants(Defect::TEXT_TWICE_IN_A_PART)
    {
        members.insert("data".to_owned(), json!({ "text": text }));
    }
    if let Some(Value::String(raw)) = members.get_mut("raw")
        && planted.plants(Defect::BYTES_ENCODED_TWICE)
    {
        *raw = BASE64_STANDARD.encode(&*raw);
    }
    if members.contains_key("url")
        && planted.plants(Defect::ADDRESS_IN_A_FILE_OBJECT)
        && let Some(url) = members.remove("url")
    {
        members.insert("file".to_owned(), json!({ "uri": url }));
    }
    if members.contains_key("filename") && planted.plants(Defect::FILENAME_LOST) {
        members.remove("filename");
    }
    if members.get("data").is_some_and(Value::is_null) && planted.plants(Defect::NULL_DATA_LOST) {
        members.remove("data");
    }
}
