//! The one table of errors: what each refusal is called, numbered and explained in either binding.

use a2a_assay_defects::{Defect, Planted};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

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

/// What went wrong, in the words of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    TaskNotFound,
    TaskNotCancelable,
    PushNotificationNotSupported,
    UnsupportedOperation,
    ContentTypeNotSupported,
    VersionNotSupported,
    ExtensionSupportRequired,
    Parse,
    InvalidRequest,
    MethodNotFound,
    MethodNotAllowed,
    InvalidParams,
    Unauthenticated,
    ScopeMissing,
    Forbidden,
    TooLarge,
    Internal,
}

/// How both bindings write one kind: JSON-RPC code, HTTP status, google.rpc status, `ErrorInfo` reason.
struct Written(i32, StatusCode, &'static str, &'static str);

impl Kind {
    #[rustfmt::skip]
    fn written(self) -> Written {
        use StatusCode as S;
        match self {
            Self::TaskNotFound => Written(-32001, S::NOT_FOUND, "NOT_FOUND", "TASK_NOT_FOUND"),
            Self::TaskNotCancelable => Written(-32002, S::BAD_REQUEST, "FAILED_PRECONDITION", "TASK_NOT_CANCELABLE"),
            Self::PushNotificationNotSupported => Written(-32003, S::BAD_REQUEST, "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED"),
            Self::UnsupportedOperation => Written(-32004, S::BAD_REQUEST, "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION"),
            Self::ContentTypeNotSupported => Written(-32005, S::BAD_REQUEST, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED"),
            Self::VersionNotSupported => Written(-32009, S::BAD_REQUEST, "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED"),
            Self::ExtensionSupportRequired => Written(-32008, S::BAD_REQUEST, "FAILED_PRECONDITION", "EXTENSION_SUPPORT_REQUIRED"),
            Self::Parse => Written(-32700, S::BAD_REQUEST, "INVALID_ARGUMENT", ""),
            Self::InvalidRequest => Written(-32600, S::BAD_REQUEST, "INVALID_ARGUMENT", ""),
            Self::MethodNotFound => Written(-32601, S::NOT_FOUND, "NOT_FOUND", ""),
            Self::MethodNotAllowed => Written(-32601, S::METHOD_NOT_ALLOWED, "UNIMPLEMENTED", ""),
            Self::InvalidParams => Written(-32602, S::BAD_REQUEST, "INVALID_ARGUMENT", ""),
            Self::Unauthenticated => Written(-32010, S::UNAUTHORIZED, "UNAUTHENTICATED", "UNAUTHENTICATED"),
            Self::ScopeMissing => Written(-32011, S::FORBIDDEN, "PERMISSION_DENIED", "INSUFFICIENT_SCOPE"),
            Self::Forbidden => Written(-32012, S::FORBIDDEN, "PERMISSION_DENIED", "FORBIDDEN"),
            Self::Internal => Written(-32603, S::INTERNAL_SERVER_ERROR, "INTERNAL", ""),
            Self::TooLarge => Written(-32600, S::PAYLOAD_TOO_LARGE, "RESOURCE_EXHAUSTED", ""),
        }
    }

    /// The number in JSON-RPC.
    pub(super) fn code(self) -> i32 {
        self.written().0
    }

    /// The HTTP status over REST.
    pub(super) fn http(self) -> StatusCode {
        self.written().1
    }

    /// The HTTP status and the name of the table before revision 1.0.1.
    pub(super) fn of_the_old_table(self) -> (StatusCode, &'static str) {
        match self {
            Self::TaskNotCancelable => (StatusCode::CONFLICT, self.status()),
            Self::ContentTypeNotSupported => (StatusCode::UNSUPPORTED_MEDIA_TYPE, self.status()),
            Self::PushNotificationNotSupported | Self::UnsupportedOperation | Self::VersionNotSupported => {
                (StatusCode::NOT_IMPLEMENTED, "UNIMPLEMENTED")
            }
            _ => (self.http(), self.status()),
        }
    }

    /// The name that google.rpc gives it.
    pub(super) fn status(self) -> &'static str {
        self.written().2
    }

    /// Whether HTTP itself answers it, whatever the binding.
    pub(super) fn is_of_http(self) -> bool {
        matches!(self, Self::Unauthenticated | Self::ScopeMissing | Self::Forbidden | Self::TooLarge)
    }
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
        let reason = self.kind.written().3;
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
        if planted.plants(Defect::ERROR_TYPES_ARE_BARE_NAMES) {
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
