//! The query of a request, name by name.

use axum::http::Uri;

/// The decoded pairs of a query, in order.
pub(super) fn pairs(uri: &Uri) -> impl Iterator<Item = (String, String)> {
    url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
}
