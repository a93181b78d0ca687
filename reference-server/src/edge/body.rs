//! The body of a request: bounded, declared as JSON, readable as JSON.

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use futures::StreamExt;
use serde_json::Value;

use super::depth::is_too_deep;
use super::problems::{Kind, Problem};

/// The largest body that is read, in bytes.
const LARGEST: usize = 1024 * 1024;

/// How much of a body that is too large is still taken off the line, so that its sender hears the answer.
const DRAINED: usize = 8 * LARGEST;

/// Reads a whole body.
pub(super) async fn read(body: Body) -> Result<Vec<u8>, Problem> {
    let mut chunks = body.into_data_stream();
    let (mut read, mut length) = (Vec::new(), 0);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Problem::unreadable("the body broke off"))?;
        length += chunk.len();
        if length <= LARGEST {
            read.extend_from_slice(&chunk);
        } else if length > DRAINED {
            break;
        }
    }
    if length > LARGEST {
        return Err(Problem::new(Kind::TooLarge, "the body is larger than 1 MiB"));
    }
    Ok(read)
}

/// Refuses a body that is not declared as JSON in UTF-8.
pub(super) fn check_type(headers: &HeaderMap) -> Result<(), Problem> {
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parameters = declared.split(';').map(str::trim);
    let essence = parameters.next().unwrap_or_default().to_ascii_lowercase();
    if !matches!(&*essence, "application/json" | "application/a2a+json") {
        return Err(Problem::new(
            Kind::ContentTypeNotSupported,
            "the body must be application/json or application/a2a+json",
        ));
    }
    let charset = parameters
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    match charset {
        Some((_, set)) if !set.trim().trim_matches('"').eq_ignore_ascii_case("utf-8") => {
            Err(Problem::unreadable("the body must be UTF-8"))
        }
        _ => Ok(()),
    }
}

/// Reads a body as JSON.
pub(super) fn parse(body: &[u8]) -> Result<Value, Problem> {
    if is_too_deep(body) {
        return Err(Problem::unreadable("the body is nested too deeply"));
    }
    serde_json::from_slice(body).map_err(|_| Problem::unreadable("the body is not JSON"))
}
