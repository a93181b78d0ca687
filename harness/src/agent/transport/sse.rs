//! Streams of events (Server-Sent Events, and §9.4.2 and §11.7 for what they carry).

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::{Stream, StreamExt};
use serde_json::Value;
use sse_stream::SseByteStream;

use super::{Call, Evidence, Headers, HttpRequest, Line, http, jsonrpc};
use crate::agent::{AgentError, Answer, Binding, Operation, Reply, Seen, State, Task, brief, document, weight};
use crate::limits;
use crate::patience::Patience;
use crate::target::Credential;

/// How a streaming call began.
pub enum Opening {
    /// With a stream of events.
    Stream(EventStream),
    /// With a plain answer.
    Refused(Box<Reply>),
}

/// A stream of events, open until it ends or is dropped.
pub struct EventStream {
    events: Events,
    exchange: usize,
    operation: Operation,
    binding: Binding,
    request_id: Option<Value>,
    headers: Headers,
    opened: Instant,
    patience: Duration,
    evidence: Arc<Evidence>,
    /// Where its events are noted, if they are.
    seen: Option<Arc<Seen>>,
    /// How many events came.
    count: usize,
    /// About how much memory they take.
    weight: usize,
}

/// The data of each block of a stream, where it has any.
type Events = Pin<Box<dyn Stream<Item = Result<Option<String>, String>> + Send>>;

/// One event of a stream.
#[derive(Clone, Debug)]
pub struct Event {
    /// When it came, counted from the opening of the stream.
    pub at: Duration,
    /// What it carries.
    pub kind: EventKind,
    /// The StreamResponse, or what stood in its place.
    pub value: Value,
}

/// What an event carries.
#[derive(Clone, Debug)]
pub enum EventKind {
    /// A task.
    Task,
    /// A direct message.
    Message,
    /// A status update.
    Status,
    /// An artifact update.
    Artifact,
    /// An error.
    Error(Box<AgentError>),
    /// Something else; the text says what.
    Malformed(String),
}

/// What a stream gives next.
#[derive(Clone, Debug)]
pub enum Next {
    /// An event.
    Event(Event),
    /// Nothing more.
    End(End),
}

/// How a stream ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The agent closed it.
    Closed,
    /// It was still open when patience ran out.
    StillOpen,
    /// The connection broke; the text says how.
    Broken(String),
}

/// A stream from an event to its end.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The exchange in the probe's evidence.
    pub exchange: usize,
    /// The events, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub end: End,
}

impl EventStream {
    pub(super) fn new(line: Line<'_>, call: &Call, open: http::Open, request_id: Option<Value>) -> Self {
        Self {
            events: events_in(http::chunks(open.response)),
            exchange: open.exchange,
            operation: call.operation,
            binding: line.interface.binding,
            request_id,
            headers: open.headers,
            opened: Instant::now(),
            patience: line.patience.reply,
            evidence: Arc::clone(line.evidence),
            seen: line.seen(call).cloned(),
            count: 0,
            weight: 0,
        }
    }

    /// A stream that was written down before, as the answer to the JSON-RPC request 1 or to one over HTTP+JSON.
    pub fn recorded(binding: Binding, chunks: Vec<Bytes>) -> Self {
        let evidence = Arc::<Evidence>::default();
        let exchange = evidence.begin(&HttpRequest {
            operation: Operation::SendStreamingMessage.name().to_owned(),
            method: reqwest::Method::POST,
            url: String::new(),
            headers: Vec::new(),
            body: None,
            credential: Credential::NOBODY,
        });
        Self {
            events: events_in(futures::stream::iter(chunks.into_iter().map(Ok))),
            exchange,
            operation: Operation::SendStreamingMessage,
            binding,
            request_id: (binding == Binding::JsonRpc).then(|| 1.into()),
            headers: Headers::default(),
            opened: Instant::now(),
            patience: Patience::default().reply,
            evidence,
            seen: None,
            count: 0,
            weight: 0,
        }
    }

    /// The exchange in the probe's evidence.
    pub fn exchange(&self) -> usize {
        self.exchange
    }

    /// The next event, waited for as long as an answer.
    pub async fn next(&mut self) -> Next {
        self.next_within(self.patience).await
    }

    /// The next event, waited for at most `limit`.
    pub async fn next_within(&mut self, limit: Duration) -> Next {
        if let Some(why) = self.excess() {
            return Next::End(End::Broken(why));
        }
        let data = Patience::within(limit, async {
            loop {
                match self.events.next().await {
                    // An event without data is a comment or a bare field: nothing to read.
                    Some(Ok(None)) => {}
                    Some(Ok(Some(data))) => return Ok(Some(data)),
                    Some(Err(why)) => return Err(why),
                    None => return Ok(None),
                }
            }
        });
        match data.await {
            Ok(Ok(Some(data))) => {
                self.evidence.heard(self.exchange, &data);
                self.count += 1;
                self.weight += weight(data.as_bytes());
                match self.excess() {
                    None => Next::Event(self.read(&data)),
                    Some(why) => {
                        // Nobody reads on, so the agent need not go on either.
                        self.events = Box::pin(futures::stream::empty());
                        Next::End(End::Broken(why))
                    }
                }
            }
            Ok(Ok(None)) => Next::End(End::Closed),
            Ok(Err(why)) => {
                self.evidence.unusable(self.exchange, &why);
                Next::End(End::Broken(why))
            }
            Err(_) => Next::End(End::StillOpen),
        }
    }

    /// What the stream has too much of, if anything.
    fn excess(&self) -> Option<String> {
        if self.count > limits::EVENTS {
            return Some(format!("a stream of more than {} events", limits::EVENTS));
        }
        let much = self.weight > limits::STREAMED;
        much.then(|| format!("events that would take more than {} bytes of memory", limits::STREAMED))
    }

    /// Reads on until the stream ends, for at most `limit` in all.
    pub async fn rest_within(mut self, limit: Duration) -> Transcript {
        let exchange = self.exchange;
        let mut events = Vec::new();
        let end = Patience::within(limit, async {
            loop {
                match self.next_within(limit).await {
                    Next::Event(event) => events.push(event),
                    Next::End(end) => return end,
                }
            }
        });
        let end = end.await.unwrap_or(End::StillOpen);
        Transcript { exchange, events, end }
    }

    /// Reads this one event as the answer to the call.
    pub(crate) fn as_reply(&self, first: Option<&Event>) -> Reply {
        let answer = match (self.binding, first.map(|event| (&event.kind, &event.value))) {
            (Binding::JsonRpc, Some((EventKind::Error(error), _))) => Answer::Error((**error).clone()),
            (_, Some((_, value))) => Answer::Result(value.clone()),
            (_, None) => Answer::Malformed("an event stream without an event".to_owned()),
        };
        Reply {
            exchange: self.exchange,
            operation: self.operation,
            binding: self.binding,
            http: Some(200),
            headers: self.headers.clone(),
            answer,
            elapsed: self.opened.elapsed(),
        }
    }

    fn read(&self, data: &str) -> Event {
        let at = self.opened.elapsed();
        let (kind, value) = match document(data.as_bytes()) {
            Ok(value) => self.unwrap(value),
            Err(why) => (self.unreadable(format!("data {why}")), Value::from(data)),
        };
        Event { at, kind, value }
    }

    fn unwrap(&self, value: Value) -> (EventKind, Value) {
        let Some(id) = &self.request_id else {
            if value.get("error").is_some_and(Value::is_object) {
                return (EventKind::Malformed("an error in the place of an event".to_owned()), value);
            }
            return (self.saw(&value), value);
        };
        // What is wrong with an event can only be seen in the event as it came.
        let whole = if value.get("result").is_some() { Value::Null } else { value.clone() };
        match jsonrpc::unwrap(id, 200, value) {
            Ok(Answer::Result(result)) => (self.saw(&result), result),
            Ok(Answer::Error(error)) => (EventKind::Error(Box::new(error)), whole),
            Ok(_) => (EventKind::Malformed("no answer".to_owned()), whole),
            Err(why) => (self.unreadable(why), whole),
        }
    }

    /// Notes a StreamResponse and says what it carries.
    fn saw(&self, value: &Value) -> EventKind {
        if let Some(seen) = &self.seen {
            seen.answer(self.binding, self.operation, value);
        }
        kind_of(value)
    }

    /// What can't be read at all, as opposed to what says something wrong.
    fn unreadable(&self, why: String) -> EventKind {
        self.evidence.unusable(self.exchange, &why);
        EventKind::Malformed(why)
    }
}

impl Event {
    /// The task, where the event carries one.
    pub fn task(&self) -> Option<Task> {
        self.value.get("task").filter(|task| task.is_object()).map(|task| Task::new(task.clone()))
    }

    /// The task id that the event names.
    pub fn task_id(&self) -> Option<&str> {
        match self.kind {
            EventKind::Task => self.value["task"]["id"].as_str(),
            EventKind::Status => self.value["statusUpdate"]["taskId"].as_str(),
            EventKind::Artifact => self.value["artifactUpdate"]["taskId"].as_str(),
            EventKind::Message => self.value["message"]["taskId"].as_str(),
            EventKind::Error(_) | EventKind::Malformed(_) => None,
        }
    }

    /// The context id that the event names.
    pub fn context_id(&self) -> Option<&str> {
        match self.kind {
            EventKind::Task => self.value["task"]["contextId"].as_str(),
            EventKind::Status => self.value["statusUpdate"]["contextId"].as_str(),
            EventKind::Artifact => self.value["artifactUpdate"]["contextId"].as_str(),
            EventKind::Message => self.value["message"]["contextId"].as_str(),
            EventKind::Error(_) | EventKind::Malformed(_) => None,
        }
    }

    /// The status that the event tells, of a task or an update.
    pub fn status(&self) -> Option<&Value> {
        match self.kind {
            EventKind::Task => self.value["task"].get("status"),
            EventKind::Status => self.value["statusUpdate"].get("status"),
            _ => None,
        }
    }

    /// The state that the event tells.
    pub fn state(&self) -> Option<State> {
        State::named(self.status()?["state"].as_str()?)
    }

    /// Whether it is an update of a task.
    pub fn is_update(&self) -> bool {
        matches!(self.kind, EventKind::Status | EventKind::Artifact)
    }

    /// The event in a few words.
    pub fn describe(&self) -> String {
        match &self.kind {
            EventKind::Task => format!("a Task in {}", brief(&self.value["task"]["status"]["state"])),
            EventKind::Message => "a Message".to_owned(),
            EventKind::Status => {
                format!("a status update to {}", brief(&self.value["statusUpdate"]["status"]["state"]))
            }
            EventKind::Artifact => {
                format!("an update of the artifact {}", brief(&self.value["artifactUpdate"]["artifact"]["artifactId"]))
            }
            EventKind::Error(error) => error.describe(),
            EventKind::Malformed(why) => why.clone(),
        }
    }
}

fn events_in(bytes: impl Stream<Item = Result<Bytes, String>> + Send + 'static) -> Events {
    let bytes = bytes.map(|chunk| chunk.map_err(std::io::Error::other));
    Box::pin(SseByteStream::new(Box::pin(bytes)).map(|event| match event {
        Ok(event) => Ok(event.data),
        Err(error) => Err(error.to_string()),
    }))
}

fn kind_of(value: &Value) -> EventKind {
    let Some(members) = value.as_object() else {
        return EventKind::Malformed("an event that is no object".to_owned());
    };
    let known = [
        ("task", EventKind::Task),
        ("message", EventKind::Message),
        ("statusUpdate", EventKind::Status),
        ("artifactUpdate", EventKind::Artifact),
    ];
    let mut found = known.into_iter().filter(|(name, _)| members.contains_key(*name));
    match (found.next(), found.next()) {
        (Some((_, kind)), None) => kind,
        (None, _) => {
            let names: Vec<&str> = members.keys().map(String::as_str).collect();
            EventKind::Malformed(limits::shown(&format!("an event with the members [{}]", names.join(", "))))
        }
        (Some(_), Some(_)) => EventKind::Malformed("an event with more than one member of StreamResponse".to_owned()),
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed => f.write_str("closed by the agent"),
            Self::StillOpen => f.write_str("still open"),
            Self::Broken(why) => write!(f, "broken: {why}"),
        }
    }
}
