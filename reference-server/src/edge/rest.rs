//! HTTP+JSON: the operations as resources.

use a2a_assay_defects::Defect;
use axum::Router;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::WWW_AUTHENTICATE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use axum::routing::any;
use serde_json::{Map, Value, json};

use super::operations::{Reply, perform};
use super::problems::{Kind, Problem};
use super::rest_routes::{Route, route};
use super::{Edge, answers, authentication, body, extensions, query, rest_slips, sse, unguarded, version};
use crate::kernel::access::Operation;
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
        let shown = shown.or_else(|problem| unguarded::stand_in_at(&edge, &parts.method, &path).ok_or(problem));
        serve(&edge, shown?, &path, &parts, body).await
    };
    match served.await {
        Ok(Reply::One(value)) => answers::json(StatusCode::OK, MEDIA_TYPE, &rest_slips::result(&edge, value)),
        Ok(Reply::Many(first @ Some(_), _)) if edge.planted.plants(Defect::REST_STREAM_ENDS_AT_ONCE) => {
            sse::stream(first, None, &edge.planted, |event| event)
        }
        Ok(Reply::Many(first, rest)) => sse::stream(first, rest, &edge.planted, |event| event),
        Err(problem)
            if path.ends_with(":subscribe")
                && problem.kind == Kind::TaskNotFound
                && edge.planted.plants(Defect::REST_REFUSAL_IS_AN_EVENT) =>
        {
            sse::refusal(&refusal(&edge, &problem).1, false)
        }
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
    let mut route = route(&parts.method, path)?;
    let gets = parts.method == Method::GET && route.operation == Operation::SubscribeToTask;
    if gets && edge.planted.plants(Defect::REST_SUBSCRIBE_BY_GET_IS_GET_TASK) {
        let id = path.rsplit('/').next().unwrap_or_default();
        route = Route { operation: Operation::GetTask, bound: vec![("id", id)] };
    }
    let posts = parts.method == Method::POST;
    if let Err(problem) = version::check(&parts.headers, &parts.uri, &edge.planted)
        && (posts || !edge.planted.plants(Defect::REST_VERSION_CHECKED_ON_POSTS_ONLY))
    {
        return Err(problem);
    }
    let none = HeaderMap::new();
    let unread = extensions::are_declared(&parts.headers) && edge.planted.plants(Defect::REST_EXTENSIONS_UNREAD);
    extensions::check(edge, if unread { &none } else { &parts.headers }, route.operation)?;
    let mut request = if posts { read_body(&route, &parts.headers, body).await? } else { read_query(edge, parts) };
    if let Some((unknown, _)) = query::pairs(&parts.uri).find(|(name, _)| !KNOWN.contains(&name.as_str()))
        && edge.planted.plants(Defect::UNKNOWN_QUERY_REFUSED)
    {
        return Err(Problem::wrong(&unknown, "is not known"));
    }
    if route.operation == Operation::GetTask && edge.planted.plants(Defect::REST_IGNORES_HISTORY_LENGTH) {
        request.remove("historyLength");
    }
    let unbounded = route.operation == Operation::GetTask && !request.contains_key("historyLength");
    if unbounded && edge.planted.plants(Defect::REST_HISTORY_DEFAULT_NONE) {
        request.insert("historyLength".to_owned(), 0.into());
    }
    if request.contains_key("tenant") && edge.planted.plants(Defect::REST_TENANT_IN_BODY_IGNORED) {
        request.remove("tenant");
    }
    for (name, value) in route.bound {
        request.insert(name.to_owned(), value.into());
    }
    if let Some(wishes) = request.get_mut("configuration").and_then(Value::as_object_mut)
        && wishes.contains_key("returnImmediately")
        && edge.planted.plants(Defect::REST_RETURN_IMMEDIATELY_IGNORED)
    {
        wishes.remove("returnImmediately");
    }
    if route.operation == Operation::CreateWebhook && edge.planted.plants(Defect::REST_CONFIG_IS_NOT_STORED) {
        return Ok(Reply::One(Value::Object(request)));
    }
    let identity = rest_slips::identity_at(edge, identity, route.operation, &request);
    perform(edge, identity, route.operation, &request).await
}

/// The names that a query may have.
const KNOWN: [&str; 10] = [
    "a2a-version",
    "contextId",
    "historyLength",
    "includeArtifacts",
    "pageSize",
    "pageToken",
    "status",
    "statusTimestampAfter",
    "taskId",
    "tenant",
];

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
fn read_query(edge: &Edge, parts: &Parts) -> Map<String, Value> {
    query::pairs(&parts.uri)
        .map(|(name, mut value)| {
            let twice = query::decoded(&value);
            if twice != value && edge.planted.plants(Defect::REST_QUERY_DECODED_TWICE) {
                value = twice;
            }
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
    let (status, error) = refusal(edge, problem);
    let mut response = answers::json(status, MEDIA_TYPE, &error);
    let presented = authentication::presents(headers);
    authentication::challenge(edge, problem, presented, response.headers_mut());
    if response.headers().contains_key(WWW_AUTHENTICATE) && edge.planted.plants(Defect::REST_CHALLENGE_MISSING) {
        response.headers_mut().remove(WWW_AUTHENTICATE);
    }
    response
}

/// The status and the body of an error.
fn refusal(edge: &Edge, problem: &Problem) -> (StatusCode, Value) {
    let (mut status, mut name) = (problem.kind.http(), problem.kind.status());
    if problem.kind == Kind::Parse && edge.planted.plants(Defect::REST_UNREADABLE_BODY_IS_422) {
        status = StatusCode::UNPROCESSABLE_ENTITY;
    }
    let old = problem.kind.of_the_old_table();
    if old != (status, name) && edge.planted.plants(Defect::ERROR_STATUS_OF_THE_OLD_TABLE) {
        (status, name) = old;
    }
    if edge.planted.plants(Defect::REST_STATUS_IN_WORDS_OF_HTTP) {
        name = status.canonical_reason().unwrap_or_default();
    }
    let mut code = i32::from(status.as_u16());
    if edge.planted.plants(Defect::REST_ERROR_CODE_IS_JSONRPCS) {
        code = problem.kind.code();
    }
    let mut details = problem.details(&edge.planted);
    let has_reason = |detail: &Value| detail.get("reason").is_some();
    if details.iter().any(has_reason) && edge.planted.plants(Defect::REST_ERRORS_WITHOUT_REASON) {
        details.retain(|detail| !has_reason(detail));
    }
    (status, json!({ "error": { "code": code, "status": name, "message": problem.message, "details": details } }))
}

/// What is answered where nothing is.
pub(super) async fn nothing_here(State(edge): State<Edge>, headers: HeaderMap) -> Response {
    let problem = Problem::new(Kind::MethodNotFound, "there is nothing at this path");
    refuse(&edge, &headers, &problem)
}
