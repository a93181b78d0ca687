//! One request and its answer on their way through the proxy.

use std::io;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use bytes::Bytes;
use futures::StreamExt;
use hyper::body::Incoming;
use hyper::{Request, Response};
use serde_json::Value;

use crate::asked::Asked;
use crate::defect::{Action, Close, Headers, Side, WireDefect};
use crate::document::document;
use crate::operation::Operation;
use crate::payload;
use crate::proxy::{Changes, Front};
use crate::{card, events, forward, limits};

/// The connection ends here: by the defect, or because the agent's did.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    #[error("the defect breaks the connection")]
    Planted,
    #[error("the request can't be read")]
    Request(#[source] axum::Error),
    #[error("the agent gave no answer")]
    Agent(#[source] reqwest::Error),
    #[error("the answer can't be read")]
    Answer(#[source] axum::Error),
    #[error("the answer can't be made")]
    Made(#[from] axum::http::Error),
}

/// Passes a request on and its answer back.
pub(crate) async fn exchange(
    front: Arc<Front>,
    there: Arc<str>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Broken> {
    let mut asked = Asked::read(request).await.map_err(Broken::Request)?;
    let concerned =
        front.defect.clone().filter(|defect| defect.when.concerns(asked.operation, asked.binding, &asked.parameters()));
    let original = asked.clone();
    if let Some(defect) = concerned.as_ref().filter(|defect| defect.when.side == Side::Request)
        && let Some(answer) = on_request(&front, &there, defect, &mut asked).await?
    {
        return Ok(answer);
    }
    let answer = forward::ask(&front.client, &there, &asked).await.map_err(Broken::Agent)?;
    let answer = with_own_addresses(&front, &original, answer).await?;
    match concerned.filter(|defect| defect.when.side == Side::Response) {
        Some(defect) => on_response(&front, &there, defect, &original, answer).await,
        None => Ok(answer),
    }
}

/// Does to a request what the defect does; an answer means that the agent is not asked at all.
async fn on_request(
    front: &Front,
    there: &Arc<str>,
    defect: &WireDefect,
    asked: &mut Asked,
) -> Result<Option<Response<Body>>, Broken> {
    let changes = &front.changes;
    let parameters = asked.parameters();
    if !defect.when.holds.iter().all(|condition| condition.holds(&parameters)) {
        return Ok(None);
    }
    front.leftovers.note_canceled(there, asked);
    let changed = match &defect.action {
        Action::Drop => {
            changes.count();
            return Err(Broken::Planted);
        }
        Action::Duplicate => {
            let first = forward::ask(&front.client, there, asked).await.map_err(Broken::Agent)?;
            // Whoever sends twice listens only to the second answer, but lets the first one end.
            let first = to_bytes(first.into_body(), limits::BODY).await.unwrap_or_default();
            let mut first = document(&first).unwrap_or_default();
            front.leftovers.note(there, asked, payload::of_answer(&mut first, asked.binding, false).1);
            true
        }
        Action::Delay(delay) => {
            tokio::time::sleep(*delay).await;
            true
        }
        Action::Rewrite(edits) => asked.rewrite(edits, changes.so_far()) > 0,
        Action::Headers(headers) => change_headers(&mut asked.head.headers, headers, changes.so_far()),
        Action::Instead(operation) => asked.instead(*operation),
        Action::Answer(fixed) => {
            changes.count();
            return Ok(Some(fixed.to(asked)?));
        }
        Action::Swap | Action::Status(_) | Action::Close(_) => false,
    };
    if changed {
        changes.count();
    }
    Ok(None)
}

/// The answer with the proxy's own addresses, where it is a card.
async fn with_own_addresses(front: &Front, asked: &Asked, answer: Response<Body>) -> Result<Response<Body>, Broken> {
    let is_card = matches!(asked.operation, Some(Operation::Card | Operation::GetExtendedAgentCard));
    if !is_card || answer.status() != StatusCode::OK {
        return Ok(answer);
    }
    let (mut head, body) = answer.into_parts();
    let body = to_bytes(body, limits::BODY).await.map_err(Broken::Answer)?;
    let Some(mut whole) = document(&body) else { return Ok(Response::from_parts(head, body.into())) };
    let (_, shown) = payload::of_answer(&mut whole, asked.binding, false);
    if !card::redirect(shown, |url| front.address(url).ok()) {
        return Ok(Response::from_parts(head, body.into()));
    }
    // The same card always becomes the same card, so its tag holds on.
    head.headers.remove("content-length");
    Ok(Response::from_parts(head, whole.to_string().into()))
}

/// Does to an answer what the defect does.
async fn on_response(
    front: &Front,
    there: &Arc<str>,
    defect: Arc<WireDefect>,
    asked: &Asked,
    answer: Response<Body>,
) -> Result<Response<Body>, Broken> {
    if !defect.when.concerns_status(answer.status().as_u16()) {
        return Ok(answer);
    }
    if is_event_stream(answer.headers()) {
        return on_stream(front, there, defect, asked, answer).await;
    }
    if defect.when.event.is_some() {
        return Ok(answer);
    }
    let changes = &front.changes;
    let (head, body) = answer.into_parts();
    let body = to_bytes(body, limits::BODY).await.map_err(Broken::Answer)?;
    let refused = head.status.as_u16() >= 400;
    let mut whole = document(&body).unwrap_or_default();
    let (outcome, payload) = payload::of_answer(&mut whole, asked.binding, refused);
    if !defect.when.concerns_payload(outcome, payload) {
        return Ok(Response::from_parts(head, body.into()));
    }
    front.leftovers.note(there, asked, payload);
    if let Action::Rewrite(edits) = &defect.action {
        let count = changes.so_far();
        let changed: usize = edits.iter().map(|edit| edit.apply(payload, count)).sum();
        if changed == 0 {
            return Ok(Response::from_parts(head, body.into()));
        }
        changes.count();
        let mut head = head;
        head.headers.remove("content-length");
        return Ok(Response::from_parts(head, whole.to_string().into()));
    }
    if let Action::Close(close) = &defect.action {
        changes.count();
        return Ok(half(Response::from_parts(head, body), *close));
    }
    on_head(changes, &defect, asked, Response::from_parts(head, body.into())).await
}

/// Does to a stream what the defect does: to its events, or to all of it.
async fn on_stream(
    front: &Front,
    there: &Arc<str>,
    defect: Arc<WireDefect>,
    asked: &Asked,
    answer: Response<Body>,
) -> Result<Response<Body>, Broken> {
    if defect.concerns_events() {
        let (mut head, body) = answer.into_parts();
        head.headers.remove("content-length");
        let body = body.into_data_stream().map(|chunk| chunk.map_err(io::Error::other)).boxed();
        let (leftovers, there, asked) = (front.leftovers.clone(), Arc::clone(there), asked.clone());
        let binding = asked.binding;
        let note = Box::new(move |payload: &Value| leftovers.note(&there, &asked, payload));
        let spoiled = events::planted(body, defect, binding, front.changes.clone(), note);
        return Ok(Response::from_parts(head, Body::from_stream(spoiled)));
    }
    if defect.when.outcome == Some(crate::Outcome::Error) {
        return Ok(answer);
    }
    on_head(&front.changes, &defect, asked, answer).await
}

/// Does what needs no look into the body.
async fn on_head(
    changes: &Changes,
    defect: &WireDefect,
    asked: &Asked,
    mut answer: Response<Body>,
) -> Result<Response<Body>, Broken> {
    let changed = match &defect.action {
        Action::Drop => {
            changes.count();
            return Err(Broken::Planted);
        }
        Action::Delay(delay) => {
            tokio::time::sleep(*delay).await;
            true
        }
        Action::Headers(headers) => change_headers(answer.headers_mut(), headers, changes.so_far()),
        Action::Status(status) => {
            let status = StatusCode::from_u16(*status).map_err(axum::http::Error::from)?;
            let old = std::mem::replace(answer.status_mut(), status);
            old != status
        }
        Action::Answer(fixed) => {
            answer = fixed.to(asked)?;
            true
        }
        Action::Swap | Action::Duplicate | Action::Rewrite(_) | Action::Close(_) | Action::Instead(_) => false,
    };
    if changed {
        changes.count();
    }
    Ok(answer)
}

/// The first half of an answer.
fn half(answer: Response<Bytes>, close: Close) -> Response<Body> {
    let (mut head, body) = answer.into_parts();
    let half = body.slice(..body.len() / 2);
    if close == Close::Cleanly {
        head.headers.remove("content-length");
        return Response::from_parts(head, half.into());
    }
    let cut = futures::stream::once(async move { Ok(half) }).chain(futures::stream::once(async {
        // The half goes out first: hyper writes when there is nothing to read.
        tokio::task::yield_now().await;
        Err(io::Error::other("cut"))
    }));
    Response::from_parts(head, Body::from_stream(cut))
}

/// Changes headers, and says whether anything changed.
fn change_headers(headers: &mut HeaderMap, wanted: &Headers, count: u64) -> bool {
    let before = headers.clone();
    for name in &wanted.remove {
        headers.remove(name.as_str());
    }
    for (name, value) in &wanted.set {
        let value = value.replace("{count}", &count.to_string());
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            headers.insert(name, value);
        }
    }
    *headers != before
}

fn is_event_stream(headers: &HeaderMap) -> bool {
    let content_type = headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("text/event-stream")
}
