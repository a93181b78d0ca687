//! The kinds of refusal, and how each binding writes them (specification §5.4, §9.5, §11.6).

use serde_json::Value;

use super::Binding;

/// A kind of refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each variant is named as the specification or JSON-RPC names the error")]
pub enum ErrorKind {
    TaskNotFound,
    TaskNotCancelable,
    PushNotificationNotSupported,
    UnsupportedOperation,
    ContentTypeNotSupported,
    ExtendedAgentCardNotConfigured,
    ExtensionSupportRequired,
    VersionNotSupported,
    ParseError,
    InvalidRequest,
    MethodNotFound,
    InvalidParams,
}

/// How a kind is written: the one table of codes, statuses and reasons.
struct Mapping {
    name: &'static str,
    jsonrpc: i64,
    http: u16,
    /// The status of the table before revision 1.0.1, where it differed.
    old_http: Option<u16>,
    rpc_status: &'static str,
    /// The ErrorInfo reason; absent for errors that the protocol did not define itself.
    reason: Option<&'static str>,
}

impl ErrorKind {
    /// The kinds with an ErrorInfo reason of the protocol's own.
    pub const PROTOCOL: [Self; 8] = [
        Self::TaskNotFound,
        Self::TaskNotCancelable,
        Self::PushNotificationNotSupported,
        Self::UnsupportedOperation,
        Self::ContentTypeNotSupported,
        Self::ExtendedAgentCardNotConfigured,
        Self::ExtensionSupportRequired,
        Self::VersionNotSupported,
    ];

    #[rustfmt::skip]
    fn mapping(self) -> Mapping {
        let row = |name, jsonrpc, http, old_http, rpc_status, reason| Mapping { name, jsonrpc, http, old_http, rpc_status, reason };
        match self {
            Self::TaskNotFound => row("TaskNotFound", -32001, 404, None, "NOT_FOUND", Some("TASK_NOT_FOUND")),
            Self::TaskNotCancelable => row("TaskNotCancelable", -32002, 400, Some(409), "FAILED_PRECONDITION", Some("TASK_NOT_CANCELABLE")),
            Self::PushNotificationNotSupported => row("PushNotificationNotSupported", -32003, 400, Some(501), "FAILED_PRECONDITION", Some("PUSH_NOTIFICATION_NOT_SUPPORTED")),
            Self::UnsupportedOperation => row("UnsupportedOperation", -32004, 400, Some(501), "FAILED_PRECONDITION", Some("UNSUPPORTED_OPERATION")),
            Self::ContentTypeNotSupported => row("ContentTypeNotSupported", -32005, 400, Some(415), "INVALID_ARGUMENT", Some("CONTENT_TYPE_NOT_SUPPORTED")),
            Self::ExtendedAgentCardNotConfigured => row("ExtendedAgentCardNotConfigured", -32007, 400, None, "FAILED_PRECONDITION", Some("EXTENDED_AGENT_CARD_NOT_CONFIGURED")),
            Self::ExtensionSupportRequired => row("ExtensionSupportRequired", -32008, 400, None, "FAILED_PRECONDITION", Some("EXTENSION_SUPPORT_REQUIRED")),
            Self::VersionNotSupported => row("VersionNotSupported", -32009, 400, Some(501), "FAILED_PRECONDITION", Some("VERSION_NOT_SUPPORTED")),
            Self::ParseError => row("a parse error", -32700, 400, None, "INVALID_ARGUMENT", None),
            Self::InvalidRequest => row("InvalidRequest", -32600, 400, None, "INVALID_ARGUMENT", None),
            Self::MethodNotFound => row("MethodNotFound", -32601, 404, Some(405), "NOT_FOUND", None),
            Self::InvalidParams => row("InvalidParams", -32602, 400, None, "INVALID_ARGUMENT", None),
        }
    }

    /// The name of the kind.
    pub fn name(self) -> &'static str {
        self.mapping().name
    }

    /// How a reader recognises the kind over this binding.
    pub fn written(self, binding: Binding) -> String {
        let mapping = self.mapping();
        match (binding, mapping.reason) {
            (Binding::JsonRpc, _) => format!("{} (code {})", mapping.name, mapping.jsonrpc),
            (Binding::HttpJson, Some(reason)) => format!("{} (HTTP {}, reason {reason})", mapping.name, mapping.http),
            (Binding::HttpJson, None) => format!("{} (HTTP {})", mapping.name, mapping.http),
        }
    }

    /// The code over JSON-RPC.
    pub fn code(self) -> i64 {
        self.mapping().jsonrpc
    }

    /// The HTTP status over HTTP+JSON.
    pub fn status(self) -> u16 {
        self.mapping().http
    }

    /// The ErrorInfo reason; nothing for errors that the protocol did not define itself.
    pub fn reason(self) -> Option<&'static str> {
        self.mapping().reason
    }

    /// Whether the table before revision 1.0.1 gave it another HTTP status.
    pub fn had_another_status(self) -> bool {
        self.mapping().old_http.is_some()
    }

    /// The google.rpc status word of §5.4.
    pub fn rpc_status(self) -> &'static str {
        self.mapping().rpc_status
    }

    /// The google.rpc status word of the table before revision 1.0.1.
    pub fn old_rpc_status(self) -> &'static str {
        match self {
            Self::PushNotificationNotSupported | Self::UnsupportedOperation | Self::VersionNotSupported => {
                "UNIMPLEMENTED"
            }
            _ => self.rpc_status(),
        }
    }
}

/// An error as the agent wrote it.
#[derive(Clone, Debug)]
pub struct AgentError {
    /// The binding that carried it.
    pub binding: Binding,
    /// The HTTP status of the answer.
    pub http: u16,
    /// `error.code`, as a number.
    pub code: Option<i64>,
    /// `error.status`, over HTTP+JSON.
    pub rpc_status: Option<String>,
    /// `error.message`.
    pub message: String,
    /// `error.data` or `error.details`, as written.
    pub details: Value,
    /// What is wrong with the form of the error itself, if anything.
    pub flaw: Option<String>,
    /// What stood in its place, where it is no error in the form of the binding at all.
    pub formless: Option<String>,
    /// The id of the request that it names, over JSON-RPC.
    pub id: Value,
}

/// How an error compares with the kind that was due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// The kind, as this binding writes it.
    Exact,
    /// The kind by its reason, with the HTTP status of the table before 1.0.1.
    OldTable,
    /// Another kind, or none that can be recognised.
    Other,
}

impl AgentError {
    /// The first detail of type google.rpc.ErrorInfo.
    pub fn error_info(&self) -> Option<&Value> {
        self.detail("google.rpc.ErrorInfo")
    }

    /// The first detail of this type.
    pub fn detail(&self, of_type: &str) -> Option<&Value> {
        let typed = |detail: &&Value| detail["@type"].as_str().is_some_and(|name| name.ends_with(of_type));
        self.details.as_array()?.iter().find(typed)
    }

    /// The reason of the ErrorInfo detail.
    pub fn reason(&self) -> Option<&str> {
        self.error_info()?["reason"].as_str()
    }

    /// The kind that it is, where it can be recognised as one of the protocol's own.
    pub fn kind(&self) -> Option<ErrorKind> {
        ErrorKind::PROTOCOL.into_iter().find(|kind| self.compare(*kind) != Match::Other)
    }

    /// Compares this error with the kind that was due.
    ///
    /// Over JSON-RPC the code decides, and a protocol reason must not contradict it. Over HTTP+JSON the reason
    /// decides for the protocol's own kinds, since several of them share a status.
    pub fn compare(&self, kind: ErrorKind) -> Match {
        let due = kind.mapping();
        let reason = self.reason();
        match (self.binding, due.reason) {
            (Binding::JsonRpc, Some(named)) => {
                Match::exact_if(self.code == Some(due.jsonrpc) && reason.is_none_or(|reason| reason == named))
            }
            (Binding::JsonRpc, None) => {
                Match::exact_if(self.code == Some(due.jsonrpc) && !self.speaks_of_the_protocol())
            }
            (Binding::HttpJson, Some(named)) if reason == Some(named) && self.http == due.http => Match::Exact,
            (Binding::HttpJson, Some(named)) if reason == Some(named) && Some(self.http) == due.old_http => {
                Match::OldTable
            }
            (Binding::HttpJson, Some(_)) => Match::Other,
            (Binding::HttpJson, None) => Match::exact_if(
                (self.http == due.http || Some(self.http) == due.old_http) && !self.speaks_of_the_protocol(),
            ),
        }
    }

    /// Whether it can only be the outcome of reading the request, so that its id was known: a version or a caller may
    /// well be refused before.
    pub fn follows_reading(&self) -> bool {
        matches!(self.code, Some(-32008..=-32001 | -32603..=-32601))
    }

    /// Whether it gives one of the protocol's own reasons.
    fn speaks_of_the_protocol(&self) -> bool {
        self.reason().is_some_and(|given| ErrorKind::PROTOCOL.iter().any(|kind| kind.mapping().reason == Some(given)))
    }

    /// Whether the agent blames itself rather than the request.
    pub fn is_internal(&self) -> bool {
        self.http >= 500 || (self.binding == Binding::JsonRpc && self.code == Some(-32603))
    }

    /// Whether its code is one that the protocol or JSON-RPC has given another meaning than a refused caller.
    pub fn has_a_taken_code(&self) -> bool {
        self.code.is_some_and(|code| {
            matches!(code, -32009..=-32001 | -32603..=-32601 | -32700) && self.binding == Binding::JsonRpc
        }) || self.speaks_of_the_protocol()
    }

    /// The error in one line.
    pub fn describe(&self) -> String {
        let mut words = match self.binding {
            Binding::JsonRpc => match self.code {
                Some(code) => format!("error {code} over HTTP {}", self.http),
                None => format!("HTTP {}", self.http),
            },
            Binding::HttpJson => format!("HTTP {}", self.http),
        };
        if let Some(reason) = self.reason() {
            words += &format!(", reason {reason}");
        }
        if let Some(flaw) = &self.flaw {
            words += &format!(", {flaw}");
        }
        if !self.message.is_empty() {
            words += &format!(": {}", super::beginning(&self.message));
        }
        words
    }
}

impl Match {
    fn exact_if(exact: bool) -> Self {
        if exact { Self::Exact } else { Self::Other }
    }
}
