//! How the HTTP+JSON edge can slip by itself: what is planted there and not over JSON-RPC. A sound one passes all of it
//! through.

use a2a_assay_defects::Defect;
use serde_json::{Map, Value};

use super::Edge;
use crate::kernel::access::{Operation, Scope};
use crate::tokens::Identity;

/// Whom this binding takes the caller for: a sound one takes everybody for who they are.
pub(super) fn identity_at(
    edge: &Edge,
    mut identity: Identity,
    operation: Operation,
    request: &Map<String, Value>,
) -> Identity {
    if !identity.scopes.contains(&Scope::Write) && edge.planted.plants(Defect::REST_SCOPE_UNCHECKED) {
        identity.scopes.push(Scope::Write);
    }
    let owner = |member: &str| request.get(member)?.as_str().and_then(|id| edge.kernel.owner_of_task(id));
    if operation == Operation::DeleteWebhook
        && edge.planted.plants(Defect::REST_OWNER_UNCHECKED_ON_CONFIG_DELETION)
        && let Some(owner) = owner("taskId")
    {
        identity.subject = owner.subject;
    }
    if edge.planted.plants(Defect::REST_CALLERS_ARE_STRANGERS) {
        identity.subject.push_str("@rest");
    }
    if operation == Operation::GetTask
        && edge.planted.plants(Defect::REST_GET_ASKS_FOR_NO_OWNER)
        && let Some(owner) = owner("id")
    {
        identity.subject = owner.subject;
    }
    identity
}

/// A result as it leaves.
pub(super) fn result(edge: &Edge, mut value: Value) -> Value {
    if let Some(configs) = value.get_mut("configs")
        && edge.planted.plants(Defect::REST_CONFIG_LIST_IS_BARE)
    {
        value = configs.take();
    }
    if let Some(Value::Array(skills)) = value.get_mut("skills")
        && edge.planted.plants(Defect::REST_HIDES_THE_PREMIUM_SKILL)
    {
        skills.truncate(1);
    }
    if edge.planted.plants(Defect::REST_DROPS_METADATA) {
        drop_metadata(&mut value);
    }
    value
}

/// Takes the metadata out of every object.
fn drop_metadata(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("metadata");
            members.values_mut().for_each(drop_metadata);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_metadata),
        _ => {}
    }
}
