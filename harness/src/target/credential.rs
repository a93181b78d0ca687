//! What a caller shows to be let in.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// What a caller shows to be let in: nothing, or several things at once. A secret appears in no output; records name
/// its owner instead.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credential {
    owner: String,
    shown: Vec<Shown>,
    /// What must not be seen besides, such as a password of which only an encoded form is shown.
    hidden: Vec<String>,
    certificate: Option<Certificate>,
}

/// One thing that is shown with every request.
#[derive(Clone, PartialEq, Eq)]
pub struct Shown {
    /// Where it stands.
    pub place: Place,
    /// Its name there: of the header, the parameter or the cookie.
    pub name: String,
    /// A word in front of it, such as `Bearer `.
    pub scheme: &'static str,
    /// The name that records give in place of the secret.
    pub variable: String,
    /// The secret.
    pub secret: String,
}

/// Where a secret stands in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a header.
    Header,
    /// In the query of the address.
    Query,
    /// In a cookie.
    Cookie,
}

/// A client certificate with its key.
#[derive(Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The file of the certificate, for records.
    pub file: String,
    /// The file of the key, for records.
    pub key_file: String,
    /// Both, as PEM.
    pub pem: String,
}

impl Credential {
    /// Nobody in particular.
    pub const NOBODY: Self = Self { owner: String::new(), shown: Vec::new(), hidden: Vec::new(), certificate: None };

    /// A bearer token of this owner.
    pub fn bearer(owner: &str, token: impl Into<String>) -> Self {
        Self::of(owner).showing(Place::Header, "authorization", "Bearer ", token)
    }

    /// Somebody who shows nothing yet.
    pub fn of(owner: &str) -> Self {
        Self { owner: owner.to_owned(), ..Self::NOBODY }
    }

    /// Shows a secret as well.
    #[must_use]
    pub fn showing(mut self, place: Place, name: &str, scheme: &'static str, secret: impl Into<String>) -> Self {
        let variable = variable(&self.owner);
        // A second secret of the same owner needs a name of its own.
        let variable = if self.shown.is_empty() { variable } else { format!("{variable}_{}", self.shown.len() + 1) };
        let name = if place == Place::Header { name.to_ascii_lowercase() } else { name.to_owned() };
        self.shown.push(Shown { place, name, scheme, variable, secret: secret.into() });
        self
    }

    /// Shows a user's name and password (RFC 7617).
    #[must_use]
    pub fn basic(mut self, user: &str, password: &str) -> Self {
        self.hidden.push(password.to_owned());
        self.showing(Place::Header, "authorization", "Basic ", STANDARD.encode(format!("{user}:{password}")))
    }

    /// Keeps one more secret out of every record.
    #[must_use]
    pub fn hiding(mut self, secret: &str) -> Self {
        self.hidden.push(secret.to_owned());
        self
    }

    /// Shows a client certificate.
    #[must_use]
    pub fn certified(self, certificate: Certificate) -> Self {
        Self { certificate: Some(certificate), ..self }
    }

    /// The same places, with this secret in each, and without the certificate.
    #[must_use]
    pub fn forged(&self, owner: &str, secret: &str) -> Self {
        let shown = self.shown.iter().map(|one| (one.place, one.name.as_str(), one.scheme));
        shown.fold(Self::of(owner), |forged, (place, name, scheme)| forged.showing(place, name, scheme, secret))
    }

    /// Whether nothing at all is shown.
    pub fn is_nobody(&self) -> bool {
        self.shown.is_empty() && self.certificate.is_none()
    }

    /// What is shown with every request.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The client certificate.
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }

    /// The bearer token, where there is one.
    pub fn token(&self) -> Option<&str> {
        self.shown.iter().find(|shown| shown.scheme == "Bearer ").map(|shown| shown.secret.as_str())
    }

    /// The headers to send.
    pub fn headers(&self) -> Vec<(String, String)> {
        self.headers_with(|shown| shown.secret.clone())
    }

    /// The headers as records show them.
    pub fn named_headers(&self) -> Vec<(String, String)> {
        self.headers_with(Shown::named)
    }

    /// The address with what is shown in its query.
    pub fn address(&self, url: &str) -> String {
        self.address_with(url, |shown| url::form_urlencoded::byte_serialize(shown.secret.as_bytes()).collect())
    }

    /// The same as records show it.
    pub fn named_address(&self, url: &str) -> String {
        self.address_with(url, Shown::named)
    }

    /// Every text that lets its holder in, each with the name that records show for it: the secrets, and the parts of
    /// them that would do as well.
    pub fn secrets(&self) -> Vec<(String, String)> {
        let shown = self.shown.iter().flat_map(|shown| {
            parts(&shown.secret).into_iter().map(|part| (shown.variable.clone(), part)).collect::<Vec<_>>()
        });
        let hidden = self.hidden.iter().map(|secret| (variable(&self.owner), secret.clone()));
        shown.chain(hidden).collect()
    }

    fn headers_with(&self, secret: impl Fn(&Shown) -> String) -> Vec<(String, String)> {
        let at = |place| self.shown.iter().filter(move |shown| shown.place == place);
        let mut headers: Vec<(String, String)> =
            at(Place::Header).map(|shown| (shown.name.clone(), format!("{}{}", shown.scheme, secret(shown)))).collect();
        let cookies: Vec<String> = at(Place::Cookie).map(|shown| format!("{}={}", shown.name, secret(shown))).collect();
        if !cookies.is_empty() {
            headers.push(("cookie".to_owned(), cookies.join("; ")));
        }
        headers
    }

    fn address_with(&self, url: &str, secret: impl Fn(&Shown) -> String) -> String {
        let mut address = url.to_owned();
        for shown in self.shown.iter().filter(|shown| shown.place == Place::Query) {
            address.push(if address.contains('?') { '&' } else { '?' });
            address += &format!("{}={}", shown.name, secret(shown));
        }
        address
    }
}

impl Shown {
    /// What stands in records in place of the secret.
    fn named(&self) -> String {
        format!("${}", self.variable)
    }
}

/// A secret and what of it is secret by itself: what stands behind a scheme, the password of a pair in base64, and
/// payload and signature of a signed token, which also stand in the forgeries that are made of it.
fn parts(secret: &str) -> Vec<String> {
    /// Shorter parts are words of somebody's test set-up.
    const TELLING: usize = 16;
    let mut parts = vec![secret.to_owned()];
    if let Some((scheme, rest)) = secret.split_once(' ') {
        parts.push(rest.to_owned());
        let pair = STANDARD.decode(rest).ok().and_then(|pair| String::from_utf8(pair).ok());
        if scheme.eq_ignore_ascii_case("basic")
            && let Some(pair) = pair
        {
            parts.extend(pair.split_once(':').map(|(_, password)| password.to_owned()));
            parts.push(pair);
        }
    }
    let token = parts.last().cloned().unwrap_or_default();
    if let [_, payload, signature] = token.split('.').collect::<Vec<_>>()[..] {
        parts.extend([payload, signature].iter().filter(|part| part.len() >= TELLING).map(|part| (*part).to_owned()));
    }
    parts
}

fn variable(owner: &str) -> String {
    owner.to_ascii_uppercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let certificate = self.certificate.as_ref().map(|certificate| &certificate.file);
        write!(f, "{:?} {:?} {certificate:?}", self.named_headers(), self.named_address(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_goes_where_it_belongs_and_records_name_its_owner() {
        let alice = Credential::of("alice")
            .showing(Place::Query, "key", "", "a b&c")
            .showing(Place::Cookie, "session", "", "s3cret")
            .basic("al", "pass");

        assert_eq!(alice.address("http://a.test/x?y=1"), "http://a.test/x?y=1&key=a+b%26c");
        assert_eq!(alice.named_address("http://a.test/"), "http://a.test/?key=$ALICE");
        let named = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(alice.headers(), [named("authorization", "Basic YWw6cGFzcw=="), named("cookie", "session=s3cret")]);
        assert_eq!(
            alice.named_headers(),
            [named("authorization", "Basic $ALICE_3"), named("cookie", "session=$ALICE_2")]
        );
        assert!(!format!("{alice:?}").contains("s3cret"));
    }
}
