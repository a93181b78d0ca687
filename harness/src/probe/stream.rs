//! A stream in a check's hands.

use std::time::Duration;

use crate::agent::Reply;
use crate::agent::transport::{Event, EventKind, EventStream, Next};
use crate::patience::Patience;

pub use crate::agent::transport::Transcript;

/// A stream of events that remembers what it has given.
pub struct Stream {
    inner: EventStream,
    seen: Vec<Event>,
}

impl Stream {
    pub(super) fn new(inner: EventStream) -> Self {
        Self { inner, seen: Vec::new() }
    }

    /// The exchange in the evidence.
    pub fn exchange(&self) -> usize {
        self.inner.exchange()
    }

    /// The next event, or how the stream ended.
    pub async fn next(&mut self) -> Next {
        let next = self.inner.next().await;
        self.note(next)
    }

    /// Reads on until an event is like this, for at most `within`; nothing, where the stream ends before.
    pub async fn until(&mut self, within: Duration, like: impl Fn(&Event) -> bool) -> Option<Event> {
        if let Some(event) = self.seen.iter().find(|event| like(event)) {
            return Some(event.clone());
        }
        let found = Patience::within(within, async {
            loop {
                let next = self.inner.next_within(within).await;
                match self.note(next) {
                    Next::Event(event) if like(&event) => return Some(event),
                    Next::Event(_) => {}
                    Next::End(_) => return None,
                }
            }
        });
        found.await.unwrap_or(None)
    }

    /// Makes sure that at least one event was read.
    pub async fn next_known(&mut self) {
        if self.seen.is_empty() {
            self.next().await;
        }
    }

    /// Reads the stream to its end, for at most `within`; with what it gave before.
    pub async fn to_end(self, within: Duration) -> Transcript {
        let mut transcript = self.inner.rest_within(within).await;
        let mut events = self.seen;
        events.append(&mut transcript.events);
        Transcript { events, ..transcript }
    }

    /// The stream read to its end for at most `within`, and its first event as the answer to the call.
    pub async fn as_answer(self, within: Duration) -> (Reply, Transcript) {
        let mut stream = self;
        stream.next_known().await;
        let reply = stream.inner.as_reply(stream.seen.first());
        (reply, stream.to_end(within).await)
    }

    /// The events so far.
    pub fn seen(&self) -> &[Event] {
        &self.seen
    }

    fn note(&mut self, next: Next) -> Next {
        if let Next::Event(event) = &next {
            self.seen.push(event.clone());
        }
        next
    }
}

impl Transcript {
    /// The updates of the task, in order, as they were written.
    pub fn updates(&self) -> Vec<&Event> {
        self.events.iter().filter(|event| event.is_update()).collect()
    }

    /// The first error in the place of an event.
    pub fn flaw(&self) -> Option<&Event> {
        self.events.iter().find(|event| matches!(event.kind, EventKind::Malformed(_) | EventKind::Error(_)))
    }

    /// The events in one line.
    pub fn describe(&self) -> String {
        let events: Vec<String> = self.events.iter().map(Event::describe).collect();
        format!("[{}], then {}", events.join(", "), self.end)
    }
}
