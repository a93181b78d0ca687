//! Callers and their credentials.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A named caller that checks speak as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// A user with full scopes.
    Alice,
    /// Another user with full scopes.
    Bob,
    /// Alice with the premium scope as well.
    Premium,
    /// A user who may read but not write.
    Reader,
    /// A valid token made out to another service.
    WrongAudience,
    /// A token that has expired.
    Expired,
    /// A token with a bad signature.
    Forged,
}

impl Who {
    /// Every principal that a user can give.
    pub const ALL: [Self; 7] =
        [Self::Alice, Self::Bob, Self::Premium, Self::Reader, Self::WrongAudience, Self::Expired, Self::Forged];

    /// The name in target files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alice => "alice",
            Self::Bob => "bob",
            Self::Premium => "premium",
            Self::Reader => "reader",
            Self::WrongAudience => "wrong_audience",
            Self::Expired => "expired",
            Self::Forged => "forged",
        }
    }

    /// Who that is, in one line.
    pub fn role(self) -> &'static str {
        match self {
            Self::Alice => "a user with full scopes",
            Self::Bob => "another user with full scopes",
            Self::Premium => "alice with the premium scope as well",
            Self::Reader => "a user who may read but not write",
            Self::WrongAudience => "a valid token made out to another service",
            Self::Expired => "a token that has expired",
            Self::Forged => "a token with a bad signature",
        }
    }

    /// The principal with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|who| who.name() == name)
    }
}

/// What a caller shows to be let in. Its secret appears in no output: records name its owner instead.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum Credential {
    /// Nothing.
    #[default]
    None,
    /// A bearer token.
    Bearer {
        /// Whose it is, for records.
        owner: String,
        /// The token.
        token: String,
    },
    /// A header of any name, as API keys and basic authentication use.
    Header {
        /// Whose it is, for records.
        owner: String,
        /// The header's name, in lower case.
        name: String,
        /// The header's value.
        value: String,
    },
}

impl Credential {
    /// A bearer token of this owner.
    pub fn bearer(owner: &str, token: impl Into<String>) -> Self {
        Self::Bearer { owner: owner.to_owned(), token: token.into() }
    }

    /// The bearer token, where it is one.
    pub fn token(&self) -> Option<&str> {
        match self {
            Self::Bearer { token, .. } => Some(token),
            _ => None,
        }
    }

    /// The headers to send.
    pub fn headers(&self) -> Vec<(String, String)> {
        match self {
            Self::None => Vec::new(),
            Self::Bearer { token, .. } => vec![("authorization".to_owned(), format!("Bearer {token}"))],
            Self::Header { name, value, .. } => vec![(name.clone(), value.clone())],
        }
    }

    /// Every text that lets its holder in, each with the name that records show for it: the secret, and the parts of
    /// it that would do as well.
    pub fn secrets(&self) -> Vec<(String, String)> {
        let (owner, secret) = match self {
            Self::None => return Vec::new(),
            Self::Bearer { owner, token } => (owner, token),
            Self::Header { owner, value, .. } => (owner, value),
        };
        parts(secret).into_iter().map(|part| (variable(owner), part)).collect()
    }

    /// The name that records show for the secret, without its `$`.
    pub fn variable(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Bearer { owner, .. } | Self::Header { owner, .. } => Some(variable(owner)),
        }
    }

    /// The headers as records show them.
    pub fn named_headers(&self) -> Vec<(String, String)> {
        match self {
            Self::None => Vec::new(),
            Self::Bearer { owner, .. } => vec![("authorization".to_owned(), format!("Bearer ${}", variable(owner)))],
            Self::Header { name, owner, .. } => vec![(name.clone(), format!("${}", variable(owner)))],
        }
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
        write!(f, "{:?}", self.named_headers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_scheme_is_secret_by_itself() {
        let value = format!("Basic {}", STANDARD.encode("user:password"));
        let header = Credential::Header { owner: "alice".into(), name: "authorization".into(), value: value.clone() };

        let secrets: Vec<String> = header.secrets().into_iter().map(|(_, secret)| secret).collect();

        assert_eq!(secrets, [&value, "dXNlcjpwYXNzd29yZA==", "password", "user:password"]);
    }

    #[test]
    fn the_parts_of_a_signed_token_are_secret_but_for_its_header() {
        let token = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJlLW9mLWFsaWNl";

        let secrets = Credential::bearer("alice", token).secrets();

        let due = [token, "eyJzdWIiOiJhbGljZSJ9", "c2lnbmF0dXJlLW9mLWFsaWNl"];
        assert_eq!(secrets, due.map(|secret| ("ALICE".to_owned(), secret.to_owned())));
    }
}
