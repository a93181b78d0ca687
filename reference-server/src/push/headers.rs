//! What a notification says in its headers: who sends it, and what it is.

use a2a_assay_defects::{Defect, Planted};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use super::caller::Undelivered;
use crate::kernel::outbox::Target;

/// Where the token travels.
const TOKEN: &str = "x-a2a-notification-token";

/// How text is written into headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// Only what may stand in one.
    Strict,
    /// Whatever it is, and where it has lines, one header a line.
    Verbatim,
}

/// How the couriers write.
pub(super) fn writing(planted: &Planted) -> Writing {
    if planted.plants(Defect::PUSH_HEADER_INJECTION) { Writing::Verbatim } else { Writing::Strict }
}

/// The headers of every notification to this target.
pub(super) fn headers(target: &Target, planted: &Planted) -> Result<HeaderMap, Undelivered> {
    let mut headers = HeaderMap::new();
    let mut kind = "application/a2a+json";
    if planted.plants(Defect::PUSH_AS_PLAIN_JSON) {
        kind = "application/json";
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    let authentication = target.scheme().filter(|_| !planted.plants(Defect::PUSH_WITHOUT_CREDENTIALS));
    if let Some(scheme) = authentication {
        let credentials = target.credentials().unwrap_or_default();
        let text = format!("{scheme} {credentials}");
        write(&mut headers, AUTHORIZATION, text.trim_end(), writing(planted))?;
    }
    let token = target.token.as_ref().filter(|_| !planted.plants(Defect::PUSH_WITHOUT_TOKEN));
    if let Some(token) = token {
        write(&mut headers, HeaderName::from_static(TOKEN), token, writing(planted))?;
    }
    Ok(headers)
}

fn write(headers: &mut HeaderMap, name: HeaderName, text: &str, writing: Writing) -> Result<(), Undelivered> {
    let mut text = text;
    if writing == Writing::Verbatim {
        let mut lines = text.lines();
        text = lines.next().unwrap_or_default();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            let name: HeaderName = name.parse().map_err(|_| Undelivered::Forbidden)?;
            write(headers, name, value, writing)?;
        }
    }
    let mut value = HeaderValue::from_str(text).map_err(|_| Undelivered::Forbidden)?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(())
}
