//! The operations of the protocol as the wire shows them: methods of JSON-RPC, routes of HTTP+JSON, and the card.

use axum::http::Method;
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

/// A route of HTTP+JSON, told by the end of its path: in front of it stands whatever the agent likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// What it asks for.
    pub(crate) operation: Operation,
    /// The path in front of the route.
    pub(crate) prefix: String,
    /// The task in the path, as written there.
    task: Option<String>,
    /// The push configuration in the path, as written there.
    config: Option<String>,
}

impl Route {
    /// The route that a request takes.
    pub(crate) fn of(method: &Method, path: &str) -> Option<Self> {
        let segments: Vec<&str> = path.split('/').collect();
        let (get, post, delete) = (method == Method::GET, method == Method::POST, method == Method::DELETE);
        let route = |operation, taken: usize, task: Option<&str>, config: Option<&str>| {
            let prefix = segments[..segments.len() - taken].join("/");
            Some(Self { operation, prefix, task: task.map(str::to_owned), config: config.map(str::to_owned) })
        };
        match segments[..] {
            [.., "message:send"] if post => route(Operation::SendMessage, 1, None, None),
            [.., "message:stream"] if post => route(Operation::SendStreamingMessage, 1, None, None),
            [.., "extendedAgentCard"] if get => route(Operation::GetExtendedAgentCard, 1, None, None),
            [.., "tasks"] if get => route(Operation::ListTasks, 1, None, None),
            [.., "tasks", task, "pushNotificationConfigs"] if get => {
                route(Operation::ListTaskPushNotificationConfigs, 3, Some(task), None)
            }
            [.., "tasks", task, "pushNotificationConfigs"] if post => {
                route(Operation::CreateTaskPushNotificationConfig, 3, Some(task), None)
            }
            [.., "tasks", task, "pushNotificationConfigs", config] if get => {
                route(Operation::GetTaskPushNotificationConfig, 4, Some(task), Some(config))
            }
            [.., "tasks", task, "pushNotificationConfigs", config] if delete => {
                route(Operation::DeleteTaskPushNotificationConfig, 4, Some(task), Some(config))
            }
            [.., "tasks", task] => match task.rsplit_once(':') {
                Some((task, "cancel")) if post => route(Operation::CancelTask, 2, Some(task), None),
                Some((task, "subscribe")) if post || get => route(Operation::SubscribeToTask, 2, Some(task), None),
                _ if get => route(Operation::GetTask, 2, Some(task), None),
                _ => None,
            },
            _ => None,
        }
    }

    /// The task in the path, as written there.
    pub(crate) fn task(&self) -> Option<&str> {
        self.task.as_deref()
    }

    /// The method and path of another operation on the same task.
    pub(crate) fn instead(&self, operation: Operation) -> Option<(Method, String)> {
        self.on(self.task.as_deref(), operation)
    }

    /// The method and path of an operation on a task, given as it is written in a path.
    pub(crate) fn on(&self, task: Option<&str>, operation: Operation) -> Option<(Method, String)> {
        let config = self.config.as_deref();
        let (method, end) = match operation {
            Operation::Card => return None,
            Operation::SendMessage => (Method::POST, "message:send".to_owned()),
            Operation::SendStreamingMessage => (Method::POST, "message:stream".to_owned()),
            Operation::GetTask => (Method::GET, format!("tasks/{}", task?)),
            Operation::ListTasks => (Method::GET, "tasks".to_owned()),
            Operation::CancelTask => (Method::POST, format!("tasks/{}:cancel", task?)),
            Operation::SubscribeToTask => (Method::POST, format!("tasks/{}:subscribe", task?)),
            Operation::CreateTaskPushNotificationConfig => {
                (Method::POST, format!("tasks/{}/pushNotificationConfigs", task?))
            }
            Operation::ListTaskPushNotificationConfigs => {
                (Method::GET, format!("tasks/{}/pushNotificationConfigs", task?))
            }
            Operation::GetTaskPushNotificationConfig => {
                (Method::GET, format!("tasks/{}/pushNotificationConfigs/{}", task?, config?))
            }
            Operation::DeleteTaskPushNotificationConfig => {
                (Method::DELETE, format!("tasks/{}/pushNotificationConfigs/{}", task?, config?))
            }
            Operation::GetExtendedAgentCard => (Method::GET, "extendedAgentCard".to_owned()),
        };
        Some((method, format!("{}/{end}", self.prefix)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(method: Method, path: &str) -> Option<(Operation, String)> {
        Route::of(&method, path).map(|route| (route.operation, route.prefix))
    }

    #[test]
    fn an_operation_is_told_by_the_end_of_its_path() {
        let table = [
            (Method::POST, "/message:send", Some((Operation::SendMessage, ""))),
            (
                Method::POST,
                "/a2a/rest/tenant/message:stream",
                Some((Operation::SendStreamingMessage, "/a2a/rest/tenant")),
            ),
            (Method::GET, "/tasks", Some((Operation::ListTasks, ""))),
            (Method::GET, "/v1/tasks/7", Some((Operation::GetTask, "/v1"))),
            (Method::POST, "/tasks/7:cancel", Some((Operation::CancelTask, ""))),
            (Method::GET, "/tasks/7:subscribe", Some((Operation::SubscribeToTask, ""))),
            (Method::POST, "/tasks/7:subscribe", Some((Operation::SubscribeToTask, ""))),
            (Method::POST, "/tasks/7", None),
            (Method::POST, "/rpc", None),
            (
                Method::DELETE,
                "/tasks/7/pushNotificationConfigs/c",
                Some((Operation::DeleteTaskPushNotificationConfig, "")),
            ),
        ];
        for (method, path, expected) in table {
            let expected = expected.map(|(operation, prefix)| (operation, prefix.to_owned()));
            assert_eq!(told(method.clone(), path), expected, "{method} {path}");
        }
    }

    #[test]
    fn a_route_leads_to_another_one_of_the_same_task() {
        let route = Route::of(&Method::POST, "/v1/tasks/a%2Fb:cancel").expect("a route");

        assert_eq!(route.instead(Operation::GetTask), Some((Method::GET, "/v1/tasks/a%2Fb".to_owned())));
        assert_eq!(route.instead(Operation::GetTaskPushNotificationConfig), None);
    }
}
