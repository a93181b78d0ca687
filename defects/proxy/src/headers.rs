//! Changes of headers.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

use crate::defect::Headers;

/// Changes headers, and says whether anything changed.
pub(crate) fn change_headers(headers: &mut HeaderMap, wanted: &Headers, count: u64) -> bool {
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
