//! Messages that a caller sends.

use serde_json::{Map, Value, json};

/// A message on its way to the agent, with the configuration of its send.
#[derive(Clone, Debug)]
pub struct Message {
    message: Map<String, Value>,
    configuration: Map<String, Value>,
}

/// A part of a message, as JSON.
pub type Part = Value;

impl Message {
    /// A user's message of one text part, with a fresh id.
    pub fn text(text: &str) -> Self {
        Self::of(json!([{ "text": text }]))
    }

    /// A user's message of these parts, with a fresh id.
    pub fn of(parts: Part) -> Self {
        let mut message = Map::new();
        message.insert("messageId".into(), fresh("m").into());
        message.insert("role".into(), "ROLE_USER".into());
        message.insert("parts".into(), parts);
        Self { message, configuration: Map::new() }
    }

    /// Addressed to a task.
    #[must_use]
    pub fn to_task(self, id: &str) -> Self {
        self.with("taskId", id)
    }

    /// Sent in a context.
    #[must_use]
    pub fn in_context(self, id: &str) -> Self {
        self.with("contextId", id)
    }

    /// With a member of the message set to a value of any kind.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.message.insert(member.into(), value.into());
        self
    }

    /// Without a member of the message.
    #[must_use]
    pub fn without(mut self, member: &str) -> Self {
        self.message.remove(member);
        self
    }

    /// With a member of the configuration set to a value of any kind.
    #[must_use]
    pub fn configured(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.configuration.insert(member.into(), value.into());
        self
    }

    /// Asking not to wait (§3.2.2).
    #[must_use]
    pub fn immediately(self) -> Self {
        self.configured("returnImmediately", true)
    }

    /// The same message once more: with an id of its own that begins as this one does.
    #[must_use]
    pub fn again(&self) -> Self {
        self.marked_with("")
    }

    /// The same message once more, with a mark in its id by which it can be recognised.
    #[must_use]
    pub fn marked(&self, mark: &str) -> Self {
        self.marked_with(&format!("{mark}-"))
    }

    fn marked_with(&self, mark: &str) -> Self {
        let stem = self.id().rsplit_once('-').map_or("assay", |(stem, _)| stem);
        let id = format!("{stem}-{mark}{}", uuid::Uuid::new_v4().simple());
        self.clone().with("messageId", id)
    }

    /// With one more part.
    #[must_use]
    pub fn and(mut self, part: Part) -> Self {
        if let Some(parts) = self.message.get_mut("parts").and_then(Value::as_array_mut) {
            parts.push(part);
        }
        self
    }

    /// Whether it names a context.
    pub fn is_in_a_context(&self) -> bool {
        self.message.contains_key("contextId")
    }

    /// What it says: the text of its first part.
    pub fn words(&self) -> &str {
        self.message.get("parts").and_then(|parts| parts[0]["text"].as_str()).unwrap_or_default()
    }

    /// The id.
    pub fn id(&self) -> &str {
        self.message.get("messageId").and_then(Value::as_str).unwrap_or_default()
    }

    /// The parameters of a send.
    pub fn params(&self) -> Value {
        let mut params = Map::new();
        params.insert("message".into(), Value::Object(self.message.clone()));
        if !self.configuration.is_empty() {
            params.insert("configuration".into(), Value::Object(self.configuration.clone()));
        }
        Value::Object(params)
    }
}

/// A fresh id that says whose it is.
pub(crate) fn fresh(prefix: &str) -> String {
    format!("assay-{prefix}-{}", uuid::Uuid::new_v4().simple())
}
