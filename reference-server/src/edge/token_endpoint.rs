//! The token endpoint: client credentials (RFC 6749, 4.4) in a form or as HTTP Basic.

use std::collections::HashMap;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use axum::routing::post;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::{Edge, answers, body};
use crate::kernel::access::Scope;
use crate::tokens::{LIFETIME, Principal};

type Form = HashMap<String, String>;

/// The errors of RFC 6749, 5.2.
enum Denied {
    Request,
    GrantType,
    Client,
    Scope,
}

pub(super) fn routes() -> Router<Edge> {
    Router::new().route("/token", post(answer))
}

async fn answer(State(edge): State<Edge>, headers: HeaderMap, body: Body) -> Response {
    let Ok(bytes) = body::read(body).await else {
        return deny(&Denied::Request);
    };
    let form: Form = url::form_urlencoded::parse(&bytes).into_owned().collect();
    match grant(&edge, &headers, &form) {
        Ok(granted) => answers::json(StatusCode::OK, "application/json", &granted),
        Err(denied) => deny(&denied),
    }
}

fn grant(edge: &Edge, headers: &HeaderMap, form: &Form) -> Result<Value, Denied> {
    match form.get("grant_type").map(String::as_str) {
        Some("client_credentials") => {}
        Some(_) => return Err(Denied::GrantType),
        None => return Err(Denied::Request),
    }
    let who = client(headers, form).ok_or(Denied::Client)?;
    let scopes = scopes(who, form.get("scope"))?;
    let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
    Ok(json!({
        "access_token": edge.tokens.grant(who, &scopes),
        "token_type": "Bearer",
        "expires_in": LIFETIME.as_secs(),
        "scope": names.join(" "),
    }))
}

fn client(headers: &HeaderMap, form: &Form) -> Option<Principal> {
    let Some(value) = headers.get(AUTHORIZATION) else {
        return Principal::client(form.get("client_id")?, form.get("client_secret")?);
    };
    let (scheme, encoded) = value.to_str().ok()?.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(BASE64_STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let (id, secret) = decoded.split_once(':')?;
    Principal::client(id, secret)
}

/// The scopes that are asked for, or all that the client may have.
fn scopes(who: Principal, asked: Option<&String>) -> Result<Vec<Scope>, Denied> {
    let Some(asked) = asked.filter(|asked| !asked.trim().is_empty()) else {
        return Ok(who.scopes().to_vec());
    };
    asked
        .split_whitespace()
        .map(|name| {
            let mut may_have = who.scopes().iter();
            may_have.find(|scope| scope.name() == name).copied()
        })
        .collect::<Option<_>>()
        .ok_or(Denied::Scope)
}

fn deny(denied: &Denied) -> Response {
    let (status, error) = match denied {
        Denied::Request => (StatusCode::BAD_REQUEST, "invalid_request"),
        Denied::GrantType => (StatusCode::BAD_REQUEST, "unsupported_grant_type"),
        Denied::Client => (StatusCode::UNAUTHORIZED, "invalid_client"),
        Denied::Scope => (StatusCode::BAD_REQUEST, "invalid_scope"),
    };
    let mut response = answers::json(status, "application/json", &json!({ "error": error }));
    if matches!(denied, Denied::Client) {
        let challenge = HeaderValue::from_static("Basic realm=\"a2a-assay\"");
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}
