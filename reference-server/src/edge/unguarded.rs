//! Operations that a defective server forgot to guard: who asks for them without credentials acts as the owner of what
//! the request names.

use a2a_assay_defects::{Defect, Planted};
use axum::http::Method;
use serde_json::Value;

use super::Edge;
use super::rest_routes::route;
use crate::kernel::access::{Operation, Scope};
use crate::tokens::Identity;

/// Who somebody without credentials is taken for; nobody, in a sound server.
pub(super) fn stand_in(edge: &Edge, call: &Value) -> Option<Identity> {
    if edge.planted.is_empty() || !is_forgotten(call["method"].as_str()?, &edge.planted) {
        return None;
    }
    let params = &call["params"];
    let context = params["message"]["contextId"].as_str();
    let task = params["taskId"].as_str().or(params["id"].as_str());
    let owner = match (context, task) {
        (Some(context), _) => edge.kernel.owner_of_context(context)?,
        (None, Some(task)) => edge.kernel.owner_of_task(task)?,
        (None, None) => return None,
    };
    Some(Identity { subject: owner.subject, scopes: vec![Scope::Read, Scope::Write] })
}

/// The same over HTTP+JSON.
pub(super) fn stand_in_at(edge: &Edge, method: &Method, path: &str) -> Option<Identity> {
    let route = route(method, path).ok().filter(|route| route.operation == Operation::ListWebhooks)?;
    let (_, task) = route.bound.iter().find(|(name, _)| *name == "taskId")?;
    if !edge.planted.plants(Defect::REST_CONFIG_LIST_UNGUARDED) {
        return None;
    }
    let owner = edge.kernel.owner_of_task(task)?;
    Some(Identity { subject: owner.subject, scopes: vec![Scope::Read] })
}

fn is_forgotten(method: &str, planted: &Planted) -> bool {
    match method {
        "SendMessage" => planted.plants(Defect::SEND_UNGUARDED),
        "CancelTask" => planted.plants(Defect::CANCEL_UNGUARDED),
        "SubscribeToTask" => planted.plants(Defect::SUBSCRIBE_UNGUARDED),
        "CreateTaskPushNotificationConfig" => planted.plants(Defect::CONFIG_CREATION_UNGUARDED),
        _ => false,
    }
}
