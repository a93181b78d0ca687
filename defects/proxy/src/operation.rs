//! The operations of the protocol, the card among them, and the bindings over which they are asked for.

use serde::Deserialize;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[expect(missing_docs, reason = "each variant is named as the specification names the operation")]
pub enum Operation {
    /// The public card.
    #[serde(rename = "card")]
    Card,
    SendMessage,
    SendStreamingMessage,
    GetTask,
    ListTasks,
    CancelTask,
    SubscribeToTask,
    CreateTaskPushNotificationConfig,
    GetTaskPushNotificationConfig,
    ListTaskPushNotificationConfigs,
    DeleteTaskPushNotificationConfig,
    GetExtendedAgentCard,
}

/// How an operation is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Binding {
    /// JSON-RPC 2.0 (§9).
    #[serde(rename = "JSONRPC")]
    JsonRpc,
    /// HTTP+JSON (§11).
    #[serde(rename = "HTTP+JSON")]
    HttpJson,
}

impl Binding {
    /// The name of the binding on a card.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonRpc => "JSONRPC",
            Self::HttpJson => "HTTP+JSON",
        }
    }
}

impl Operation {
    /// The card and the eleven operations of §5.3.
    pub const ALL: [Self; 12] = [
        Self::Card,
        Self::SendMessage,
        Self::SendStreamingMessage,
        Self::GetTask,
        Self::ListTasks,
        Self::CancelTask,
        Self::SubscribeToTask,
        Self::CreateTaskPushNotificationConfig,
        Self::GetTaskPushNotificationConfig,
        Self::ListTaskPushNotificationConfigs,
        Self::DeleteTaskPushNotificationConfig,
        Self::GetExtendedAgentCard,
    ];

    /// The name in defect files, which for the eleven is the JSON-RPC method.
    pub fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::SendMessage => "SendMessage",
            Self::SendStreamingMessage => "SendStreamingMessage",
            Self::GetTask => "GetTask",
            Self::ListTasks => "ListTasks",
            Self::CancelTask => "CancelTask",
            Self::SubscribeToTask => "SubscribeToTask",
            Self::CreateTaskPushNotificationConfig => "CreateTaskPushNotificationConfig",
            Self::GetTaskPushNotificationConfig => "GetTaskPushNotificationConfig",
            Self::ListTaskPushNotificationConfigs => "ListTaskPushNotificationConfigs",
            Self::DeleteTaskPushNotificationConfig => "DeleteTaskPushNotificationConfig",
            Self::GetExtendedAgentCard => "GetExtendedAgentCard",
        }
    }

    /// The operation of a JSON-RPC method.
    pub(crate) fn of_method(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| *operation != Self::Card && operation.name() == name)
    }

    /// Whether a successful answer is a stream of events.
    pub fn streams(self) -> bool {
        matches!(self, Self::SendStreamingMessage | Self::SubscribeToTask)
    }
}
