//! Which method and path mean which operation.

use axum::http::Method;

use super::problems::{Kind, Problem};
use crate::kernel::access::Operation;

const CONFIGS: &str = "pushNotificationConfigs";

/// An operation, and the members of its request that the path gives.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Route<'a> {
    pub(super) operation: Operation,
    pub(super) bound: Vec<(&'static str, &'a str)>,
}

/// A method and what it means at some path.
type Meaning<'a> = (Method, Route<'a>);

/// The route of a request below the interface's URL; the first segment may be a tenant.
pub(super) fn route<'a>(method: &Method, path: &'a str) -> Result<Route<'a>, Problem> {
    let segments: Vec<_> = path.split('/').collect();
    let mut meanings = meanings(&segments);
    if meanings.is_empty()
        && let Some((tenant, rest)) = segments.split_first()
    {
        meanings = self::meanings(rest);
        for (_, route) in &mut meanings {
            route.bound.push(("tenant", *tenant));
        }
    }
    if meanings.is_empty() {
        let why = "there is nothing at this path";
        return Err(Problem::new(Kind::MethodNotFound, why));
    }
    meanings.into_iter().find(|(verb, _)| verb == method).map(|(_, route)| route).ok_or_else(|| {
        let why = "this path does not take that method";
        Problem::new(Kind::MethodNotAllowed, why)
    })
}

/// Everything that can be done at a path.
fn meanings<'a>(segments: &[&'a str]) -> Vec<Meaning<'a>> {
    use Operation as Op;
    match *segments {
        ["message:send"] => vec![(Method::POST, Route::to(Op::SendMessage, []))],
        ["message:stream"] => vec![(Method::POST, Route::to(Op::SendStreamingMessage, []))],
        ["extendedAgentCard"] => vec![(Method::GET, Route::to(Op::ExtendedCard, []))],
        ["tasks"] => vec![(Method::GET, Route::to(Op::ListTasks, []))],
        ["tasks", task] => on_task(task),
        ["tasks", task, CONFIGS] => vec![
            (Method::POST, Route::to(Op::CreateWebhook, [("taskId", task)])),
            (Method::GET, Route::to(Op::ListWebhooks, [("taskId", task)])),
        ],
        ["tasks", task, CONFIGS, id] => {
            let bound = [("taskId", task), ("id", id)];
            vec![
                (Method::GET, Route::to(Op::FindWebhook, bound)),
                (Method::DELETE, Route::to(Op::DeleteWebhook, bound)),
            ]
        }
        _ => Vec::new(),
    }
}

/// What can be done with a task; the action follows the id after a colon.
fn on_task(task: &str) -> Vec<Meaning<'_>> {
    match task.rsplit_once(':') {
        Some((id, "cancel")) => {
            vec![(Method::POST, Route::to(Operation::CancelTask, [("id", id)]))]
        }
        Some((id, "subscribe")) => [Method::POST, Method::GET]
            .map(|method| (method, Route::to(Operation::SubscribeToTask, [("id", id)])))
            .into(),
        _ => vec![(Method::GET, Route::to(Operation::GetTask, [("id", task)]))],
    }
}

impl<'a> Route<'a> {
    fn to<const N: usize>(operation: Operation, bound: [(&'static str, &'a str); N]) -> Self {
        Self { operation, bound: bound.into() }
    }

    /// Whether the request must say something in its body.
    pub(super) fn needs_body(&self) -> bool {
        matches!(self.operation, Operation::SendMessage | Operation::SendStreamingMessage | Operation::CreateWebhook)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(method: &Method, path: &str) -> Option<Operation> {
        route(method, path).ok().map(|route| route.operation)
    }

    #[test]
    fn a_subscription_is_asked_for_with_either_verb() {
        for method in [Method::POST, Method::GET] {
            assert_eq!(operation(&method, "tasks/7:subscribe"), Some(Operation::SubscribeToTask));
        }
    }

    #[test]
    fn the_first_segment_may_be_a_tenant() {
        let route = route(&Method::GET, "acme/tasks/7").unwrap();
        assert_eq!(route.operation, Operation::GetTask);
        assert_eq!(route.bound, [("id", "7"), ("tenant", "acme")]);
    }

    #[test]
    fn an_unknown_path_is_not_a_wrong_method() {
        let unknown = route(&Method::GET, "nowhere/at/all").unwrap_err();
        let unfit = route(&Method::PUT, "tasks").unwrap_err();
        assert_eq!(unknown.kind, Kind::MethodNotFound);
        assert_eq!(unfit.kind, Kind::MethodNotAllowed);
    }
}
