//! What everybody may read: the public card, the keys that verify its signature, and those that verify tokens.

use a2a_assay_defects::Defect;
use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;

use super::{Edge, answers};
use crate::signing::KEY_SET;

const CACHED: &str = "public, max-age=300";

pub(super) fn routes() -> Router<Edge> {
    Router::new()
        .route("/.well-known/agent-card.json", get(card))
        .route("/.well-known/jwks.json", get(key_set))
        .route(KEY_SET, get(card_keys))
}

async fn card(State(edge): State<Edge>, headers: HeaderMap) -> Response {
    let mut tag = edge.card.tag().to_owned();
    if edge.planted.plants(Defect::ETAG_CHANGES) {
        tag = format!("\"{}\"", uuid::Uuid::new_v4());
    }
    let mut known = knows(&headers, &tag);
    if known && edge.planted.plants(Defect::ETAG_IGNORED) {
        known = false;
    }
    if headers.contains_key(IF_NONE_MATCH) && edge.planted.plants(Defect::ETAG_ALWAYS_MATCHES) {
        known = true;
    }
    let mut cached = CACHED;
    if edge.planted.plants(Defect::CARD_WITHOUT_MAX_AGE) {
        cached = "public";
    }
    let validators = [(ETAG, tag), (CACHE_CONTROL, cached.to_owned())];
    if known && edge.planted.plants(Defect::NOT_MODIFIED_WITHOUT_ETAG) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    if known {
        return (StatusCode::NOT_MODIFIED, validators).into_response();
    }
    let mut media_type = "application/json";
    if edge.planted.plants(Defect::CARD_SERVED_AS_TEXT) {
        media_type = "text/plain";
    }
    let body = edge.card.public().to_owned();
    (validators, [(CONTENT_TYPE, media_type)], body).into_response()
}

async fn key_set(State(edge): State<Edge>) -> Response {
    answers::json(StatusCode::OK, "application/json", &edge.tokens.key_set())
}

async fn card_keys(State(edge): State<Edge>) -> Response {
    let mut key = edge.signer.public_jwk();
    if edge.planted.plants(Defect::CARD_KEY_UNDER_ANOTHER_NAME) {
        key["kid"] = "card-of-today".into();
    }
    answers::json(StatusCode::OK, "application/json", &json!({ "keys": [key] }))
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
