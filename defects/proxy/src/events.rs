//! Streams of events with a defect in them: each event goes on as soon as it is whole, unless the defect says otherwise.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt};
use serde_json::Value;

use crate::defect::{Action, Close, Event, WireDefect};
use crate::document::document;
use crate::limits;
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

/// The data of an event; nothing where it is only a comment.
fn data(raw: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(raw);
    let lines: Vec<&str> = lines(&text).filter_map(data_line).collect();
    if lines.is_empty() { None } else { Some(lines.join("\n")) }
}

fn data_line(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("data:").or(if line == "data" { Some("") } else { None })?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

/// The same event with other data.
fn with_data(raw: &[u8], data: &str) -> Bytes {
    let text = String::from_utf8_lossy(raw);
    let mut out = String::with_capacity(data.len() + 16);
    let mut written = false;
    for line in lines(&text).filter(|line| !line.is_empty()) {
        if data_line(line).is_none() {
            out += line;
            out.push('\n');
        } else if !written {
            written = true;
            out += "data: ";
            out += data;
            out.push('\n');
        }
    }
    out.push('\n');
    out.into()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// Cuts bytes into events: whatever stands up to and with an empty line.
#[derive(Default)]
struct Splitter {
    buffer: BytesMut,
    /// Where the line begins that is not complete yet.
    line: usize,
}

impl Splitter {
    fn push(&mut self, chunk: &[u8]) {
        self.buffer.extend_from_slice(chunk);
    }

    fn event(&mut self) -> Option<Bytes> {
        loop {
            let at = self.line + self.buffer[self.line..].iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
            let after = match (self.buffer[at], self.buffer.get(at + 1)) {
                (b'\r', Some(b'\n')) => at + 2,
                // Only the next byte tells whether the line ends here.
                (b'\r', None) => return None,
                _ => at + 1,
            };
            if at == self.line && at > 0 {
                self.line = 0;
                return Some(self.buffer.split_to(after).freeze());
            }
            self.line = after;
        }
    }

    fn is_full(&self) -> bool {
        self.buffer.len() > limits::EVENT
    }

    fn rest(&mut self) -> Option<Bytes> {
        let rest = std::mem::take(&mut self.buffer).freeze();
        if rest.is_empty() { None } else { Some(rest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_cut_at_empty_lines_whatever_ends_a_line() {
        let text = "data: 1\n\n: alive\r\n\r\ndata: 2\r\rid: 3\ndata: a\ndata: b\n\ndata: half";
        let expected = ["data: 1\n\n", ": alive\r\n\r\n", "data: 2\r\r", "id: 3\ndata: a\ndata: b\n\n"];
        for size in [1, 3, 100] {
            let (mut splitter, mut events) = (Splitter::default(), Vec::new());
            for chunk in text.as_bytes().chunks(size) {
                splitter.push(chunk);
                events.extend(std::iter::from_fn(|| splitter.event()));
            }
            assert_eq!(events, expected, "{size}");
            assert_eq!(splitter.rest().as_deref(), Some(&b"data: half"[..]));
        }
    }

    #[test]
    fn data_is_what_stands_in_its_lines() {
        assert_eq!(data(b": alive\n\n"), None);
        assert_eq!(data(b"id: 3\ndata: a\ndata:b\n\n").as_deref(), Some("a\nb"));
        assert_eq!(with_data(b"id: 3\r\ndata: a\r\ndata: b\r\n\r\n", "{}"), "id: 3\ndata: {}\n\n");
    }
}
