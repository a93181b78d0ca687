//! A task as the agent wrote it, and its states (specification §4.1.1 to §4.1.3).

use jiff::Timestamp;
use serde_json::Value;

/// A task state with a name of the specification's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is named as the specification names the state")]
pub enum State {
    Submitted,
    Working,
    Completed,
    Failed,
    Canceled,
    InputRequired,
    Rejected,
    AuthRequired,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Submitted,
        Self::Working,
        Self::Completed,
        Self::Failed,
        Self::Canceled,
        Self::InputRequired,
        Self::Rejected,
        Self::AuthRequired,
    ];

    /// The enum name of §4.1.3.
    pub fn name(self) -> &'static str {
        match self {
            Self::Submitted => "TASK_STATE_SUBMITTED",
            Self::Working => "TASK_STATE_WORKING",
            Self::Completed => "TASK_STATE_COMPLETED",
            Self::Failed => "TASK_STATE_FAILED",
            Self::Canceled => "TASK_STATE_CANCELED",
            Self::InputRequired => "TASK_STATE_INPUT_REQUIRED",
            Self::Rejected => "TASK_STATE_REJECTED",
            Self::AuthRequired => "TASK_STATE_AUTH_REQUIRED",
        }
    }

    /// The state with this enum name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether a task in this state is over.
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Canceled | Self::Rejected)
    }

    /// Whether a task in this state waits for its client.
    pub fn is_interrupted(self) -> bool {
        matches!(self, Self::InputRequired | Self::AuthRequired)
    }
}

/// A task as the agent wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct Task(Value);

impl Task {
    /// Reads a task out of a JSON value.
    pub fn new(value: Value) -> Self {
        Self(value)
    }

    /// The JSON as it was written.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// The id, or an empty string.
    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap_or_default()
    }

    /// The context id, or an empty string.
    pub fn context(&self) -> &str {
        self.0["contextId"].as_str().unwrap_or_default()
    }

    /// The state, if it is written with a name of the specification's.
    pub fn state(&self) -> Option<State> {
        State::named(self.state_word())
    }

    /// The state as it is written.
    pub fn state_word(&self) -> &str {
        self.0["status"]["state"].as_str().unwrap_or("no state")
    }

    /// Whether the task is over.
    pub fn is_terminal(&self) -> bool {
        self.state().is_some_and(State::is_terminal)
    }

    /// Whether the task waits for its client.
    pub fn is_interrupted(&self) -> bool {
        self.state().is_some_and(State::is_interrupted)
    }

    /// When the status was recorded.
    pub fn timestamp(&self) -> Option<Timestamp> {
        self.timestamp_word()?.parse().ok()
    }

    /// The status timestamp as it is written.
    pub fn timestamp_word(&self) -> Option<&str> {
        self.0["status"]["timestamp"].as_str()
    }

    /// The artifacts; empty where there are none.
    pub fn artifacts(&self) -> &[Value] {
        self.0["artifacts"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The history; empty where none is shown.
    pub fn history(&self) -> &[Value] {
        self.0["history"].as_array().map_or(&[], Vec::as_slice)
    }

    /// What a finished task must keep for ever: state, timestamp, whether there is a message to it, and artifacts.
    pub fn essence(&self) -> Value {
        super::meaning(&serde_json::json!({
            "id": self.id(),
            "contextId": self.context(),
            "status": {
                "state": self.state_word(),
                "timestamp": self.timestamp_word(),
                "explained": self.0["status"]["message"].is_object(),
            },
            "artifacts": self.artifacts(),
        }))
    }

    /// The ids of the messages in the history, in order.
    pub fn message_ids(&self) -> Vec<&str> {
        self.history().iter().map(|message| message["messageId"].as_str().unwrap_or_default()).collect()
    }
}
