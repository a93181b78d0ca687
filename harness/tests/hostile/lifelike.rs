//! Answers that are nearly right, so that checks go on to where the harm is done.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::support::impostor::Request;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// Something that was never said before.
pub(super) fn fresh(prefix: &str) -> String {
    format!("{prefix}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// What a request asks for, over either binding.
pub(super) fn operation(request: &Request) -> &str {
    if request.is_rpc() {
        return request.body["method"].as_str().unwrap_or_default();
    }
    let path = request.path.split('?').next().unwrap_or_default();
    let get = request.head.starts_with("GET");
    match path {
        _ if path.ends_with("/message:send") => "SendMessage",
        _ if path.ends_with("/message:stream") => "SendStreamingMessage",
        _ if path.ends_with(":subscribe") => "SubscribeToTask",
        _ if path.ends_with(":cancel") => "CancelTask",
        _ if path.ends_with("/tasks") => "ListTasks",
        _ if path.contains("/pushNotificationConfigs") && !get => "CreateTaskPushNotificationConfig",
        _ if path.contains("/tasks/") && get => "GetTask",
        _ => "",
    }
}

/// Whether the request is answered by a stream.
pub(super) fn streams(request: &Request) -> bool {
    matches!(operation(request), "SendStreamingMessage" | "SubscribeToTask")
}

/// The id of the task that a request is about, or a fresh one.
pub(super) fn task_id(request: &Request) -> String {
    let named = if request.is_rpc() {
        request.body["params"]["id"].as_str()
    } else {
        request.path.split("/tasks/").nth(1).and_then(|rest| rest.split(['?', ':', '/']).next())
    };
    named.map_or_else(|| fresh("task"), str::to_owned)
}

/// A task in a state, with nothing right about it but that.
pub(super) fn task(id: &str, state: &str) -> Value {
    json!({ "id": id, "contextId": "everybody's", "status": { "state": state, "timestamp": "yesterday" }, "history": {} })
}

/// The parameters of a request.
pub(super) fn params(request: &Request) -> &Value {
    if request.is_rpc() { &request.body["params"] } else { &request.body }
}

/// An answer with this task where the operation has one; what the client said, the agent says it said itself.
pub(super) fn with_task(request: &Request, task: &Value) -> String {
    match operation(request) {
        "SendMessage" | "SendStreamingMessage" | "SubscribeToTask" => {
            let mut task = task.clone();
            let mut said = params(request)["message"].as_object().cloned().unwrap_or_default();
            said.insert("role".to_owned(), "ROLE_AGENT".into());
            task["history"] = json!([said]);
            request.result(&json!({ "task": task }))
        }
        "CreateTaskPushNotificationConfig" => request.result(params(request)),
        "ListTasks" => request.result(&json!({ "tasks": [task], "nextPageToken": "more" })),
        _ => request.result(task),
    }
}

/// Every task that is asked for is there, and over.
pub(super) fn finished(request: &Request) -> String {
    with_task(request, &task(&task_id(request), "TASK_STATE_COMPLETED"))
}

/// Every task that is asked for is there, and waits for its client.
pub(super) fn waiting(request: &Request) -> String {
    with_task(request, &task(&task_id(request), "TASK_STATE_INPUT_REQUIRED"))
}
