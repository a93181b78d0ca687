//! The HTTP+JSON binding (specification §11, and the routes of `a2a.proto`).

use std::fmt::Write;
use std::time::Instant;

use bytes::Bytes;
use reqwest::Method;
use serde_json::{Map, Value};

use super::{Call, EventStream, Headers, HttpRequest, Line, Opening, http, is_event_stream, is_json};
use crate::agent::{AgentError, Answer, Binding, ErrorKind, Match, Operation, Reply, brief, document};
use crate::patience::Patience;

pub(super) async fn call(line: Line<'_>, call: &Call) -> Reply {
    let asked = Instant::now();
    let response = line.http.send(line.evidence, line.patience, encode(line, call, route(call.operation))).await;
    let (exchange, http, headers, answer) = match response {
        Ok(response) => {
            let answer = decode(response.status, &response.headers, &response.body);
            (response.exchange, Some(response.status), response.headers, answer)
        }
        Err(failure) => (failure.exchange, None, Headers::default(), Answer::Silence(failure.why)),
    };
    let operation = call.operation;
    Reply { exchange, operation, binding: Binding::HttpJson, http, headers, answer, elapsed: asked.elapsed() }
}

/// Opens a stream. Subscribing is tried with POST, and with GET where POST is not routed: the texts disagree.
pub(super) async fn open(line: Line<'_>, call: &Call) -> Opening {
    let opening = open_with(line, call, route(call.operation).0).await;
    if call.operation != Operation::SubscribeToTask {
        return opening;
    }
    match &opening {
        Opening::Refused(reply) if is_unrouted(reply) => open_with(line, call, Method::GET).await,
        _ => opening,
    }
}

/// Opens a stream with this method.
pub(super) async fn open_with(line: Line<'_>, call: &Call, method: Method) -> Opening {
    let asked = Instant::now();
    let refusal = |exchange, http, headers, answer| {
        let operation = call.operation;
        let reply =
            Reply { exchange, operation, binding: Binding::HttpJson, http, headers, answer, elapsed: asked.elapsed() };
        Opening::Refused(Box::new(reply))
    };
    let request = encode(line, call, (method, route(call.operation).1));
    let mut open = match line.http.open(line.evidence, line.patience, request).await {
        Ok(open) => open,
        Err(failure) => return refusal(failure.exchange, None, Headers::default(), Answer::Silence(failure.why)),
    };
    if open.status == 200 && is_event_stream(content_type(&open.headers)) {
        return Opening::Stream(EventStream::new(line, call, open, None));
    }
    let body = match Patience::within(line.patience.reply, http::read(&mut open.response)).await {
        Ok(Ok(body)) => body,
        Ok(Err(why)) => return refusal(open.exchange, Some(open.status), open.headers, Answer::Silence(why)),
        Err(_) => {
            let why = "the body never ended".to_owned();
            return refusal(open.exchange, Some(open.status), open.headers, Answer::Silence(why));
        }
    };
    line.evidence.answered(open.exchange, Some(open.status), &open.headers, &body);
    let answer = decode(open.status, &open.headers, &body);
    refusal(open.exchange, Some(open.status), open.headers, answer)
}

/// Whether the server has no such route: as opposed to a route that finds no such task.
fn is_unrouted(reply: &Reply) -> bool {
    let finds_no_task = reply.error().is_some_and(|error| error.compare(ErrorKind::TaskNotFound) != Match::Other);
    matches!(reply.http, Some(404 | 405 | 501)) && !finds_no_task
}

/// Method and path template of an operation (§5.3, §11.3).
fn route(operation: Operation) -> (Method, &'static str) {
    match operation {
        Operation::SendMessage => (Method::POST, "/message:send"),
        Operation::SendStreamingMessage => (Method::POST, "/message:stream"),
        Operation::GetTask => (Method::GET, "/tasks/{id}"),
        Operation::ListTasks => (Method::GET, "/tasks"),
        Operation::CancelTask => (Method::POST, "/tasks/{id}:cancel"),
        Operation::SubscribeToTask => (Method::POST, "/tasks/{id}:subscribe"),
        Operation::CreateTaskPushNotificationConfig => (Method::POST, "/tasks/{taskId}/pushNotificationConfigs"),
        Operation::GetTaskPushNotificationConfig => (Method::GET, "/tasks/{taskId}/pushNotificationConfigs/{id}"),
        Operation::ListTaskPushNotificationConfigs => (Method::GET, "/tasks/{taskId}/pushNotificationConfigs"),
        Operation::DeleteTaskPushNotificationConfig => (Method::DELETE, "/tasks/{taskId}/pushNotificationConfigs/{id}"),
        Operation::GetExtendedAgentCard => (Method::GET, "/extendedAgentCard"),
    }
}

fn encode(line: Line<'_>, call: &Call, (method, template): (Method, &str)) -> HttpRequest {
    let mut members = call.params.as_object().cloned().unwrap_or_default();
    let mut url = line.interface.url.as_str().trim_end_matches('/').to_owned();
    if let Some(tenant) = &line.interface.tenant {
        let _ = write!(url, "/{}", escaped(tenant));
    }
    url += &filled(template, &mut members);
    let takes_a_body = method == Method::POST;
    if !takes_a_body && !members.is_empty() {
        url = format!("{url}?{}", query(&members));
    }
    let (body, content_type) = match &call.raw {
        Some(raw) => (Some(raw.body.clone()), raw.content_type.as_str()),
        None if takes_a_body => (Some(Bytes::from(Value::Object(members).to_string())), "application/json"),
        None => (None, ""),
    };
    HttpRequest {
        operation: call.operation.name().to_owned(),
        method,
        url: call.address(url),
        headers: line.headers(call, content_type),
        body,
        credential: call.credential.clone(),
    }
}

/// The template with its parameters taken out of the members.
fn filled(template: &str, members: &mut Map<String, Value>) -> String {
    let mut path = template.to_owned();
    for name in ["taskId", "id"] {
        let hole = format!("{{{name}}}");
        if path.contains(&hole) {
            let value = members.remove(name).unwrap_or_default();
            path = path.replace(&hole, &escaped(value.as_str().unwrap_or_default()));
        }
    }
    path
}

fn query(members: &Map<String, Value>) -> String {
    let mut pairs = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in members {
        match value {
            Value::String(text) => pairs.append_pair(name, text),
            other => pairs.append_pair(name, &other.to_string()),
        };
    }
    // A blank as `+` is a convention of forms, which not every reader of a URI knows (RFC 3986 has only %20).
    pairs.finish().replace('+', "%20")
}

/// Percent-encoded as one path segment (RFC 3986).
fn escaped(segment: &str) -> String {
    let mut escaped = String::with_capacity(segment.len());
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

pub(super) fn decode(status: u16, headers: &[(String, String)], body: &[u8]) -> Answer {
    let content_type = content_type(headers);
    match (status, document(body)) {
        (200..300, Err(_)) if body.is_empty() => Answer::Result(Value::Null),
        (200..300, Err(why)) => Answer::Malformed(format!("HTTP {status} with a body {why} ({content_type:?})")),
        (200..300, Ok(_)) if !is_json(content_type) => Answer::Malformed(format!("content type {content_type:?}")),
        (200..300, Ok(value)) => Answer::Result(value),
        (_, value) => Answer::Error(read_error(status, content_type, value.as_ref().ok())),
    }
}

fn read_error(status: u16, content_type: &str, body: Option<&Value>) -> AgentError {
    let error = body.and_then(|body| body.get("error")).unwrap_or(&Value::Null);
    let details = error.get("details").cloned().unwrap_or_default();
    // Who is refused by status alone need not be told anything else.
    let must_tell = !matches!(status, 401 | 403);
    let flaw = if must_tell { flaw_of(status, content_type, error, &details) } else { None };
    let formless = match body {
        _ if error.is_object() || !must_tell => None,
        Some(_) => Some(format!("HTTP {status} with a body that is no google.rpc.Status below `error`")),
        None => Some(format!("HTTP {status} with a body that is no JSON")),
    };
    AgentError {
        binding: Binding::HttpJson,
        http: status,
        code: error["code"].as_i64(),
        rpc_status: error["status"].as_str().map(str::to_owned),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
        details,
        flaw,
        formless,
        id: Value::Null,
    }
}

fn flaw_of(status: u16, content_type: &str, error: &Value, details: &Value) -> Option<String> {
    if !error.is_object() {
        return Some(format!("the body ({content_type:?}) is no google.rpc.Status below `error`"));
    }
    if !is_json(content_type) {
        return Some(format!("content type {content_type:?}"));
    }
    if error["code"] != status {
        return Some(format!("error.code is {} beside HTTP {status}", brief(&error["code"])));
    }
    if !error["message"].is_string() {
        return Some("error.message is no string".to_owned());
    }
    if details.is_null() { None } else { flaw_of_details("error.details", details) }
}

/// What is wrong with a list of error details (§3.3.2: typed objects).
pub(super) fn flaw_of_details(name: &str, details: &Value) -> Option<String> {
    let Some(details) = details.as_array() else { return Some(format!("{name} is no list")) };
    if details.iter().all(|detail| detail["@type"].is_string()) {
        return None;
    }
    Some(format!("{name} has an entry without @type"))
}

fn content_type(headers: &[(String, String)]) -> &str {
    headers.iter().find(|(name, _)| name == "content-type").map_or("", |(_, value)| value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ids_go_into_the_path_and_the_rest_into_the_query() {
        let mut members = json!({"id": "a/b", "historyLength": 2}).as_object().cloned().unwrap_or_default();
        assert_eq!(filled("/tasks/{id}", &mut members), "/tasks/a%2Fb");
        assert_eq!(query(&members), "historyLength=2");
    }
}
