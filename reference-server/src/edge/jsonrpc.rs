//! JSON-RPC 2.0 over HTTP.

use a2a_assay_defects::Defect;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use axum::routing::post;
use serde_json::{Map, Value, json};

use super::operations::{Reply, perform};
use super::problems::{Kind, Problem};
use super::{Edge, answers, authentication, body, extensions, sse, unguarded, version};
use crate::kernel::access::Operation;

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
    let parsed = body.and_then(|bytes| body::parse(&bytes));
    let id = readable_id(&parsed);
    match serve(&edge, &parts.headers, &parts.uri, parsed).await {
        Ok(Reply::One(result)) => {
            let envelope = json!({ "jsonrpc": "2.0", "id": id, "result": result });
            answers::json(StatusCode::OK, MEDIA_TYPE, &envelope)
        }
        Ok(Reply::Many(first, rest)) => {
            sse::stream(first, rest, move |event| json!({ "jsonrpc": "2.0", "id": id, "result": event }))
        }
        Err(problem) => refuse(&edge, &parts.headers, &id, &problem),
    }
}

async fn serve(edge: &Edge, headers: &HeaderMap, uri: &Uri, parsed: Result<Value, Problem>) -> Result<Reply, Problem> {
    let shown = authentication::authenticate(edge, headers);
    let stand_in = parsed.as_ref().ok().filter(|_| shown.is_err()).and_then(|call| unguarded::stand_in(edge, call));
    let identity = stand_in.map_or(shown, Ok)?;
    body::check_type(headers)?;
    let unversioned = edge.planted.plants(Defect::VERSION_CHECKED_ON_SENDS_ONLY) && !is_a_send(&parsed);
    if !unversioned {
        version::check(headers, uri, &edge.planted)?;
    }
    let call = parsed?;
    let (method, params) = read_call(&call)?;
    let operation = METHODS
        .iter()
        .find(|(name, _)| *name == method)
        .map(|(_, operation)| *operation)
        .ok_or_else(|| Problem::new(Kind::MethodNotFound, "there is no such method"))?;
    let demanded = extensions::check(edge, headers, operation);
    let mut too_late = Ok(());
    if edge.planted.plants(Defect::REQUIRED_EXTENSION_REFUSED_LATE) {
        too_late = demanded;
    } else {
        demanded?;
    }
    let none = Map::new();
    let params = match params {
        None | Some(Value::Null) => &none,
        Some(Value::Object(params)) => params,
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
fn read_call(call: &Value) -> Result<(&str, Option<&Value>), Problem> {
    let invalid = |why: &str| Problem::new(Kind::InvalidRequest, why);
    let Value::Object(call) = call else {
        return Err(invalid("a request is one object"));
    };
    if call.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("`jsonrpc` must be \"2.0\""));
    }
    if !call.get("id").is_some_and(is_id) {
        return Err(invalid("`id` must be a string, a whole number or null"));
    }
    let method = call.get("method").and_then(Value::as_str).ok_or_else(|| invalid("`method` must be a string"))?;
    Ok((method, call.get("params")))
}

fn refuse(edge: &Edge, headers: &HeaderMap, id: &Value, problem: &Problem) -> Response {
    let status = if problem.kind.is_of_http() { problem.kind.http() } else { StatusCode::OK };
    let envelope = json!({
        "jsonrpc": "2.0",
        "id": id,
        "error": {
            "code": problem.kind.code(),
            "message": problem.message,
            "data": problem.details(),
        },
    });
    let mut response = answers::json(status, MEDIA_TYPE, &envelope);
    let presented = authentication::presents(headers);
    authentication::challenge(edge, problem, presented, response.headers_mut());
    response
}

/// The id to answer with: the caller's, or null where it could not be read.
fn readable_id(parsed: &Result<Value, Problem>) -> Value {
    parsed.as_ref().ok().and_then(|call| call.get("id")).filter(|id| is_id(id)).cloned().unwrap_or_default()
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64() || id.is_u64() || id.is_null()
}
