//! How the edges can slip: what is planted between a request and what is made of it. A sound edge passes all of it
//! through.

use a2a_assay_defects::Defect;
use serde_json::{Map, Value, json};

use super::problems::{Kind, Problem};
use super::{Edge, elsewhere};
use crate::kernel::access::{Caller, Operation};
use crate::kernel::model::ContextId;

/// A request, as it is understood; nothing where it is understood as it is.
pub(super) fn understood(
    edge: &Edge,
    operation: Operation,
    request: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    if edge.planted.is_empty() {
        return None;
    }
    let mut request = request.clone();
    if let Some(message) = member(&mut request, "message") {
        elsewhere::read(edge, message);
    }
    if let Some(message) = member(&mut request, "message")
        && message.get("messageId").is_none_or(|id| *id == "")
        && edge.planted.plants(Defect::MESSAGE_ID_FILLED_IN)
    {
        message.insert("messageId".into(), uuid::Uuid::new_v4().to_string().into());
    }
    let parts = member(&mut request, "message").and_then(|message| message.get_mut("parts")?.as_array_mut());
    for part in parts.into_iter().flatten().filter_map(Value::as_object_mut) {
        let empty = !["text", "raw", "url", "data"].iter().any(|content| part.contains_key(*content));
        if empty && edge.planted.plants(Defect::PART_WITHOUT_CONTENT_ACCEPTED) {
            part.insert("text".into(), "".into());
        }
    }
    if let Some(flag) = member(&mut request, "configuration").and_then(|wishes| wishes.get_mut("returnImmediately"))
        && *flag == false
        && edge.planted.plants(Defect::RETURN_IMMEDIATELY_FALSE_REFUSED)
    {
        *flag = "no".into();
    }
    if operation == Operation::ListTasks
        && let Some(context) = request.get_mut("contextId").filter(|context| context.is_string())
        && edge.planted.plants(Defect::CONTEXT_FILTER_DECODED_TWICE)
    {
        let query = format!("q={}", context.as_str().unwrap_or_default().replace('&', "%26").replace('+', "%2B"));
        let decoded = url::form_urlencoded::parse(query.as_bytes()).next();
        *context = decoded.map(|(_, decoded)| decoded.into_owned()).into();
    }
    Some(request)
}

fn member<'r>(request: &'r mut Map<String, Value>, name: &str) -> Option<&'r mut Map<String, Value>> {
    request.get_mut(name)?.as_object_mut()
}

/// A problem, as it is told.
pub(super) fn told(edge: &Edge, caller: &Caller, request: &Map<String, Value>, problem: Problem) -> Problem {
    let context = request.get("message").and_then(|message| message["contextId"].as_str());
    if problem.kind == Kind::InvalidParams
        && let Some(context) = context
        && edge.planted.plants(Defect::BAD_INPUT_TAKES_THE_CONTEXT)
    {
        edge.kernel.lose_context(caller, &ContextId::new(context));
    }
    if problem.blames("message.parts") && edge.planted.plants(Defect::NO_PARTS_IS_INVALID_REQUEST) {
        return problem.told_as(Kind::InvalidRequest);
    }
    if problem.blames_below("message.parts[") && edge.planted.plants(Defect::ILL_TYPED_PART_BREAKS) {
        return problem.told_as(Kind::Internal);
    }
    if problem.blames("message.role") && edge.planted.plants(Defect::ROLE_FAULT_UNEXPLAINED) {
        return problem.unexplained();
    }
    problem
}

/// The result of a send that a direct message answers.
pub(super) fn direct_message(edge: &Edge, message: Value) -> Value {
    let mut result = Map::from_iter([("message".to_owned(), message)]);
    if edge.planted.plants(Defect::DIRECT_ANSWER_KEEPS_KIND) {
        result.insert("kind".to_owned(), "message".into());
    }
    Value::Object(result)
}

/// A page as it leaves.
pub(super) fn page(edge: &Edge, page: Value) -> Value {
    let mut page = elsewhere::page(edge, page);
    let Some(members) = page.as_object_mut() else { return page };
    if members["nextPageToken"] == "" && edge.planted.plants(Defect::LIST_TOKEN_MISSING_AT_END) {
        members.remove("nextPageToken");
    }
    if members["tasks"] == json!([]) && edge.planted.plants(Defect::LIST_EMPTY_TASKS_OMITTED) {
        members.remove("tasks");
    }
    page
}
