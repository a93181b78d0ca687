//! What a defect does to an answer on its way out: to its body, to its events, or to its head.

use std::io;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use futures::StreamExt;
use hyper::Response;
use serde_json::Value;

use crate::asked::Asked;
use crate::defect::{Action, Close, Outcome, WireDefect};
use crate::document::document;
use crate::exchange::Broken;
use crate::headers::change_headers;
use crate::proxy::{Changes, Front};
use crate::{events, limits, payload};

/// Does to an answer what the defect does.
pub(crate) async fn on_response(
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
        let places: usize = edits.iter().map(|edit| edit.apply(payload, count)).sum();
        if places == 0 {
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
    if defect.when.outcome == Some(Outcome::Error) {
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
    let took_effect = match &defect.action {
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
    if took_effect {
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

fn is_event_stream(headers: &HeaderMap) -> bool {
    let content_type = headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("text/event-stream")
}
