//! How the other address of an agent can be another world; in a sound server it is the same one.

use a2a_assay_defects::Defect;
use serde_json::{Map, Value, json};

use super::Edge;
use super::decode::{self, Fields};
use crate::kernel::access::Operation;
use crate::kernel::refusal::Refusal;

/// Refuses what a defective server does not know there.
pub(super) fn judge(edge: &Edge, operation: Operation, fields: &Fields<'_>) -> Result<(), Refusal> {
    if !edge.elsewhere || edge.planted.is_empty() {
        return Ok(());
    }
    let unknown = match operation {
        Operation::GetTask => edge.planted.plants(Defect::TASKS_UNKNOWN_ELSEWHERE),
        Operation::CancelTask => edge.planted.plants(Defect::CANCEL_REFUSED_ELSEWHERE),
        Operation::SubscribeToTask => edge.planted.plants(Defect::SUBSCRIPTION_REFUSED_ELSEWHERE),
        _ => false,
    };
    if unknown { Err(Refusal::TaskNotFound(decode::task_id(fields, "id")?)) } else { Ok(()) }
}

/// A message as it is read there: without the task that it continues, by a defective server.
pub(super) fn read(edge: &Edge, message: &mut Map<String, Value>) {
    if edge.elsewhere && edge.planted.plants(Defect::ANSWER_OPENS_NEW_TASK_ELSEWHERE) {
        message.remove("taskId");
    }
}

/// A page as it is shown there: empty, by a defective server.
pub(super) fn page(edge: &Edge, page: Value) -> Value {
    if edge.elsewhere && edge.planted.plants(Defect::LISTING_EMPTY_ELSEWHERE) {
        return json!({ "tasks": [], "nextPageToken": "", "pageSize": page["pageSize"], "totalSize": 0 });
    }
    page
}
