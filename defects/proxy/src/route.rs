//! The routes of HTTP+JSON: which operation a path asks for, and which path asks for an operation.

use axum::http::Method;

use crate::operation::Operation;

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

    fn told(method: &Method, path: &str) -> Option<(Operation, String)> {
        Route::of(method, path).map(|route| (route.operation, route.prefix))
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
            assert_eq!(told(&method, path), expected, "{method} {path}");
        }
    }

    #[test]
    fn a_route_leads_to_another_one_of_the_same_task() {
        let route = Route::of(&Method::POST, "/v1/tasks/a%2Fb:cancel").expect("a route");

        assert_eq!(route.instead(Operation::GetTask), Some((Method::GET, "/v1/tasks/a%2Fb".to_owned())));
        assert_eq!(route.instead(Operation::GetTaskPushNotificationConfig), None);
    }
}
