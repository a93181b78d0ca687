//! Who calls: the bearer token of a request, and the challenge for those who have none that is good.

use a2a_assay_defects::Defect;
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue};

use super::Edge;
use super::problems::{Kind, Problem};
use crate::tokens::Identity;

/// The realm in which tokens are good.
const REALM: &str = "a2a-assay";

/// Who calls.
pub(super) fn authenticate(edge: &Edge, headers: &HeaderMap) -> Result<Identity, Problem> {
    let known = bearer(headers).and_then(|token| edge.tokens.identify(token).ok());
    known.ok_or_else(|| refused(edge, presents(headers)))
}

/// How somebody is told that they are not known.
fn refused(edge: &Edge, presented: bool) -> Problem {
    let mut kind = Kind::Unauthenticated;
    if !presented && edge.planted.plants(Defect::NO_TOKEN_IS_FORBIDDEN) {
        kind = Kind::Forbidden;
    }
    if presented && edge.planted.plants(Defect::BAD_TOKEN_IS_FORBIDDEN) {
        kind = Kind::Forbidden;
    }
    Problem::new(kind, "a valid bearer token is needed")
}

/// Adds to an answer what it must say about credentials.
pub(super) fn challenge(edge: &Edge, problem: &Problem, presented: bool, headers: &mut HeaderMap) {
    let text = match problem.kind {
        Kind::Unauthenticated if edge.planted.plants(Defect::NO_AUTH_CHALLENGE) => return,
        Kind::Unauthenticated if presented => {
            format!("Bearer realm=\"{REALM}\", error=\"invalid_token\"")
        }
        Kind::Unauthenticated => format!("Bearer realm=\"{REALM}\""),
        Kind::ScopeMissing => format!(
            "Bearer realm=\"{REALM}\", error=\"insufficient_scope\", scope=\"{}\"",
            problem.missing_scope().unwrap_or_default()
        ),
        _ => return,
    };
    if let Ok(value) = HeaderValue::from_str(&text) {
        headers.insert(WWW_AUTHENTICATE, value);
    }
}

/// Whether the request brought any credentials.
pub(super) fn presents(headers: &HeaderMap) -> bool {
    headers.contains_key(AUTHORIZATION)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut named = headers.get_all(AUTHORIZATION).iter();
    let value = named.next()?.to_str().ok()?;
    if named.next().is_some() {
        return None;
    }
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
