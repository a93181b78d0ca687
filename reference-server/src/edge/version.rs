//! Which protocol version a request speaks, and whether this agent speaks it too.

use a2a_assay_defects::{Defect, Planted};
use axum::http::{HeaderMap, Uri};

use super::problems::{Kind, Problem};
use super::query;

/// The version that every interface speaks.
pub(super) const SPOKEN: &str = "1.0";

const NAME: &str = "a2a-version";

/// Refuses a request in another version; silence means 0.3.
pub(super) fn check(headers: &HeaderMap, uri: &Uri, planted: &Planted) -> Result<(), Problem> {
    let read = named(headers, uri, planted);
    let silent = read.is_none();
    let named = read.unwrap_or_default();
    if is_spoken(&named) && named != SPOKEN && planted.plants(Defect::PATCH_VERSION_REFUSED) {
        return Err(refused());
    }
    if is_spoken(&named) {
        return Ok(());
    }
    if named.is_empty() && !silent && planted.plants(Defect::EMPTY_VERSION_ACCEPTED) {
        return Ok(());
    }
    if named.starts_with("1.") && planted.plants(Defect::VERSION_COMPARED_BY_MAJOR) {
        return Ok(());
    }
    if planted.plants(Defect::SUPPORTED_VERSIONS_UNNAMED) {
        return Err(Problem::new(Kind::VersionNotSupported, "this version is not spoken here"));
    }
    if named.is_empty() && planted.plants(Defect::MISSING_VERSION_ACCEPTED) {
        return Ok(());
    }
    if !named.is_empty() && planted.plants(Defect::UNSUPPORTED_VERSION_ACCEPTED) {
        return Ok(());
    }
    Err(refused())
}

fn refused() -> Problem {
    let why = format!("only version {SPOKEN} is spoken here");
    Problem::new(Kind::VersionNotSupported, why).with("supportedVersions", SPOKEN)
}

fn named(headers: &HeaderMap, uri: &Uri, planted: &Planted) -> Option<String> {
    if let Some(value) = headers.get(NAME) {
        let text = value.to_str().unwrap_or("unreadable");
        return Some(text.trim().to_owned());
    }
    if planted.plants(Defect::VERSION_PARAMETER_IGNORED) {
        return None;
    }
    let exactly = planted.plants(Defect::VERSION_PARAMETER_CASE_SENSITIVE);
    let is_it = |name: &str| if exactly { name == "A2A-Version" } else { name.eq_ignore_ascii_case(NAME) };
    query::pairs(uri).find(|(name, _)| is_it(name)).map(|(_, value)| value.trim().to_owned())
}

/// A patch number says nothing about compatibility.
fn is_spoken(named: &str) -> bool {
    match named.strip_prefix(SPOKEN) {
        Some("") => true,
        Some(rest) => {
            rest.strip_prefix('.').is_some_and(|patch| !patch.is_empty() && patch.bytes().all(|b| b.is_ascii_digit()))
        }
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_spoken;

    #[test]
    fn a_patch_number_makes_no_difference() {
        for version in ["1.0", "1.0.7", "1.0.123"] {
            assert!(is_spoken(version), "{version}");
        }
    }

    #[test]
    fn another_version_is_not_spoken() {
        for version in ["", "0.3", "1", "1.", "1.00", "1.0.", "1.0.x", "1.0.7.1", "1.9", "9.9", "v1.0"] {
            assert!(!is_spoken(version), "{version}");
        }
    }
}
