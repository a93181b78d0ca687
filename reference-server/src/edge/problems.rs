//! Errors that either binding can write, and what they explain.

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Map, Value, json};

pub(super) use super::kinds::Kind;
use crate::kernel::access::Scope;
use crate::kernel::refusal::{Fault, Refusal};

/// An error that either binding can write.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) kind: Kind,
    pub(super) message: String,
    metadata: Vec<(&'static str, String)>,
    faults: Vec<Fault>,
}

impl Problem {
    pub(super) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), metadata: Vec::new(), faults: Vec::new() }
    }

    /// One member of the request is wrong.
    pub(super) fn wrong(field: &str, why: &str) -> Self {
        Refusal::invalid(field, why).into()
    }

    /// The body cannot be read at all.
    pub(super) fn unreadable(why: &str) -> Self {
        let fault = Fault { field: "body".to_owned(), why: why.to_owned() };
        Self { faults: vec![fault], ..Self::new(Kind::Parse, why) }
    }

    pub(super) fn with(mut self, key: &'static str, value: &str) -> Self {
        self.metadata.push((key, value.to_owned()));
        self
    }

    /// Whether this member is wrong.
    pub(super) fn blames(&self, field: &str) -> bool {
        self.faults.iter().any(|fault| fault.field == field)
    }

    /// Whether something below this path is wrong.
    pub(super) fn blames_below(&self, path: &str) -> bool {
        self.faults.iter().any(|fault| fault.field.starts_with(path))
    }

    /// The same problem under another name.
    pub(super) fn told_as(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// The same problem without a word on what is wrong.
    pub(super) fn unexplained(self) -> Self {
        Self { faults: Vec::new(), message: "invalid parameters".to_owned(), ..self }
    }

    /// The scope that is missing, if that is the problem.
    pub(super) fn missing_scope(&self) -> Option<&str> {
        let named = self.metadata.iter().find(|(key, _)| *key == "scope");
        named.map(|(_, scope)| scope.as_str())
    }

    /// The details as google.rpc writes them.
    pub(super) fn details(&self, planted: &Planted) -> Vec<Value> {
        let mut details = Vec::new();
        let reason = self.kind.reason();
        if !reason.is_empty() {
            let mut metadata: Map<_, _> =
                self.metadata.iter().map(|(key, value)| ((*key).to_owned(), value.as_str().into())).collect();
            if planted.plants(Defect::ERROR_METADATA_HOLDS_NUMBERS) {
                metadata.insert("status".to_owned(), self.kind.http().as_u16().into());
            }
            let mut domain = "a2a-protocol.org";
            if planted.plants(Defect::ERROR_DOMAIN_OF_ITS_OWN) {
                domain = "agent.example";
            }
            details.push(json!({
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": reason,
                "domain": domain,
                "metadata": metadata,
            }));
        }
        if !self.faults.is_empty() && !planted.plants(Defect::BAD_PARAMS_WITHOUT_FIELDS) {
            let violations: Vec<_> =
                self.faults.iter().map(|fault| json!({ "field": fault.field, "description": fault.why })).collect();
            details.push(json!({
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": violations,
            }));
        }
        if !details.is_empty() && planted.plants(Defect::ERROR_TYPES_ARE_BARE_NAMES) {
            for detail in &mut details {
                detail["@type"] = detail["@type"].as_str().map(|name| name.replace("type.googleapis.com/", "")).into();
            }
        }
        details
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TaskNotFound(id) => Self::new(Kind::TaskNotFound, "task not found").with("taskId", id.as_str()),
            Refusal::TaskNotCancelable(id) => {
                Self::new(Kind::TaskNotCancelable, "the task has ended").with("taskId", id.as_str())
            }
            Refusal::PushNotOffered => {
                Self::new(Kind::PushNotificationNotSupported, "this agent sends no push notifications")
            }
            Refusal::Unsupported(why) => Self::new(Kind::UnsupportedOperation, why),
            Refusal::MediaTypeNotRead(named) => {
                Self::new(Kind::ContentTypeNotSupported, "this agent does not read the media type")
                    .with("mediaType", &named)
            }
            Refusal::Invalid(faults) => {
                let named: Vec<_> = faults.iter().map(|fault| format!("{} {}", fault.field, fault.why)).collect();
                let message = format!("invalid parameters: {}", named.join("; "));
                Self { faults, ..Self::new(Kind::InvalidParams, message) }
            }
            Refusal::ScopeMissing(scope) => missing(scope),
            Refusal::NotYours(id) => Self::new(Kind::Forbidden, "not your task").with("taskId", id.as_str()),
            Refusal::Broken => Self::new(Kind::Internal, "something went wrong"),
        }
    }
}

fn missing(scope: Scope) -> Problem {
    Problem::new(Kind::ScopeMissing, "the token lacks a scope").with("scope", scope.name())
}
