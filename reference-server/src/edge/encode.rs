//! From the kernel's words to JSON: tasks, messages, artifacts, events.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use crate::kernel::clock::Stamp;
use crate::kernel::listing::Page;
use crate::kernel::model::{Artifact, Content, Event, Message, Part, Role, State, Status, Task, TaskId, WebhookId};
use crate::kernel::outbox::Target;

/// `StreamResponse`.
pub(crate) fn event(event: &Event) -> Value {
    match event {
        Event::Task(known) => json!({ "task": task(known) }),
        Event::Message(said) => json!({ "message": message(said) }),
        Event::Status { task, context, status: reached } => json!({ "statusUpdate": {
            "taskId": task.as_str(),
            "contextId": context.as_str(),
            "status": status(reached),
        } }),
        Event::Artifact { task, context, artifact: made, append, last } => json!({ "artifactUpdate": {
            "taskId": task.as_str(),
            "contextId": context.as_str(),
            "artifact": artifact(made),
            "append": append,
            "lastChunk": last,
        } }),
    }
}

/// `Task`.
pub(super) fn task(task: &Task) -> Value {
    let mut object = Map::new();
    object.insert("id".into(), task.id.as_str().into());
    object.insert("contextId".into(), task.context.as_str().into());
    object.insert("status".into(), status(&task.status));
    insert_list(&mut object, "artifacts", &task.artifacts, artifact);
    insert_list(&mut object, "history", &task.history, message);
    Value::Object(object)
}

/// `Message`.
pub(super) fn message(message: &Message) -> Value {
    let mut object = Map::new();
    object.insert("messageId".into(), message.id.as_str().into());
    if let Some(context) = &message.context {
        object.insert("contextId".into(), context.as_str().into());
    }
    if let Some(task) = &message.task {
        object.insert("taskId".into(), task.as_str().into());
    }
    object.insert("role".into(), role(message.role).into());
    insert_list(&mut object, "parts", &message.parts, part);
    if let Some(metadata) = &message.metadata {
        object.insert("metadata".into(), metadata.clone().into());
    }
    insert_list(&mut object, "extensions", &message.extensions, |uri| uri.as_str().into());
    insert_list(&mut object, "referenceTaskIds", &message.references, |id| id.as_str().into());
    Value::Object(object)
}

/// `ListTasksResponse`.
pub(super) fn page(page: &Page, with_artifacts: bool) -> Value {
    let mut tasks: Vec<_> = page.tasks.iter().map(task).collect();
    for task in tasks.iter_mut().filter_map(Value::as_object_mut) {
        if with_artifacts && !task.contains_key("artifacts") {
            task.insert("artifacts".into(), json!([]));
        }
    }
    json!({
        "tasks": tasks,
        "nextPageToken": page.next,
        "pageSize": page.size,
        "totalSize": page.total,
    })
}

/// `TaskPushNotificationConfig`.
pub(super) fn config(tenant: &str, task: &TaskId, id: &WebhookId, target: &Target) -> Value {
    let mut object = Map::new();
    if !tenant.is_empty() {
        object.insert("tenant".into(), tenant.into());
    }
    object.insert("id".into(), id.as_str().into());
    object.insert("taskId".into(), task.as_str().into());
    object.insert("url".into(), target.url.as_str().into());
    if let Some(token) = &target.token {
        object.insert("token".into(), token.as_str().into());
    }
    if let Some(known) = &target.authentication {
        let mut authentication = Map::new();
        authentication.insert("scheme".into(), known.scheme.as_str().into());
        if let Some(credentials) = &known.credentials {
            authentication.insert("credentials".into(), credentials.as_str().into());
        }
        object.insert("authentication".into(), authentication.into());
    }
    Value::Object(object)
}

fn status(status: &Status) -> Value {
    let mut object = Map::new();
    object.insert("state".into(), state(status.state).into());
    if let Some(said) = &status.message {
        object.insert("message".into(), message(said));
    }
    object.insert("timestamp".into(), timestamp(status.at).into());
    Value::Object(object)
}

fn artifact(artifact: &Artifact) -> Value {
    let mut object = Map::new();
    object.insert("artifactId".into(), artifact.id.as_str().into());
    if !artifact.name.is_empty() {
        object.insert("name".into(), artifact.name.as_str().into());
    }
    object.insert("parts".into(), artifact.parts.iter().map(part).collect());
    if let Some(metadata) = &artifact.metadata {
        object.insert("metadata".into(), metadata.clone().into());
    }
    Value::Object(object)
}

fn part(part: &Part) -> Value {
    let mut object = Map::new();
    let (name, content) = match &part.content {
        Content::Text(text) => ("text", text.as_str().into()),
        Content::Raw(bytes) => ("raw", BASE64_STANDARD.encode(bytes).into()),
        Content::Url(url) => ("url", url.as_str().into()),
        Content::Data(data) => ("data", data.clone()),
    };
    object.insert(name.into(), content);
    if let Some(metadata) = &part.metadata {
        object.insert("metadata".into(), metadata.clone().into());
    }
    if let Some(filename) = &part.filename {
        object.insert("filename".into(), filename.as_str().into());
    }
    if let Some(media_type) = &part.media_type {
        object.insert("mediaType".into(), media_type.as_str().into());
    }
    Value::Object(object)
}

fn role(role: Role) -> &'static str {
    match role {
        Role::User => "ROLE_USER",
        Role::Agent => "ROLE_AGENT",
        Role::Unspecified => "ROLE_UNSPECIFIED",
    }
}

fn state(state: State) -> &'static str {
    match state {
        State::Submitted => "TASK_STATE_SUBMITTED",
        State::Working => "TASK_STATE_WORKING",
        State::InputRequired => "TASK_STATE_INPUT_REQUIRED",
        State::AuthRequired => "TASK_STATE_AUTH_REQUIRED",
        State::Completed => "TASK_STATE_COMPLETED",
        State::Failed => "TASK_STATE_FAILED",
        State::Canceled => "TASK_STATE_CANCELED",
        State::Rejected => "TASK_STATE_REJECTED",
    }
}

fn timestamp(at: Stamp) -> String {
    let moment = jiff::Timestamp::from_microsecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    format!("{moment:.6}")
}

/// `ProtoJSON` leaves empty lists out.
fn insert_list<T>(object: &mut Map<String, Value>, name: &str, items: &[T], encode: impl Fn(&T) -> Value) {
    if !items.is_empty() {
        object.insert(name.to_owned(), items.iter().map(encode).collect());
    }
}
