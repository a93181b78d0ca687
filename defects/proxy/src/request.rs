//! What a defect does to a request on its way in.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use hyper::Response;

use crate::asked::Asked;
use crate::defect::{Action, WireDefect};
use crate::document::document;
use crate::exchange::Broken;
use crate::headers::change_headers;
use crate::proxy::Front;
use crate::{forward, limits, payload};

/// Does to a request what the defect does; an answer means that the agent is not asked at all.
pub(crate) async fn on_request(
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
    let took_effect = match &defect.action {
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
    if took_effect {
        changes.count();
    }
    Ok(None)
}
