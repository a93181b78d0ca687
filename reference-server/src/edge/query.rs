//! The query of a request, name by name.

use axum::http::Uri;

/// The decoded pairs of a query, in order.
pub(super) fn pairs(uri: &Uri) -> impl Iterator<Item = (String, String)> {
    url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
}

/// One value, decoded.
pub(super) fn decoded(value: &str) -> String {
    let plain = value.replace('&', "%26").replace('=', "%3D");
    url::form_urlencoded::parse(plain.as_bytes()).next().map(|(value, _)| value.into_owned()).unwrap_or_default()
}
