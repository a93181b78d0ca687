//! The kernel's own words for tasks, messages and artifacts; no protocol's types.

use serde_json::{Map, Value};

use super::clock::Stamp;

/// Declares identifiers that cannot be confused with each other.
macro_rules! identifiers {
    ($($(#[doc = $doc:literal])+ $name:ident)+) => { $(
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $name(std::sync::Arc<str>);

        impl $name {
            pub(crate) fn new(id: &str) -> Self {
                Self(id.into())
            }

            pub(crate) fn as_str(&self) -> &str {
                &self.0
            }
        }
    )+ };
}

identifiers! {
    /// Names one task.
    TaskId
    /// Names one conversation.
    ContextId
    /// Names one message; its author chooses it.
    MessageId
    /// Names one webhook of a task.
    WebhookId
}

/// Who owns a task or a context: one caller within one tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owner {
    pub(crate) tenant: String,
    pub(crate) subject: String,
}

/// Where a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum State {
    Submitted,
    Working,
    InputRequired,
    AuthRequired,
    Completed,
    Failed,
    Canceled,
    Rejected,
}

/// Who speaks in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    User,
    Agent,
    Unspecified,
}

/// What one part of a message or artifact holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Text(String),
    Raw(Vec<u8>),
    Url(String),
    Data(Value),
}

/// One part of a message or artifact.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) content: Content,
    pub(crate) metadata: Option<Map<String, Value>>,
    pub(crate) filename: Option<String>,
    pub(crate) media_type: Option<String>,
}

/// One thing somebody said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Message {
    pub(crate) id: MessageId,
    pub(crate) context: Option<ContextId>,
    pub(crate) task: Option<TaskId>,
    pub(crate) role: Role,
    pub(crate) parts: Vec<Part>,
    pub(crate) metadata: Option<Map<String, Value>>,
    pub(crate) extensions: Vec<String>,
    pub(crate) references: Vec<String>,
}

/// One result of a task.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Artifact {
    pub(crate) id: String,
    /// Empty where it has none, as for a piece that is added.
    pub(crate) name: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) metadata: Option<Map<String, Value>>,
}

/// Where a task stands, since when, and what the agent says about it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Status {
    pub(crate) state: State,
    pub(crate) message: Option<Message>,
    pub(crate) at: Stamp,
}

/// One piece of work for one owner.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Task {
    pub(crate) id: TaskId,
    pub(crate) context: ContextId,
    pub(crate) owner: Owner,
    pub(crate) status: Status,
    pub(crate) artifacts: Vec<Artifact>,
    pub(crate) history: Vec<Message>,
}

/// One thing that a listener learns, in the order in which it happened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Event {
    /// The task as it stands.
    Task(Task),
    /// A direct answer without a task.
    Message(Message),
    /// The task moved.
    Status { task: TaskId, context: ContextId, status: Status },
    /// The task produced a result, or a piece of one.
    Artifact { task: TaskId, context: ContextId, artifact: Artifact, append: bool, last: bool },
}

impl Part {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self { content: Content::Text(text.into()), metadata: None, filename: None, media_type: None }
    }
}

impl Message {
    /// The first text that the message holds; empty if it holds none.
    pub(crate) fn first_text(&self) -> &str {
        self.parts
            .iter()
            .find_map(|part| match &part.content {
                Content::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .unwrap_or_default()
    }
}

impl Status {
    /// Without a word.
    pub(super) fn plain(state: State, at: Stamp) -> Self {
        Self { state, message: None, at }
    }
}
