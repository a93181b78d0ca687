//! A request on its way in: what it asks for, over which binding, and with which parameters.

use axum::body::{Body, to_bytes};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Uri};
use bytes::Bytes;
use hyper::Request;
use hyper::body::Incoming;
use serde_json::{Map, Value, json};

use crate::document::document;
use crate::edit::Edit;
use crate::limits;
use crate::operation::{Binding, Operation};
use crate::route::Route;

/// A request, read to its end.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The method, the path and the headers.
    pub(crate) head: Parts,
    /// The body.
    pub(crate) body: Bytes,
    /// What it asks for, where that can be told.
    pub(crate) operation: Option<Operation>,
    /// How, where that can be told.
    pub(crate) binding: Option<Binding>,
    route: Option<Route>,
    document: Option<Value>,
}

impl Asked {
    /// Reads a request.
    pub(crate) async fn read(request: Request<Incoming>) -> Result<Self, axum::Error> {
        let (head, body) = request.into_parts();
        let body = to_bytes(Body::new(body), limits::REQUEST).await?;
        Ok(Self::of(head, body))
    }

    fn of(head: Parts, body: Bytes) -> Self {
        let document = if body.is_empty() { None } else { document(&body) };
        let path = head.uri.path();
        let method = document.as_ref().and_then(|body| body.get("jsonrpc").and_then(|_| body["method"].as_str()));
        let (route, operation, binding) = if head.method == Method::GET && is_card(path) {
            (None, Some(Operation::Card), None)
        } else if let Some(method) = method {
            (None, Operation::of_method(method), Some(Binding::JsonRpc))
        } else if let Some(route) = Route::of(&head.method, path) {
            let operation = route.operation;
            (Some(route), Some(operation), Some(Binding::HttpJson))
        } else {
            (None, None, None)
        };
        Self { head, body, operation, binding, route, document }
    }

    /// The parameters: the member `params`, the body, or the query as an object of texts.
    pub(crate) fn parameters(&self) -> Value {
        match (&self.document, self.binding) {
            (Some(envelope), Some(Binding::JsonRpc)) => envelope.get("params").cloned().unwrap_or_default(),
            (Some(body), _) => body.clone(),
            (None, _) => Value::Object(query(&self.head.uri)),
        }
    }

    /// The id of the request, where it is one of JSON-RPC.
    pub(crate) fn id(&self) -> Value {
        self.document.as_ref().and_then(|envelope| envelope.get("id")).cloned().unwrap_or_default()
    }

    /// Changes the parameters, and says how many places changed.
    pub(crate) fn rewrite(&mut self, edits: &[Edit], count: u64) -> usize {
        let mut parameters = self.parameters();
        let changed = edits.iter().map(|edit| edit.apply(&mut parameters, count)).sum();
        if changed > 0 {
            self.put(parameters);
        }
        changed
    }

    fn put(&mut self, parameters: Value) {
        match (&mut self.document, self.binding) {
            (Some(envelope), Some(Binding::JsonRpc)) => envelope["params"] = parameters,
            (Some(body), _) => *body = parameters,
            (None, _) => return self.ask(&parameters),
        }
        self.body = self.document.as_ref().map(|body| Bytes::from(body.to_string())).unwrap_or_default();
    }

    /// Writes the query anew.
    fn ask(&mut self, parameters: &Value) {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in parameters.as_object().into_iter().flatten() {
            match value {
                Value::String(text) => pairs.append_pair(name, text),
                other => pairs.append_pair(name, &other.to_string()),
            };
        }
        let (path, query) = (self.head.uri.path(), pairs.finish());
        let uri = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        if let Ok(uri) = uri.parse() {
            self.head.uri = uri;
        }
    }

    /// The task that it wants to have canceled.
    pub(crate) fn task_to_cancel(&self) -> Option<String> {
        if self.operation != Some(Operation::CancelTask) {
            return None;
        }
        match &self.route {
            Some(route) => route.task().map(str::to_owned),
            None => self.parameters()["id"].as_str().map(str::to_owned),
        }
    }

    /// A request of the same caller that cancels a task.
    pub(crate) fn canceling(&self, task: &str) -> Option<Self> {
        let mut asked = self.clone();
        asked.operation = Some(Operation::CancelTask);
        if let (Some(envelope), Some(Binding::JsonRpc)) = (&mut asked.document, self.binding) {
            let mut parameters = json!({ "id": task });
            if let Some(tenant) = self.parameters().get("tenant") {
                parameters["tenant"] = tenant.clone();
            }
            *envelope = json!({ "jsonrpc": "2.0", "id": 0, "method": "CancelTask", "params": parameters });
            asked.body = Bytes::from(envelope.to_string());
            return Some(asked);
        }
        let (method, path) = self.route.as_ref()?.on(Some(&escaped(task)), Operation::CancelTask)?;
        asked.head.method = method;
        asked.head.uri = path.parse().ok()?;
        asked.head.headers.insert("content-type", HeaderValue::from_static("application/json"));
        asked.body = Bytes::from_static(b"{}");
        Some(asked)
    }

    /// Asks for another operation with the same parameters; says whether that can be done.
    pub(crate) fn instead(&mut self, operation: Operation) -> bool {
        if let (Some(envelope), Some(Binding::JsonRpc)) = (&mut self.document, self.binding) {
            envelope["method"] = operation.name().into();
            self.body = Bytes::from(envelope.to_string());
            return true;
        }
        let Some((method, path)) = self.route.as_ref().and_then(|route| route.instead(operation)) else { return false };
        let Ok(uri) = path.parse::<Uri>() else { return false };
        let parameters = self.parameters();
        self.head.uri = uri;
        if method == Method::POST {
            self.body = Bytes::from(parameters.to_string());
            self.head.headers.insert("content-type", HeaderValue::from_static("application/json"));
        } else {
            self.ask(&parameters);
            self.body = Bytes::new();
            self.head.headers.remove("content-type");
        }
        self.head.method = method;
        true
    }
}

fn is_card(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Percent-encoded as one path segment (RFC 3986), where it is not so already.
fn escaped(task: &str) -> String {
    use std::fmt::Write;
    let mut escaped = String::with_capacity(task.len());
    for byte in task.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

fn query(uri: &Uri) -> Map<String, Value> {
    let pairs = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    pairs.map(|(name, value)| (name.into_owned(), Value::from(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pointer;

    fn asked(method: Method, path: &str, body: &str) -> Asked {
        let (head, ()) = Request::builder().method(method).uri(path).body(()).expect("a request").into_parts();
        Asked::of(head, Bytes::copy_from_slice(body.as_bytes()))
    }

    #[test]
    fn a_request_is_told_by_its_method_or_its_route() {
        let rpc = asked(Method::POST, "/rpc", r#"{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}"#);
        let rest = asked(Method::GET, "/v1/tasks/t?historyLength=2", "");
        let card = asked(Method::GET, "/.well-known/agent-card.json", "");

        assert_eq!((rpc.operation, rpc.binding), (Some(Operation::GetTask), Some(Binding::JsonRpc)));
        assert_eq!(rpc.parameters(), json!({"id": "t"}));
        assert_eq!((rest.operation, rest.binding), (Some(Operation::GetTask), Some(Binding::HttpJson)));
        assert_eq!(rest.parameters(), json!({"historyLength": "2"}));
        assert_eq!((card.operation, card.binding), (Some(Operation::Card), None));
    }

    #[test]
    fn parameters_are_changed_in_the_body_and_in_the_query() {
        let remove = [Edit::Remove(Pointer::parse("/historyLength").expect("a pointer"))];
        let mut rpc = asked(
            Method::POST,
            "/rpc",
            r#"{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t","historyLength":2}}"#,
        );
        let mut rest = asked(Method::GET, "/tasks/t?historyLength=2&x=a+b", "");

        assert_eq!((rpc.rewrite(&remove, 0), rest.rewrite(&remove, 0)), (1, 1));
        assert_eq!(rpc.body, r#"{"id":1,"jsonrpc":"2.0","method":"GetTask","params":{"id":"t"}}"#);
        assert_eq!(rest.head.uri, "/tasks/t?x=a+b");
    }

    #[test]
    fn a_task_is_canceled_by_whoever_made_it() {
        let rpc = asked(
            Method::POST,
            "/rpc",
            r#"{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"tenant":"a","message":{}}}"#,
        );
        let rest = asked(Method::POST, "/v1/message:send", "{}");

        let rpc = rpc.canceling("t/1").expect("a request");
        let rest = rest.canceling("t/1").expect("a request");

        assert_eq!(rpc.body, r#"{"id":0,"jsonrpc":"2.0","method":"CancelTask","params":{"id":"t/1","tenant":"a"}}"#);
        assert_eq!((rest.head.method.as_str(), rest.head.uri.path()), ("POST", "/v1/tasks/t%2F1:cancel"));
    }

    #[test]
    fn another_operation_is_asked_for_with_the_same_parameters() {
        let mut rpc =
            asked(Method::POST, "/rpc", r#"{"jsonrpc":"2.0","id":1,"method":"CancelTask","params":{"id":"t"}}"#);
        let mut rest = asked(Method::POST, "/v1/tasks/t:cancel", "{}");

        assert!(rpc.instead(Operation::GetTask) && rest.instead(Operation::GetTask));
        assert_eq!(rpc.body, r#"{"id":1,"jsonrpc":"2.0","method":"GetTask","params":{"id":"t"}}"#);
        assert_eq!((rest.head.method.as_str(), rest.head.uri.path()), ("GET", "/v1/tasks/t"));
        assert!(rest.body.is_empty());
    }
}
