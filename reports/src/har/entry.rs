//! One exchange as an entry of an archive.

use serde_json::{Value, json};

use crate::{CheckReport, Exchange};

/// The exchange; `page` is the violation that it shows.
pub(super) fn entry(report: &CheckReport, exchange: &Exchange, page: &str) -> Value {
    let took = exchange.answered_ms.saturating_sub(exchange.sent_ms);
    json!({
        "pageref": page,
        "startedDateTime": moment(report, exchange.sent_ms),
        "time": took,
        "request": request(exchange),
        "response": response(exchange),
        "cache": {},
        "timings": { "send": 0, "wait": took, "receive": 0 },
        "comment": exchange.operation,
    })
}

fn request(exchange: &Exchange) -> Value {
    let body = exchange.request_body.as_deref().or(exchange.request_body_base64.as_deref());
    let size = exchange.request_body_length.or(body.map(str::len)).unwrap_or_default();
    let mut request = json!({
        "method": exchange.method,
        "url": exchange.url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": headers(&exchange.request_headers),
        "queryString": query(&exchange.url),
        "headersSize": -1,
        "bodySize": size,
    });
    if let Some(text) = body {
        request["postData"] =
            json!({ "mimeType": content_type(&exchange.request_headers), "text": text, "params": [] });
        if exchange.request_body_base64.is_some() {
            request["postData"]["comment"] = "base64".into();
        }
    }
    request
}

/// Status 0 where no answer came, as browsers say it.
fn response(exchange: &Exchange) -> Value {
    json!({
        "status": exchange.status.unwrap_or_default(),
        "statusText": "",
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": headers(&exchange.response_headers),
        "content": {
            "size": exchange.response_body.len(),
            "mimeType": content_type(&exchange.response_headers),
            "text": exchange.response_body,
        },
        "redirectURL": "",
        "headersSize": -1,
        "bodySize": -1,
    })
}

fn headers(headers: &[(String, String)]) -> Vec<Value> {
    headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
}

fn content_type(headers: &[(String, String)]) -> &str {
    headers.iter().find(|(name, _)| name == "content-type").map_or("application/octet-stream", |(_, value)| value)
}

/// The parts behind the question mark, as they are written.
fn query(url: &str) -> Vec<Value> {
    let query = url.split('#').next().and_then(|url| url.split_once('?')).map_or("", |(_, query)| query);
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| json!({ "name": name, "value": value }))
        .collect()
}

/// A moment of the run. A check counts from its own beginning, which the report does not have: its exchanges stand at
/// the right distance from each other, from the beginning of the run on.
pub(super) fn moment(report: &CheckReport, milliseconds: u64) -> String {
    let began = report.date.parse::<jiff::Timestamp>().unwrap_or_default();
    let later = i64::try_from(milliseconds)
        .ok()
        .and_then(|passed| began.checked_add(jiff::SignedDuration::from_millis(passed)).ok());
    format!("{:.3}", later.unwrap_or(began))
}
