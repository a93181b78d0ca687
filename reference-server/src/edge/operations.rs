//! The eleven operations, once for every edge: from a request as JSON to a reply as JSON or as events.

use std::sync::Arc;

use a2a_assay_defects::Defect;
use serde_json::{Map, Value, json};

use super::decode::{self, Fields};
use super::problems::{Kind, Problem};
use super::{Edge, encode};
use crate::kernel::access::{Caller, Operation, Scope};
use crate::kernel::feed::Events;
use crate::kernel::model::{Event, Owner};
use crate::kernel::refusal::Refusal;
use crate::kernel::send::{Answer, Stream};
use crate::tokens::Identity;

/// What an operation answers.
pub(super) enum Reply {
    One(Value),
    Many(Option<Arc<Event>>, Option<Events>),
}

/// Carries out one operation.
pub(super) async fn perform(
    edge: &Edge,
    identity: Identity,
    operation: Operation,
    request: &Map<String, Value>,
) -> Result<Reply, Problem> {
    let fields = Fields::new(request);
    let caller = caller(identity, request);
    edge.kernel.admit(&caller, operation).map_err(|refusal| denied(edge, operation, refusal))?;
    fields.text("tenant")?;
    if has_inline_webhook(request) && is_send(operation) {
        edge.kernel.admit_inline_webhook()?;
    }
    let reply = reply(edge, &caller, operation, &fields).await?;
    Ok(reply)
}

/// How a caller is told that they may not.
fn denied(edge: &Edge, operation: Operation, refusal: Refusal) -> Problem {
    let lacks_scope = matches!(refusal, Refusal::ScopeMissing(_));
    if lacks_scope && operation == Operation::CancelTask && edge.planted.plants(Defect::MISSING_SCOPE_CRASHES_CANCEL) {
        return Problem::new(Kind::Internal, "internal error");
    }
    if lacks_scope && edge.planted.plants(Defect::MISSING_SCOPE_UNNAMED) {
        return Problem::new(Kind::ScopeMissing, "not allowed");
    }
    refusal.into()
}

async fn reply(edge: &Edge, caller: &Caller, operation: Operation, fields: &Fields<'_>) -> Result<Reply, Refusal> {
    let kernel = &edge.kernel;
    let tenant = &caller.owner.tenant;
    let value = match operation {
        Operation::SendMessage => match kernel.send(caller, decode::sending(fields)?).await? {
            Answer::Task(task) => json!({ "task": encode::task(&task) }),
            Answer::Message(message) => json!({ "message": encode::message(&message) }),
        },
        Operation::SendStreamingMessage => {
            let stream = kernel.stream(caller, decode::sending(fields)?).await?;
            return Ok(match stream {
                Stream::Message(message) => Reply::Many(Some(Arc::new(Event::Message(message))), None),
                Stream::Task(task, events) => Reply::Many(Some(Arc::new(task)), events),
            });
        }
        Operation::SubscribeToTask => {
            let events = kernel.subscribe(caller, &decode::task_id(fields, "id")?)?;
            return Ok(Reply::Many(None, Some(events)));
        }
        Operation::GetTask => {
            let id = decode::task_id(fields, "id")?;
            encode::task(&kernel.task(caller, &id, decode::view(fields)?)?)
        }
        Operation::ListTasks => {
            let query = decode::query(fields)?;
            let with_artifacts = !query.view.without_artifacts;
            encode::page(&kernel.list(caller, &query)?, with_artifacts)
        }
        Operation::CancelTask => encode::task(&kernel.cancel(caller, &decode::task_id(fields, "id")?)?),
        Operation::CreateWebhook => {
            let task = decode::task_id(fields, "taskId")?;
            let target = decode::config(fields)?;
            let (id, target) = kernel.create_webhook(caller, &task, target).await?;
            encode::config(tenant, &task, &id, &target)
        }
        Operation::FindWebhook => {
            let task = decode::task_id(fields, "taskId")?;
            let (id, target) = kernel.find_webhook(caller, &task, &decode::config_id(fields)?)?;
            encode::config(tenant, &task, &id, &target)
        }
        Operation::ListWebhooks => {
            let task = decode::list_configs(fields)?;
            let configs: Vec<_> = kernel
                .list_webhooks(caller, &task)?
                .iter()
                .map(|(id, target)| encode::config(tenant, &task, id, target))
                .collect();
            json!({ "configs": configs, "nextPageToken": "" })
        }
        Operation::DeleteWebhook => {
            let task = decode::task_id(fields, "taskId")?;
            kernel.delete_webhook(caller, &task, &decode::config_id(fields)?)?;
            json!({})
        }
        Operation::ExtendedCard => edge.card.extended(caller.may(Scope::Premium)),
    };
    Ok(Reply::One(value))
}

fn caller(identity: Identity, request: &Map<String, Value>) -> Caller {
    let tenant = request.get("tenant").and_then(Value::as_str);
    Caller {
        owner: Owner { tenant: tenant.unwrap_or_default().to_owned(), subject: identity.subject },
        scopes: identity.scopes,
    }
}

fn is_send(operation: Operation) -> bool {
    matches!(operation, Operation::SendMessage | Operation::SendStreamingMessage)
}

/// Whether a send carries a webhook, however the rest of it looks.
fn has_inline_webhook(request: &Map<String, Value>) -> bool {
    request
        .get("configuration")
        .and_then(|wishes| wishes.get("taskPushNotificationConfig"))
        .is_some_and(|config| !config.is_null())
}
