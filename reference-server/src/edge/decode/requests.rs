//! The requests of the operations.

use super::Fields;
use super::message::message;
use crate::kernel::model::{ContextId, State, TaskId, WebhookId};
use crate::kernel::outbox::{Authentication, Target};
use crate::kernel::query::Query;
use crate::kernel::refusal::Refusal;
use crate::kernel::send::Sending;
use crate::kernel::view::View;

/// `SendMessageRequest`.
pub(in crate::edge) fn sending(request: &Fields<'_>) -> Result<Sending, Refusal> {
    let fields = request.object("message")?.ok_or_else(|| request.wrong("message", "must not be absent"))?;
    let configuration = request.object("configuration")?;
    let mut sending =
        Sending { message: message(&fields)?, webhook: None, view: View::default(), return_immediately: false };
    request.map("metadata")?;
    if let Some(wishes) = configuration {
        wishes.texts("acceptedOutputModes")?;
        sending.view = view(&wishes)?;
        sending.return_immediately = wishes.flag("returnImmediately")?;
        sending.webhook = wishes.object("taskPushNotificationConfig")?.map(|fields| config(&fields)).transpose()?;
    }
    Ok(sending)
}

/// The `historyLength` of any request.
pub(in crate::edge) fn view(fields: &Fields<'_>) -> Result<View, Refusal> {
    Ok(View::with_history(fields.count("historyLength")?))
}

/// The task that a request names as `name`.
pub(in crate::edge) fn task_id(fields: &Fields<'_>, name: &str) -> Result<TaskId, Refusal> {
    fields.needed_text(name).map(TaskId::new)
}

/// The webhook that a request names.
pub(in crate::edge) fn config_id(fields: &Fields<'_>) -> Result<WebhookId, Refusal> {
    fields.needed_text("id").map(WebhookId::new)
}

/// `ListTasksRequest`.
pub(in crate::edge) fn query(fields: &Fields<'_>) -> Result<Query, Refusal> {
    Ok(Query {
        context: fields.text("contextId")?.map(ContextId::new),
        state: state(fields)?,
        since: fields.moment("statusTimestampAfter")?,
        page_size: fields.number("pageSize")?,
        page_token: fields.text("pageToken")?.map(str::to_owned),
        view: View { without_artifacts: !fields.flag("includeArtifacts")?, ..view(fields)? },
    })
}

/// `TaskPushNotificationConfig`.
pub(in crate::edge) fn config(fields: &Fields<'_>) -> Result<Target, Refusal> {
    let authentication = fields.object("authentication")?;
    Ok(Target {
        id: fields.text("id")?.map(WebhookId::new),
        url: fields.needed_text("url")?.to_owned(),
        token: fields.text("token")?.map(str::to_owned),
        authentication: authentication
            .map(|fields| {
                Ok(Authentication {
                    scheme: fields.needed_text("scheme")?.to_owned(),
                    credentials: fields.text("credentials")?.map(str::to_owned),
                })
            })
            .transpose()?,
    })
}

/// `ListTaskPushNotificationConfigsRequest`: every page is the whole list, so there is no token to take.
pub(in crate::edge) fn list_configs(fields: &Fields<'_>) -> Result<TaskId, Refusal> {
    fields.count("pageSize")?;
    if fields.text("pageToken")?.is_some() {
        return Err(fields.wrong("pageToken", "is none that was given out"));
    }
    task_id(fields, "taskId")
}

fn state(fields: &Fields<'_>) -> Result<Option<State>, Refusal> {
    let Some(named) = fields.any_text("status")? else {
        return Ok(None);
    };
    match named {
        "TASK_STATE_UNSPECIFIED" => Ok(None),
        "TASK_STATE_SUBMITTED" => Ok(Some(State::Submitted)),
        "TASK_STATE_WORKING" => Ok(Some(State::Working)),
        "TASK_STATE_INPUT_REQUIRED" => Ok(Some(State::InputRequired)),
        "TASK_STATE_AUTH_REQUIRED" => Ok(Some(State::AuthRequired)),
        "TASK_STATE_COMPLETED" => Ok(Some(State::Completed)),
        "TASK_STATE_FAILED" => Ok(Some(State::Failed)),
        "TASK_STATE_CANCELED" => Ok(Some(State::Canceled)),
        "TASK_STATE_REJECTED" => Ok(Some(State::Rejected)),
        _ => Err(fields.wrong("status", "is not a task state")),
    }
}
