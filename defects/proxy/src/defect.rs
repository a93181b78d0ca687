//! A defect on the wire: when it takes effect, and the one thing that it does then.

use std::time::Duration;

use serde_json::Value;

use crate::conditions::Condition;
use crate::edit::Edit;
use crate::operation::{Binding, Operation};

/// A defect.
#[derive(Clone, Debug, PartialEq)]
pub struct WireDefect {
    /// Its name, a small sentence in lower case.
    pub name: String,
    /// What the agent seems to do wrong.
    pub story: String,
    /// When it takes effect.
    pub when: When,
    /// What it does then.
    pub action: Action,
}

/// Which messages a defect concerns: those that fulfil everything here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct When {
    /// The request on its way in, or the answer on its way out.
    pub side: Side,
    /// The operations; empty means everything but the card.
    pub operations: Vec<Operation>,
    /// The binding.
    pub binding: Option<Binding>,
    /// What must stand in the request.
    pub asked: Vec<Condition>,
    /// Whether the answer is a result or an error.
    pub outcome: Option<Outcome>,
    /// The statuses of the answer; empty means any.
    pub status: Vec<u16>,
    /// The event of a stream.
    pub event: Option<Event>,
    /// What must stand in the message, or in the event.
    pub holds: Vec<Condition>,
}

/// The two ways that messages go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// From the caller to the agent.
    Request,
    /// From the agent to the caller.
    #[default]
    Response,
}

/// What an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// What was asked for.
    Result,
    /// An error.
    Error,
}

/// An event of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Each.
    Any,
    /// The one with this number, from 1 on.
    Number(u64),
    /// One that has this member.
    Kind(String),
    /// One that tells the end of the task, or is the message that is all there is.
    Last,
}

/// What a defect does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The event is left out; a request or an answer gets lost with its connection.
    Drop,
    /// The event changes places with the next one.
    Swap,
    /// The event, or the request, comes twice.
    Duplicate,
    /// It comes later.
    Delay(Duration),
    /// Its JSON is changed.
    Rewrite(Vec<Edit>),
    /// Its headers are changed.
    Headers(Headers),
    /// The answer has this status.
    Status(u16),
    /// The answer ends half-way, the stream behind the event.
    Close(Close),
    /// The agent is asked for another operation instead.
    Instead(Operation),
    /// The answer is always this one.
    Answer(Fixed),
}

/// Changes of headers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// Headers with their new values; `{count}` is how often the defect took effect.
    pub set: Vec<(String, String)>,
    /// Headers to take out.
    pub remove: Vec<String>,
}

/// How something ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Close {
    /// As if it were complete.
    Cleanly,
    /// With its connection.
    Broken,
}

/// An answer that is always the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed {
    /// The status.
    pub status: u16,
    /// The content type.
    pub content_type: String,
    /// The body.
    pub body: FixedBody,
}

/// The body of a fixed answer.
#[derive(Clone, Debug, PartialEq)]
pub enum FixedBody {
    /// As it is.
    Text(String),
    /// A result, in the envelope that the binding wants.
    Result(Value),
}

impl When {
    /// Whether a request is concerned, as far as it shows.
    pub(crate) fn concerns(&self, operation: Option<Operation>, binding: Option<Binding>, request: &Value) -> bool {
        let meant = match operation {
            Some(operation) if !self.operations.is_empty() => self.operations.contains(&operation),
            Some(operation) => operation != Operation::Card,
            None => self.operations.is_empty(),
        };
        let spoken = self.binding.is_none() || self.binding == binding;
        meant && spoken && self.asked.iter().all(|condition| condition.holds(request))
    }

    /// Whether the status of an answer is concerned.
    pub(crate) fn concerns_status(&self, status: u16) -> bool {
        self.status.is_empty() || self.status.contains(&status)
    }

    /// Whether a payload is concerned.
    pub(crate) fn concerns_payload(&self, outcome: Outcome, payload: &Value) -> bool {
        self.outcome.is_none_or(|wanted| wanted == outcome) && self.holds.iter().all(|one| one.holds(payload))
    }
}

impl WireDefect {
    /// Whether it is the events of a stream that are concerned, and not the stream as a whole.
    pub(crate) fn concerns_events(&self) -> bool {
        let by_nature = matches!(self.action, Action::Swap | Action::Duplicate | Action::Rewrite(_) | Action::Close(_));
        by_nature || self.when.event.is_some() || !self.when.holds.is_empty()
    }

    /// The event that is meant: where a stream is closed early and none is named, the first.
    pub(crate) fn event(&self) -> Event {
        let first = matches!(self.action, Action::Close(_) | Action::Swap) && self.when.holds.is_empty();
        self.when.event.clone().unwrap_or(if first { Event::Number(1) } else { Event::Any })
    }
}
