//! What everybody may read: the public card and the keys that verify tokens.

use a2a_assay_defects::Defect;
use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::{Edge, answers};

const CACHED: &str = "public, max-age=300";

pub(super) fn routes() -> Router<Edge> {
    Router::new().route("/.well-known/agent-card.json", get(card)).route("/.well-known/jwks.json", get(key_set))
}

async fn card(State(edge): State<Edge>, headers: HeaderMap) -> Response {
    let tag = edge.card.tag().to_owned();
    let mut known = knows(&headers, &tag);
    if edge.planted.plants(Defect::ETAG_IGNORED) {
        known = false;
    }
    let validators = [(ETAG, tag), (CACHE_CONTROL, CACHED.to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, validators).into_response();
    }
    let body = edge.card.public().to_owned();
    (validators, [(CONTENT_TYPE, "application/json")], body).into_response()
}

async fn key_set(State(edge): State<Edge>) -> Response {
    answers::json(StatusCode::OK, "application/json", &edge.tokens.key_set())
}

/// Whether the caller has this version already (RFC 9110, 13.1.2: a weak comparison).
fn knows(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|named| named == "*" || named.strip_prefix("W/").unwrap_or(named) == tag)
}
