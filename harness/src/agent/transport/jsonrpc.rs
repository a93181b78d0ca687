//! The JSON-RPC binding (specification §9).

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bytes::Bytes;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Call, EventStream, Headers, HttpRequest, Line, Opening, http, is_event_stream, is_json};
use crate::agent::{AgentError, Answer, Binding, Reply, brief, document};

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

pub(super) async fn call(line: Line<'_>, call: &Call) -> Reply {
    let (id, request) = encode(line, call);
    let asked = Instant::now();
    let response = line.http.send(line.evidence, line.patience, request).await;
    let (exchange, http, headers, answer) = match response {
        Ok(response) => {
            let answer = decode(&id, response.status, &response.headers, &response.body);
            (response.exchange, Some(response.status), response.headers, answer)
        }
        Err(failure) => (failure.exchange, None, Headers::default(), Answer::Silence(failure.why)),
    };
    let operation = call.operation;
    Reply { exchange, operation, binding: Binding::JsonRpc, http, headers, answer, elapsed: asked.elapsed() }
}

pub(super) async fn open(line: Line<'_>, call: &Call) -> Opening {
    let (id, request) = encode(line, call);
    let asked = Instant::now();
    let refusal = |exchange, http, headers, answer| {
        let operation = call.operation;
        let reply =
            Reply { exchange, operation, binding: Binding::JsonRpc, http, headers, answer, elapsed: asked.elapsed() };
        Opening::Refused(Box::new(reply))
    };
    let mut open = match line.http.open(line.evidence, line.patience, request).await {
        Ok(open) => open,
        Err(failure) => return refusal(failure.exchange, None, Headers::default(), Answer::Silence(failure.why)),
    };
    if open.status == 200 && is_event_stream(content_type(&open.headers)) {
        return Opening::Stream(EventStream::new(line, call, open, Some(id)));
    }
    let body = match crate::patience::Patience::within(line.patience.reply, http::read(&mut open.response)).await {
        Ok(Ok(body)) => body,
        Ok(Err(why)) => return refusal(open.exchange, Some(open.status), open.headers, Answer::Silence(why)),
        Err(_) => {
            let why = "the body never ended".to_owned();
            return refusal(open.exchange, Some(open.status), open.headers, Answer::Silence(why));
        }
    };
    line.evidence.answered(open.exchange, Some(open.status), &open.headers, &body);
    let answer = decode(&id, open.status, &open.headers, &body);
    refusal(open.exchange, Some(open.status), open.headers, answer)
}

fn encode(line: Line<'_>, call: &Call) -> (Value, HttpRequest) {
    let number = NEXT_ID.fetch_add(1, Ordering::Relaxed);
    // Numbers and strings take turns: an id must come back with its type.
    let id = if number.is_multiple_of(2) { json!(number) } else { json!(format!("r-{number}")) };
    let mut params = call.params.clone();
    if let (Some(tenant), Some(members)) = (&line.interface.tenant, params.as_object_mut()) {
        members.insert("tenant".into(), tenant.clone().into());
    }
    let envelope = json!({ "jsonrpc": "2.0", "id": id, "method": call.operation.name(), "params": params });
    let (id, body, content_type) = match &call.raw {
        Some(raw) => (raw.id.clone(), raw.body.clone(), raw.content_type.as_str()),
        None => (id, Bytes::from(envelope.to_string()), "application/json"),
    };
    let request = HttpRequest {
        operation: call.operation.name().to_owned(),
        method: Method::POST,
        url: call.address(line.interface.url.to_string()),
        headers: line.headers(call, content_type),
        body: Some(body),
        credential: call.credential.clone(),
    };
    (id, request)
}

pub(super) fn decode(id: &Value, status: u16, headers: &[(String, String)], body: &[u8]) -> Answer {
    let envelope = document(body);
    if matches!(status, 401 | 403) {
        return Answer::Error(refused_caller(status, envelope.as_ref().ok()));
    }
    let content_type = content_type(headers);
    let envelope = match envelope {
        Ok(envelope) => envelope,
        Err(why) => return Answer::Malformed(format!("HTTP {status} with a body {why} ({content_type:?})")),
    };
    if !is_json(content_type) {
        return Answer::Malformed(format!("content type {content_type:?}"));
    }
    match unwrap(id, status, envelope) {
        Ok(answer) => answer,
        Err(why) => Answer::Malformed(format!("HTTP {status}, {why}")),
    }
}

/// Takes an answer out of its envelope.
pub(super) fn unwrap(id: &Value, status: u16, mut envelope: Value) -> Result<Answer, String> {
    if envelope["jsonrpc"] != "2.0" {
        return Err("an envelope without \"jsonrpc\": \"2.0\"".into());
    }
    match (envelope.get("result"), envelope.get("error")) {
        (Some(_), Some(_)) => Err("an envelope with both result and error".into()),
        (None, None) => Err("an envelope with neither result nor error".into()),
        (Some(_), None) if envelope["id"] != *id => Err(another_id(envelope.get("id").unwrap_or(&Value::Null), id)),
        (Some(_), None) => Ok(Answer::Result(envelope["result"].take())),
        (None, Some(_)) if envelope.get("id").is_none() => Err("an error envelope without an id".into()),
        (None, Some(_)) if envelope["id"] != *id && !envelope["id"].is_null() && !id.is_null() => {
            Err(another_id(&envelope["id"], id))
        }
        (None, Some(error)) => {
            let id = envelope["id"].clone();
            Ok(Answer::Error(AgentError { id, ..read_error(status, error) }))
        }
    }
}

fn another_id(answered: &Value, asked: &Value) -> String {
    format!("another id than was asked ({} where {asked} was asked)", brief(answered))
}

fn read_error(http: u16, error: &Value) -> AgentError {
    let details = error.get("data").cloned().unwrap_or_default();
    let flaw = if !error["code"].is_i64() {
        Some("error.code is no integer".to_owned())
    } else if !error["message"].is_string() {
        Some("error.message is no string".to_owned())
    } else if details.is_null() {
        None
    } else {
        super::rest::flaw_of_details("error.data", &details)
    };
    AgentError {
        binding: Binding::JsonRpc,
        http,
        code: error["code"].as_i64(),
        rpc_status: None,
        message: error["message"].as_str().unwrap_or_default().to_owned(),
        details,
        flaw,
        formless: None,
        id: Value::Null,
    }
}

/// A refusal by HTTP status, whose body may or may not be an envelope.
fn refused_caller(status: u16, envelope: Option<&Value>) -> AgentError {
    let error = envelope.and_then(|envelope| envelope.get("error")).unwrap_or(&Value::Null);
    AgentError { flaw: None, ..read_error(status, error) }
}

fn content_type(headers: &[(String, String)]) -> &str {
    headers.iter().find(|(name, _)| name == "content-type").map_or("", |(_, value)| value)
}
