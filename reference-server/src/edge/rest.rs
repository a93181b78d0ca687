//! HTTP+JSON: the operations as resources.

use a2a_assay_defects::Defect;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::routing::any;
use serde_json::{Map, Value, json};

use super::operations::{Reply, perform};
use super::problems::{Kind, Problem};
use super::rest_routes::{Route, route};
use super::{Edge, answers, authentication, body, extensions, query, sse, unguarded, version};
use crate::kernel::access::{Operation, Scope};
use crate::tokens::Identity;

pub(super) const MEDIA_TYPE: &str = "application/a2a+json";

pub(super) fn routes() -> Router<Edge> {
    Router::new().route("/rest/{*path}", any(answer))
}

async fn answer(State(edge): State<Edge>, path: Result<Path<String>, PathRejection>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = path.map(|Path(path)| path).unwrap_or_default();
    let served = async {
        let shown = authentication::authenticate(&edge, &parts.headers);
        let stand_in = unguarded::stand_in_at(&edge, &parts.method, &path).filter(|_| shown.is_err());
        let identity = stand_in.map_or(shown, Ok)?;
        serve(&edge, identity, &path, &parts, body).await
    };
    match served.await {
        Ok(Reply::One(value)) => answers::json(StatusCode::OK, MEDIA_TYPE, &value),
        Ok(Reply::Many(first, rest)) => sse::stream(first, rest, |event| event),
        Err(problem) => refuse(&edge, &parts.headers, &problem),
    }
}

async fn serve(
    edge: &Edge,
    identity: Identity,
    path: &str,
    parts: &Parts,
    body: axum::body::Body,
) -> Result<Reply, Problem> {
    let route = route(&parts.method, path)?;
    let unversioned = edge.planted.plants(Defect::REST_VERSION_CHECKED_ON_POSTS_ONLY) && parts.method != Method::POST;
    if !unversioned {
        version::check(&parts.headers, &parts.uri, &edge.planted)?;
    }
    let none = HeaderMap::new();
    let unread = edge.planted.plants(Defect::REST_EXTENSIONS_UNREAD);
    extensions::check(edge, if unread { &none } else { &parts.headers }, route.operation)?;
    let mut request =
        if parts.method == Method::POST { read_body(&route, &parts.headers, body).await? } else { read_query(parts) };
    for (name, value) in route.bound {
        request.insert(name.to_owned(), value.into());
    }
    let mut identity = identity;
    if edge.planted.plants(Defect::REST_SCOPE_UNCHECKED) {
        identity.scopes.push(Scope::Write);
    }
    if edge.planted.plants(Defect::REST_OWNER_UNCHECKED_ON_CONFIG_DELETION)
        && route.operation == Operation::DeleteWebhook
        && let Some(owner) = request["taskId"].as_str().and_then(|id| edge.kernel.owner_of_task(id))
    {
        identity.subject = owner.subject;
    }
    if edge.planted.plants(Defect::REST_CALLERS_ARE_STRANGERS) {
        identity.subject.push_str("@rest");
    }
    if edge.planted.plants(Defect::REST_GET_ASKS_FOR_NO_OWNER)
        && route.operation == Operation::GetTask
        && let Some(owner) = request["id"].as_str().and_then(|id| edge.kernel.owner_of_task(id))
    {
        identity.subject = owner.subject;
    }
    perform(edge, identity, route.operation, &request).await
}

async fn read_body(
    route: &Route<'_>,
    headers: &HeaderMap,
    body: axum::body::Body,
) -> Result<Map<String, Value>, Problem> {
    let bytes = body::read(body).await?;
    if bytes.is_empty() && !route.needs_body() {
        return Ok(Map::new());
    }
    body::check_type(headers)?;
    match body::parse(&bytes)? {
        Value::Object(request) => Ok(request),
        _ => Err(Problem::wrong("body", "must be an object")),
    }
}

/// The query as the request it stands for: everything is text, and only truth values need translation.
fn read_query(parts: &Parts) -> Map<String, Value> {
    query::pairs(&parts.uri)
        .map(|(name, value)| {
            let value = match (&*name, &*value) {
                ("includeArtifacts", "true") => true.into(),
                ("includeArtifacts", "false") => false.into(),
                _ => value.into(),
            };
            (name, value)
        })
        .collect()
}

/// An error as google.rpc writes it.
pub(super) fn refuse(edge: &Edge, headers: &HeaderMap, problem: &Problem) -> Response {
    let status = problem.kind.http();
    let error = json!({ "error": {
        "code": status.as_u16(),
        "status": problem.kind.status(),
        "message": problem.message,
        "details": problem.details(),
    } });
    let mut response = answers::json(status, MEDIA_TYPE, &error);
    if edge.planted.plants(Defect::REST_CHALLENGE_MISSING) {
        return response;
    }
    let presented = authentication::presents(headers);
    authentication::challenge(edge, problem, presented, response.headers_mut());
    response
}

/// What is answered where nothing is.
pub(super) async fn nothing_here(State(edge): State<Edge>, headers: HeaderMap) -> Response {
    let problem = Problem::new(Kind::MethodNotFound, "there is nothing at this path");
    refuse(&edge, &headers, &problem)
}
