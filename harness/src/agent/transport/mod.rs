//! From calls to bytes and back, one file a binding. Translates and keeps the evidence; judges nothing.

mod clients;
mod evidence;
mod http;
mod jsonrpc;
mod rest;
mod sse;
mod unusable;

use std::sync::Arc;

use bytes::Bytes;
use serde_json::Value;

pub use evidence::Evidence;
pub use http::{Headers, Http, HttpFailure, HttpRequest, HttpResponse};
pub use sse::{End, Event, EventKind, EventStream, Next, Opening, Transcript};

use super::{AgentError, Answer, Binding, Interface, Operation, Reply, Seen};
use crate::patience::Patience;
use crate::target::Credential;

/// What to say about the protocol version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Version {
    /// The version that the interface declares.
    Declared,
    /// No header at all.
    Missing,
    /// This value, whatever it is.
    Named(String),
    /// This value, in a header whose name is written in other letter case than usual.
    Capitalised(String),
    /// This value, as a parameter of the address that is called this, and in no header.
    InQuery(&'static str, String),
}

/// One call, before a binding has written it down.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is asked.
    pub operation: Operation,
    /// The request message as JSON, without the tenant.
    pub params: Value,
    /// Who asks.
    pub credential: Credential,
    /// The protocol version to name.
    pub version: Version,
    /// The extensions that the client declares, as the header says it.
    pub extensions: Option<String>,
    /// Bytes to send in place of what the binding would write.
    pub raw: Option<Raw>,
}

impl Call {
    /// The address with what the call says in its query.
    fn address(&self, mut url: String) -> String {
        if let Version::InQuery(name, version) = &self.version {
            url.push(if url.contains('?') { '&' } else { '?' });
            url += &format!("{name}={version}");
        }
        url
    }
}

/// A body that no binding would write.
#[derive(Clone, Debug)]
pub struct Raw {
    /// The bytes.
    pub body: Bytes,
    /// The content type to send with them.
    pub content_type: String,
    /// The id that a JSON-RPC answer must carry, where the bytes name one; null where any will do.
    pub id: Value,
}

/// A way to reach one interface, keeping a record of what passes.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    /// Sends requests.
    pub http: &'a Http,
    /// Keeps the record.
    pub evidence: &'a Arc<Evidence>,
    /// The time limits.
    pub patience: &'a Patience,
    /// Where to.
    pub interface: &'a Interface,
}

impl Line<'_> {
    /// Makes a unary call; whatever happens is the reply.
    pub async fn call(&self, call: &Call) -> Reply {
        let reply = match self.interface.binding {
            Binding::JsonRpc => jsonrpc::call(*self, call).await,
            Binding::HttpJson => rest::call(*self, call).await,
        };
        self.note(&reply);
        if let (Answer::Result(result), Some(seen)) = (&reply.answer, self.seen(call))
            && !reply.operation.streams()
        {
            seen.answer(reply.binding, reply.operation, result);
        }
        reply
    }

    /// Makes a streaming call.
    pub async fn open(&self, call: &Call) -> Opening {
        let opening = match self.interface.binding {
            Binding::JsonRpc => jsonrpc::open(*self, call).await,
            Binding::HttpJson => rest::open(*self, call).await,
        };
        self.noted(opening)
    }

    /// Makes a streaming call over HTTP+JSON with this verb, and no other.
    pub async fn open_with_verb(&self, call: &Call, verb: &str) -> Opening {
        let method = if verb == "GET" { reqwest::Method::GET } else { reqwest::Method::POST };
        self.noted(rest::open_with(*self, call, method).await)
    }

    /// Where the objects of the answer are noted. Who asks in another version, or in no words of the protocol, may be
    /// answered in kind.
    fn seen(&self, call: &Call) -> Option<&Arc<Seen>> {
        let regular = call.version == Version::Declared && call.raw.is_none();
        regular.then(|| self.http.seen())
    }

    fn noted(&self, opening: Opening) -> Opening {
        if let Opening::Refused(reply) = &opening {
            self.note(reply);
        }
        opening
    }

    /// Keeps in the record that nothing usable came, where that is so.
    fn note(&self, reply: &Reply) {
        match &reply.answer {
            Answer::Malformed(why) | Answer::Silence(why) | Answer::Error(AgentError { formless: Some(why), .. }) => {
                self.evidence.unusable(reply.exchange, why);
            }
            Answer::Error(_) | Answer::Result(_) => {}
        }
    }

    /// The headers that both bindings send.
    fn headers(&self, call: &Call, content_type: &str) -> Vec<(String, String)> {
        let mut headers = Vec::with_capacity(5);
        if !content_type.is_empty() {
            headers.push(("content-type".to_owned(), content_type.to_owned()));
        }
        headers.push((
            "accept".to_owned(),
            if call.operation.streams() { "text/event-stream, application/json" } else { "application/json" }
                .to_owned(),
        ));
        match &call.version {
            Version::Declared => headers.push(("a2a-version".to_owned(), self.interface.version.clone())),
            Version::Named(version) => headers.push(("a2a-version".to_owned(), version.clone())),
            Version::Capitalised(version) => headers.push(("A2a-Version".to_owned(), version.clone())),
            Version::Missing | Version::InQuery(..) => {}
        }
        headers.extend(call.extensions.iter().map(|declared| ("a2a-extensions".to_owned(), declared.clone())));
        headers
    }
}

/// Reads what came back for the JSON-RPC request 1, or for one over HTTP+JSON.
pub fn answer(binding: Binding, status: u16, content_type: &str, body: &[u8]) -> Answer {
    let headers = [("content-type".to_owned(), content_type.to_owned())];
    match binding {
        Binding::JsonRpc => jsonrpc::decode(&1.into(), status, &headers, body),
        Binding::HttpJson => rest::decode(status, &headers, body),
    }
}

/// Whether a content type is one of the two JSON types that the protocol uses.
fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json") || essence.eq_ignore_ascii_case("application/a2a+json")
}

/// Whether a content type is that of an event stream.
fn is_event_stream(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("text/event-stream")
}
