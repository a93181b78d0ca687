//! The eleven operations, once for every edge: from a request as JSON to a reply as JSON or as events.

use std::sync::Arc;

use a2a_assay_defects::Defect;
use serde_json::{Map, Value, json};

use super::decode::{self, Fields};
use super::problems::{Kind, Problem};
use super::{Edge, configs, elsewhere, encode, misreading, picky, slips, spelling};
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
    let understood = slips::understood(edge, operation, request);
    let request = understood.as_ref().unwrap_or(request);
    let request = &*misreading::read(&edge.planted, operation, request)?;
    let fields = Fields::new(request);
    let caller = caller(edge, identity, request, operation);
    elsewhere::judge(edge, operation, &fields)?;
    let admitted = edge.kernel.admit(&caller, operation);
    let begins = operation == Operation::SendStreamingMessage && admitted.is_err();
    if begins && edge.planted.plants(Defect::STREAMING_OFF_MAKES_THE_TASK) {
        let _ = reply(edge, &caller, Operation::SendMessage, &fields).await;
    }
    admitted.map_err(|refusal| denied(edge, operation, refusal))?;
    fields.text("tenant")?;
    if is_send(operation)
        && let Err(refusal) = edge.kernel.admit_inline_webhook()
        && (has_inline_webhook(request) || edge.planted.plants(Defect::ABSENT_CONFIG_COUNTS_AS_ONE))
    {
        if edge.planted.plants(Defect::PUSH_OFF_REFUSES_TOO_LATE) {
            let mut bare = request.clone();
            bare.remove("configuration");
            reply(edge, &caller, operation, &Fields::new(&bare)).await?;
        }
        return Err(refusal.into());
    }
    if is_send(operation) {
        picky::judge(request, &edge.planted)?;
    }
    let reply = reply(edge, &caller, operation, &fields).await;
    match reply.map_err(|refusal| slips::told(edge, &caller, request, refusal.into()))? {
        Reply::One(value) => Ok(Reply::One(spelling::written(value, &edge.planted))),
        events @ Reply::Many(..) => Ok(events),
    }
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
    let mut tenant = &*caller.owner.tenant;
    if !tenant.is_empty() && edge.planted.plants(Defect::CONFIG_NAMES_ANOTHER_TENANT) {
        tenant = "default";
    }
    let value = match operation {
        Operation::SendMessage => match kernel.send(caller, decode::sending(fields)?).await? {
            Answer::Task(task) => json!({ "task": encode::task(&task) }),
            Answer::Message(message) => slips::direct_message(edge, encode::message(&message)),
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
            let events = kernel.subscribe(caller, &decode::task_id(fields, "id")?).await?;
            return Ok(Reply::Many(None, Some(events)));
        }
        Operation::GetTask => {
            let id = decode::task_id(fields, "id")?;
            encode::task(&kernel.task(caller, &id, decode::view(fields)?)?)
        }
        Operation::ListTasks => {
            let query = decode::query(fields)?;
            let with_artifacts = !query.view.without_artifacts;
            slips::page(edge, encode::page(&kernel.list(caller, &query)?, with_artifacts))
        }
        Operation::CancelTask => {
            let id = decode::task_id(fields, "id")?;
            kernel.before_cancel(&id).await?;
            let task = match kernel.cancel(caller, &id) {
                Err(Refusal::TaskNotCancelable(_)) if edge.planted.plants(Defect::CANCEL_OF_FINISHED_IS_NULL) => {
                    return Ok(Reply::One(Value::Null));
                }
                canceled => canceled?,
            };
            if edge.planted.plants(Defect::CANCEL_WAITS_FOR_RECEIVERS) {
                kernel.until_delivered(&task.id).await;
            }
            let mut task = encode::task(&task);
            if edge.planted.plants(Defect::CANCELED_TASK_HAS_A_KIND) {
                task["kind"] = "task".into();
            }
            task
        }
        Operation::CreateWebhook => {
            let task = decode::task_id(fields, "taskId")?;
            if fields.text("url")?.is_none() && edge.planted.plants(Defect::CONFIG_WITHOUT_URL_ACKNOWLEDGED) {
                return Ok(Reply::One(json!({})));
            }
            let target = decode::config(fields)?;
            let (id, target) = kernel.create_webhook(caller, &task, target).await?;
            configs::created(encode::config(tenant, &task, &id, &target), &edge.planted)
        }
        Operation::FindWebhook => {
            let task = decode::task_id(fields, "taskId")?;
            let (id, target) = kernel.find_webhook(caller, &task, &decode::config_id(fields)?)?;
            configs::shown(encode::config(tenant, &task, &id, &target), &edge.planted)
        }
        Operation::ListWebhooks => {
            let task = decode::list_configs(fields)?;
            let configs = kernel
                .list_webhooks(caller, &task)?
                .iter()
                .map(|(id, target)| configs::shown(encode::config(tenant, &task, id, target), &edge.planted))
                .collect();
            configs::listed(configs, &edge.planted)
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

fn caller(edge: &Edge, identity: Identity, request: &Map<String, Value>, operation: Operation) -> Caller {
    let mut tenant = request.get("tenant").and_then(Value::as_str);
    if operation == Operation::CancelTask && tenant.is_some() && edge.planted.plants(Defect::CANCEL_FORGETS_THE_TENANT)
    {
        tenant = None;
    }
    Caller {
        owner: Owner { tenant: tenant.unwrap_or_default().to_owned(), subject: identity.subject },
        scopes: identity.scopes,
        elsewhere: edge.elsewhere,
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
