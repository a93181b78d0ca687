//! The one table of errors: what each kind is called and numbered in either binding.

use axum::http::StatusCode;

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

    /// The reason that ErrorInfo gives; empty where it has none.
    pub(super) fn reason(self) -> &'static str {
        self.written().3
    }

    /// Whether HTTP itself answers it, whatever the binding.
    pub(super) fn is_of_http(self) -> bool {
        matches!(self, Self::Unauthenticated | Self::ScopeMissing | Self::Forbidden | Self::TooLarge)
    }
}
