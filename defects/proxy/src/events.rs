//! Streams of events with a defect in them: each event goes on as soon as it is whole, unless the defect says otherwise.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use serde_json::Value;

use crate::defect::{Action, Close, Event, WireDefect};
use crate::document::document;
use crate::frames::{Splitter, data, with_data};
use crate::operation::Binding;
use crate::payload;
use crate::proxy::Changes;

/// The states in which a task ends.
const ENDS: [&str; 4] = ["TASK_STATE_COMPLETED", "TASK_STATE_FAILED", "TASK_STATE_CANCELED", "TASK_STATE_REJECTED"];

/// Told of each event that the defect concerns, as the agent sent it.
pub(crate) type Note = Box<dyn Fn(&Value) + Send>;

/// A stream with a defect in it.
pub(crate) fn planted(
    body: BoxStream<'static, io::Result<Bytes>>,
    defect: Arc<WireDefect>,
    binding: Option<Binding>,
    changes: Changes,
    note: Note,
) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let spoiled = Spoiled {
        body,
        defect,
        binding,
        changes,
        note,
        splitter: Splitter::default(),
        number: 0,
        held: None,
        steps: VecDeque::new(),
        over: false,
    };
    futures::stream::unfold(spoiled, |mut spoiled| async move {
        let next = spoiled.next().await?;
        Some((next, spoiled))
    })
}

struct Spoiled {
    body: BoxStream<'static, io::Result<Bytes>>,
    defect: Arc<WireDefect>,
    binding: Option<Binding>,
    changes: Changes,
    note: Note,
    splitter: Splitter,
    number: u64,
    /// An event that waits to change places with the next one.
    held: Option<Bytes>,
    steps: VecDeque<Step>,
    over: bool,
}

/// What happens next on the way out.
enum Step {
    Send(Bytes),
    Wait(Duration),
    Break,
    End,
}

impl Spoiled {
    async fn next(&mut self) -> Option<io::Result<Bytes>> {
        loop {
            match self.steps.pop_front() {
                Some(Step::Send(bytes)) => return Some(Ok(bytes)),
                Some(Step::Wait(delay)) => tokio::time::sleep(delay).await,
                Some(Step::Break) => {
                    // What was sent so far goes out first: hyper writes when there is nothing to read.
                    tokio::task::yield_now().await;
                    self.over = true;
                    self.steps.clear();
                    return Some(Err(io::Error::other("cut")));
                }
                Some(Step::End) => {
                    self.over = true;
                    self.steps.clear();
                }
                None if self.over => return None,
                None => self.read().await,
            }
        }
    }

    async fn read(&mut self) {
        match self.body.next().await {
            Some(Ok(chunk)) => {
                self.splitter.push(&chunk);
                while let Some(event) = self.splitter.event() {
                    self.pass(event);
                }
                if self.splitter.is_full() {
                    self.steps.push_back(Step::Break);
                }
            }
            Some(Err(_)) => self.steps.push_back(Step::Break),
            None => {
                let rest = self.held.take().into_iter().chain(self.splitter.rest());
                self.steps.extend(rest.map(Step::Send));
                self.steps.push_back(Step::End);
            }
        }
    }

    /// Passes an event on, or does to it what the defect does.
    fn pass(&mut self, raw: Bytes) {
        let Some(mut event) = data(&raw).map(|text| document(text.as_bytes())) else {
            return self.steps.push_back(Step::Send(raw));
        };
        self.number += 1;
        if let Some(held) = self.held.take() {
            self.changes.count();
            return self.steps.extend([Step::Send(raw), Step::Send(held)]);
        }
        let binding = self.binding;
        let concerned = event.as_mut().is_some_and(|event| {
            let (outcome, payload) = payload::of_answer(event, binding, false);
            let meant = is_meant(&self.defect.event(), self.number, payload)
                && self.defect.when.concerns_payload(outcome, payload);
            if meant {
                (self.note)(payload);
            }
            meant
        });
        if !concerned {
            return self.steps.push_back(Step::Send(raw));
        }
        let event = event.unwrap_or_default();
        self.spoil(raw, event);
    }

    fn spoil(&mut self, raw: Bytes, mut event: Value) {
        match &self.defect.action {
            Action::Drop => self.changes.count(),
            Action::Swap => self.held = Some(raw),
            Action::Duplicate => {
                self.changes.count();
                self.steps.extend([Step::Send(raw.clone()), Step::Send(raw)]);
            }
            Action::Delay(delay) => {
                self.changes.count();
                self.steps.extend([Step::Wait(*delay), Step::Send(raw)]);
            }
            Action::Rewrite(edits) => {
                let (_, payload) = payload::of_answer(&mut event, self.binding, false);
                let count = self.changes.so_far();
                let changed: usize = edits.iter().map(|edit| edit.apply(payload, count)).sum();
                if changed > 0 {
                    self.changes.count();
                }
                let raw = if changed > 0 { with_data(&raw, &event.to_string()) } else { raw };
                self.steps.push_back(Step::Send(raw));
            }
            Action::Close(close) => {
                self.changes.count();
                let end = if *close == Close::Broken { Step::Break } else { Step::End };
                self.steps.extend([Step::Send(raw), end]);
            }
            Action::Headers(_) | Action::Status(_) | Action::Instead(_) | Action::Answer(_) => {
                self.steps.push_back(Step::Send(raw));
            }
        }
    }
}

/// Whether an event is the one that a defect means.
fn is_meant(wanted: &Event, number: u64, payload: &Value) -> bool {
    match wanted {
        Event::Any => true,
        Event::Number(wanted) => *wanted == number,
        Event::Kind(member) => payload.get(member).is_some(),
        Event::Last => {
            let ends =
                |kind: &str| payload[kind]["status"]["state"].as_str().is_some_and(|state| ENDS.contains(&state));
            payload.get("message").is_some() || ends("statusUpdate") || ends("task")
        }
    }
}
