//! Why the kernel says no, in its own words; each edge has one table that translates them.

use super::access::Scope;
use super::model::TaskId;

/// A request that is not carried out, and why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Refusal {
    /// No such task, or none that this caller may know of.
    TaskNotFound(TaskId),
    /// The task ended otherwise and cannot be cancelled any more.
    TaskNotCancelable(TaskId),
    /// The agent sends no push notifications.
    PushNotOffered,
    /// The agent does not do this, or not in the state the task is in.
    Unsupported(&'static str),
    /// The agent reads no such media type.
    MediaTypeNotRead(String),
    /// The request contradicts itself or asks for something impossible.
    Invalid(Vec<Fault>),
    /// The caller lacks a permission.
    ScopeMissing(Scope),
    /// The kernel lost its way; a sound one never does.
    Confused,
    /// The task belongs to somebody else; a sound kernel never says so.
    NotYours(TaskId),
}

/// One member of a request that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) field: String,
    pub(crate) why: String,
}

impl Refusal {
    /// A refusal for one wrong member.
    pub(crate) fn invalid(field: &str, why: impl Into<String>) -> Self {
        Self::Invalid(vec![Fault { field: field.to_owned(), why: why.into() }])
    }
}
