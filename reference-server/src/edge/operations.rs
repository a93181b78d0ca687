//! The eleven operations, once for every edge: from a request as JSON to a reply as JSON or as events.

use std::sync::Arc;

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Map, Value, json};

use super::decode::{self, Fields};
use super::problems::Problem;
use super::{Edge, encode, slips};
use crate::kernel::access::{Caller, Operation, Scope};
use crate::kernel::feed::Events;
use crate::kernel::model::{Event, Owner};
use crate::kernel::refusal::{Fault, Refusal};
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
    let caller = caller(identity, request, operation, &edge.planted);
    edge.kernel.admit(&caller, operation)?;
    fields.text("tenant")?;
    if has_inline_webhook(request) && is_send(operation) {
        edge.kernel.admit_inline_webhook()?;
    }
    if is_send(operation) {
        picky(request, &edge.planted)?;
    }
    let reply = reply(edge, &caller, operation, &fields).await?;
    Ok(match reply {
        Reply::One(value) => Reply::One(slips::written(value, &edge.planted)),
        events @ Reply::Many(..) => events,
    })
}

async fn reply(edge: &Edge, caller: &Caller, operation: Operation, fields: &Fields<'_>) -> Result<Reply, Refusal> {
    let kernel = &edge.kernel;
    let mut tenant = &*caller.owner.tenant;
    if !tenant.is_empty() && edge.planted.plants(Defect::CONFIG_NAMES_ANOTHER_TENANT) {
        tenant = "default";
    }
    let value = match operation {
        Operation::SendMessage => match kernel.send(caller, decode::sending(fields)?).await? {
            Answer::Task(task) => json!({ "task": encode::task(&task) }),
            Answer::Message(message) => json!({ "message": encode::message(&message) }),
        },
        Operation::SendStreamingMessage => {
            let mut sending = decode::sending(fields);
            let bounded = |fault: &Fault| fault.field.ends_with("historyLength");
            if matches!(&sending, Err(Refusal::Invalid(faults)) if faults.iter().any(bounded))
                && edge.planted.plants(Defect::STREAM_HISTORY_LENGTH_UNSUPPORTED)
            {
                sending = Err(Refusal::Unsupported("streams have no history"));
            }
            let stream = kernel.stream(caller, sending?).await?;
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
        Operation::CancelTask => {
            let mut task = encode::task(&kernel.cancel(caller, &decode::task_id(fields, "id")?)?);
            if edge.planted.plants(Defect::CANCELED_TASK_HAS_A_KIND) {
                task["kind"] = "task".into();
            }
            task
        }
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
        Operation::ExtendedCard if edge.planted.plants(Defect::EXTENDED_CARD_NEVER_SERVED) => {
            return Err(Refusal::Unsupported("no extended card is configured"));
        }
        Operation::ExtendedCard => {
            let mut premium = caller.may(Scope::Premium);
            if edge.planted.plants(Defect::PREMIUM_SKILL_FOR_EVERYBODY) {
                premium = true;
            }
            edge.card.extended(premium)
        }
    };
    Ok(Reply::One(value))
}

fn caller(identity: Identity, request: &Map<String, Value>, operation: Operation, planted: &Planted) -> Caller {
    let mut tenant = request.get("tenant").and_then(Value::as_str);
    if operation == Operation::CancelTask && planted.plants(Defect::CANCEL_FORGETS_THE_TENANT) {
        tenant = None;
    }
    Caller {
        owner: Owner { tenant: tenant.unwrap_or_default().to_owned(), subject: identity.subject },
        scopes: identity.scopes,
    }
}

/// What a picky server refuses in a message although the protocol has it.
fn picky(request: &Map<String, Value>, planted: &Planted) -> Result<(), Refusal> {
    let message = request.get("message").and_then(Value::as_object);
    let parts = || message.and_then(|message| message.get("parts")?.as_array()).into_iter().flatten();
    if planted.plants(Defect::UNKNOWN_MEMBER_REFUSED)
        && let Some(unknown) = message.and_then(|message| message.keys().find(|name| !MEMBERS.contains(&name.as_str())))
    {
        return Err(Refusal::invalid(&format!("message.{unknown}"), "is not known"));
    }
    if planted.plants(Defect::URL_PARTS_REFUSED) && parts().any(|part| part["url"].is_string()) {
        return Err(Refusal::invalid("message.parts", "must be text or data"));
    }
    Ok(())
}

/// The members of a message.
const MEMBERS: [&str; 8] =
    ["messageId", "contextId", "taskId", "role", "parts", "metadata", "extensions", "referenceTaskIds"];

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
