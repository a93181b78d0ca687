//! JSON-RPC 2.0 over HTTP.

use a2a_assay_defects::{Defect, Planted};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::post;
use serde_json::{Map, Value, json};

use super::operations::{Reply, perform};
use super::problems::{Kind, Problem};
use super::{Edge, answers, authentication, body, extensions, sse, unguarded, version};
use crate::kernel::access::{Operation, Scope};
use crate::tokens::Identity;

const MEDIA_TYPE: &str = "application/json";

/// What each operation is called.
const METHODS: [(&str, Operation); 11] = [
    ("SendMessage", Operation::SendMessage),
    ("SendStreamingMessage", Operation::SendStreamingMessage),
    ("GetTask", Operation::GetTask),
    ("ListTasks", Operation::ListTasks),
    ("CancelTask", Operation::CancelTask),
    ("SubscribeToTask", Operation::SubscribeToTask),
    ("CreateTaskPushNotificationConfig", Operation::CreateWebhook),
    ("GetTaskPushNotificationConfig", Operation::FindWebhook),
    ("ListTaskPushNotificationConfigs", Operation::ListWebhooks),
    ("DeleteTaskPushNotificationConfig", Operation::DeleteWebhook),
    ("GetExtendedAgentCard", Operation::ExtendedCard),
];

pub(super) fn routes() -> Router<Edge> {
    Router::new().route("/rpc", post(answer))
}

async fn answer(State(edge): State<Edge>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = body::read(body).await;
    let parsed = body.and_then(|bytes| body::parse(&bytes)).map(|call| one_call(call, &edge.planted));
    let id = readable_id(&parsed, &edge.planted);
    let streams = parsed.as_ref().is_ok_and(|call| call["method"] == "SendStreamingMessage");
    match serve(&edge, &parts.headers, &parts.uri, parsed).await {
        Ok(Reply::One(result)) => {
            let envelope = json!({ "jsonrpc": "2.0", "id": id, "result": result });
            answers::json(StatusCode::OK, MEDIA_TYPE, &envelope)
        }
        Ok(Reply::Many(first, rest)) => {
            sse::stream(first, rest, &edge.planted, move |event| json!({ "jsonrpc": "2.0", "id": id, "result": event }))
        }
        Err(problem)
            if streams && !problem.kind.is_of_http() && edge.planted.plants(Defect::STREAM_REFUSAL_STAYS_OPEN) =>
        {
            sse::refusal(&refusal(&edge, &id, &problem), true)
        }
        Err(problem) => refuse(&edge, &parts.headers, &id, &problem),
    }
}

async fn serve(edge: &Edge, headers: &HeaderMap, uri: &Uri, parsed: Result<Value, Problem>) -> Result<Reply, Problem> {
    let shown = authentication::authenticate(edge, headers);
    let stand_in = parsed.as_ref().ok().filter(|_| shown.is_err()).and_then(|call| unguarded::stand_in(edge, call));
    let identity = stand_in.map_or(shown, Ok).or_else(|problem| stranger(edge, &parsed, problem))?;
    if let Err(problem) = body::check_type(headers)
        && !edge.planted.plants(Defect::REQUEST_CONTENT_TYPE_UNCHECKED)
    {
        return Err(problem);
    }
    if let Err(problem) = version::check(headers, uri, &edge.planted)
        && (is_a_send(&parsed) || !edge.planted.plants(Defect::VERSION_CHECKED_ON_SENDS_ONLY))
    {
        return Err(problem);
    }
    let call = parsed?;
    let (method, params) = read_call(&call, &edge.planted)?;
    let misspelt = |name: &str| name.eq_ignore_ascii_case(method) && edge.planted.plants(Defect::METHODS_IN_ANY_CASE);
    let operation = METHODS
        .iter()
        .find(|(name, _)| *name == method || misspelt(name))
        .map(|(_, operation)| *operation)
        .ok_or_else(|| Problem::new(Kind::MethodNotFound, "there is no such method"))?;
    let demanded = extensions::check(edge, headers, operation);
    let mut too_late = Ok(());
    if demanded.is_err() && edge.planted.plants(Defect::REQUIRED_EXTENSION_REFUSED_LATE) {
        too_late = demanded;
    } else {
        demanded?;
    }
    let none = Map::new();
    let params = match params {
        None | Some(Value::Null) => &none,
        Some(Value::Object(params)) => params,
        Some(Value::Array(_)) if edge.planted.plants(Defect::POSITIONAL_PARAMS_SERVED) => &none,
        Some(Value::String(_) | Value::Number(_)) if edge.planted.plants(Defect::SCALAR_PARAMS_TAKEN_FOR_NONE) => &none,
        Some(_) => return Err(Problem::wrong("params", "must be an object")),
    };
    let reply = perform(edge, identity, operation, params).await?;
    too_late.map(|()| reply)
}

fn is_a_send(parsed: &Result<Value, Problem>) -> bool {
    let method = parsed.as_ref().ok().and_then(|call| call["method"].as_str());
    matches!(method, Some("SendMessage" | "SendStreamingMessage"))
}

/// The method and the parameters of a call that is well formed.
fn read_call<'a>(call: &'a Value, planted: &Planted) -> Result<(&'a str, Option<&'a Value>), Problem> {
    let invalid = |why: &str| Problem::new(Kind::InvalidRequest, why);
    let Value::Object(call) = call else {
        return Err(invalid("a request is one object"));
    };
    if call.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("`jsonrpc` must be \"2.0\""));
    }
    let notifies = !call.contains_key("id") && planted.plants(Defect::NOTIFICATION_SERVED);
    if !notifies && !call.get("id").is_some_and(|id| is_id(id, planted)) {
        return Err(invalid("`id` must be a string, a whole number or null"));
    }
    let method = call.get("method").and_then(Value::as_str).ok_or_else(|| invalid("`method` must be a string"))?;
    Ok((method, call.get("params")))
}

fn refuse(edge: &Edge, headers: &HeaderMap, id: &Value, problem: &Problem) -> Response {
    let status = if problem.kind.is_of_http() { problem.kind.http() } else { StatusCode::OK };
    let mut media_type = MEDIA_TYPE;
    if problem.kind == Kind::InvalidRequest && edge.planted.plants(Defect::INVALID_REQUEST_AS_PLAIN_TEXT) {
        media_type = "text/plain";
    }
    let mut response = answers::json(status, media_type, &refusal(edge, id, problem));
    let presented = authentication::presents(headers);
    authentication::challenge(edge, problem, presented, response.headers_mut());
    response
}

/// An error in its envelope.
fn refusal(edge: &Edge, mut id: &Value, problem: &Problem) -> Value {
    let planted = &edge.planted;
    if planted.plants(Defect::ERROR_ID_IS_NULL) {
        id = &Value::Null;
    }
    let mut message = problem.message.clone();
    if problem.kind == Kind::Parse && planted.plants(Defect::PARSE_ERROR_TELLS_ITS_SOURCE) {
        message += " (reference-server/src/edge/body.rs:62)";
    }
    let mut details = problem.details(planted);
    let has_reason = |detail: &Value| detail.get("reason").is_some();
    if details.iter().any(has_reason) && planted.plants(Defect::JSONRPC_ERRORS_WITHOUT_REASON) {
        details.retain(|detail| !has_reason(detail));
    }
    let mut data = Value::Array(details);
    if planted.plants(Defect::ERROR_DETAILS_ARE_ONE_OBJECT) {
        data = data.get(0).cloned().unwrap_or_else(|| json!({}));
    }
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": { "code": problem.kind.code(), "message": message, "data": data },
    })
}

/// Who comes without credentials is nobody; a sound server serves nobody.
fn stranger(edge: &Edge, parsed: &Result<Value, Problem>, problem: Problem) -> Result<Identity, Problem> {
    let asks_for_the_card = parsed.as_ref().is_ok_and(|call| call["method"] == "GetExtendedAgentCard");
    if asks_for_the_card && edge.planted.plants(Defect::EXTENDED_CARD_FOR_STRANGERS) {
        return Ok(Identity { subject: String::new(), scopes: vec![Scope::Read] });
    }
    Err(problem)
}

/// The one call of a body; a sound server takes no batches.
fn one_call(mut call: Value, planted: &Planted) -> Value {
    if let Some(first) = call.get_mut(0)
        && planted.plants(Defect::BATCH_ANSWERS_ITS_FIRST)
    {
        return first.take();
    }
    call
}

/// The id to answer with: the caller's, or null where it could not be read.
fn readable_id(parsed: &Result<Value, Problem>, planted: &Planted) -> Value {
    let named = parsed.as_ref().ok().and_then(|call| call.get("id")).filter(|id| is_id(id, planted));
    let id = named.cloned().unwrap_or_default();
    if let Some(number) = id.as_str().and_then(|text| text.parse::<i64>().ok())
        && planted.plants(Defect::TEXT_ID_ANSWERED_AS_NUMBER)
    {
        return number.into();
    }
    if id == 0 && planted.plants(Defect::ID_ZERO_IS_NONE) {
        return Value::Null;
    }
    id
}

fn is_id(id: &Value, planted: &Planted) -> bool {
    let legal = id.is_string() || id.is_i64() || id.is_u64() || id.is_null();
    legal || planted.plants(Defect::ANY_ID_SERVED)
}
