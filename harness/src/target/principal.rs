//! The callers that checks speak as.

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
    /// A good token that names no subject.
    Subjectless,
    /// Another good token that names no subject.
    SubjectlessToo,
}

impl Who {
    /// Every principal that a user can give.
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
            Self::Subjectless => "subjectless",
            Self::SubjectlessToo => "subjectless_too",
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
            Self::Subjectless => "a good token that names no subject",
            Self::SubjectlessToo => "another good token that names no subject",
        }
    }

    /// Whether the agent should let such a caller in.
    pub fn is_welcome(self) -> bool {
        matches!(self, Self::Alice | Self::Bob | Self::Premium | Self::Reader)
    }

    /// The principal with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|who| who.name() == name)
    }
}
