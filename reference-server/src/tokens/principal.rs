//! The callers that the token service knows.

use crate::kernel::access::Scope;

/// A named caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Principal {
    /// A user who may read and write.
    Alice,
    /// Another user who may read and write.
    Bob,
    /// Alice, who may see the premium skill as well.
    Premium,
    /// A user who may read only.
    Reader,
    /// A caller whose token is made out to another service.
    WrongAudience,
    /// A caller whose token was good once.
    Expired,
    /// A caller who signed the token with a key of their own.
    Forged,
    /// A caller whose token names no subject.
    Subjectless,
    /// Another one.
    SubjectlessToo,
}

impl Principal {
    /// Every principal.
    pub const ALL: [Self; 9] = [
        Self::Alice,
        Self::Bob,
        Self::Premium,
        Self::Reader,
        Self::WrongAudience,
        Self::Expired,
        Self::Forged,
        Self::Subjectless,
        Self::SubjectlessToo,
    ];

    /// The principal's name, as profiles and the token endpoint write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alice => "alice",
            Self::Bob => "bob",
            Self::Premium => "premium",
            Self::Reader => "reader",
            Self::WrongAudience => "wrong_audience",
            Self::Expired => "expired",
            Self::Forged => "forged",
            Self::Subjectless => "subjectless",
            Self::SubjectlessToo => "subjectless_too",
        }
    }

    /// The client with these credentials; a test server keeps no secrets, so each is `<name>-secret`.
    pub(crate) fn client(id: &str, secret: &str) -> Option<Self> {
        [Self::Alice, Self::Bob, Self::Premium, Self::Reader]
            .into_iter()
            .find(|who| who.name() == id && secret.strip_suffix("-secret") == Some(id))
    }

    pub(crate) fn subject(self) -> &'static str {
        match self {
            Self::Bob => "bob",
            Self::Reader => "reader",
            Self::Subjectless | Self::SubjectlessToo => "",
            Self::Alice | Self::Premium | Self::WrongAudience | Self::Expired | Self::Forged => "alice",
        }
    }

    pub(crate) fn scopes(self) -> &'static [Scope] {
        match self {
            Self::Premium => &[Scope::Read, Scope::Write, Scope::Premium],
            Self::Reader => &[Scope::Read],
            Self::Alice
            | Self::Bob
            | Self::WrongAudience
            | Self::Expired
            | Self::Forged
            | Self::Subjectless
            | Self::SubjectlessToo => &[Scope::Read, Scope::Write],
        }
    }
}
